//! `tabward batch`: calls from standard input.

use clap::Command;
use serde_json::{Map, Value};
use tabward_hub::tools::Listed;

use super::tree::{Typed, typed};

/// Reads one line of a batch; none for an empty line or a comment.
pub(super) fn line(tools: &[Listed], tree: &Command, text: &str) -> Result<Option<Typed>, String> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    if text.starts_with('{') {
        return json(tools, text).map(Some);
    }
    let words = words(text)?;
    let matches = tree
        .clone()
        .try_get_matches_from(std::iter::once("tabward".to_owned()).chain(words))
        .map_err(|error| error.to_string())?;
    let (name, matches) = matches.subcommand().ok_or("no command")?;
    typed(tools, name, matches)?.map(Some).ok_or_else(|| format!("{name} is no tool"))
}

/// `{"tool": …, arguments…}`, or `{"tool": …, "arguments": {…}}`.
fn json(tools: &[Listed], text: &str) -> Result<Typed, String> {
    let mut call: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Some(Value::String(name)) = call.remove("tool") else {
        return Err("\"tool\" is missing".to_owned());
    };
    let tool = tools.iter().find(|tool| tool.name == name).ok_or_else(|| format!("{name} is no tool"))?;
    let arguments = match call.remove("arguments") {
        Some(Value::Object(arguments)) if call.is_empty() => arguments,
        Some(_) => return Err("\"arguments\" must be an object, with nothing but \"tool\" beside it".to_owned()),
        None => call,
    };
    Ok(Typed { tool: tool.name, arguments })
}

/// Splits a line into words as a shell does: quotes and backslashes, no expansion.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("a single quote is not closed".to_owned()),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                            Some(c) => word.extend(['\\', c]),
                            None => return Err("a double quote is not closed".to_owned()),
                        },
                        Some(c) => word.push(c),
                        None => return Err("a double quote is not closed".to_owned()),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_a_shell_does() {
        let split = |text: &str| words(text);
        assert_eq!(split("click e12"), Ok(vec!["click".to_owned(), "e12".to_owned()]));
        assert_eq!(
            split(r#"fill e1="Ana Lima"  'label=a b'=x\ y "" "#),
            Ok(vec!["fill".to_owned(), "e1=Ana Lima".to_owned(), "label=a b=x y".to_owned(), String::new()])
        );
        assert_eq!(split(r#"click "button \"Save\"""#), Ok(vec!["click".to_owned(), "button \"Save\"".to_owned()]));
        assert!(split("click 'x").is_err() && split("click \"x").is_err());
    }
}
