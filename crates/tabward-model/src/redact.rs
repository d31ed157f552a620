//! Redaction before every sink: names of headers and fields whose values are secrets, and patterns of secrets in text.

use std::borrow::Cow;

/// What stands in the place of a secret of `len` characters.
pub fn mask(len: usize) -> String {
    format!("••• ({len})")
}

/// Whether a header's value must not be shown.
pub fn is_secret_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    matches!(
        name.as_str(),
        "authorization"
            | "proxy-authorization"
            | "cookie"
            | "set-cookie"
            | "x-api-key"
            | "x-auth-token"
            | "x-csrf-token"
            | "x-xsrf-token"
    ) || name.contains("secret")
        || name.ends_with("-token")
}

/// Whether a field, query parameter or JSON key of this name holds a secret.
pub fn is_secret_key(key: &str) -> bool {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    const WHOLE: [&str; 14] = [
        "pin",
        "otp",
        "cvc",
        "cvv",
        "csc",
        "ssn",
        "auth",
        "sid",
        "sessionid",
        "session",
        "cardnumber",
        "ccnumber",
        "jwt",
        "bearer",
    ];
    const PART: [&str; 9] =
        ["password", "passwd", "secret", "token", "apikey", "privatekey", "credential", "onetimecode", "accesskey"];
    WHOLE.contains(&key.as_str()) || PART.iter().any(|part| key.contains(part))
}

/// Masks what looks like a secret in free text: bearer values, JSON web tokens, PEM blocks and well-known key prefixes.
pub fn text(given: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut changed = false;
    let mut after_bearer = false;
    for piece in given
        .split_inclusive(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ';' | '<' | '>' | '&' | '='))
    {
        let word = piece.trim_end_matches(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ';' | '<' | '>' | '&' | '=')
        });
        let secret = looks_secret(word) || (after_bearer && word.len() >= 8);
        after_bearer = if word.is_empty() { after_bearer } else { word.eq_ignore_ascii_case("bearer") };
        if secret {
            changed = true;
            out.push_str(&mask(word.chars().count()));
            out.push_str(&piece[word.len()..]);
        } else {
            out.push_str(piece);
        }
    }
    if changed { Cow::Owned(out) } else { Cow::Borrowed(given) }
}

fn looks_secret(word: &str) -> bool {
    let plain = |rest: &str, min: usize| {
        rest.len() >= min && rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    if let Some(rest) = word.strip_prefix("AKIA") {
        return rest.len() == 16 && plain(rest, 16);
    }
    if ["sk-", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "xoxb-", "xoxp-", "AIza"]
        .iter()
        .any(|known| word.strip_prefix(known).is_some_and(|rest| plain(rest, 16)))
    {
        return true;
    }
    // A JSON web token: three base64url parts of which the first is a JSON object.
    let mut parts = word.split('.');
    matches!((parts.next(), parts.next(), parts.next(), parts.next()), (Some(a), Some(b), Some(c), None)
        if a.starts_with("eyJ") && plain(a, 10) && plain(b, 4) && (c.is_empty() || plain(c, 4)))
}

/// The address with the values of secret query parameters masked.
pub fn url(address: &str) -> Cow<'_, str> {
    let Some((head, query)) = address.split_once('?') else {
        return Cow::Borrowed(address);
    };
    let (query, fragment) = query.split_once('#').map_or((query, None), |(q, f)| (q, Some(f)));
    let mut changed = false;
    let masked: Vec<String> = query
        .split('&')
        .map(|pair| match pair.split_once('=') {
            Some((key, value)) if !value.is_empty() && (is_secret_key(key) || looks_secret(value)) => {
                changed = true;
                format!("{key}=•••")
            }
            _ => pair.to_owned(),
        })
        .collect();
    if !changed {
        return Cow::Borrowed(address);
    }
    let fragment = fragment.map(|f| format!("#{f}")).unwrap_or_default();
    Cow::Owned(format!("{head}?{}{fragment}", masked.join("&")))
}

/// Masks the values of secret keys anywhere in a JSON value, and secrets in its strings.
pub fn json(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                if is_secret_key(key) && !value.is_null() {
                    let len = value.as_str().map_or(0, |text| text.chars().count());
                    *value = serde_json::Value::String(mask(len));
                } else {
                    json(value);
                }
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(json),
        serde_json::Value::String(given) => {
            if let Cow::Owned(masked) = text(given) {
                *given = masked;
            }
        }
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // SEE-7
    #[test]
    fn see_07_secrets_are_masked() {
        for secret in [
            "AKIAIOSFODNN7EXAMPLE",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "sk-abcdefghijklmnopqrstuv",
        ] {
            let masked = text(secret).into_owned();
            assert!(!masked.contains(secret), "{masked}");
        }
        assert!(!text("Authorization: Bearer abcdefghijk").contains("abcdefghijk"));
        assert_eq!(text("plain words, nothing else"), "plain words, nothing else");
        assert_eq!(url("https://a.test/?token=abc&x=1#f"), "https://a.test/?token=•••&x=1#f");
        assert!(is_secret_key("new_password") && is_secret_key("otp") && !is_secret_key("email"));
    }
}
