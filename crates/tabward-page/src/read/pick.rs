//! Which fact answers which field: one record from the facts of a page or of one of its parts.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::facts::{Fact, Group};
use super::hint::{Field, Kind, Scalar, Shape};
use super::value::{self, Setting};
use super::words::Name;

/// What is less alike than this is not taken for the same.
pub(super) const ENOUGH: f64 = 0.45;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Source {
    /// The kind of place: `json-ld`, `microdata`, `table`, `label`, `heading` …
    pub source: String,
    /// A selector, or the path inside the record or script.
    #[serde(rename = "where")]
    pub place: String,
    /// The words of the page, when the value was read from them and looks different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    #[serde(skip)]
    pub(super) element: u32,
}

/// What was found by name and is no valid value.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Rejected {
    /// The field.
    pub field: String,
    /// The words of the page.
    pub found: String,
    /// Why they are no value of this field.
    pub reason: String,
}

/// A filled record.
#[derive(Debug, Clone, Default)]
pub(super) struct Filled {
    /// Its fields; null where nothing was found.
    pub value: Map<String, Value>,
    /// Where each came from, by path.
    pub sources: Vec<(String, Source)>,
    /// Paths of what was not found.
    pub missing: Vec<String>,
    /// What was found and refused.
    pub rejected: Vec<Rejected>,
}

/// A wanted field, ready for comparing.
pub(super) struct Wanted<'a> {
    pub(super) field: &'a Field,
    pub(super) scalar: &'a Scalar,
    names: Vec<(Name, f64)>,
    concept: Option<&'static str>,
    /// Likeness to each key of the lexicon.
    likeness: Vec<f64>,
}

/// The keys of many facts, each read once.
#[derive(Default)]
pub(super) struct Lexicon {
    index: HashMap<String, usize>,
    names: Vec<Name>,
}

impl Lexicon {
    pub(super) fn of<'f>(facts: impl Iterator<Item = &'f Fact>) -> Self {
        let mut lexicon = Self::default();
        for key in facts.flat_map(|f| &f.keys) {
            if !lexicon.index.contains_key(key) {
                lexicon.index.insert(key.clone(), lexicon.names.len());
                lexicon.names.push(Name::new(key));
            }
        }
        lexicon
    }
}

impl<'a> Wanted<'a> {
    pub(super) fn new(field: &'a Field, scalar: &'a Scalar, within: &str, lexicon: &Lexicon) -> Self {
        let mut names = Vec::new();
        let own = Name::new(&field.name);
        let concept = own.concept();
        if within.is_empty() {
            names.push((own, 1.0));
        } else {
            names.push((Name::new(&format!("{within} {}", field.name)), 1.0));
            // The amount of a price is the price; the name of a brand is the brand.
            let generic = ["amount", "value", "number", "text", "name", "title"];
            if generic.contains(&field.name.to_ascii_lowercase().as_str()) {
                names.push((Name::new(within), 0.95));
            } else {
                names.push((own, 0.9));
            }
        }
        let short: Vec<&str> = field.description.split_whitespace().take(6).collect();
        if !short.is_empty() && short.len() < 6 {
            names.push((Name::new(&short.join(" ")), 0.8));
        }
        let like = |key: &Name| names.iter().map(|(name, weight)| name.likeness(key) * weight).fold(0.0, f64::max);
        let likeness = lexicon.names.iter().map(like).collect();
        Self { field, scalar, names, concept, likeness }
    }

    fn named(&self, fact: &Fact, keys: &[usize]) -> f64 {
        keys.iter().map(|k| self.likeness[*k]).fold(0.0, f64::max) * source_weight(&fact.source)
    }

    fn is(&self, concept: &str) -> bool {
        self.concept == Some(concept)
    }

    fn wants_url(&self) -> bool {
        self.scalar.kind == Kind::Url || (self.is("url") && matches!(self.scalar.kind, Kind::Text | Kind::Any))
    }

    fn wants_image(&self) -> bool {
        self.is("image") && matches!(self.scalar.kind, Kind::Url | Kind::Text | Kind::Any)
    }

    fn wants_money(&self) -> bool {
        self.scalar.kind == Kind::Money || self.is("price") || self.is("old price")
    }
}

fn source_weight(source: &str) -> f64 {
    match source {
        "json-ld" | "microdata" | "rdfa" | "table" | "definition list" => 1.0,
        "label" => 0.97,
        "heading" | "opengraph" => 0.94,
        "field" | "attribute" | "time" | "value" => 0.92,
        "meta" => 0.8,
        _ => 0.87,
    }
}

/// What of a fact is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Aspect {
    Text,
    Url,
}

/// What else stands beside a fact: decides what is unique enough to be known by its looks.
pub(super) struct Around {
    keys: Vec<Vec<usize>>,
    is_amount: Vec<bool>,
    lone_date: Option<usize>,
    amounts: usize,
    struck: usize,
    heading: Option<usize>,
    heading_link: Option<usize>,
    first_link: Option<usize>,
    first_image: Option<usize>,
    dates: usize,
    paragraph: Option<usize>,
    unique: Vec<bool>,
}

impl Around {
    pub(super) fn of(facts: &[Fact], setting: &Setting, page: bool, lexicon: &Lexicon) -> Self {
        let index: Vec<Vec<usize>> =
            facts.iter().map(|f| f.keys.iter().filter_map(|k| lexicon.index.get(k).copied()).collect()).collect();
        let short = |f: &Fact, most: usize| {
            !f.composed && f.source != "json-ld" && f.text.len() <= most * 4 && f.text.chars().count() <= most
        };
        let is_amount: Vec<bool> =
            facts.iter().map(|f| short(f, 24) && value::money_tokens(&f.text, setting).len() == 1).collect();
        let texts = |struck: bool| {
            let mut seen: Vec<&str> = (0..facts.len())
                .filter(|i| is_amount[*i] && facts[*i].struck == struck && !facts[*i].repeated)
                .map(|i| facts[i].text.as_str())
                .collect();
            seen.sort_unstable();
            seen.dedup();
            seen.len()
        };
        let headings = |f: &Fact| f.source == "heading" && !f.text.is_empty() && !f.repeated;
        let level_one = facts.iter().position(|f| headings(f) && f.keys.iter().any(|k| k == "h1"));
        let heading = if page { level_one } else { facts.iter().position(headings) };
        let mut keys: HashMap<String, usize> = HashMap::new();
        for fact in facts.iter().filter(|f| f.repeated) {
            for key in &fact.keys {
                *keys.entry(key.to_lowercase()).or_default() += 1;
            }
        }
        let mut dates: Vec<&str> = facts
            .iter()
            .filter(|f| f.source == "time" && !f.repeated)
            .map(|f| f.machine.as_deref().unwrap_or(&f.text))
            .collect();
        dates.sort_unstable();
        dates.dedup();
        let days: Vec<(usize, String)> = (0..facts.len())
            .filter(|i| {
                short(&facts[*i], 40) && !facts[*i].repeated && facts[*i].text.bytes().any(|b| b.is_ascii_digit())
            })
            .filter_map(|i| super::dates::date(&facts[i].text, setting).ok().map(|d| (i, d)))
            .collect();
        let lone_date = days.first().filter(|(_, first)| days.iter().all(|(_, d)| d == first)).map(|(i, _)| *i);
        let linked = |f: &Fact| f.url.is_some() && f.source != "image" && !f.repeated;
        Self {
            amounts: texts(false),
            struck: texts(true),
            heading,
            heading_link: facts.iter().position(|f| linked(f) && f.source == "heading"),
            first_link: facts
                .iter()
                .position(|f| linked(f) && !f.text.is_empty())
                .or_else(|| facts.iter().position(linked)),
            first_image: facts.iter().position(|f| f.source == "image" && f.url.is_some() && !f.repeated),
            dates: dates.len(),
            paragraph: facts.iter().position(|f| f.paragraph && f.text.chars().count() >= 30 && !f.repeated),
            unique: facts
                .iter()
                .map(|f| !f.repeated || f.keys.iter().any(|k| keys.get(&k.to_lowercase()) == Some(&1)))
                .collect(),
            keys: index,
            is_amount,
            lone_date,
        }
    }
}

/// How well one fact answers a field, and with which of its aspects; `None` when it does not.
pub(super) fn score(
    wanted: &Wanted<'_>,
    at: usize,
    facts: &[Fact],
    around: &Around,
    page: bool,
) -> Option<(f64, Aspect)> {
    let fact = &facts[at];
    if fact.redacted || !around.unique[at] {
        return None;
    }
    let named = wanted.named(fact, &around.keys[at]) * if fact.repeated { 0.85 } else { 1.0 };
    let mut best = named;
    let mut aspect = Aspect::Text;
    if wanted.wants_url() || wanted.wants_image() {
        aspect = if fact.url.is_some() { Aspect::Url } else { Aspect::Text };
        let shaped: f64 = if wanted.wants_image() {
            if around.first_image == Some(at) { 0.7 } else { 0.0 }
        } else if page || !wanted.is("url") {
            0.0
        } else if around.heading_link == Some(at) {
            0.75
        } else if around.first_link == Some(at) {
            0.65
        } else {
            0.0
        };
        if wanted.wants_image() && fact.source == "link" {
            return None;
        }
        best = best.max(shaped);
        return (best >= ENOUGH).then_some((best, aspect));
    }
    if fact.source == "image" && !wanted.is("title") {
        return None;
    }
    let amount = around.is_amount[at];
    if wanted.wants_money() {
        // A struck amount is what it cost before.
        if fact.struck != wanted.is("old price") && (fact.struck || named < 0.8) {
            return None;
        }
        let alone = if wanted.is("old price") {
            fact.struck && around.struck == 1
        } else {
            !fact.struck && around.amounts == 1
        };
        if amount && alone {
            best = best.max(0.6);
        }
        // Of two that go by the name, the one that is an amount.
        if amount && best >= ENOUGH {
            best += 0.05;
        }
    }
    let shape: f64 = match wanted.scalar.kind {
        _ if wanted.is("title") && around.heading == Some(at) => 0.8,
        _ if wanted.is("title")
            && !page
            && around.heading.is_none()
            && around.first_link == Some(at)
            && !fact.text.is_empty() =>
        {
            0.7
        }
        _ if wanted.is("rating") && fact.source == "accessible name" && is_rating(&fact.text) => 0.7,
        _ if wanted.is("rating") && fact.text.chars().count() < 30 && is_rating(&fact.text) => 0.65,
        _ if wanted.is("description") && around.paragraph == Some(at) => 0.5,
        Kind::Date | Kind::DateTime if wanted.is("date") && fact.source == "time" && around.dates == 1 => 0.65,
        Kind::Text | Kind::Any if wanted.is("date") && fact.source == "time" && around.dates == 1 => 0.6,
        Kind::Date | Kind::Text | Kind::Any if wanted.is("date") && around.lone_date == Some(at) => 0.55,
        Kind::Email if wanted.is("email") && fact.text.contains('@') => 0.5,
        Kind::Phone if wanted.is("phone") && fact.url.as_deref().is_some_and(|u| u.starts_with("tel:")) => 0.6,
        Kind::Text if wanted.is("email") && fact.url.as_deref().is_some_and(|u| u.starts_with("mailto:")) => 0.6,
        // "37 reviews" says what it counts.
        Kind::Number | Kind::Integer | Kind::Text if counts(wanted, &fact.text) => 0.72,
        // "Free shipping" is free_shipping.
        Kind::Boolean if says(wanted, &fact.text) => 0.6,
        _ => 0.0,
    };
    best = best.max(if fact.repeated { 0.0 } else { shape });
    (best >= ENOUGH).then_some((best, aspect))
}

fn is_rating(text: &str) -> bool {
    let lower = text.to_lowercase();
    (lower.contains("out of")
        || lower.contains("star")
        || lower.contains('★')
        || lower.contains('分')
        || lower.contains("/ 5")
        || lower.contains("/5"))
        && text.chars().any(|c| c.is_ascii_digit())
}

/// A short text of a number and the field's own name.
fn counts(wanted: &Wanted<'_>, text: &str) -> bool {
    if text.chars().count() > 32
        || !text.chars().any(char::is_numeric)
        || !wanted.is("review") && wanted.field.name.len() < 4
    {
        return false;
    }
    let bare: String = text.chars().map(|c| if c.is_numeric() || matches!(c, ',' | '.') { ' ' } else { c }).collect();
    let said = Name::new(&bare);
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && text.trim_start_matches(['(', ' ']).starts_with(|c: char| c.is_numeric())
        && wanted.names.iter().any(|(n, _)| n.likeness(&said) >= 0.85)
}

fn says(wanted: &Wanted<'_>, text: &str) -> bool {
    text.chars().count() <= 40 && wanted.names.first().is_some_and(|(n, _)| n.words() == Name::new(text).words())
}

/// The value of a aspect, typed and validated, and the words it was read from.
pub(super) fn read(
    wanted: &Wanted<'_>,
    fact: &Fact,
    aspect: Aspect,
    setting: &Setting,
) -> Result<(Value, Option<String>), String> {
    if aspect == Aspect::Url {
        let url = fact.url.as_deref().unwrap_or_default();
        let scalar = Scalar { kind: Kind::Url, ..wanted.scalar.clone() };
        return value::typed(url, &scalar, setting).map(|v| (v, None));
    }
    let kind = wanted.scalar.kind;
    if wanted.is("currency")
        && matches!(kind, Kind::Text | Kind::Any)
        && let [one] = value::money_tokens(&fact.text, setting).as_slice()
    {
        return value::typed(&one.currency, wanted.scalar, setting).map(|v| (v, Some(fact.text.clone())));
    }
    let by_machine = matches!(kind, Kind::Date | Kind::DateTime | Kind::Number | Kind::Integer | Kind::Boolean);
    let given = match &fact.machine {
        Some(machine) if by_machine && !machine.is_empty() => machine.as_str(),
        _ => fact.text.as_str(),
    };
    let read = if kind == Kind::Boolean && says(wanted, given) {
        Ok(Value::Bool(true))
    } else if matches!(kind, Kind::Phone | Kind::Email)
        && let Some(link) = fact.url.as_deref().filter(|u| u.starts_with("tel:") || u.starts_with("mailto:"))
    {
        value::typed(given, wanted.scalar, setting)
            .or_else(|_| value::typed(link.split_once(':').map_or("", |(_, r)| r), wanted.scalar, setting))
    } else {
        value::typed(given, wanted.scalar, setting)
    };
    let read =
        read.or_else(
            |reason| if given == fact.text { Err(reason) } else { value::typed(&fact.text, wanted.scalar, setting) },
        )?;
    let same = read.as_str().is_some_and(|s| s == fact.text);
    Ok((read, (!same).then(|| fact.text.clone())))
}

/// Everything a record is filled from.
pub(super) struct Ground<'a> {
    pub(super) facts: &'a [Fact],
    pub(super) groups: &'a [Group],
    pub(super) setting: &'a Setting,
    pub(super) page: bool,
}

/// Fills one record; `path` and `within` name the object it is part of.
pub(super) fn fill(fields: &[Field], ground: &Ground<'_>, path: &str, within: &str) -> Filled {
    let lexicon = Lexicon::of(ground.facts.iter());
    let around = Around::of(ground.facts, ground.setting, ground.page, &lexicon);
    let mut filled = Filled::default();
    let wanted: Vec<(usize, Wanted<'_>)> =
        fields
            .iter()
            .enumerate()
            .filter_map(|(i, f)| {
                if let Shape::Scalar(s) = &f.shape { Some((i, Wanted::new(f, s, within, &lexicon))) } else { None }
            })
            .collect();
    let mut offers: Vec<(f64, usize, usize, Aspect)> = Vec::new();
    for (slot, (_, want)) in wanted.iter().enumerate() {
        for at in 0..ground.facts.len() {
            if let Some((score, aspect)) = score(want, at, ground.facts, &around, ground.page) {
                offers.push((score, slot, at, aspect));
            }
        }
    }
    // Best first; of equals what stands first on the page.
    offers.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut taken: Vec<(usize, Aspect)> = Vec::new();
    let mut found: HashMap<usize, (Value, Source)> = HashMap::new();
    let mut refused: HashMap<usize, Rejected> = HashMap::new();
    for (score, slot, at, aspect) in offers {
        if found.contains_key(&slot) || (taken.contains(&(at, aspect)) && score < 0.85) {
            continue;
        }
        let (_, want) = &wanted[slot];
        let fact = &ground.facts[at];
        match read(want, fact, aspect, ground.setting) {
            Ok((value, raw)) => {
                taken.push((at, aspect));
                let source = Source {
                    source: fact.source.clone(),
                    place: fact.place.clone(),
                    raw: raw.map(|r| shorten(&r)),
                    element: fact.element,
                };
                found.insert(slot, (value, source));
            }
            Err(reason) => {
                if score >= 0.6 {
                    refused.entry(slot).or_insert_with(|| Rejected {
                        field: join(path, &want.field.name),
                        found: shorten(if aspect == Aspect::Url {
                            fact.url.as_deref().unwrap_or_default()
                        } else {
                            &fact.text
                        }),
                        reason,
                    });
                }
            }
        }
    }
    // The currency of the price that was found.
    for (slot, (_, want)) in wanted.iter().enumerate() {
        if !want.is("currency") || found.contains_key(&slot) {
            continue;
        }
        let price = wanted.iter().position(|(_, w)| w.wants_money() || w.field.name == "amount");
        if let Some((_, source)) = price.and_then(|p| found.get(&p)).cloned()
            && let Some(raw) = source.raw.clone()
            && let [one] = value::money_tokens(&raw, ground.setting).as_slice()
            && let Ok(value) = value::typed(&one.currency, want.scalar, ground.setting)
        {
            found.insert(slot, (value, source));
        }
    }
    let mut by_index: HashMap<usize, usize> = wanted.iter().enumerate().map(|(slot, (i, _))| (*i, slot)).collect();
    for (i, field) in fields.iter().enumerate() {
        let name = join(path, &field.name);
        let value = match &field.shape {
            Shape::Scalar(_) => {
                let slot = by_index.remove(&i);
                if let Some((value, source)) = slot.and_then(|s| found.remove(&s)) {
                    filled.sources.push((name, source));
                    value
                } else {
                    if let Some(rejected) = slot.and_then(|s| refused.remove(&s)) {
                        filled.rejected.push(rejected);
                    }
                    filled.missing.push(name);
                    Value::Null
                }
            }
            Shape::Object(inner) => {
                let inside = if within.is_empty() { field.name.clone() } else { format!("{within} {}", field.name) };
                let part = fill(inner, ground, &name, &inside);
                let empty = part.sources.is_empty();
                filled.sources.extend(part.sources);
                filled.rejected.extend(part.rejected);
                if empty {
                    filled.missing.push(name);
                    Value::Null
                } else {
                    filled.missing.extend(part.missing);
                    Value::Object(part.value)
                }
            }
            Shape::List(item) => {
                if let Some((value, source)) = super::records::list(field, item, ground) {
                    filled.sources.push((name, source));
                    value
                } else {
                    filled.missing.push(name);
                    Value::Null
                }
            }
        };
        filled.value.insert(field.name.clone(), value);
    }
    filled
}

pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Words of the page kept beside a value, for checking it.
pub(super) fn shorten(text: &str) -> String {
    tabward_model::text::clip(text, 120).into_owned()
}
