//! SEE-13: nothing of a page can start a line of ours or end a quotation.

use proptest::prelude::*;
use tabward_model::text::{clip, one_line, prefix, quote, quote_clipped};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn see_13_a_quotation_stays_one(text in "\\PC{0,40}|[\\x00-\\x1f\"\\\\\u{2028}\u{2029}\u{85}\u{202e}\u{200b}a ]{0,40}") {
        let quoted = quote(&text);
        prop_assert!(quoted.starts_with('"') && quoted.ends_with('"'));
        let breaks = quoted.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202e}'));
        prop_assert!(!breaks);
        // Between the quotation marks every quotation mark is escaped.
        let inner = &quoted[1..quoted.len() - 1];
        let mut escaped = false;
        for c in inner.chars() {
            prop_assert!(escaped || c != '"');
            escaped = c == '\\' && !escaped;
        }
        prop_assert!(!escaped, "the last mark is not escaped");
        // JSON reads it as a string, too.
        prop_assert!(serde_json::from_str::<String>(&quoted).is_ok());
    }

    #[test]
    fn bounds_are_in_characters(text in "\\PC{0,60}", max in 1usize..40) {
        prop_assert!(clip(&text, max).chars().count() <= max);
        prop_assert!(prefix(&text, max).chars().count() <= max);
        prop_assert!(text.starts_with(prefix(&text, max)));
        prop_assert!(quote_clipped(&text, max).chars().filter(|c| *c != '\\').count() <= max + 2);
        prop_assert!(!one_line(&text).contains('\n'));
    }
}

#[test]
fn no_grapheme_is_cut() {
    let family = "👨‍👩‍👧‍👦x";
    assert_eq!(prefix(family, 3), "");
    assert_eq!(prefix(family, 7), "👨‍👩‍👧‍👦");
}
