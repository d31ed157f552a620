//! From a tool's schema to a sub-command, and from what was typed to the tool's arguments.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};

/// What of a schema a flag needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// `--flag`, or `--flag=false`.
    Flag,
    /// A whole number or a decimal.
    Number,
    /// One of these.
    Choice(Vec<String>),
    /// May be given several times.
    List,
    /// JSON.
    Json,
    /// A string.
    Text,
    /// A string, or true and false.
    TextOrFlag,
}

fn kind(schema: &Value) -> Kind {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return Kind::Choice(choices.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Kind::Json,
    };
    match types.as_slice() {
        ["boolean"] => Kind::Flag,
        ["integer" | "number"] => Kind::Number,
        ["string"] => Kind::Text,
        ["array"] if schema.pointer("/items/type").and_then(Value::as_str) != Some("object") => Kind::List,
        types if types.contains(&"string") && types.contains(&"boolean") => Kind::TextOrFlag,
        types if types.contains(&"string") => Kind::Text,
        _ => Kind::Json,
    }
}

/// Adds a flag for each property; those in `positional` may also be given in this order without their names.
pub(super) fn add(mut command: Command, schema: &Map<String, Value>, positional: &[&str]) -> Command {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    for (name, property) in properties {
        let mut arg = Arg::new(name.clone()).long(flag(name)).help(help(property));
        if name.contains('_') {
            arg = arg.alias(name.clone());
        }
        arg = match kind(property) {
            Kind::Flag => arg
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .value_name("BOOL")
                .value_parser(["true", "false"])
                .hide_possible_values(true),
            Kind::Number => arg.value_name("N").allow_hyphen_values(true),
            Kind::Choice(choices) => arg.value_name("CHOICE").value_parser(PossibleValuesParser::new(choices)),
            Kind::List => arg.value_name("VALUE").action(ArgAction::Append).allow_hyphen_values(true),
            Kind::Json => arg.value_name("JSON"),
            Kind::Text => arg.value_name("TEXT").allow_hyphen_values(true),
            Kind::TextOrFlag => arg.value_name("TEXT").num_args(0..=1).default_missing_value("true"),
        };
        command = command.arg(arg);
    }
    for (at, name) in positional.iter().enumerate() {
        let Some(property) = properties.get(*name) else { continue };
        let mut arg = Arg::new(at_place(name)).index(at + 1).value_name(name.to_ascii_uppercase()).help(help(property));
        if let Kind::Choice(choices) = kind(property) {
            arg = arg.value_parser(PossibleValuesParser::new(choices));
        }
        command = command.arg(arg);
    }
    command
}

/// The id of an argument that is given by its place.
fn at_place(name: &str) -> String {
    format!("{name} by place")
}

/// `full_page` as `full-page`.
fn flag(name: &str) -> String {
    name.replace('_', "-")
}

fn help(property: &Value) -> String {
    property.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// What was typed, as the tool's arguments. The hub checks them; here only numbers and JSON are read.
pub(super) fn read(
    matches: &ArgMatches,
    schema: &Map<String, Value>,
    positional: &[&str],
) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    for (name, property) in properties {
        let mut given: Vec<&String> = matches.get_many::<String>(name).into_iter().flatten().collect();
        if given.is_empty() && positional.contains(&name.as_str()) {
            given.extend(matches.get_one::<String>(&at_place(name)));
        }
        if given.is_empty() {
            continue;
        }
        arguments.insert(name.clone(), value(name, &kind(property), &given)?);
    }
    Ok(arguments)
}

fn value(name: &str, kind: &Kind, given: &[&String]) -> Result<Value, String> {
    let last = given.last().map_or("", |text| text.as_str());
    Ok(match kind {
        Kind::Flag => Value::Bool(last == "true"),
        Kind::Number => serde_json::from_str::<serde_json::Number>(last)
            .map(Value::Number)
            .map_err(|_| format!("--{}: {last:?} is no number", flag(name)))?,
        Kind::List => match given {
            [one] if one.starts_with('[') => json(name, one)?,
            _ => given.iter().map(|text| Value::String((*text).clone())).collect(),
        },
        Kind::Json if name == "session" => session(last)?,
        Kind::Json => json(name, last)?,
        Kind::TextOrFlag => word(last),
        Kind::Text | Kind::Choice(_) => Value::String(last.to_owned()),
    })
}

/// `true` and `false` as what they say, anything else as text.
pub(super) fn word(text: &str) -> Value {
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => Value::String(text.to_owned()),
    }
}

fn json(name: &str, text: &str) -> Result<Value, String> {
    let read = |text: &str| serde_json::from_str(text).map_err(|error| format!("--{}: {error}", flag(name)));
    match text.strip_prefix('@') {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| format!("--{}: {path}: {error}", flag(name)))?;
            read(&text)
        }
        None => read(text),
    }
}

/// `headless`, `headed`, `auto`, `attach`, `attach:9222`, `attach:host:9222`, or JSON.
fn session(text: &str) -> Result<Value, String> {
    if text.starts_with('{') {
        return json("session", text);
    }
    let fault = || {
        format!("--session: {text:?} is none of headless, headed, auto, attach, attach:PORT, attach:HOST:PORT or JSON")
    };
    let (mode, place) = text.split_once(':').map_or((text, None), |(mode, place)| (mode, Some(place)));
    let mode = match mode {
        "headless" | "launch_headless" => "launch_headless",
        "headed" | "launch_headed" => "launch_headed",
        "auto" | "attach" => mode,
        _ => return Err(fault()),
    };
    let mut session = Map::from_iter([("mode".to_owned(), Value::String(mode.to_owned()))]);
    if let Some(place) = place {
        let (host, port) = place.rsplit_once(':').map_or((None, place), |(host, port)| (Some(host), port));
        session.insert("port".to_owned(), Value::from(port.parse::<u16>().map_err(|_| fault())?));
        if let Some(host) = host {
            session.insert("host".to_owned(), Value::String(host.to_owned()));
        }
    }
    Ok(Value::Object(session))
}

/// `e1=Ana`, `label=Email=ana@example.com`, `input[name=q]=cats`: a field and its value.
pub(super) fn assignment(text: &str) -> Result<(String, Value), String> {
    const FORMS: [&str; 12] =
        ["role", "text", "label", "placeholder", "alt", "title", "testid", "xpath", "css", "desc", "id", "name"];
    let mut depth = 0_usize;
    let mut quote = None;
    let mut skip = usize::from(text.split_once('=').is_some_and(|(form, _)| FORMS.contains(&form.trim())));
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) => {
                if c == open {
                    quote = None;
                }
            }
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            (None, '=') if depth == 0 && skip > 0 => skip -= 1,
            (None, '=') if depth == 0 => {
                let (selector, value) = (text[..at].trim(), &text[at + 1..]);
                if selector.is_empty() {
                    break;
                }
                return Ok((selector.to_owned(), word(value)));
            }
            (None, _) => {}
        }
    }
    Err(format!("{text:?} is no FIELD=VALUE, such as e12=Ana or label=Email=ana@example.com"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Map<String, Value> {
        let schema = json!({"type": "object", "properties": {
            "selector": {"type": "string", "description": "Which"},
            "index": {"type": "integer"},
            "full_page": {"type": "boolean"},
            "mode": {"enum": ["auto", "full"]},
            "values": {"type": "array", "items": {"type": "string"}},
            "submit": {"type": ["string", "boolean"]},
            "amount": {"type": ["string", "number"]},
            "schema_hint": {"type": "object"},
            "session": {"type": "object"},
        }});
        match schema {
            Value::Object(map) => map,
            _ => unreachable!(),
        }
    }

    fn typed(words: &[&str]) -> Result<Value, String> {
        let command = add(Command::new("x"), &schema(), &["selector", "mode"]);
        let matches = command.try_get_matches_from([&["x"], words].concat()).map_err(|error| error.to_string())?;
        read(&matches, &schema(), &["selector", "mode"]).map(Value::Object)
    }

    #[test]
    fn flags_become_arguments_of_the_kind_that_the_schema_names() {
        assert_eq!(typed(&["e1", "full", "--index", "2"]), Ok(json!({"selector": "e1", "mode": "full", "index": 2})));
        assert_eq!(typed(&["--selector", "#a", "--full-page"]), Ok(json!({"selector": "#a", "full_page": true})));
        assert_eq!(typed(&["--full_page=false", "--index=-1"]), Ok(json!({"full_page": false, "index": -1})));
        assert_eq!(typed(&["--values", "a", "--values", "b"]), Ok(json!({"values": ["a", "b"]})));
        assert_eq!(typed(&["--values", "[\"a,b\"]"]), Ok(json!({"values": ["a,b"]})));
        assert_eq!(typed(&["--submit"]), Ok(json!({"submit": true})));
        assert_eq!(typed(&["--submit", "e3"]), Ok(json!({"submit": "e3"})));
        assert_eq!(typed(&["--amount", "page"]), Ok(json!({"amount": "page"})));
        assert_eq!(typed(&["--schema-hint", "{\"a\":1}"]), Ok(json!({"schema_hint": {"a": 1}})));
        assert!(typed(&["--index", "two"]).is_err_and(|error| error.contains("--index")));
        assert!(typed(&["--schema-hint", "{"]).is_err());
        assert!(typed(&["--mode", "other"]).is_err_and(|error| error.contains("auto")));
        assert!(typed(&["--nope"]).is_err());
    }

    #[test]
    fn sessions_have_a_short_form() {
        assert_eq!(session("headless"), Ok(json!({"mode": "launch_headless"})));
        assert_eq!(session("attach:9333"), Ok(json!({"mode": "attach", "port": 9333})));
        assert_eq!(session("attach:127.0.0.1:1"), Ok(json!({"mode": "attach", "host": "127.0.0.1", "port": 1})));
        assert_eq!(session("{\"mode\":\"auto\"}"), Ok(json!({"mode": "auto"})));
        assert!(session("fast").is_err() && session("attach:x").is_err());
    }

    #[test]
    fn assignments_split_behind_the_selector() {
        let split = |text: &str| assignment(text).map(|(selector, value)| (selector, value.to_string()));
        let expect = |selector: &str, value: &str| Ok((selector.to_owned(), value.to_owned()));
        assert_eq!(split("e1=x=y"), expect("e1", "\"x=y\""));
        assert_eq!(split("e2=true"), expect("e2", "true"));
        assert_eq!(split("label=Email=ana@x.y"), expect("label=Email", "\"ana@x.y\""));
        assert_eq!(split("input[name=q]=cats"), expect("input[name=q]", "\"cats\""));
        assert_eq!(split("textbox \"a=b\"=c"), expect("textbox \"a=b\"", "\"c\""));
        assert_eq!(split("e1="), expect("e1", "\"\""));
        assert!(split("e1").is_err() && split("=x").is_err() && split("label=Email").is_err());
    }
}
