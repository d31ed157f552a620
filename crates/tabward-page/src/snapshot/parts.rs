//! One element as a part of a line.

use std::fmt::Write as _;

use tabward_model::text::{clip, quote_clipped};

use super::outline::Node;
use super::roles;
use super::walk::Flags;
use super::words::{DESCRIPTION, NAME, VALUE, bare, in_parentheses};

/// How much of an element is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Detail {
    pub(super) refs: bool,
    /// Leave out what only the focus changes, for comparing.
    pub(super) focus: bool,
}

pub(super) const ALL: Detail = Detail { refs: true, focus: true };

/// `button "Save" e23`.
pub(super) fn head(node: &Node, refs: bool) -> String {
    let mut line = String::from(roles::word(node.role()));
    if !node.name.is_empty() {
        line.push(' ');
        line.push_str(&quote_clipped(&node.name, NAME));
    }
    if refs && let Some(reference) = node.reference {
        let _ = write!(line, " {reference}");
    }
    line
}

/// The whole of what is told of a control: head, value, options, states, description.
pub(super) fn control(node: &Node, detail: Detail) -> String {
    let mut line = head(node, detail.refs);
    if let Some(more) = &node.more {
        if let Some(length) = more.secret {
            let _ = write!(line, " = ••• ({length})");
        } else if !more.value.is_empty() {
            let _ = write!(line, " = {}", quote_clipped(&more.value, VALUE));
        }
        if !more.options.is_empty() {
            let options: Vec<String> = more.options.iter().map(|option| bare(option, 60)).collect();
            let _ = write!(line, " {{{}}}", options.join(" | "));
        } else if more.option_count > 0 {
            let _ = write!(line, " {{{} options}}", more.option_count);
        }
        if node.role() == "link" && !more.url.is_empty() {
            let _ = write!(line, " -> {}", address(&more.url));
        }
    }
    line.push_str(&states(node, detail));
    if let Some(more) = &node.more {
        let mut told = more.description.clone();
        if !more.error.is_empty() && node.role() != "frame" {
            if !told.is_empty() {
                told.push_str(if told.ends_with(['.', '!', '?', '。']) { " " } else { "; " });
            }
            told.push_str(&more.error);
        }
        if told.is_empty() {
            told = if more.shown.is_empty() { more.placeholder.clone() } else { more.shown.clone() };
        }
        if !told.is_empty() {
            let _ = write!(line, " {}", in_parentheses(&told, DESCRIPTION));
        }
    }
    line
}

/// ` [checked focused]`, or nothing.
pub(super) fn states(node: &Node, detail: Detail) -> String {
    let mut told: Vec<String> = Vec::new();
    let pressed = node.is(Flags::PRESSED);
    for (flag, word) in [
        (Flags::CHECKED, "checked"),
        (Flags::MIXED, "mixed"),
        (Flags::DISABLED, "disabled"),
        (Flags::INVALID, "invalid"),
        (Flags::EXPANDED, "expanded"),
        (Flags::SELECTED, "selected"),
        (Flags::PRESSED, "pressed"),
        (Flags::FOCUSED, "focused"),
        (Flags::REQUIRED, "required"),
        (Flags::READONLY, "readonly"),
        (Flags::ARIA_HIDDEN, "aria-hidden"),
    ] {
        let skip =
            flag == Flags::FOCUSED && !detail.focus || flag == Flags::PRESSED && node.is(Flags::MIXED) && pressed;
        if node.is(flag) && !skip {
            told.push(if flag == Flags::MIXED && pressed { "pressed mixed".to_owned() } else { word.to_owned() });
        }
    }
    if let Some((scrolled, most)) = node.more.as_ref().and_then(|more| more.scroll) {
        // Where it stands is not a change of the page.
        told.push(if detail.focus { format!("scroll {scrolled}/{most}") } else { "scroll".to_owned() });
    }
    if told.is_empty() { String::new() } else { format!(" [{}]", told.join(" ")) }
}

/// A link's target, an address or only its host, as it is if it is plain, else quoted.
fn address(target: &str) -> String {
    let plain = target.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '|' | '[' | ']'));
    let known =
        url::Url::parse(target).is_ok_and(|parsed| parsed.has_host() || parsed.scheme() == "mailto") || is_host(target);
    if plain && known { clip(target, 200).into_owned() } else { quote_clipped(target, 200) }
}

fn is_host(text: &str) -> bool {
    text.contains('.') && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':'))
}

/// The host of an address, for a frame's line; its scheme if it has none.
pub(super) fn host(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(parsed) => match parsed.host_str() {
            Some(host) => bare(host, 100),
            None => parsed.scheme().to_owned(),
        },
        Err(_) => String::new(),
    }
}
