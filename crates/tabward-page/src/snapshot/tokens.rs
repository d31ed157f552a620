//! An estimate of what a text costs a model, without a model's vocabulary.

/// About how many tokens (o200k) a text has.
///
/// Calibrated on outlines of pages: within a tenth for English and Chinese ones, a little more for others, and rather
/// too many than too few.
pub fn estimate(text: &str) -> usize {
    let mut quarters = 0_usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == ' ' {
            // Joins the word that follows.
            continue;
        }
        let kind = Kind::of(c);
        let mut run = 1_usize;
        while chars.peek().is_some_and(|&next| Kind::of(next) == kind) {
            chars.next();
            run += 1;
        }
        quarters += match kind {
            Kind::Word => 4 * run.div_ceil(9).max(1) + usize::from(run > 5),
            Kind::Digits => 4 * run.div_ceil(3),
            Kind::Line => 3,
            Kind::Mark => 3 + 2 * (run - 1),
            Kind::Dense => 3 * run + 1,
            Kind::Other => 2 * run + 2,
        };
    }
    quarters.div_ceil(4)
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Word,
    Digits,
    Line,
    Mark,
    /// Scripts where a character is about a token.
    Dense,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Word,
            '0'..='9' => Self::Digits,
            '\n' | '\r' => Self::Line,
            _ if c.is_ascii() => Self::Mark,
            '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{1f000}'..='\u{3ffff}' => {
                Self::Dense
            }
            _ if c.is_alphabetic() => Self::Other,
            _ => Self::Mark,
        }
    }
}
