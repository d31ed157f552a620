//! Short names for what is typed most often.

/// A short verb: a tool with some arguments given by their place, and some fixed.
#[derive(Debug)]
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) tool: &'static str,
    /// Arguments that are given by their place.
    pub(super) places: &'static [&'static str],
    /// Arguments that the verb stands for.
    pub(super) fixed: &'static [(&'static str, &'static str)],
    pub(super) about: &'static str,
}

/// `fill` is beside these: its fields are given as `FIELD=VALUE`.
pub(super) const VERBS: &[Verb] = &[
    Verb {
        name: "open",
        tool: "browser_navigate",
        places: &["url"],
        fixed: &[],
        about: "Open a URL, or go back, forward or reload",
    },
    Verb { name: "look", tool: "browser_snapshot", places: &["find"], fixed: &[], about: "Read the page" },
    Verb { name: "click", tool: "browser_click", places: &["selector"], fixed: &[], about: "Click an element" },
    Verb {
        name: "type",
        tool: "browser_type",
        places: &["selector", "text"],
        fixed: &[],
        about: "Type into a field with real key events",
    },
    Verb { name: "press", tool: "browser_press", places: &["keys"], fixed: &[], about: "Press keys" },
    Verb {
        name: "scroll",
        tool: "browser_scroll",
        places: &["direction"],
        fixed: &[],
        about: "Scroll the page or a container",
    },
    Verb {
        name: "wait",
        tool: "browser_wait",
        places: &["text"],
        fixed: &[],
        about: "Wait for text, an element, a URL or an event",
    },
    Verb {
        name: "extract",
        tool: "browser_extract_content",
        places: &["selector"],
        fixed: &[],
        about: "Get data as JSON",
    },
    Verb { name: "shot", tool: "browser_screenshot", places: &["selector"], fixed: &[], about: "Take a picture" },
    Verb {
        name: "eval",
        tool: "browser_evaluate",
        places: &["script"],
        fixed: &[],
        about: "Run JavaScript in the page",
    },
    Verb {
        name: "inspect",
        tool: "browser_inspect",
        places: &["what", "id"],
        fixed: &[],
        about: "Console messages, requests or downloads",
    },
    Verb { name: "dialog", tool: "browser_dialog", places: &["action"], fixed: &[], about: "Answer the open dialog" },
    Verb {
        name: "tabs",
        tool: "browser_tabs",
        places: &["action", "tab"],
        fixed: &[("action", "list")],
        about: "List, close or keep tabs",
    },
    Verb {
        name: "adopt",
        tool: "browser_adopt",
        places: &["tab"],
        fixed: &[],
        about: "Ask for one of the person's tabs",
    },
    Verb { name: "handoff", tool: "browser_handoff", places: &["tab"], fixed: &[], about: "Hand a tab to the person" },
    Verb {
        name: "finish",
        tool: "browser_task",
        places: &[],
        fixed: &[("action", "finish")],
        about: "Close the task's tabs and get the receipt",
    },
];
