//! Typed values from the words of a page. What cannot be read for certain is refused with a reason, not guessed.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::dates::{date, date_time};
use super::hint::{Kind, Scalar};

/// Where and in which language a value stands: what ambiguous figures mean.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Language tag of the page, lower case; may be empty.
    pub lang: String,
    /// Address that relative ones are resolved against.
    pub base: Option<url::Url>,
}

impl Setting {
    /// From the page's `lang` and address.
    pub fn new(lang: &str, address: &str) -> Self {
        Self { lang: lang.trim().to_ascii_lowercase(), base: url::Url::parse(address).ok() }
    }

    fn decimal_comma(&self) -> bool {
        const COMMA: [&str; 26] = [
            "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "sv", "da", "nb", "no", "nn", "fi", "cs", "sk", "hu", "tr",
            "uk", "ro", "bg", "hr", "sl", "el", "id", "vi",
        ];
        let primary = self.lang.split(['-', '_']).next().unwrap_or_default();
        COMMA.contains(&primary) && !matches!(self.lang.as_str(), "de-ch" | "it-ch" | "de-li" | "es-mx" | "es-us")
    }
}

/// A fixed pattern of this module. Digits are those of ASCII: others have become these by NFKC, or are no figures here.
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(&text.replace(r"\d", "[0-9]")).expect("the patterns of this module are constants and tested")
}

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\d{1,3}(?:[ \u{a0}\u{202f}\u{2009}'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*"));
const CURRENCY: &str = r"US\$|CA\$|C\$|A\$|AU\$|HK\$|NT\$|S\$|R\$|Mex\$|[$€£¥₹₩₽₺₫฿₴₦₪₱]|zł|Kč|Ft|kr\.?|CHF|EUR|USD|GBP|JPY|CNY|RMB|INR|KRW|RUB|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|TRY|MXN|SGD|HKD|TWD|ZAR|元|円";
static MONEY: LazyLock<Regex> = LazyLock::new(|| {
    let number = NUMBER.as_str();
    pattern(&format!(r"([-−]?)\s?({CURRENCY})\s?([-−]?)\s?({number})|([-−]?)({number})\s?({CURRENCY})"))
});
static EMAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"));
static PHONE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\+?\(?\d[\d ()./\-–]{5,}\d"));

pub(super) fn clean(text: &str) -> String {
    text.nfkc().collect::<String>().trim().to_owned()
}

/// Digits and separators as a number, by the customs of `setting`; None when no custom reads them.
fn figure(token: &str, setting: &Setting) -> Option<String> {
    let token: String =
        token.chars().filter(|c| !matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’')).collect();
    let (commas, dots) = (token.matches(',').count(), token.matches('.').count());
    let thousands = |separator: char| {
        let mut groups = token.split(['.', ',']);
        let first = groups.next().is_some_and(|g| (1..=3).contains(&g.len()));
        first && token.split(separator).skip(1).all(|g| g.split(['.', ',']).next().is_some_and(|g| g.len() == 3))
    };
    let (group, decimal) = match (commas, dots) {
        (0, 0) => return Some(token),
        (_, 1) if commas > 0 && token.rfind('.') > token.rfind(',') => (Some(','), Some('.')),
        (1, _) if dots > 0 && token.rfind(',') > token.rfind('.') => (Some('.'), Some(',')),
        (1, 0) => {
            let (head, tail) = token.split_once(',')?;
            if tail.len() == 3 && (1..=3).contains(&head.len()) && head != "0" && !setting.decimal_comma() {
                (Some(','), None)
            } else {
                (None, Some(','))
            }
        }
        (0, 1) => {
            let (head, tail) = token.split_once('.')?;
            if tail.len() == 3 && (1..=3).contains(&head.len()) && head != "0" && setting.decimal_comma() {
                (Some('.'), None)
            } else {
                (None, Some('.'))
            }
        }
        (_, 0) => (Some(','), None),
        (0, _) => (Some('.'), None),
        _ => return None,
    };
    if group.is_some_and(|g| !thousands(g)) {
        // Indian grouping: 12,34,567.
        let indian = group == Some(',') && setting.lang.ends_with("-in");
        if !indian {
            return None;
        }
    }
    let plain: String =
        token.chars().filter(|c| Some(*c) != group).map(|c| if Some(c) == decimal { '.' } else { c }).collect();
    Some(plain)
}

fn number_value(plain: &str) -> Option<Value> {
    if !plain.contains('.')
        && let Ok(whole) = plain.parse::<i64>()
    {
        return Some(Value::from(whole));
    }
    let number: f64 = plain.parse().ok()?;
    serde_json::Number::from_f64(number).map(Value::Number)
}

/// The one number in a text, with a sign, a magnitude (`1.2k`, `3万`) and "4.5 out of 5" understood.
pub fn number(text: &str, setting: &Setting) -> Result<Value, String> {
    let text = clean(text);
    let found: Vec<_> = NUMBER.find_iter(&text).collect();
    let first = found.first().ok_or_else(|| "has no number".to_owned())?;
    if found.len() > 1 && !is_rating(&text[first.end()..]) {
        let money = money_tokens(&text, setting);
        if let [one] = money.as_slice() {
            return number_value(&one.amount).ok_or_else(|| "is no number".to_owned());
        }
        return Err("has several numbers".to_owned());
    }
    let before = &text[..first.start()];
    let after = &text[first.end()..];
    // Part of a code such as ORD-10237 or X2.
    if before.chars().next_back().is_some_and(|c| c.is_alphanumeric() && !is_currency_end(before))
        || (before.ends_with('-') && before.chars().rev().nth(1).is_some_and(char::is_alphanumeric))
    {
        return Err("is part of a code".to_owned());
    }
    let plain = figure(first.as_str(), setting).ok_or_else(|| "has separators that cannot be read".to_owned())?;
    let minus = before.trim_end().ends_with(['-', '−'])
        || (before.trim() == "("
            && after.trim() == ")"
            && MONEY.is_match(&text)
            && !money_tokens(&text, setting).is_empty());
    let mut value: f64 = plain.parse().map_err(|_| "is no number".to_owned())?;
    let mut rest = after.chars();
    let scale = match (rest.next(), rest.next()) {
        (Some('k' | 'K'), next) if next.is_none_or(|c| !c.is_alphanumeric()) => Some(1e3),
        (Some('M'), next) if next.is_none_or(|c| !c.is_alphanumeric()) => Some(1e6),
        (Some('万'), _) => Some(1e4),
        (Some('亿'), _) => Some(1e8),
        _ => None,
    };
    if let Some(scale) = scale {
        value = (value * scale * 100.0).round() / 100.0;
        if minus {
            value = -value;
        }
        let shown = if value.fract() == 0.0 { format!("{value:.0}") } else { value.to_string() };
        return number_value(&shown).ok_or_else(|| "is no number".to_owned());
    }
    let signed = if minus { format!("-{plain}") } else { plain };
    number_value(&signed).ok_or_else(|| "is no number".to_owned())
}

fn is_currency_end(before: &str) -> bool {
    let end = before.trim_end();
    CURRENCY.split('|').any(|c| !c.starts_with('[') && end.ends_with(&c.replace('\\', "")))
}

fn is_rating(after: &str) -> bool {
    let after = after.trim_start();
    ["/", "out of", "of", "von", "sur", "de ", "分"].iter().any(|w| after.starts_with(w))
        && NUMBER.find_iter(after).count() == 1
}

/// An amount that stands beside a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// Its figures, with a point.
    pub amount: String,
    /// ISO 4217 code where the sign is certain, else the sign itself.
    pub currency: String,
}

/// All amounts with a currency in a text.
pub fn money_tokens(text: &str, setting: &Setting) -> Vec<Amount> {
    let text = clean(text);
    MONEY
        .captures_iter(&text)
        .filter_map(|c| {
            let sign = c.get(2).or(c.get(7))?.as_str();
            let plain = figure(c.get(4).or(c.get(6))?.as_str(), setting)?;
            // The dash of a range ("€5-€10") makes nothing negative.
            let minus = [1, 3, 5]
                .into_iter()
                .filter_map(|i| c.get(i))
                .any(|m| !m.as_str().is_empty() && !text[..m.start()].ends_with(|c: char| c.is_alphanumeric()));
            Some(Amount {
                amount: if minus { format!("-{plain}") } else { plain },
                currency: currency_code(sign, setting),
            })
        })
        .collect()
}

fn currency_code(sign: &str, setting: &Setting) -> String {
    let code = match sign {
        "€" => "EUR",
        "£" => "GBP",
        "₹" => "INR",
        "₩" => "KRW",
        "₽" => "RUB",
        "₺" => "TRY",
        "₫" => "VND",
        "฿" => "THB",
        "₴" => "UAH",
        "₦" => "NGN",
        "₪" => "ILS",
        "₱" => "PHP",
        "zł" => "PLN",
        "Kč" => "CZK",
        "Ft" => "HUF",
        "US$" => "USD",
        "CA$" | "C$" => "CAD",
        "A$" | "AU$" => "AUD",
        "HK$" => "HKD",
        "NT$" => "TWD",
        "S$" => "SGD",
        "R$" => "BRL",
        "Mex$" => "MXN",
        "元" | "RMB" => "CNY",
        "円" => "JPY",
        "¥" if setting.lang.starts_with("zh") => "CNY",
        "¥" if setting.lang.starts_with("ja") => "JPY",
        "$" if setting.lang == "en-us" => "USD",
        other => other,
    };
    code.to_owned()
}

const YES: [&str; 20] = [
    "true",
    "yes",
    "y",
    "on",
    "✓",
    "✔",
    "✅",
    "☑",
    "1",
    "是",
    "有",
    "ja",
    "oui",
    "sí",
    "si",
    "in stock",
    "instock",
    "available",
    "有货",
    "enabled",
];
const NO: [&str; 24] = [
    "false",
    "no",
    "n",
    "off",
    "✗",
    "✘",
    "❌",
    "☐",
    "0",
    "否",
    "无",
    "nein",
    "non",
    "out of stock",
    "outofstock",
    "sold out",
    "soldout",
    "unavailable",
    "not available",
    "not in stock",
    "无货",
    "缺货",
    "disabled",
    "none",
];

fn boolean(text: &str) -> Result<Value, String> {
    let text = clean(text).to_lowercase();
    let word = text.trim_matches(|c: char| c.is_whitespace() || c == '.' || c == '!');
    let word = word.rsplit('/').next().unwrap_or(word);
    if YES.contains(&word) {
        Ok(Value::Bool(true))
    } else if NO.contains(&word) {
        Ok(Value::Bool(false))
    } else {
        Err("is neither yes nor no".to_owned())
    }
}

/// The address in `text`, absolute; only the schemes of the web, mail and telephone.
pub fn address(text: &str, setting: &Setting) -> Result<String, String> {
    let text = text.trim();
    let bare = text.starts_with("www.") && !text.contains(' ');
    let full = if bare { format!("https://{text}") } else { text.to_owned() };
    let parsed = match (url::Url::parse(&full), &setting.base) {
        (Ok(url), _) => url,
        (Err(_), Some(page)) if text.starts_with(['/', '.', '?', '#']) && !text.contains(' ') => {
            page.join(text).map_err(|e| e.to_string())?
        }
        _ => return Err("is no address".to_owned()),
    };
    if matches!(parsed.scheme(), "http" | "https" | "mailto" | "tel" | "ftp") {
        Ok(parsed.to_string())
    } else {
        Err("is an address of another scheme".to_owned())
    }
}

/// Reads `text` as what `wanted` describes, and checks its limits.
pub fn typed(text: &str, wanted: &Scalar, setting: &Setting) -> Result<Value, String> {
    let value = match wanted.kind {
        Kind::Text | Kind::Any if !text.trim().is_empty() => enumerated(text, wanted)?,
        Kind::Text | Kind::Any => return Err("is empty".to_owned()),
        Kind::Number => number(text, setting)?,
        Kind::Integer => {
            let value = number(text, setting)?;
            match value.as_f64() {
                Some(n) if n.fract() == 0.0 && n.abs() < 9e15 => {
                    value.as_i64().map_or_else(|| number_value(&format!("{n:.0}")).unwrap_or(value), Value::from)
                }
                _ => return Err("is no whole number".to_owned()),
            }
        }
        Kind::Boolean => boolean(text)?,
        Kind::Date => Value::String(date(text, setting)?),
        Kind::DateTime => Value::String(date_time(text)?),
        Kind::Url => Value::String(address(text, setting)?),
        Kind::Email => {
            let mut found = EMAIL.find_iter(text);
            match (found.next(), found.next()) {
                (Some(one), None) => Value::String(one.as_str().to_owned()),
                (None, _) => return Err("has no mail address".to_owned()),
                _ => return Err("has several mail addresses".to_owned()),
            }
        }
        Kind::Phone => {
            let given = clean(text.trim_start_matches("tel:"));
            let mut found = PHONE.find_iter(&given);
            match (found.next(), found.next()) {
                (Some(one), None) if (7..=15).contains(&one.as_str().chars().filter(char::is_ascii_digit).count()) => {
                    Value::String(one.as_str().trim().to_owned())
                }
                (Some(_), Some(_)) => return Err("has several telephone numbers".to_owned()),
                _ => return Err("has no telephone number".to_owned()),
            }
        }
        Kind::Money => match money_tokens(text, setting).as_slice() {
            [one] => json!({"amount": number_value(&one.amount).unwrap_or(Value::Null), "currency": one.currency}),
            [] => return Err("has no amount with a currency".to_owned()),
            _ => return Err("has several amounts".to_owned()),
        },
    };
    limits(&value, wanted)?;
    Ok(value)
}

fn enumerated(text: &str, wanted: &Scalar) -> Result<Value, String> {
    if wanted.allowed.is_empty() {
        return Ok(Value::String(text.trim().to_owned()));
    }
    let plain = |s: &str| clean(s).to_lowercase();
    let given = plain(text);
    wanted
        .allowed
        .iter()
        .find(|a| a.as_str().map_or_else(|| plain(&a.to_string()), plain) == given)
        .cloned()
        .ok_or_else(|| "is none of the values that the hint allows".to_owned())
}

fn limits(value: &Value, wanted: &Scalar) -> Result<(), String> {
    if !wanted.allowed.is_empty() && !matches!(wanted.kind, Kind::Text | Kind::Any) {
        let same = |a: &Value| a == value || (a.as_f64().is_some() && a.as_f64() == value.as_f64());
        if !wanted.allowed.iter().any(same) {
            return Err("is none of the values that the hint allows".to_owned());
        }
    }
    if let Some(n) = value.as_f64() {
        if wanted.minimum.is_some_and(|m| n < m) {
            return Err("is below the minimum".to_owned());
        }
        if wanted.maximum.is_some_and(|m| n > m) {
            return Err("is above the maximum".to_owned());
        }
    }
    if let Some(s) = value.as_str() {
        let chars = s.chars().count();
        if wanted.min_length.is_some_and(|m| chars < m) || wanted.max_length.is_some_and(|m| chars > m) {
            return Err("is too short or too long".to_owned());
        }
        if wanted.pattern.as_ref().is_some_and(|p| !p.is_match(s)) {
            return Err("does not match the pattern".to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(lang: &str) -> Setting {
        Setting::new(lang, "https://shop.test/list?page=1")
    }

    // SEE-6
    #[test]
    fn see_06_numbers_are_read_by_the_customs_of_the_page() {
        for (text, lang, wanted) in [
            ("€1,234.56", "en", json!(1234.56)),
            ("1.234,56 €", "de", json!(1234.56)),
            ("1.234 €", "de", json!(1234)),
            ("1,234", "en", json!(1234)),
            ("1,234", "fr", json!(1.234)),
            ("1 234,50", "fr", json!(1234.5)),
            ("12,5 %", "en", json!(12.5)),
            ("(37 reviews)", "en", json!(37)),
            ("4.1 out of 5 stars", "en", json!(4.1)),
            ("1.2k", "en", json!(1200)),
            ("3.5万", "zh", json!(35000)),
            ("-4.5 °C", "en", json!(-4.5)),
            ("￥1,299.00", "zh-CN", json!(1299.0)),
            ("２３", "zh", json!(23)),
            ("$1,204.50 (incl. 19% VAT)", "en", json!(1204.5)),
            ("12,34,567", "en-in", json!(1_234_567)),
        ] {
            assert_eq!(number(text, &setting(lang)), Ok(wanted), "{text}");
        }
        for text in ["ORD-10237", "none", "3 of 4 rooms and 5 beds", "1.2.3.4", "X2"] {
            assert!(number(text, &setting("en")).is_err(), "{text} {:?}", number(text, &setting("en")));
        }
    }

    #[test]
    fn see_06_dates_are_read_or_refused() {
        for (text, lang, wanted) in [
            ("2026-03-05T10:00:00Z", "", "2026-03-05"),
            ("5 March 2026", "en", "2026-03-05"),
            ("March 5th, 2026", "en", "2026-03-05"),
            ("5. März 2026", "de", "2026-03-05"),
            ("05.03.2026", "de", "2026-03-05"),
            ("5 de marzo de 2026", "es", "2026-03-05"),
            ("上架日期：2026年3月5日", "zh", "2026-03-05"),
            ("03/05/2026", "en-us", "2026-03-05"),
            ("05/03/2026", "en-gb", "2026-03-05"),
            ("25/03/2026", "en", "2026-03-25"),
        ] {
            assert_eq!(date(text, &setting(lang)).as_deref(), Ok(wanted), "{text}");
        }
        for text in ["03/05/2026", "yesterday", "2026-02-30", "3/5/26", "31 April 2026"] {
            assert!(date(text, &setting("en")).is_err(), "{text}");
        }
    }

    #[test]
    fn see_06_other_types_are_read_or_refused() {
        let s = setting("en");
        let of = |kind| Scalar::of(kind);
        assert_eq!(typed("€1,199.00", &of(Kind::Money), &s), Ok(json!({"amount": 1199.0, "currency": "EUR"})));
        assert_eq!(typed("$5", &of(Kind::Money), &s), Ok(json!({"amount": 5, "currency": "$"})));
        assert!(typed("€5 or €6", &of(Kind::Money), &s).is_err());
        assert_eq!(money_tokens("€42.00 €34.33", &s).len(), 2);
        assert!(money_tokens("€5-€10", &s).iter().all(|a| !a.amount.starts_with('-')));
        assert_eq!(typed("-€5.50", &of(Kind::Money), &s), Ok(json!({"amount": -5.5, "currency": "EUR"})));
        assert_eq!(typed("/p/1", &of(Kind::Url), &s), Ok(json!("https://shop.test/p/1")));
        assert!(typed("javascript:alert(1)", &of(Kind::Url), &s).is_err());
        assert!(typed("a chair", &of(Kind::Url), &s).is_err());
        assert_eq!(typed("https://schema.org/InStock", &of(Kind::Boolean), &s), Ok(json!(true)));
        assert_eq!(typed("Sold out", &of(Kind::Boolean), &s), Ok(json!(false)));
        assert_eq!(typed("Call +49 (30) 123-4567 now", &of(Kind::Phone), &s), Ok(json!("+49 (30) 123-4567")));
        assert_eq!(typed("write to a.b@c.example", &of(Kind::Email), &s), Ok(json!("a.b@c.example")));
        assert_eq!(typed("2026-05-04T08:30:00Z", &of(Kind::DateTime), &s), Ok(json!("2026-05-04T08:30:00Z")));
        assert!(typed("2026-05-04", &of(Kind::DateTime), &s).is_err());
        assert!(typed("4.5", &of(Kind::Integer), &s).is_err());
        let mut status = of(Kind::Text);
        status.allowed = vec![json!("paid"), json!("open")];
        assert_eq!(typed(" PAID ", &status, &s), Ok(json!("paid")));
        assert!(typed("late", &status, &s).is_err());
        let mut small = of(Kind::Number);
        small.maximum = Some(10.0);
        assert!(typed("11", &small, &s).is_err());
    }

    proptest::proptest! {
        #[test]
        fn see_06_reading_never_panics_and_keeps_its_type(text in "\\PC{0,40}", lang in "(en|de|zh-CN|en-US|)") {
            let s = setting(&lang);
            for kind in [Kind::Text, Kind::Number, Kind::Integer, Kind::Boolean, Kind::Date, Kind::DateTime, Kind::Url, Kind::Email, Kind::Phone, Kind::Money, Kind::Any] {
                let Ok(value) = typed(&text, &Scalar::of(kind), &s) else { continue };
                let right = match kind {
                    Kind::Number => value.is_number(),
                    Kind::Integer => value.is_i64() || value.is_u64(),
                    Kind::Boolean => value.is_boolean(),
                    Kind::Money => value["amount"].is_number() && value["currency"].is_string(),
                    _ => value.is_string(),
                };
                proptest::prop_assert!(right, "{kind:?} {value}");
            }
        }

        // What one writes down in one custom comes back the same.
        #[test]
        fn see_06_amounts_come_back(cents in 0_i64..1_000_000_000) {
            #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
            let wanted = cents as f64 / 100.0;
            let whole = (cents / 100).to_string();
            let grouped: String = whole.chars().rev().collect::<Vec<_>>().chunks(3).map(|c| c.iter().collect::<String>()).collect::<Vec<_>>().join(",").chars().rev().collect();
            let english = format!("${grouped}.{:02}", cents % 100);
            let german = format!("{},{:02} €", grouped.replace(',', "."), cents % 100);
            proptest::prop_assert_eq!(number(&english, &setting("en")).unwrap().as_f64(), Some(wanted));
            proptest::prop_assert_eq!(number(&german, &setting("de")).unwrap().as_f64(), Some(wanted));
        }
    }
}
