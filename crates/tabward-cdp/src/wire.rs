//! Messages as they go over the wire.

use std::{borrow::Cow, ops::Range};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// One message, shared and never copied.
pub(crate) type Text = Utf8Bytes;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outgoing<'a, P> {
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    params: &'a P,
}

/// Writes a command.
pub(crate) fn encode<P: Serialize>(
    id: u64,
    method: &str,
    session_id: Option<&str>,
    params: &P,
) -> serde_json::Result<Text> {
    serde_json::to_string(&Outgoing { id, method, session_id, params }).map(Into::into)
}

/// The outside of a message; what is inside stays text until its type is known.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Envelope<'a> {
    #[serde(default)]
    pub(crate) id: Option<u64>,
    #[serde(default, borrow)]
    pub(crate) method: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    pub(crate) session_id: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(default, borrow)]
    pub(crate) result: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) error: Option<WireError>,
}

/// An error as the browser tells it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WireError {
    #[serde(default)]
    pub(crate) code: i64,
    #[serde(default)]
    pub(crate) message: String,
}

/// Where `part` lies within `whole`.
pub(crate) fn range_within(whole: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - whole.as_ptr().addr();
    start..start + part.len()
}

/// Parses text in which a page may have put half of a surrogate pair: JavaScript allows that in strings, Rust does not,
/// and no page may make its own messages unreadable that way. A lone half becomes U+FFFD.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|error| match mend_surrogates(text) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    })
}

/// The same JSON with lone surrogate escapes replaced; none if there are none.
fn mend_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match escape(bytes, at) {
            Some(high) if (0xD800..0xDC00).contains(&high) => {
                if escape(bytes, at + 6).is_some_and(|low| (0xDC00..0xE000).contains(&low)) {
                    at += 12;
                    continue;
                }
            }
            Some(low) if (0xDC00..0xE000).contains(&low) => {}
            Some(_) => {
                at += 6;
                continue;
            }
            // Any other escape: the character after the backslash starts none itself.
            None => {
                at += 2;
                continue;
            }
        }
        out.push_str(&text[copied..at]);
        out.push_str("\\ufffd");
        at += 6;
        copied = at;
    }
    (copied > 0).then(|| out + &text[copied..])
}

/// The code unit of a `\uXXXX` that starts at `at`.
fn escape(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{mend_surrogates, parse, range_within};

    fn escaped(units: &[u16]) -> String {
        let body: String = units
            .iter()
            .map(|unit| match u8::try_from(*unit) {
                Ok(b'"') => "\\\"".to_owned(),
                Ok(b'\\') => "\\\\".to_owned(),
                Ok(plain @ b' '..=b'~') => char::from(plain).to_string(),
                _ => format!("\\u{unit:04x}"),
            })
            .collect();
        format!("\"{body}\"")
    }

    proptest! {
        // Whatever a page writes into a string can be read.
        #[test]
        fn any_string_of_a_page_parses(
            units in prop::collection::vec(prop_oneof![
                any::<u16>(), 0xD7F0_u16..0xE010, Just(u16::from(b'\\')), Just(u16::from(b'u')), Just(u16::from(b'd')),
            ], 0..40)
        ) {
            let got: String = parse(&escaped(&units)).unwrap();
            prop_assert_eq!(got, String::from_utf16_lossy(&units));
        }

        #[test]
        fn broken_text_is_an_error_and_no_panic(text in "(\\\\|u|d8|D|\"|[0-9a-f]|é){0,30}") {
            let _ = parse::<serde_json::Value>(&text);
            let _ = mend_surrogates(&text);
        }
    }

    #[test]
    fn sound_text_is_left_alone() {
        assert_eq!(mend_surrogates(r#""\\ud800 \ud83d\ude00 \n""#), None);
        assert_eq!(mend_surrogates(r#""\ud800x""#).as_deref(), Some(r#""\ufffdx""#));
    }

    #[test]
    fn a_part_is_found_in_its_whole() {
        let whole = "{\"result\":{}}";
        assert_eq!(range_within(whole, &whole[10..12]), 10..12);
    }
}
