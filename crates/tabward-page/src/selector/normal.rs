//! One spelling for all comparisons: of what an agent wrote and of what a page says.

use unicode_normalization::UnicodeNormalization as _;

/// Whether a character is written without spaces between words (Han, kana, Hangul excluded,
/// CJK punctuation included).
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}'   // radicals
        | '\u{3000}'..='\u{30FF}' // punctuation, kana
        | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3134F}')
}

/// NFKC, lower case, runs of white space as one space, none at the ends, and none between two
/// CJK characters (`确 定` equals `确定`).
///
/// The page scripts do the same: `s.normalize('NFKC').toLowerCase()`, then the spaces.
pub fn normalise(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect::<String>().nfkc().collect();
    let mut out = String::with_capacity(folded.len());
    let mut space = false;
    for c in folded.chars() {
        if c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{00AD}') {
            // Zero-width and soft-hyphen characters are invisible and never typed.
            space |= c.is_whitespace();
            continue;
        }
        if space {
            let between_cjk = out.chars().next_back().is_some_and(is_cjk) && is_cjk(c);
            if !out.is_empty() && !between_cjk {
                out.push(' ');
            }
            space = false;
        }
        out.push(c);
    }
    out
}

/// Only the letters and digits of a normalised text: `work email *` and `Work e-mail:` differ
/// from the agent's words in nothing that matters.
pub fn squash(normalised: &str) -> String {
    normalised.chars().filter(|c| c.is_alphanumeric()).collect()
}
