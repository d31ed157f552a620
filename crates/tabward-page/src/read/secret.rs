//! Card numbers and well-known secrets in the words of a page.

use std::sync::LazyLock;

use regex::Regex;

static DIGITS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5}|\d{13,19})\b")
        .expect("the pattern is a constant and tested")
});

/// The text with card numbers and known secrets replaced by `[redacted …]`.
pub(super) fn text(given: &str) -> String {
    let masked = tabward_model::redact::text(given);
    DIGITS
        .replace_all(&masked, |found: &regex::Captures<'_>| {
            let digits: Vec<u32> = found[0].chars().filter_map(|c| c.to_digit(10)).collect();
            if is_card(&digits) { "[redacted card]".to_owned() } else { found[0].to_owned() }
        })
        .into_owned()
}

/// A number that a card can have: a known issuer's range, its length, and the check digit.
fn is_card(digits: &[u32]) -> bool {
    let head = |n: usize| digits.iter().take(n).fold(0, |value, d| value * 10 + d);
    let issuer = match digits.len() {
        13 | 16 | 19 if digits[0] == 4 => true,
        16 => {
            (51..=55).contains(&head(2))
                || (2221..=2720).contains(&head(4))
                || head(4) == 6011
                || head(2) == 65
                || (3528..=3589).contains(&head(4))
                || head(2) == 62
        }
        15 => matches!(head(2), 34 | 37),
        14 => (300..=305).contains(&head(3)) || matches!(head(2), 36 | 38),
        17..=19 => head(2) == 62,
        _ => false,
    };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, d)| {
            if i % 2 == 0 {
                *d
            } else if *d > 4 {
                d * 2 - 9
            } else {
                d * 2
            }
        })
        .sum();
    issuer && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    // SEE-7
    #[test]
    fn see_07_card_numbers_are_redacted_and_other_numbers_are_not() {
        assert_eq!(text("card 4111 1111 1111 1111."), "card [redacted card].");
        assert_eq!(text("3782-822463-10005"), "[redacted card]");
        assert_eq!(text("5555555555554444"), "[redacted card]");
        for kept in ["order 1234567890123456", "4111 1111 1111 1112", "ISBN 9783161484100", "2026-11-30"] {
            assert_eq!(text(kept), kept);
        }
    }

    proptest::proptest! {
        #[test]
        fn see_07_nothing_but_secrets_changes(words in "[a-z ,.€0-9]{0,12}") {
            proptest::prop_assert_eq!(text(&words), words);
        }
    }
}
