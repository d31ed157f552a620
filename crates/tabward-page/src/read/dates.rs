//! Days and times from the words of a page.

use std::sync::LazyLock;

use regex::Regex;

use super::value::{Setting, clean, pattern};

static ISO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?",
    )
});
static CJK_DATE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日"));
static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(\d{1,2})(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{4})\b")
});
static MONTH_DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b"));
static DOTTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b"));
static SLASHED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b"));

const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "janvier", "janv", "enero", "ene", "gennaio", "gen", "janeiro", "januari"],
    &[
        "february",
        "feb",
        "februar",
        "février",
        "févr",
        "fevrier",
        "febrero",
        "febbraio",
        "fevereiro",
        "fev",
        "februari",
    ],
    &["march", "mar", "märz", "mrz", "mars", "marzo", "março", "maart", "mrt"],
    &["april", "apr", "avril", "avr", "abril", "abr", "aprile"],
    &["may", "mai", "mayo", "maggio", "mag", "maio", "mei"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho"],
    &["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho"],
    &["august", "aug", "août", "aout", "agosto", "ago", "augustus"],
    &["september", "sep", "sept", "septembre", "septiembre", "settembre", "set", "setembro"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out"],
    &["november", "nov", "novembre", "noviembre", "novembro"],
    &["december", "dec", "dezember", "dez", "décembre", "déc", "decembre", "diciembre", "dic", "dicembre", "dezembro"],
];

fn day(year: &str, month: u32, day: u32) -> Option<String> {
    let y: u32 = year.parse().ok()?;
    let leap = y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    ((1..=last).contains(&day) && (1000..=9999).contains(&y)).then(|| format!("{y:04}-{month:02}-{day:02}"))
}

fn month_named(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let at = MONTHS.iter().position(|names| names.contains(&name.as_str()))?;
    u32::try_from(at + 1).ok()
}

/// The one day in a text, as `2026-03-05`.
pub(super) fn date(text: &str, setting: &Setting) -> Result<String, String> {
    let text = clean(text);
    let int = |s: &str| s.parse::<u32>().unwrap_or(0);
    let none = || "is no day of the calendar".to_owned();
    if let Some(c) = ISO.captures(&text) {
        return day(&c[1], int(&c[2]), int(&c[3])).ok_or_else(none);
    }
    if let Some(c) = CJK_DATE.captures(&text) {
        return day(&c[1], int(&c[2]), int(&c[3])).ok_or_else(none);
    }
    if let Some(c) = DAY_MONTH.captures(&text)
        && let Some(month) = month_named(&c[2])
    {
        return day(&c[3], month, int(&c[1])).ok_or_else(none);
    }
    if let Some(c) = MONTH_DAY.captures(&text)
        && let Some(month) = month_named(&c[1])
    {
        return day(&c[3], month, int(&c[2])).ok_or_else(none);
    }
    if let Some(c) = DOTTED.captures(&text) {
        return day(&c[3], int(&c[2]), int(&c[1])).ok_or_else(none);
    }
    if let Some(c) = SLASHED.captures(&text) {
        let (a, b) = (int(&c[1]), int(&c[2]));
        let told = a > 12 || b > 12 || a == b;
        if !told && (setting.lang.is_empty() || setting.lang == "en") {
            return Err("may be day or month first, and the page does not say".to_owned());
        }
        let month_first = if told { a <= 12 } else { matches!(setting.lang.as_str(), "en-us" | "en-ph" | "es-us") };
        let (month, of) = if month_first { (a, b) } else { (b, a) };
        return day(&c[3], month, of).ok_or_else(none);
    }
    Err("has no date that can be read for certain".to_owned())
}

pub(super) fn date_time(text: &str) -> Result<String, String> {
    let text = clean(text);
    let c = ISO.captures(&text).ok_or_else(|| "has no date with a time".to_owned())?;
    let int = |i: usize| c.get(i).map_or(0, |m| m.as_str().parse::<u32>().unwrap_or(99));
    let day = day(&c[1], int(2), int(3)).ok_or_else(|| "is no day of the calendar".to_owned())?;
    if c.get(4).is_none() {
        return Err("has no time of day".to_owned());
    }
    if int(4) > 23 || int(5) > 59 || int(6) > 60 {
        return Err("is no time of day".to_owned());
    }
    let zone = c.get(7).map_or("", |m| m.as_str());
    let zone = if zone.len() == 5 { format!("{}:{}", &zone[..3], &zone[3..]) } else { zone.to_owned() };
    Ok(format!("{day}T{:02}:{:02}:{:02}{zone}", int(4), int(5), int(6)))
}
