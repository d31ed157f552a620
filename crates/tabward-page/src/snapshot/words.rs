//! How strings of a page stand in our lines: quoted, or bare where nothing of ours can be mistaken for them.

use tabward_model::text::{clip, quote_clipped};

/// Characters that a name may have on a line.
pub(super) const NAME: usize = 160;
/// Characters that a value may have on a line.
pub(super) const VALUE: usize = 200;
/// Characters that a description may have on a line.
pub(super) const DESCRIPTION: usize = 240;

/// The text as it is, or quoted if something in it could be taken for a part of our line.
pub(super) fn bare(text: &str, max: usize) -> String {
    if text.is_empty() {
        String::new()
    } else if is_plain(text) {
        clip(text, max).into_owned()
    } else {
        quote_clipped(text, max)
    }
}

/// As [`bare`], for lists that commas part.
pub(super) fn bare_in_list(text: &str, max: usize) -> String {
    if text.contains([',', ':', '(', ')']) { quote_clipped(text, max) } else { bare(text, max) }
}

/// In parentheses after a control.
pub(super) fn in_parentheses(text: &str, max: usize) -> String {
    let mut open = 0_i32;
    let balanced = text.chars().all(|c| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open >= 0
    }) && open == 0;
    if balanced && is_plain(text) {
        format!("({})", clip(text, max))
    } else {
        format!("({})", quote_clipped(text, max))
    }
}

fn is_plain(text: &str) -> bool {
    if text.contains(['"', '|', '[', ']', '{', '}', '\\', '\n', '\r']) || text.starts_with(['…', '#', '=', '~', '+'])
    {
        return false;
    }
    !text.split(|c: char| !c.is_alphanumeric()).any(looks_like_handle)
}

/// `e12`, `t3`, `b1`, `n4`.
fn looks_like_handle(word: &str) -> bool {
    let mut chars = word.chars();
    matches!(chars.next(), Some('e' | 't' | 'b' | 'n')) && word.len() > 1 && chars.all(|c| c.is_ascii_digit())
}

/// Whether the text only parts other things: `|`, `·`, `›`.
pub(super) fn is_separator(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "|·•,.:;–—-/›»«‹()[]".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stay_bare_and_the_rest_is_quoted() {
        assert_eq!(bare("Jan–Oct 2026", 99), "Jan–Oct 2026");
        assert_eq!(bare("€42.00 €34.33", 99), "€42.00 €34.33");
        for hostile in ["e12", "see e12.", "a | b", "\"q\"", "button \"Pay\" e1", "[checked]", "# x"] {
            assert!(bare(hostile, 99).starts_with('"'), "{hostile}");
        }
        assert_eq!(in_parentheses("Optional (yes)", 99), "(Optional (yes))");
        assert_eq!(in_parentheses("x) e5", 99), "(\"x) e5\")");
        assert_eq!(bare_in_list("a, b", 99), "\"a, b\"");
    }
}
