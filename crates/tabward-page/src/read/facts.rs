//! What the page script found: facts, repeated structure, tables; and linked data, read into facts here.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Levels of linked data that are read.
const MAX_DEPTH: usize = 6;
/// Facts that are taken from linked data.
const MAX_FACTS: usize = 400;

/// One thing that the page says.
#[derive(Debug, Clone, Default, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that the page script saw, independent of the others"
)]
pub(super) struct Fact {
    /// The words it goes by: a label, a header, an item property, class names.
    #[serde(rename = "k", default)]
    pub keys: Vec<String>,
    /// Its text.
    #[serde(rename = "v", default)]
    pub text: String,
    /// The kind of place it comes from, as `json-ld`, `table`, `label`.
    #[serde(rename = "s", default)]
    pub source: String,
    /// Where it stands, inside its record or its page.
    #[serde(rename = "w", default)]
    pub place: String,
    /// Number of its element, for a selector; 0 when it has none.
    #[serde(rename = "e", default)]
    pub element: u32,
    /// Address that it links to or shows.
    #[serde(rename = "u", default)]
    pub url: Option<String>,
    /// What its markup says that it means: `datetime`, `content`.
    #[serde(rename = "d", default)]
    pub machine: Option<String>,
    /// Struck through.
    #[serde(rename = "x", default)]
    pub struck: bool,
    /// Stands inside repeated structure, though asked for the page itself.
    #[serde(rename = "g", default)]
    pub repeated: bool,
    /// A paragraph.
    #[serde(rename = "p", default)]
    pub paragraph: bool,
    /// Made of several elements, whose own facts follow.
    #[serde(rename = "m", default)]
    pub composed: bool,
    /// Redacted: its text is a note, not a value.
    #[serde(rename = "r", default)]
    pub redacted: bool,
}

/// One record of a group.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Row {
    /// What it says.
    pub facts: Vec<Fact>,
    /// Its whole text, shortened.
    #[serde(default)]
    pub text: String,
}

/// Repeated structure.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Group {
    /// `table`, `list`, `scattered`, `definition list` or `json-ld`.
    pub kind: String,
    /// A selector of its container or members.
    #[serde(rename = "where", default)]
    pub place: Option<String>,
    /// The heading or label that it stands under.
    #[serde(default)]
    pub label: String,
    /// Words that it goes by: classes and ids of container and members.
    #[serde(default)]
    pub keys: Vec<String>,
    /// Members on the page; `records` may hold fewer.
    #[serde(default)]
    pub count: usize,
    /// Its members, in order.
    #[serde(default)]
    pub records: Vec<Row>,
    /// Whether it is outside navigation, asides and footers.
    #[serde(default)]
    pub main: bool,
}

/// A script element with linked data.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Linked {
    /// Where it stands.
    #[serde(rename = "w")]
    pub place: String,
    /// Its text, as found.
    #[serde(rename = "v")]
    pub text: String,
}

/// Facts and groups of the page's linked data. What is no JSON is passed over.
pub(super) fn linked(scripts: &[Linked]) -> (Vec<Fact>, Vec<Group>) {
    let mut facts = Vec::new();
    let mut groups = Vec::new();
    for script in scripts {
        let Ok(value) = serde_json::from_str::<Value>(&script.text) else { continue };
        let tops: Vec<&Value> = match &value {
            Value::Array(items) => items.iter().collect(),
            Value::Object(map) => match map.get("@graph") {
                Some(Value::Array(items)) => items.iter().collect(),
                _ => vec![&value],
            },
            _ => continue,
        };
        lists(&tops, &script.place, &mut groups);
        for top in tops {
            let Value::Object(map) = top else { continue };
            let kind = type_of(map);
            // What describes the site or the way to the page does not describe what is on it.
            if matches!(
                kind.as_str(),
                "BreadcrumbList"
                    | "WebSite"
                    | "Organization"
                    | "WebPage"
                    | "SearchAction"
                    | "ImageObject"
                    | "Person"
                    | "ItemList"
            ) {
                continue;
            }
            flatten(map, &mut Vec::new(), &script.place, &mut facts, 0);
            if let Some(entity) = map.get("mainEntity").and_then(Value::as_object) {
                flatten(entity, &mut Vec::new(), &script.place, &mut facts, 0);
            }
        }
    }
    facts.truncate(MAX_FACTS);
    (facts, groups)
}

fn type_of(map: &Map<String, Value>) -> String {
    match map.get("@type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => names.first().and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// Lists of things: an `ItemList`, or several of one type side by side.
fn lists(tops: &[&Value], place: &str, groups: &mut Vec<Group>) {
    let mut add = |items: Vec<&Map<String, Value>>, label: &str| {
        let records: Vec<Row> = items
            .iter()
            .take(300)
            .map(|map| {
                let mut facts = Vec::new();
                flatten(map, &mut Vec::new(), place, &mut facts, 0);
                Row { facts, text: String::new() }
            })
            .filter(|row| row.facts.len() >= 2)
            .collect();
        if records.len() >= 2 {
            groups.push(Group {
                kind: "json-ld".to_owned(),
                place: Some(place.to_owned()),
                label: label.to_owned(),
                keys: items.first().map(|m| type_of(m)).into_iter().collect(),
                count: items.len(),
                records,
                main: true,
            });
        }
    };
    for top in tops {
        let Value::Object(map) = top else { continue };
        for (key, value) in map {
            let Value::Array(items) = value else { continue };
            let inner: Vec<&Map<String, Value>> = items
                .iter()
                .filter_map(Value::as_object)
                .map(|item| item.get("item").and_then(Value::as_object).unwrap_or(item))
                .collect();
            if inner.len() >= 2 && type_of(map) != "BreadcrumbList" {
                add(inner, if key == "itemListElement" { "" } else { key });
            }
        }
    }
    let objects: Vec<&Map<String, Value>> = tops.iter().filter_map(|t| t.as_object()).collect();
    let first = objects.first().map(|m| type_of(m)).unwrap_or_default();
    if objects.len() >= 2 && !first.is_empty() && objects.iter().all(|m| type_of(m) == first) {
        add(objects, "");
    }
}

fn flatten(map: &Map<String, Value>, path: &mut Vec<String>, place: &str, facts: &mut Vec<Fact>, depth: usize) {
    if depth > MAX_DEPTH || facts.len() >= MAX_FACTS {
        return;
    }
    for (key, value) in map {
        if key.starts_with('@') || key == "mainEntity" {
            continue;
        }
        path.push(key.clone());
        put(value, path, place, facts, depth);
        path.pop();
    }
}

fn put(value: &Value, path: &mut Vec<String>, place: &str, facts: &mut Vec<Fact>, depth: usize) {
    let text = match value {
        Value::Null => return,
        Value::Object(map) => {
            // `{"@value": …}` and objects that hold nothing but an address.
            if let Some(inner) = map.get("@value") {
                return put(inner, path, place, facts, depth + 1);
            }
            return flatten(map, path, place, facts, depth + 1);
        }
        Value::Array(items) => {
            // Several reviews or offers are records, not facts of the page; several plain values are.
            let plain = items.iter().all(|i| !i.is_object());
            for item in items.iter().take(if plain { 50 } else { 1 }) {
                put(item, path, place, facts, depth + 1);
            }
            return;
        }
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    };
    if text.is_empty() || facts.len() >= MAX_FACTS {
        return;
    }
    let last = path.last().cloned().unwrap_or_default();
    let mut keys = vec![path.join(" ")];
    // The name of a brand is the brand; the value of a rating keeps both its names.
    if path.len() > 1 {
        let outer = path[path.len() - 2].clone();
        if matches!(last.as_str(), "name" | "text" | "value" | "url" | "contentUrl") {
            keys.push(if matches!(last.as_str(), "url" | "contentUrl") { format!("{outer} url") } else { outer });
        } else {
            keys.push(last);
        }
    }
    let url = (text.starts_with("http://") || text.starts_with("https://")).then(|| text.clone());
    facts.push(Fact {
        keys,
        text: text.chars().take(4000).collect(),
        source: "json-ld".to_owned(),
        place: format!("{place} {}", path.join(".")),
        url,
        ..Fact::default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> Vec<Linked> {
        vec![Linked { place: "script".to_owned(), text: text.to_owned() }]
    }

    // SEE-6
    #[test]
    fn see_06_linked_data_is_flattened_with_its_path() {
        let (facts, _) = linked(&script(
            r#"{"@graph":[{"@type":"Product","name":"X","brand":{"@type":"Brand","name":"Alfa"},"offers":[{"price":"3.20"}]},{"@type":"BreadcrumbList","name":"way"}]}"#,
        ));
        let of = |key: &str| facts.iter().find(|f| f.keys.iter().any(|k| k == key)).map(|f| f.text.as_str());
        assert_eq!(of("name"), Some("X"));
        assert_eq!(of("brand"), Some("Alfa"));
        assert_eq!(of("price"), Some("3.20"));
        assert!(facts.iter().all(|f| f.text != "way"));
    }

    #[test]
    fn see_06_item_lists_are_groups() {
        let (_, groups) = linked(&script(
            r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@type":"Product","name":"A","sku":"1"}},{"@type":"ListItem","item":{"@type":"Product","name":"B","sku":"2"}}]}"#,
        ));
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].records.len(), 2);
    }

    proptest::proptest! {
        #[test]
        fn see_06_linked_data_of_any_form_is_bounded(text in "[\\[\\]{}\":,@a-z0-9 ]{0,200}") {
            let (facts, _) = linked(&script(&text));
            proptest::prop_assert!(facts.len() <= MAX_FACTS);
        }
    }
}
