//! Schemas: of a tool's arguments for listings, and the check of a call against them before anything else is done.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use tabward_model::{Code, Failure};

use crate::tools::{Arguments, Common, Profile, Tool};

/// Marks an argument that the `core` listing leaves out.
const HIDDEN: &str = "x-full";

/// The schema of an argument type: closed, inline, without what hosts do not need.
pub fn of<A: Arguments>() -> Map<String, Value> {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let mut schema = generator.root_schema_for::<A>().to_value();
    tidy(&mut schema);
    match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Drops titles, formats, nulls of optional arguments and defaults that are null, and closes objects.
fn tidy(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    for drop in ["title", "format", "$schema"] {
        if map.get(drop).is_some_and(|value| !value.is_object()) {
            map.remove(drop);
        }
    }
    if map.get("default").is_some_and(Value::is_null) {
        map.remove("default");
    }
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.retain(|value| !value.is_null());
        if values.iter().all(Value::is_string) {
            map.remove("type");
        }
    }
    one_choice(map);
    if let Some(Value::String(text)) = map.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        properties.values_mut().for_each(tidy);
        map.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    if let Some(items) = map.get_mut("items") {
        tidy(items);
    }
}

/// `anyOf [X, null]` is X; `oneOf` of constants is an enumeration.
fn one_choice(map: &mut Map<String, Value>) {
    if let Some(Value::Array(choices)) = map.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
        if let [only] = choices.as_mut_slice() {
            tidy(only);
            let only = only.take();
            map.remove("anyOf");
            merge(map, only);
        }
    }
    if let Some(Value::Array(choices)) = map.get("oneOf") {
        let constants: Option<Vec<Value>> = choices.iter().map(|choice| choice.get("const").cloned()).collect();
        if let Some(constants) = constants {
            map.remove("oneOf");
            map.insert("enum".to_owned(), Value::Array(constants));
        }
    }
}

fn merge(map: &mut Map<String, Value>, other: Value) {
    if let Value::Object(other) = other {
        for (name, value) in other {
            map.entry(name).or_insert(value);
        }
    }
}

/// A tool's description and schema as a profile lists them.
pub(super) fn listed(tool: &Tool, profile: Profile) -> (String, Map<String, Value>) {
    let mut schema = (tool.schema)();
    let description = match schema.remove("description") {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let mut common = of::<Common>();
    let common = match common.remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => Map::new(),
    };
    let properties = schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(properties) = properties {
        match profile {
            Profile::Core => {
                properties.retain(|_, property| property.get(HIDDEN).is_none());
                if tool.takes_tab() {
                    for (name, property) in common {
                        if name == "tab" {
                            properties.entry(name).or_insert(property);
                        }
                    }
                }
                for property in properties.values_mut().filter_map(Value::as_object_mut) {
                    for drop in ["default", "minimum", "maximum"] {
                        property.remove(drop);
                    }
                }
            }
            Profile::Full | Profile::Contract => {
                for (name, property) in common {
                    properties.entry(name).or_insert(property);
                }
            }
        }
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            property.remove(HIDDEN);
        }
    }
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    (description, schema)
}

/// The schema of a tool's answer in JSON.
pub(super) fn output(tool: &Tool) -> Map<String, Value> {
    let mut properties = Map::new();
    properties.insert("ok".to_owned(), json!({"type": "boolean"}));
    properties.insert("status".to_owned(), json!({"enum": ["done", "partial", "waiting", "failed"]}));
    for (name, kind) in tool.answers {
        properties.insert((*name).to_owned(), if *kind == "any" { json!({}) } else { json!({"type": kind}) });
    }
    for (name, kind) in [("error", "string"), ("error_code", "string"), ("stage", "string"), ("text", "string")] {
        properties.insert(name.to_owned(), json!({"type": kind}));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), json!(["ok", "status"]));
    schema
}

/// A call's arguments, taken apart.
#[derive(Debug)]
pub struct Checked {
    /// The tool's own.
    pub own: Map<String, Value>,
    /// Those that every tool accepts.
    pub common: Common,
}

/// Checks a call's arguments against the tool's schema: unknown ones are refused by name with the nearest valid one.
pub fn check(tool: &Tool, mut arguments: Map<String, Value>) -> Result<Checked, Failure> {
    let schema = (tool.schema)();
    let empty = Map::new();
    let own_names = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    // A null stands for an argument that was left out.
    arguments.retain(|_, value| !value.is_null());
    take_aliases(own_names, &mut arguments);
    let common_schema = of::<Common>();
    let common_names = common_schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let (mut own, mut common) = (Map::new(), Map::new());
    for (name, value) in arguments {
        if own_names.contains_key(&name) {
            own.insert(name, value);
        } else if common_names.contains_key(&name) {
            common.insert(name, value);
        } else {
            return Err(unknown(&name, own_names.keys().chain(common_names.keys())));
        }
    }
    check_object(&schema, &own, "")?;
    check_object(&common_schema, &common, "")?;
    // Some tools list common arguments among their own; those count as both.
    for (name, value) in &own {
        if common_names.contains_key(name) && name != "timeout_ms" {
            common.insert(name.clone(), value.clone());
        }
    }
    let common = serde_json::from_value(Value::Object(common)).map_err(|e| invalid(e.to_string()))?;
    Ok(Checked { own, common })
}

/// Names that other tools of this kind use, taken silently where the tool has the argument and it is not given.
fn take_aliases(own: &Map<String, Value>, arguments: &mut Map<String, Value>) {
    const ALIASES: [(&str, &str); 11] = [
        ("ref", "selector"),
        ("target", "selector"),
        ("uid", "selector"),
        ("function", "script"),
        ("expression", "script"),
        ("key", "keys"),
        ("tabId", "tab"),
        ("pageId", "tab"),
        ("textGone", "gone"),
        ("time", "seconds"),
        ("fullPage", "full_page"),
    ];
    for (alias, name) in ALIASES {
        let known = own.contains_key(name) || name == "tab";
        if known
            && !own.contains_key(alias)
            && !arguments.contains_key(name)
            && let Some(value) = arguments.remove(alias)
        {
            let value = match (name, value) {
                ("tab", Value::Number(number)) => Value::String(format!("t{number}")),
                (_, value) => value,
            };
            arguments.insert(name.to_owned(), value);
        }
    }
    // `tab_id` alone is a handle; beside `browser_instance_id` it is the browser's own id.
    if !arguments.contains_key("browser_instance_id")
        && !arguments.contains_key("tab")
        && let Some(tab) = arguments.remove("tab_id")
    {
        arguments.insert("tab".to_owned(), tab);
    }
    if !own.contains_key("element") {
        arguments.remove("element");
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Failure {
    let nearest = known.min_by_key(|candidate| distance(name, candidate));
    let hint = match nearest {
        Some(nearest) if distance(name, nearest) <= 1 + name.chars().count() / 2 => {
            format!("; did you mean \"{nearest}\"?")
        }
        _ => String::new(),
    };
    invalid(format!("unknown argument {}{hint}", tabward_model::text::quote_clipped(name, 60)))
}

fn invalid(message: String) -> Failure {
    Failure::new(Code::InvalidArgument, message)
}

/// Edits (insert, delete, replace) that lead from one string to the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

fn check_object(schema: &Map<String, Value>, given: &Map<String, Value>, place: &str) -> Result<(), Failure> {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    for (name, value) in given {
        let path = format!("{place}{name}");
        match properties.get(name).and_then(Value::as_object) {
            Some(property) => check_value(property, value, &path)?,
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return Err(unknown(&path, properties.keys()));
            }
            None => {}
        }
    }
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        if !given.contains_key(name) {
            return Err(invalid(format!("argument \"{place}{name}\" is missing")));
        }
    }
    Ok(())
}

fn check_value(schema: &Map<String, Value>, value: &Value, path: &str) -> Result<(), Failure> {
    if let Some(Value::Array(allowed)) = schema.get("enum")
        && !allowed.contains(value)
    {
        let names: Vec<String> = allowed.iter().map(Value::to_string).collect();
        return Err(invalid(format!("argument \"{path}\" must be one of {}", names.join(", "))));
    }
    if let Some(types) = schema.get("type") {
        let names: Vec<&str> = match types {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !names.iter().any(|name| is_of(value, name)) {
            return Err(invalid(format!("argument \"{path}\" must be {}, not {}", names.join(" or "), kind_of(value))));
        }
    }
    if let Some(number) = value.as_f64() {
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        if bound("minimum").is_some_and(|min| number < min) || bound("maximum").is_some_and(|max| number > max) {
            let least = bound("minimum").unwrap_or(f64::NEG_INFINITY);
            let most = bound("maximum").unwrap_or(f64::INFINITY);
            return Err(invalid(format!("argument \"{path}\" must lie between {least} and {most}")));
        }
    }
    match value {
        Value::Object(map) if schema.contains_key("properties") => check_object(schema, map, &format!("{path}.")),
        Value::Array(items) => match schema.get("items").and_then(Value::as_object) {
            Some(item) => {
                items.iter().enumerate().try_for_each(|(i, value)| check_value(item, value, &format!("{path}[{i}]")))
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
