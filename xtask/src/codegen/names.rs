//! Names and doc comments in Rust's manner.

use std::fmt::Write as _;

const KEYWORDS: [&str; 13] =
    ["as", "async", "box", "crate", "enum", "fn", "for", "in", "match", "mod", "ref", "type", "use"];

/// `frameId`, `baseURL`, `AXNodeId` → `frame_id`, `base_url`, `ax_node_id`.
pub(super) fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        if c.is_ascii_uppercase() {
            let after_lower = i > 0 && !chars[i - 1].is_ascii_uppercase() && chars[i - 1] != '_';
            let before_lower =
                i > 0 && chars[i - 1].is_ascii_uppercase() && chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
            if after_lower || before_lower {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else if c.is_ascii_alphanumeric() {
            out.push(c);
        } else {
            out.push('_');
        }
    }
    out
}

/// A field's name: [`snake`], raw where Rust keeps the word for itself.
pub(super) fn field(name: &str) -> String {
    let name = snake(name);
    if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name }
}

/// `mousePressed`, `back_forward`, `text/html` → `MousePressed`, `BackForward`, `TextHtml`.
pub(super) fn pascal(name: &str) -> String {
    let mut out = String::new();
    let mut upper = true;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            upper = true;
        } else if upper {
            out.push(c.to_ascii_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) { format!("V{out}") } else { out }
}

/// A doc comment from the description's text, or from `fallback` where it has none.
pub(super) fn doc(text: Option<&str>, fallback: &str, note: Option<&str>) -> String {
    let words = text.filter(|text| !text.trim().is_empty()).unwrap_or(fallback);
    let mut out = String::new();
    let mut line = String::new();
    let notes = note.map(|note| format!("({note})")).unwrap_or_default();
    for word in words.split_whitespace().chain(notes.split_whitespace()).map(word) {
        if line.len() + word.len() > 96 {
            let _ = writeln!(out, "/// {line}");
            line.clear();
        }
        if line.is_empty() && word.starts_with(['-', '*', '+', '#', '=', '>']) {
            line.push('\\');
        }
        if !line.is_empty() && !line.ends_with('\\') {
            line.push(' ');
        }
        line.push_str(&word);
    }
    let _ = writeln!(out, "/// {line}");
    out
}

/// One word with nothing in it that Markdown would take for a link, a tag or emphasis.
fn word(word: &str) -> String {
    if word.contains('`') {
        return word.to_owned();
    }
    if word.contains("://") || word.contains(['<', '[', '_', '*']) {
        let start = word.find(|c: char| c.is_alphanumeric() || "<[_*/".contains(c)).unwrap_or(0);
        let end = word.trim_end_matches(['.', ',', ')', ':', ';']).len().max(start);
        return format!("{}`{}`{}", &word[..start], &word[start..end], &word[end..]);
    }
    word.to_owned()
}
