//! Strings of the page in our lines: quoted, escaped, on one line, bounded in characters. Nothing of a page can start a
//! line or end a quotation.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// Cuts after `max` characters at a grapheme boundary, and marks the cut with `…`.
pub fn clip(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max || text.chars().count() <= max {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", prefix(text, max.saturating_sub(1))))
}

/// The longest prefix of at most `max` characters that cuts no grapheme.
pub fn prefix(text: &str, max: usize) -> &str {
    let (mut end, mut chars) = (0, 0);
    for (start, grapheme) in text.grapheme_indices(true) {
        chars += grapheme.chars().count();
        if chars > max {
            break;
        }
        end = start + grapheme.len();
    }
    &text[..end]
}

/// The text on one line: runs of white space become one space; control characters, line and paragraph separators and
/// marks that reorder text are dropped.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}') {
            gap = true;
        } else if !is_dropped(c) {
            if gap && !line.is_empty() {
                line.push(' ');
            }
            gap = false;
            line.push(c);
        }
    }
    line
}

fn is_dropped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A value of the page as JSON on one line: what could end a line or reorder it, and JSON lets pass, is escaped.
pub fn json_line(value: &serde_json::Value) -> String {
    use std::fmt::Write as _;
    let text = value.to_string();
    let breaks = |c: char| matches!(c, '\u{2028}' | '\u{2029}') || is_dropped(c);
    if !text.contains(breaks) {
        return text;
    }
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if breaks(c) {
            // Only strings hold such characters, and all of them are of one UTF-16 unit.
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    line
}

/// A string of the page for one of our lines: on one line, in double quotes, `"` and `\` escaped.
pub fn quote(text: &str) -> String {
    quote_clipped(text, usize::MAX)
}

/// As [`quote`], cut after `max` characters.
pub fn quote_clipped(text: &str, max: usize) -> String {
    let line = one_line(text);
    let line = clip(&line, max);
    let mut quoted = String::with_capacity(line.len() + 2);
    quoted.push('"');
    for c in line.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}
