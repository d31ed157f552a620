//! Output: the same text as over MCP, colour only on a terminal, and no end but a quiet one when nobody reads.

use std::io::{self, IsTerminal as _, Write as _};

use serde_json::{Map, Value};

/// Where answers go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer {
    /// The outcome instead of the text.
    pub(crate) json: bool,
    color: bool,
}

const GREEN: &str = "\x1b[32m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

impl Printer {
    pub(crate) fn new(json: bool, no_color: bool) -> Self {
        Self { json, color: !json && !no_color && io::stdout().is_terminal() }
    }

    /// An answer: its outcome as one line of JSON, or its text.
    pub(crate) fn answer(self, text: &str, outcome: Option<&Map<String, Value>>) {
        match outcome.filter(|_| self.json) {
            Some(outcome) => line(&Value::Object(outcome.clone()).to_string()),
            None => self.text(text),
        }
    }

    fn text(self, text: &str) {
        if !self.color {
            line(text);
            return;
        }
        // Below the `page` line all is the page's: it gets no colour of ours, so that it cannot look like ours.
        let mut ours = true;
        let mut out = String::with_capacity(text.len() + 32);
        for given in text.lines() {
            let color = match given.split([' ', ':']).next() {
                _ if !ours => None,
                Some("ok") => Some(GREEN),
                Some("failed") => Some(RED),
                Some("waiting" | "warning") => Some(YELLOW),
                Some("effect" | "next" | "page") => Some(DIM),
                _ => None,
            };
            ours &= !given.starts_with("page ");
            match color {
                Some(color) => out.extend([color, given, RESET, "\n"]),
                None => out.extend([given, "\n"]),
            }
        }
        raw(out.as_bytes());
    }

    /// A value, for people indented and for scripts on one line.
    pub(crate) fn value(self, value: &Value) {
        if self.json {
            line(&value.to_string());
        } else {
            line(&serde_json::to_string_pretty(value).unwrap_or_default());
        }
    }
}

/// One line, or several, on standard output.
pub(crate) fn line(text: &str) {
    raw(format!("{text}\n").as_bytes());
}

fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    // Whoever closed the other end wants no more.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// One line, or several, on standard error.
pub(crate) fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}
