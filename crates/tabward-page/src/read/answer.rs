//! From what the page script found to the data of the answer. Pure.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::facts::{self, Fact, Group, Linked};
use super::hint::{Field, Shape};
use super::pick::{self, Ground, Rejected, Source};
use super::records;
use super::secret;
use super::value::Setting;

/// What the page script answers.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Raw {
    /// The element that was asked for is gone.
    #[serde(default)]
    pub gone: bool,
    /// Address of the document.
    #[serde(default)]
    pub url: String,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// Its language tag.
    #[serde(default)]
    pub lang: String,
    /// How the container was chosen: `selector`, `main`, `article` or `body`.
    #[serde(default)]
    pub how: String,
    /// A selector of the container.
    #[serde(default, rename = "where")]
    pub place: Option<String>,
    /// Visible text, a little more than is shown.
    #[serde(default)]
    pub text: String,
    /// Whether there is more text still.
    #[serde(default)]
    pub more_text: bool,
    /// Links in order.
    #[serde(default)]
    pub links: Vec<Link>,
    /// Links on the page, those not sent included.
    #[serde(default)]
    pub links_total: usize,
    /// Headings of the first three levels.
    #[serde(default)]
    pub headings: Vec<Heading>,
    /// Tables, when no hint was given.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// Frames in the container, which are not read.
    #[serde(default)]
    pub frames: usize,
    /// Facts of the page.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// Repeated structure.
    #[serde(default)]
    pub groups: Vec<Group>,
    /// Linked data.
    #[serde(default)]
    pub json_ld: Vec<Linked>,
}

/// A link as the page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its visible text.
    pub text: String,
    /// Its absolute address.
    pub url: String,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 3.
    pub level: u8,
    /// Its visible text.
    pub text: String,
}

/// A table as rows of text; spans are filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Caption or label; may be empty.
    pub caption: String,
    /// Header of each column; empty when the table has none.
    pub headers: Vec<String>,
    /// Rows below the headers.
    pub rows: Vec<Vec<String>>,
    /// Rows that the page has.
    pub rows_total: usize,
    /// A selector of the table.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// `data` of `browser_extract_content`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Data {
    /// Links of the container, else its headings.
    pub results: Vec<Value>,
    /// Links or headings that the container has, when `results` holds fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_total: Option<usize>,
    /// Headings of the first three levels, at most 50.
    pub headings: Vec<Heading>,
    /// First 4,000 characters of the visible text.
    pub text_excerpt: String,
    /// Whether there is more text than the excerpt.
    pub text_truncated: bool,
    /// Address of the document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// How the container was chosen, with a selector.
    pub container: Container,
    /// One record by the hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Value>,
    /// Records by the hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<Vec<Value>>,
    /// Records that the page has, when `records` holds fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records_total: Option<usize>,
    /// Fields that the page does not have; with a hint only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// What was found by name and is no valid value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Rejected>,
    /// Where each value comes from, by field; `records` names the repeated structure itself.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub sources: Map<String, Value>,
    /// Tables as rows, when no hint was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    /// How the hint was read, when that is not obvious, and what was not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The part of the page that was read.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Container {
    /// `selector`, `main`, `article` or `body`.
    pub how: String,
    /// A selector of it.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// What is still to be asked of the page: selectors for the elements whose facts were used.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    /// The data, with paths in place of selectors.
    pub data: Data,
    /// (field, element number) of each source.
    pub elements: Vec<(String, u32)>,
}

const EXCERPT: usize = 4000;

/// Makes the answer from what was found.
pub(super) fn assemble(mut raw: Raw, hint: Option<&Shape>) -> Answer {
    let setting = Setting::new(&raw.lang, &raw.url);
    redact(&mut raw);
    let excerpt = tabward_model::text::prefix(&raw.text, EXCERPT).to_owned();
    let truncated = raw.more_text || excerpt.len() < raw.text.len();
    let results: Vec<Value> = if raw.links.is_empty() {
        raw.headings.iter().filter_map(|h| serde_json::to_value(h).ok()).collect()
    } else {
        raw.links.iter().filter_map(|l| serde_json::to_value(l).ok()).collect()
    };
    let mut data = Data {
        results_total: (raw.links_total > raw.links.len()).then_some(raw.links_total),
        results,
        headings: std::mem::take(&mut raw.headings),
        text_excerpt: excerpt,
        text_truncated: truncated,
        url: raw.url.clone(),
        title: raw.title.clone(),
        container: Container { how: raw.how.clone(), place: raw.place.clone() },
        tables: std::mem::take(&mut raw.tables),
        ..Data::default()
    };
    if raw.frames > 0 {
        data.notes.push(format!("{} frame(s) inside were not read; name one with selector", raw.frames));
    }
    let mut answer = Answer { data, elements: Vec::new() };
    if let Some(shape) = hint {
        by_hint(shape, raw, &setting, &mut answer);
    }
    answer
}

fn redact(raw: &mut Raw) {
    raw.text = secret::text(&raw.text);
    for link in &mut raw.links {
        link.url = tabward_model::redact::url(&link.url).into_owned();
        link.text = secret::text(&link.text);
    }
    for table in &mut raw.tables {
        for cell in table.rows.iter_mut().flatten() {
            *cell = secret::text(cell);
        }
    }
    let facts = raw
        .facts
        .iter_mut()
        .chain(raw.groups.iter_mut().flat_map(|g| g.records.iter_mut()).flat_map(|r| r.facts.iter_mut()));
    for fact in facts {
        let hidden = secret::text(&fact.text);
        if hidden != fact.text {
            fact.text = hidden;
            fact.redacted = true;
        }
    }
    for row in raw.groups.iter_mut().flat_map(|g| g.records.iter_mut()) {
        row.text = secret::text(&row.text);
    }
    raw.url = tabward_model::redact::url(&raw.url).into_owned();
}

fn by_hint(shape: &Shape, raw: Raw, setting: &Setting, answer: &mut Answer) {
    let (linked, lists) = facts::linked(&raw.json_ld);
    let mut all = linked;
    all.extend(raw.facts);
    let mut groups = raw.groups;
    groups.extend(lists);
    let ground = Ground { facts: &all, groups: &groups, setting, page: true };
    match shape {
        Shape::Object(fields) => {
            let filled = pick::fill(fields, &ground, "", "");
            let leaves = filled.sources.len();
            // An object asked of a page that is a list: the records of the list, when they answer clearly better.
            let plain = fields.iter().all(|f| !matches!(f.shape, Shape::List(_)));
            let missing = fields.iter().filter(|f| filled.missing.contains(&f.name)).count();
            if plain
                && missing * 2 >= fields.len()
                && let Some(found) = records::best(fields, &groups, setting, None)
                && found.records.len() >= 3
                && fields.iter().filter(|f| !found.missing.contains(&f.name)).count() > leaves
            {
                let count = found.records.len();
                put_records(found, &mut answer.data);
                answer
                    .data
                    .notes
                    .push(format!("the hint is one object and the page lists {count} such: all are in records"));
                return;
            }
            let mut missing = filled.missing;
            missing.dedup();
            answer.data.record = Some(Value::Object(filled.value));
            answer.data.missing = Some(missing);
            answer.data.rejected = filled.rejected;
            put_sources(filled.sources, answer);
        }
        Shape::List(item) => match item.as_ref() {
            Shape::Object(fields) => list_of(fields, &ground, answer),
            other => {
                let field = Field {
                    name: "items".to_owned(),
                    description: String::new(),
                    required: false,
                    shape: other.clone(),
                };
                let found = records::list(&field, other, &ground);
                let data = &mut answer.data;
                data.missing = Some(if found.is_some() { Vec::new() } else { vec!["records".to_owned()] });
                let (values, source) =
                    found.map_or((Vec::new(), None), |(v, s)| (v.as_array().cloned().unwrap_or_default(), Some(s)));
                data.records = Some(values);
                if let Some(source) = source {
                    put_sources(vec![("records".to_owned(), source)], answer);
                }
            }
        },
        Shape::Scalar(_) => {}
    }
}

fn list_of(fields: &[Field], ground: &Ground<'_>, answer: &mut Answer) {
    if let Some(found) = records::best(fields, ground.groups, ground.setting, None) {
        put_records(found, &mut answer.data);
        return;
    }
    // One alone repeats nothing: the page itself may be it.
    let filled = pick::fill(fields, ground, "", "");
    let have = fields.iter().filter(|f| !filled.missing.contains(&f.name)).count();
    if have * 2 > fields.len() {
        answer.data.records = Some(vec![Value::Object(filled.value)]);
        answer.data.missing = Some(filled.missing.iter().map(|m| format!("records[0].{m}")).collect());
        answer.data.notes.push("no list of such records was found; the page itself reads as one".to_owned());
        let sources = filled.sources.into_iter().map(|(n, s)| (format!("records[0].{n}"), s)).collect();
        put_sources(sources, answer);
    } else {
        answer.data.records = Some(Vec::new());
        answer.data.missing = Some(fields.iter().map(|f| f.name.clone()).collect());
        answer.data.notes.push("no list of such records was found".to_owned());
    }
}

fn put_records(found: records::Found, data: &mut Data) {
    data.records_total = (found.total > found.records.len()).then_some(found.total);
    if let Some(container) = &found.container
        && let Ok(value) = serde_json::to_value(container)
    {
        data.sources.insert("records".to_owned(), value);
    }
    for (name, source) in &found.sources {
        if let Ok(value) = serde_json::to_value(source) {
            data.sources.insert(name.clone(), value);
        }
    }
    data.records = Some(found.records);
    data.missing = Some(found.missing);
    data.rejected = found.rejected;
}

fn put_sources(sources: Vec<(String, Source)>, answer: &mut Answer) {
    for (name, source) in sources {
        if source.element > 0 {
            answer.elements.push((name.clone(), source.element));
        }
        if let Ok(value) = serde_json::to_value(&source) {
            answer.data.sources.insert(name, value);
        }
    }
}

impl Answer {
    /// Puts selectors in the place of paths; `selectors` is in the order of `elements`.
    pub(super) fn placed(mut self, selectors: &[Option<String>]) -> Data {
        for ((name, _), selector) in self.elements.iter().zip(selectors) {
            if let (Some(source), Some(selector)) = (self.data.sources.get_mut(name), selector)
                && let Some(map) = source.as_object_mut()
            {
                map.insert("where".to_owned(), Value::String(selector.clone()));
            }
        }
        self.data
    }
}
