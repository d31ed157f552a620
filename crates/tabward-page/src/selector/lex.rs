//! Quotes, regular expressions and the `>>` of chains.

use super::{Match, SelectorError};

/// The quotation marks that pair up, as people and keyboards of both languages write them.
const PAIRS: [(char, char); 9] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('«', '»'),
];

/// A quoted part of a string: its content and the byte offset behind its closing mark.
pub(super) struct Quoted {
    pub(super) content: String,
    pub(super) end: usize,
}

fn closing(open: char) -> Option<char> {
    // A full-width mark is what a Chinese keyboard gives for the plain one.
    if open == '＂' {
        return Some('＂');
    }
    PAIRS.iter().find(|(o, _)| *o == open).map(|(_, c)| *c)
}

/// The quoted part that starts at `text`'s first character, if there is one and it is closed.
///
/// Plain double and single quotes take `\"` and `\\`; the others have no escapes.
pub(super) fn quoted(text: &str) -> Option<Quoted> {
    let mut chars = text.char_indices();
    let (_, open) = chars.next()?;
    let close = closing(open)?;
    let escapes = matches!(open, '"' | '\'');
    let mut content = String::new();
    while let Some((at, c)) = chars.next() {
        if escapes && c == '\\' {
            match chars.next() {
                Some((_, next)) if next == open || next == '\\' => content.push(next),
                Some((_, next)) => content.extend(['\\', next]),
                None => return None,
            }
        } else if c == close {
            return Some(Quoted { content, end: at + c.len_utf8() });
        } else {
            content.push(c);
        }
    }
    None
}

/// Whether a quote may open behind `before` (an apostrophe inside a word opens nothing).
fn may_open(quote: char, before: Option<char>) -> bool {
    !matches!(quote, '\'' | '‘' | '`') || before.is_none_or(|c| !c.is_alphanumeric() || super::normal::is_cjk(c))
}

/// The first quoted part of `text`: byte range with its marks, and content.
pub(super) fn first_quoted(text: &str) -> Option<(usize, Quoted)> {
    let mut before = None;
    for (at, c) in text.char_indices() {
        if may_open(c, before)
            && let Some(mut found) = quoted(&text[at..])
        {
            found.end += at;
            return Some((at, found));
        }
        before = Some(c);
    }
    None
}

/// The content of `text` if all of it is one quoted string.
pub(super) fn wholly_quoted(text: &str) -> Option<String> {
    let found = quoted(text)?;
    (found.end == text.len()).then_some(found.content)
}

/// Writes a string so that [`quoted`] reads it back.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

/// The end (behind the flags) of a regular expression that starts at `text`'s first `/`.
fn regex_end(text: &str) -> Option<(usize, usize)> {
    let mut escaped = false;
    let mut class = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => {
                let flags = text[at + 1..].find(|c: char| !c.is_ascii_lowercase()).map_or(text.len(), |n| at + 1 + n);
                return (at > 1).then_some((at, flags));
            }
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// The length of the regular expression, flags included, that starts at `text`'s first `/`.
pub(super) fn regex_span(text: &str) -> Option<usize> {
    regex_end(text).map(|(_, end)| end)
}

/// Reads `/source/flags` if all of `text` is one.
pub(super) fn regex(text: &str) -> Result<Option<Match>, SelectorError> {
    if !text.starts_with('/') {
        return Ok(None);
    }
    let Some((close, end)) = regex_end(text) else {
        return Ok(None);
    };
    if end != text.len() {
        return Ok(None);
    }
    let source = &text[1..close];
    let flags = &text[close + 1..];
    let mut seen = [false; 26];
    for flag in flags.bytes() {
        let twice = std::mem::replace(&mut seen[usize::from(flag - b'a')], true);
        if twice || !matches!(flag, b'i' | b'm' | b's' | b'u' | b'v' | b'g' | b'y' | b'd') {
            return Err(SelectorError::RegexFlags { flags: flags.to_owned() });
        }
    }
    Ok(Some(Match::Regex {
        source: source.to_owned(),
        // g, y and d change nothing about whether a string matches, except by keeping state.
        flags: flags.chars().filter(|f| !"gyd".contains(*f)).collect(),
    }))
}

/// A value as `text=`, `label=` and the like take it.
pub(super) fn value(text: &str) -> Result<Match, SelectorError> {
    let text = text.trim();
    if let Some(found) = regex(text)? {
        return Ok(found);
    }
    Ok(match wholly_quoted(text) {
        Some(value) => Match::Exact { value },
        None => Match::Text { value: text.to_owned() },
    })
}

/// Splits at `>>` outside quotes, brackets and regular expressions.
///
/// A string with an empty part is no chain (`Next >>` is the name of a button).
pub(super) fn chain(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut before = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let step = match c {
            '[' | '(' => {
                depth += 1;
                1
            }
            ']' | ')' => {
                depth = depth.saturating_sub(1);
                1
            }
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '/' if starts_value(text[start..at].trim_end()) => regex_end(&text[at..]).map_or(1, |(_, end)| end),
            '>' if depth == 0 && text[at..].starts_with(">>") => {
                parts.push(text[start..at].trim());
                let marks = text[at..].len() - text[at..].trim_start_matches('>').len();
                start = at + marks;
                marks
            }
            _ if may_open(c, before) => quoted(&text[at..]).map_or(c.len_utf8(), |q| q.end),
            _ => c.len_utf8(),
        };
        before = text[at..at + step].chars().next_back();
        at += step;
    }
    parts.push(text[start..].trim());
    if parts.iter().any(|part| part.is_empty() || super::text::is_empty_form(part)) {
        return vec![text.trim()];
    }
    parts
}

fn starts_value(before: &str) -> bool {
    before.is_empty() || before.ends_with('=')
}
