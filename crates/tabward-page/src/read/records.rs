//! Lists of records from repeated structure: which group is meant, and which place in it holds which field.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::facts::{Fact, Group};
use super::hint::{Field, Scalar, Shape};
use super::pick::{self, Around, Aspect, ENOUGH, Filled, Ground, Lexicon, Rejected, Source, Wanted};
use super::value::Setting;
use super::words::Name;

/// Fields of records that are reported missing one by one; past it, as a count.
const MAX_MISSING: usize = 60;
/// Refused values that are reported.
const MAX_REJECTED: usize = 20;

/// Records found in one group.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// The records, in the order of the page.
    pub records: Vec<Value>,
    /// Records that the page has; may be more than were read.
    pub total: usize,
    /// The group's kind and place.
    pub container: Option<Source>,
    /// Where each field comes from, inside a record.
    pub sources: Vec<(String, Source)>,
    /// Fields missing from all (`sku`) or from some (`records[3].price`).
    pub missing: Vec<String>,
    /// What was found by name and refused.
    pub rejected: Vec<Rejected>,
    /// How well the group answers, from 0 to about 1.
    pub score: f64,
}

/// A place inside the records of a group: the same in each of them.
type Place = (String, String, String, usize);

/// A place of a field, what of it is used, its mean score where it occurs, and the share of records that have it.
type Choice = ((Place, Aspect), f64, f64);

/// Facts by number, with what of them is used and how well they answer.
type Candidates = Vec<(usize, Aspect, f64)>;

/// Facts of a record by place; the same place may occur several times.
fn places(facts: &[Fact]) -> Vec<Place> {
    let mut seen: HashMap<(String, String, String), usize> = HashMap::new();
    facts
        .iter()
        .map(|f| {
            let key = (f.source.clone(), f.place.clone(), f.keys.join("|"));
            let n = seen.entry(key.clone()).or_default();
            *n += 1;
            (key.0, key.1, key.2, *n - 1)
        })
        .collect()
}

struct Prepared<'a> {
    facts: &'a [Fact],
    around: Around,
    places: Vec<Place>,
}

#[derive(Default)]
struct Tally {
    sum: f64,
    seen: usize,
    read: usize,
    first: usize,
}

/// Places of one field in a group, best first, with the mean score where they occur and the share of records.
fn ranked(want: &Wanted<'_>, rows: &[Prepared<'_>], setting: &Setting) -> Vec<Choice> {
    let mut tallies: HashMap<(Place, Aspect), Tally> = HashMap::new();
    for row in rows {
        for at in 0..row.facts.len() {
            let Some((score, aspect)) = pick::score(want, at, row.facts, &row.around, false) else { continue };
            let tally = tallies
                .entry((row.places[at].clone(), aspect))
                .or_insert_with(|| Tally { first: at, ..Tally::default() });
            tally.sum += score;
            tally.seen += 1;
            if pick::read(want, &row.facts[at], aspect, setting).is_ok() {
                tally.read += 1;
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of records, far below 2^52")]
    let mut ranked: Vec<_> = tallies
        .into_iter()
        .map(|(key, t)| {
            let mean = t.sum / t.seen as f64;
            let valid = t.read as f64 / t.seen as f64;
            let coverage = t.read as f64 / rows.len() as f64;
            (key, mean * valid, coverage, t.first)
        })
        .filter(|(_, mean, _, _)| *mean >= ENOUGH * 0.8)
        .collect();
    ranked.sort_by(|a, b| {
        let worth = |x: &(_, f64, f64, usize)| x.1 * (0.55 + 0.45 * x.2);
        worth(b).total_cmp(&worth(a)).then(a.3.cmp(&b.3)).then_with(|| a.0.0.cmp(&b.0.0))
    });
    ranked.into_iter().map(|(key, mean, coverage, _)| (key, mean, coverage)).collect()
}

/// The records that the group has by these fields.
pub(super) fn from_group(fields: &[Field], group: &Group, setting: &Setting) -> Found {
    let lexicon = Lexicon::of(group.records.iter().flat_map(|r| &r.facts));
    let rows: Vec<Prepared<'_>> = group
        .records
        .iter()
        .map(|r| Prepared {
            facts: &r.facts,
            around: Around::of(&r.facts, setting, false, &lexicon),
            places: places(&r.facts),
        })
        .collect();
    let scalars: Vec<(&Field, &Scalar)> =
        fields.iter().filter_map(|f| if let Shape::Scalar(s) = &f.shape { Some((f, s)) } else { None }).collect();
    let wanted: Vec<Wanted<'_>> = scalars.iter().map(|(f, s)| Wanted::new(f, s, "", &lexicon)).collect();
    let options: Vec<Vec<Choice>> = wanted.iter().map(|w| ranked(w, &rows, setting)).collect();

    // One place answers one field; the surest field chooses first.
    let mut order: Vec<(f64, usize, usize)> = Vec::new();
    for (field, places) in options.iter().enumerate() {
        for (i, (_, mean, coverage)) in places.iter().enumerate() {
            order.push((mean * (0.55 + 0.45 * coverage), field, i));
        }
    }
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut chosen: Vec<Option<usize>> = vec![None; wanted.len()];
    let mut used: Vec<&(Place, Aspect)> = Vec::new();
    for (_, field, i) in order {
        let (key, mean, _) = &options[field][i];
        if chosen[field].is_some() || (used.contains(&key) && *mean < 0.85) {
            continue;
        }
        chosen[field] = Some(i);
        used.push(key);
    }

    let mut found = Found {
        total: group.count.max(rows.len()),
        container: Some(Source {
            source: group.kind.clone(),
            place: group.place.clone().unwrap_or_default(),
            raw: None,
            element: 0,
        }),
        ..Found::default()
    };
    let mut kept: Vec<Map<String, Value>> = Vec::new();
    let mut holes: Vec<Vec<usize>> = vec![Vec::new(); fields.len()];
    for row in &rows {
        let mut record = Map::new();
        let mut gaps = Vec::new();
        let mut any = false;
        for (index, field) in fields.iter().enumerate() {
            let value = match &field.shape {
                Shape::Scalar(_) => {
                    let at = scalars.iter().position(|(f, _)| std::ptr::eq(*f, field)).unwrap_or(0);
                    cell(&wanted[at], &options[at], chosen[at], row, setting, &mut found, kept.len())
                }
                Shape::Object(inner) => {
                    let ground = Ground { facts: row.facts, groups: &[], setting, page: false };
                    let part = pick::fill(inner, &ground, &field.name, &field.name);
                    (!part.sources.is_empty()).then(|| {
                        note(&mut found.sources, &part);
                        Value::Object(part.value)
                    })
                }
                Shape::List(item) => {
                    let ground = Ground { facts: row.facts, groups: &[], setting, page: false };
                    list(field, item, &ground).map(|(value, source)| {
                        if !found.sources.iter().any(|(n, _)| *n == field.name) {
                            found.sources.push((field.name.clone(), source));
                        }
                        value
                    })
                }
            };
            any |= value.is_some();
            if value.is_none() {
                gaps.push(index);
            }
            record.insert(field.name.clone(), value.unwrap_or(Value::Null));
        }
        // A row that has nothing of what was asked for is no record: a divider, an advertisement.
        if any {
            for index in gaps {
                holes[index].push(kept.len());
            }
            kept.push(record);
        } else {
            found.total -= 1;
        }
    }
    report_missing(fields, &holes, kept.len(), &mut found.missing);
    #[expect(clippy::cast_precision_loss, reason = "counts of records and fields, far below 2^52")]
    {
        let mut sum = 0.0;
        for (index, field) in fields.iter().enumerate() {
            let share = if kept.is_empty() { 0.0 } else { 1.0 - holes[index].len() as f64 / kept.len() as f64 };
            let sure = scalars
                .iter()
                .position(|(f, _)| std::ptr::eq(*f, field))
                .map_or(0.7, |at| chosen[at].map_or(0.0, |i| options[at][i].1));
            if share > 0.0 {
                sum += sure * (0.4 + 0.6 * share);
            }
        }
        found.score = sum / fields.len().max(1) as f64;
        // More of the members of a longer list make a better list.
        found.score *= if kept.len() * 2 < rows.len() { 0.7 } else { 1.0 };
        found.score += 0.02 * (kept.len().min(10) as f64 / 10.0);
        if !group.main {
            found.score *= 0.4;
        }
    }
    found.records = kept.into_iter().map(Value::Object).collect();
    found
}

fn note(sources: &mut Vec<(String, Source)>, part: &Filled) {
    for (name, source) in &part.sources {
        if !sources.iter().any(|(n, _)| n == name) {
            sources.push((name.clone(), source.clone()));
        }
    }
}

/// One field of one record: from the place chosen for the field, else from another that goes by its name.
fn cell(
    want: &Wanted<'_>,
    options: &[Choice],
    chosen: Option<usize>,
    row: &Prepared<'_>,
    setting: &Setting,
    found: &mut Found,
    index: usize,
) -> Option<Value> {
    let first = chosen?;
    let others = (0..options.len()).filter(|i| *i != first && options[*i].1 >= 0.7);
    for option in std::iter::once(first).chain(others) {
        let ((place, aspect), _, _) = &options[option];
        let Some(at) = row.places.iter().position(|p| p == place) else { continue };
        // The place may hold something else here: only what answers the field by itself counts.
        if pick::score(want, at, row.facts, &row.around, false).is_none() {
            continue;
        }
        match pick::read(want, &row.facts[at], *aspect, setting) {
            Ok((value, _)) => {
                if option == first && !found.sources.iter().any(|(n, _)| *n == want.field.name) {
                    let fact = &row.facts[at];
                    found.sources.push((
                        want.field.name.clone(),
                        Source { source: fact.source.clone(), place: fact.place.clone(), raw: None, element: 0 },
                    ));
                }
                return Some(value);
            }
            Err(reason) => {
                if option == first && found.rejected.len() < MAX_REJECTED && !row.facts[at].text.is_empty() {
                    found.rejected.push(Rejected {
                        field: format!("records[{index}].{}", want.field.name),
                        found: pick::shorten(&row.facts[at].text),
                        reason,
                    });
                }
            }
        }
    }
    None
}

fn report_missing(fields: &[Field], holes: &[Vec<usize>], count: usize, missing: &mut Vec<String>) {
    let mut some = 0;
    for (index, field) in fields.iter().enumerate() {
        if holes[index].len() == count {
            missing.push(field.name.clone());
            continue;
        }
        for record in &holes[index] {
            some += 1;
            if missing.len() < MAX_MISSING {
                missing.push(format!("records[{record}].{}", field.name));
            }
        }
    }
    let shown = missing.iter().filter(|m| m.starts_with("records[")).count();
    if some > shown {
        missing.push(format!("… {} more", some - shown));
    }
}

/// The best group for these fields.
pub(super) fn best(fields: &[Field], groups: &[Group], setting: &Setting, called: Option<&str>) -> Option<Found> {
    let called = called.map(Name::new);
    let mut best: Option<Found> = None;
    for group in groups {
        let mut found = from_group(fields, group, setting);
        let named = called.as_ref().map_or(0.0, |c| {
            std::iter::once(&group.label).chain(&group.keys).map(|k| c.likeness(&Name::new(k))).fold(0.0, f64::max)
        });
        let answered = fields.iter().filter(|f| !found.missing.contains(&f.name)).count();
        let required = fields.iter().filter(|f| f.required && found.missing.contains(&f.name)).count();
        let needed = if fields.len() >= 4 { 2 } else { 1 };
        if found.records.is_empty() || answered < needed.min(fields.len()) || found.score < 0.22 {
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of fields")]
        {
            found.score += 0.2 * named - 0.04 * required as f64;
        }
        if best.as_ref().is_none_or(|b| found.score > b.score + 1e-9) {
            best = Some(found);
        }
    }
    best
}

/// A field that is a list: of records by its best group, or of plain values.
pub(super) fn list(field: &Field, item: &Shape, ground: &Ground<'_>) -> Option<(Value, Source)> {
    match item {
        Shape::Object(fields) => {
            let found = best(fields, ground.groups, ground.setting, Some(&field.name))?;
            Some((Value::Array(found.records), found.container?))
        }
        Shape::Scalar(scalar) => plain_list(field, scalar, ground),
        // A list of lists has no form on a page but a table's rows, and those are given without a hint.
        Shape::List(_) => None,
    }
}

fn plain_list(field: &Field, scalar: &Scalar, ground: &Ground<'_>) -> Option<(Value, Source)> {
    let lexicon = Lexicon::of(ground.facts.iter());
    let wanted = Wanted::new(field, scalar, "", &lexicon);
    let name = Name::new(&field.name);
    let values = |texts: &mut dyn Iterator<Item = (&Fact, Aspect)>| -> Vec<Value> {
        let mut out: Vec<Value> = Vec::new();
        for (fact, aspect) in texts {
            if let Ok((value, _)) = pick::read(&wanted, fact, aspect, ground.setting)
                && !out.contains(&value)
                && out.len() < 200
            {
                out.push(value);
            }
        }
        out
    };
    // Facts of one place that all go by the name.
    let around = Around::of(ground.facts, ground.setting, ground.page, &lexicon);
    let mut by_place: Vec<((String, String), Candidates)> = Vec::new();
    for (at, fact) in ground.facts.iter().enumerate() {
        if let Some((score, aspect)) = pick::score(&wanted, at, ground.facts, &around, ground.page)
            && score >= 0.55
        {
            let key = (fact.source.clone(), fact.place.clone());
            match by_place.iter_mut().find(|(k, _)| *k == key) {
                Some((_, list)) => list.push((at, aspect, score)),
                None => by_place.push((key, vec![(at, aspect, score)])),
            }
        }
    }
    // A list under a heading or label of that name.
    let named =
        |g: &Group| std::iter::once(&g.label).chain(&g.keys).map(|k| name.likeness(&Name::new(k))).fold(0.0, f64::max);
    let group =
        ground.groups.iter().map(|g| (named(g), g)).filter(|(s, _)| *s >= 0.55).max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, group)) = group {
        let texts: Vec<Fact> = group
            .records
            .iter()
            .map(|r| Fact { text: r.text.clone(), url: r.facts.iter().find_map(|f| f.url.clone()), ..Fact::default() })
            .collect();
        let aspect = if scalar.kind == super::hint::Kind::Url { Aspect::Url } else { Aspect::Text };
        let out = values(&mut texts.iter().map(|f| (f, aspect)));
        if out.len() >= 2 {
            let place = group.place.clone().unwrap_or_default();
            return Some((Value::Array(out), Source { source: group.kind.clone(), place, raw: None, element: 0 }));
        }
    }
    let (key, list) = by_place
        .into_iter()
        .max_by(|a, b| (a.1.len().min(2)).cmp(&b.1.len().min(2)).then(a.1[0].2.total_cmp(&b.1[0].2)))?;
    let element = ground.facts[list[0].0].element;
    let mut out = values(&mut list.iter().map(|(at, aspect, _)| (&ground.facts[*at], *aspect)));
    if let ([(at, Aspect::Text, _)], true) = (list.as_slice(), scalar.kind == super::hint::Kind::Text) {
        // One text that lists them: "oak, beech and ash".
        let text = &ground.facts[*at].text;
        let parts: Vec<&str> =
            text.split([',', '、', ';', '，', '；', '|', '·']).map(str::trim).filter(|p| !p.is_empty()).collect();
        if parts.len() >= 2 && parts.iter().all(|p| p.chars().count() <= 60) {
            out = parts.into_iter().map(Value::from).collect();
        }
    }
    if out.is_empty() {
        return None;
    }
    Some((Value::Array(out), Source { source: key.0, place: key.1, raw: None, element }))
}
