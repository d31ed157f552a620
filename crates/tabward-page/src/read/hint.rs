//! What a caller wants from a page: a JSON Schema subset or an example, read into one shape.

use serde_json::{Map, Value};

/// Levels of nesting that are read.
const MAX_DEPTH: usize = 6;
/// Fields of a hint, over all its levels.
const MAX_FIELDS: usize = 200;

/// Why a hint cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("schema_hint{at}: {reason}")]
pub struct HintError {
    /// Where in the hint, as `.properties.price`; empty at its top.
    pub at: String,
    /// What is wrong there.
    pub reason: String,
}

/// What a value has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any string.
    Text,
    /// A number.
    Number,
    /// A number without a fraction.
    Integer,
    /// True or false.
    Boolean,
    /// A calendar day, answered as `2026-03-05`.
    Date,
    /// A day and a time, answered in RFC 3339.
    DateTime,
    /// An absolute address.
    Url,
    /// A mail address.
    Email,
    /// A telephone number.
    Phone,
    /// An amount and its currency, answered as `{"amount", "currency"}`.
    Money,
    /// Whatever is found.
    Any,
}

/// One value and the limits on it.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// Its type.
    pub kind: Kind,
    /// The only values allowed; empty allows all.
    pub allowed: Vec<Value>,
    /// Smallest number allowed.
    pub minimum: Option<f64>,
    /// Largest number allowed.
    pub maximum: Option<f64>,
    /// Shortest text allowed, in characters.
    pub min_length: Option<usize>,
    /// Longest text allowed, in characters.
    pub max_length: Option<usize>,
    /// What a text must match.
    pub pattern: Option<regex::Regex>,
}

impl Scalar {
    /// A value of this type without limits.
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            allowed: Vec::new(),
            minimum: None,
            maximum: None,
            min_length: None,
            max_length: None,
            pattern: None,
        }
    }
}

/// A named part of an object.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name in the answer.
    pub name: String,
    /// What the hint says about it; may be empty.
    pub description: String,
    /// Whether the hint requires it.
    pub required: bool,
    /// What it has to be.
    pub shape: Shape,
}

/// What is wanted.
#[derive(Debug, Clone)]
pub enum Shape {
    /// One value.
    Scalar(Scalar),
    /// An object with these fields.
    Object(Vec<Field>),
    /// A list of these.
    List(Box<Shape>),
}

/// Reads a hint; `None` when it asks for nothing (`{}` or null).
pub fn parse(hint: &Value) -> Result<Option<Shape>, HintError> {
    match hint {
        Value::Null => return Ok(None),
        Value::Object(map) if map.is_empty() => return Ok(None),
        Value::Array(items) if items.is_empty() => return Ok(None),
        Value::Object(_) | Value::Array(_) => {}
        _ => return Err(error("", "must be an object: a JSON Schema or an example of what you want")),
    }
    let mut reader = Reader { root: hint, fields: 0 };
    let shape = if is_schema(hint) { reader.schema(hint, "", 0)? } else { reader.example(hint, "", 0)? };
    match shape {
        Shape::Scalar(_) => Err(error("", "must describe an object or an array of objects")),
        Shape::Object(fields) if fields.is_empty() => Ok(None),
        shape => Ok(Some(shape)),
    }
}

fn error(at: &str, reason: impl Into<String>) -> HintError {
    HintError { at: at.to_owned(), reason: reason.into() }
}

const JSON_TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/// Whether this reads as a JSON Schema rather than as an example.
fn is_schema(hint: &Value) -> bool {
    let Value::Object(map) = hint else { return false };
    let typed = match map.get("type") {
        Some(Value::String(name)) => JSON_TYPES.contains(&name.as_str()),
        Some(Value::Array(names)) => {
            !names.is_empty() && names.iter().all(|n| n.as_str().is_some_and(|n| JSON_TYPES.contains(&n)))
        }
        _ => false,
    };
    typed
        || map.contains_key("$schema")
        || map.contains_key("$ref")
        || map.get("properties").is_some_and(Value::is_object)
        || (map.get("items").is_some_and(Value::is_object) && map.len() == 1)
        || ["anyOf", "oneOf", "allOf"].iter().any(|k| map.get(*k).is_some_and(Value::is_array))
        || (map.get("enum").is_some_and(Value::is_array) && map.keys().all(|k| k == "enum" || k == "description"))
}

struct Reader<'a> {
    root: &'a Value,
    fields: usize,
}

impl Reader<'_> {
    fn enter(&mut self, at: &str, depth: usize) -> Result<(), HintError> {
        if depth > MAX_DEPTH {
            return Err(error(at, format!("is nested deeper than {MAX_DEPTH} levels")));
        }
        self.fields += 1;
        if self.fields > MAX_FIELDS {
            return Err(error(at, format!("has more than {MAX_FIELDS} fields")));
        }
        Ok(())
    }

    fn schema(&mut self, given: &Value, at: &str, depth: usize) -> Result<Shape, HintError> {
        self.enter(at, depth)?;
        let map = match given {
            Value::Object(map) => map,
            Value::Bool(true) => return Ok(Shape::Scalar(Scalar::of(Kind::Any))),
            _ => return Err(error(at, "is not a schema")),
        };
        if let Some(target) = map.get("$ref").and_then(Value::as_str) {
            let found = target.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            let Some(found) = found else {
                return Err(error(at, format!("$ref {target:?} leads nowhere in the hint")));
            };
            let found = found.clone();
            return self.schema(&found, at, depth + 1);
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            if let Some(Value::Array(choices)) = map.get(key) {
                let Some(first) = choices.iter().find(|c| c.get("type").and_then(Value::as_str) != Some("null")) else {
                    return Err(error(at, format!("{key} offers nothing but null")));
                };
                return self.schema(first, &format!("{at}.{key}"), depth + 1);
            }
        }
        let named = match map.get("type") {
            Some(Value::String(name)) => Some(name.as_str()),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).find(|n| *n != "null"),
            Some(_) => return Err(error(at, "type must be a string")),
            None if map.contains_key("properties") => Some("object"),
            None if map.contains_key("items") => Some("array"),
            None => None,
        };
        match named {
            Some("object") => self.properties(map, at, depth),
            Some("array") => match map.get("items") {
                Some(items) => Ok(Shape::List(Box::new(self.schema(items, &format!("{at}.items"), depth + 1)?))),
                None => Ok(Shape::List(Box::new(Shape::Scalar(Scalar::of(Kind::Any))))),
            },
            other => Ok(Shape::Scalar(scalar(map, other, at)?)),
        }
    }

    fn properties(&mut self, map: &Map<String, Value>, at: &str, depth: usize) -> Result<Shape, HintError> {
        let required: Vec<&str> =
            map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Vec::new();
        if let Some(Value::Object(properties)) = map.get("properties") {
            for (name, given) in properties {
                let at = format!("{at}.properties.{name}");
                fields.push(Field {
                    name: name.clone(),
                    description: describe(given),
                    required: required.contains(&name.as_str()),
                    shape: self.schema(given, &at, depth + 1)?,
                });
            }
        }
        Ok(Shape::Object(fields))
    }

    fn example(&mut self, given: &Value, at: &str, depth: usize) -> Result<Shape, HintError> {
        self.enter(at, depth)?;
        Ok(match given {
            // A part of an example may be written as a schema.
            Value::Object(_) if depth > 0 && is_schema(given) => self.schema(given, at, depth)?,
            Value::Object(map) => {
                let mut fields = Vec::new();
                for (name, value) in map {
                    let at = format!("{at}.{name}");
                    let described = if value.is_object() { describe(value) } else { described_by_example(value) };
                    let shape = self.example(value, &at, depth + 1)?;
                    let optional = value.as_str().is_some_and(|s| s.ends_with('?'));
                    fields.push(Field { name: name.clone(), description: described, required: !optional, shape });
                }
                Shape::Object(fields)
            }
            Value::Array(items) => Shape::List(Box::new(match items.first() {
                Some(first) => self.example(first, &format!("{at}[0]"), depth + 1)?,
                None => Shape::Scalar(Scalar::of(Kind::Any)),
            })),
            Value::String(word) => Shape::Scalar(Scalar::of(kind_of_example(word))),
            Value::Number(_) => Shape::Scalar(Scalar::of(Kind::Number)),
            Value::Bool(_) => Shape::Scalar(Scalar::of(Kind::Boolean)),
            Value::Null => Shape::Scalar(Scalar::of(Kind::Any)),
        })
    }
}

fn describe(given: &Value) -> String {
    let part = |key: &str| given.get(key).and_then(Value::as_str).unwrap_or_default();
    let (title, description) = (part("title"), part("description"));
    if title.is_empty() { description.to_owned() } else { format!("{title}. {description}") }
}

/// A string of an example that is no type word and no value says what is wanted.
fn described_by_example(value: &Value) -> String {
    match value {
        Value::String(s) if kind_of_example(s) == Kind::Text && s.contains(' ') => s.clone(),
        _ => String::new(),
    }
}

fn kind_of_word(word: &str) -> Option<Kind> {
    Some(match word {
        "string" | "str" | "text" => Kind::Text,
        "number" | "float" | "double" | "decimal" => Kind::Number,
        "integer" | "int" => Kind::Integer,
        "boolean" | "bool" => Kind::Boolean,
        "date" => Kind::Date,
        "date-time" | "datetime" | "timestamp" => Kind::DateTime,
        "url" | "uri" | "link" | "href" | "uri-reference" | "iri" => Kind::Url,
        "email" | "e-mail" => Kind::Email,
        "phone" | "tel" | "telephone" => Kind::Phone,
        "money" | "currency amount" => Kind::Money,
        "any" => Kind::Any,
        _ => return None,
    })
}

fn kind_of_example(word: &str) -> Kind {
    let word = word.trim().trim_end_matches('?').to_ascii_lowercase();
    if let Some(kind) = kind_of_word(&word) {
        return kind;
    }
    if word.starts_with("http://") || word.starts_with("https://") {
        return Kind::Url;
    }
    let bytes = word.as_bytes();
    if bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[..4].iter().all(u8::is_ascii_digit) {
        return if bytes.len() > 10 { Kind::DateTime } else { Kind::Date };
    }
    if word.contains('@') && word.contains('.') && !word.contains(' ') {
        return Kind::Email;
    }
    Kind::Text
}

fn scalar(map: &Map<String, Value>, named: Option<&str>, at: &str) -> Result<Scalar, HintError> {
    let format = map.get("format").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let by_format = format.as_deref().and_then(kind_of_word);
    let kind = match named {
        None => by_format.unwrap_or(Kind::Any),
        Some("string") => by_format.unwrap_or(Kind::Text),
        Some(name) => kind_of_word(name)
            .ok_or_else(|| error(at, format!("type {name:?} is unknown; use one of {}", JSON_TYPES.join(", "))))?,
    };
    let mut allowed: Vec<Value> = map.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
    allowed.extend(map.get("const").cloned());
    let length = |key: &str| map.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let pattern = match map.get("pattern").and_then(Value::as_str) {
        Some(given) => Some(regex::Regex::new(given).map_err(|e| error(at, format!("pattern cannot be read: {e}")))?),
        None => None,
    };
    Ok(Scalar {
        kind,
        allowed,
        minimum: map.get("minimum").and_then(Value::as_f64),
        maximum: map.get("maximum").and_then(Value::as_f64),
        min_length: length("minLength"),
        max_length: length("maxLength"),
        pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(hint: &Value) -> Vec<(String, Option<Kind>, bool)> {
        let Some(Shape::Object(fields)) = parse(hint).unwrap() else { panic!("no object") };
        fields
            .into_iter()
            .map(|f| (f.name, if let Shape::Scalar(s) = &f.shape { Some(s.kind) } else { None }, f.required))
            .collect()
    }

    // SEE-6: both forms of a hint read alike.
    #[test]
    fn see_06_schema_and_example_read_alike() {
        let schema = json!({"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string"}, "price": {"type": ["number", "null"]}, "seen": {"type": "string", "format": "date"}}});
        assert_eq!(
            fields(&schema),
            [
                ("name".to_owned(), Some(Kind::Text), true),
                ("price".to_owned(), Some(Kind::Number), false),
                ("seen".to_owned(), Some(Kind::Date), false)
            ]
        );
        let example = json!({"name": "Chair", "price": 12, "seen": "2026-01-02", "link": "url?", "type": "product"});
        assert_eq!(
            fields(&example),
            [
                ("link".to_owned(), Some(Kind::Url), false),
                ("name".to_owned(), Some(Kind::Text), true),
                ("price".to_owned(), Some(Kind::Number), true),
                ("seen".to_owned(), Some(Kind::Date), true),
                ("type".to_owned(), Some(Kind::Text), true)
            ]
        );
    }

    #[test]
    fn see_06_lists_and_references_read() {
        let hint = json!({"type": "array", "items": {"$ref": "#/$defs/p"}, "$defs": {"p": {"type": "object", "properties": {"a": {}}}}});
        assert!(matches!(parse(&hint), Ok(Some(Shape::List(inner))) if matches!(*inner, Shape::Object(_))));
        assert!(matches!(parse(&json!([{"a": ""}])), Ok(Some(Shape::List(_)))));
        assert!(matches!(parse(&json!({})), Ok(None)));
    }

    #[test]
    fn see_06_what_cannot_be_read_is_named() {
        let loops = json!({"$ref": "#"});
        assert!(parse(&loops).unwrap_err().reason.contains("nested deeper"));
        let unknown = json!({"type": "object", "properties": {"a": {"type": "money"}}});
        assert!(parse(&unknown).is_ok());
        let unknown = json!({"type": "object", "properties": {"a": {"type": "colour"}}});
        assert_eq!(parse(&unknown).unwrap_err().at, ".properties.a");
        assert!(parse(&json!({"type": "string"})).is_err());
        assert!(parse(&json!("title")).is_err());
    }

    proptest::proptest! {
        // Whatever JSON comes as a hint, reading it ends, and never panics.
        #[test]
        fn see_06_any_json_is_read_or_refused(text in "[\\[\\]{}\":,a-z0-9$#/ ]{0,80}") {
            if let Ok(value) = serde_json::from_str::<Value>(&text) { let _ = parse(&value); }
        }
    }
}
