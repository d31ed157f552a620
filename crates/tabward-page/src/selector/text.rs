//! From a part of a chain to its steps, and back to text.

use std::collections::BTreeMap;
use std::fmt;

use super::describe::Description;
use super::{Match, Selector, SelectorError, Step, css, lex, roles};

/// Reads one part of a chain; `:has-text(…)` in its middle makes it two steps.
pub(super) fn part(text: &str, steps: &mut Vec<Step>, how: &mut Vec<String>) -> Result<(), SelectorError> {
    let text = without_marker(text);
    if let Some(number) = reference(text) {
        steps.push(Step::Ref { number });
        return Ok(());
    }
    if let Some((form, value)) = form(text) {
        return prefixed(form, value, steps);
    }
    if text.starts_with("//") || text.starts_with("(/") || text.starts_with(".//") || text.starts_with("/html") {
        how.push("read as XPath".to_owned());
        steps.push(Step::Xpath { xpath: text.to_owned() });
        return Ok(());
    }
    if let Some(regex) = lex::regex(text)? {
        how.push("read as text that matches the regular expression".to_owned());
        steps.push(Step::Text { r#match: regex });
        return Ok(());
    }
    if let Some(step) = snapshot_line(text)? {
        steps.push(step);
        return Ok(());
    }
    if has_text(text, steps)? {
        return Ok(());
    }
    let description = Description::read(text);
    match css::parse(text) {
        Ok(shape) if shape.marked || shape.known => {
            let loose = !shape.marked || !shape.known;
            steps.push(Step::Css { css: text.to_owned(), has_text: None, loose: loose.then_some(description) });
        }
        other => {
            let mut told = format!("read as a description: {}", description.told());
            if let Err(css::Fault::Pseudo(name)) = other
                && text.is_ascii()
                && !text.contains(": ")
            {
                told = format!("{told} (:{name} is no CSS pseudo-class)");
            }
            how.push(told);
            steps.push(Step::Desc(description));
        }
    }
    Ok(())
}

/// Snapshot and diff lines may be copied with what stands before them.
fn without_marker(text: &str) -> &str {
    let rest = ["~ ", "+ ", "- ", "* ", "• "].iter().find_map(|marker| text.strip_prefix(marker)).map(str::trim_start);
    match rest {
        Some(rest) if reference(rest).is_some() || matches!(snapshot_line(rest), Ok(Some(_))) => rest,
        _ => text,
    }
}

/// `e57`, and the ways in which agents write it: `@e57`, `ref=e57`, `[ref=e57]`, `e57 "Save"`.
fn reference(text: &str) -> Option<u64> {
    let text =
        text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).filter(|t| t.starts_with("ref=")).unwrap_or(text);
    let text = text.strip_prefix("ref=").unwrap_or(text);
    let text = text.strip_prefix('@').unwrap_or(text);
    let (number, rest) = leading_ref(text)?;
    let rest = rest.trim_start();
    (rest.is_empty() || lex::wholly_quoted(rest).is_some()).then_some(number)
}

fn leading_ref(text: &str) -> Option<(u64, &str)> {
    let digits = text.strip_prefix('e')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 || end > 15 || digits.starts_with('0') || digits[end..].starts_with(|c: char| !c.is_whitespace()) {
        return None;
    }
    Some((digits[..end].parse().ok()?, &digits[end..]))
}

const FORMS: [&str; 14] = [
    "role",
    "text",
    "label",
    "placeholder",
    "alt",
    "title",
    "testid",
    "data-testid",
    "xpath",
    "css",
    "desc",
    "id",
    "name",
    "nth",
];

/// The form of `form=value`.
fn form(text: &str) -> Option<(&'static str, &str)> {
    let (before, value) = text.split_once('=')?;
    let before = before.trim_end();
    FORMS.iter().find(|form| form.eq_ignore_ascii_case(before)).map(|form| (*form, value.trim()))
}

/// Whether a part is a form's name without a value.
pub(super) fn is_empty_form(text: &str) -> bool {
    form(text).is_some_and(|(_, value)| value.is_empty())
}

fn prefixed(form: &str, value: &str, steps: &mut Vec<Step>) -> Result<(), SelectorError> {
    if value.is_empty() {
        return Err(SelectorError::NoValue { form: form.to_owned() });
    }
    let step = match form {
        "role" => role(value)?,
        "text" => Step::Text { r#match: lex::value(value)? },
        "label" => Step::Label { r#match: lex::value(value)? },
        "placeholder" => Step::Placeholder { r#match: lex::value(value)? },
        "alt" => Step::Alt { r#match: lex::value(value)? },
        "title" => Step::Title { r#match: lex::value(value)? },
        "testid" | "data-testid" => Step::Testid {
            // An id is an id: never a part of one.
            r#match: match lex::value(value)? {
                Match::Text { value } => Match::Exact { value },
                other => other,
            },
        },
        "xpath" => Step::Xpath { xpath: value.to_owned() },
        "desc" => Step::Desc(Description::read(value)),
        "id" => attribute("id", value),
        "name" => attribute("name", value),
        "nth" => Step::Nth { index: value.parse().map_err(|_| SelectorError::Nth)? },
        _ => {
            if has_text(value, steps)? {
                return Ok(());
            }
            checked_css(value)?
        }
    };
    steps.push(step);
    Ok(())
}

fn attribute(name: &str, value: &str) -> Step {
    let value = lex::wholly_quoted(value).unwrap_or_else(|| value.to_owned());
    Step::Css { css: format!("[{name}={}]", css_string(&value)), has_text: None, loose: None }
}

fn css_string(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.extend(format!("\\{:x} ", u32::from(c)).chars()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn checked_css(text: &str) -> Result<Step, SelectorError> {
    match css::parse(text) {
        Ok(_) => Ok(Step::Css { css: text.to_owned(), has_text: None, loose: None }),
        Err(css::Fault::Pseudo(name)) => Err(SelectorError::Css {
            why: format!(":{name} is no pseudo-class; text is found by text= or button \"…\""),
        }),
        Err(css::Fault::Syntax(at)) => Err(SelectorError::Css { why: format!("unexpected character at {at}") }),
    }
}

const TEXT_PSEUDOS: [(&str, bool); 4] =
    [(":has-text(", false), (":contains(", false), (":text-is(", true), (":text(", false)];

/// Reads `tr:has-text("Ana") button`, which is no CSS but is often written.
fn has_text(text: &str, steps: &mut Vec<Step>) -> Result<bool, SelectorError> {
    let found = TEXT_PSEUDOS
        .iter()
        .filter_map(|(name, exact)| text.find(name).map(|at| (at, *name, *exact)))
        .min_by_key(|(at, ..)| *at);
    let Some((at, name, exact)) = found else {
        return Ok(false);
    };
    let css = if at == 0 { "*" } else { &text[..at] };
    if css::parse(css).is_err() {
        return Ok(false);
    }
    let argument = &text[at + name.len()..];
    let Some(close) = closing_bracket(argument) else {
        return Ok(false);
    };
    let mut matches = lex::value(&argument[..close])?;
    if let Match::Exact { value } = matches {
        // The quotes belong to the argument here; they ask for nothing.
        matches = if exact { Match::Exact { value } } else { Match::Text { value } };
    }
    if matches!(&matches, Match::Text { value } if value.is_empty()) {
        return Ok(false);
    }
    let behind = &argument[close + 1..];
    let rest = behind.trim();
    if !rest.is_empty() && behind.len() == behind.trim_start().len() {
        return Ok(false);
    }
    let mut more = Vec::new();
    if !rest.is_empty() {
        let rest = if rest.starts_with(['>', '+', '~']) { format!(":scope {rest}") } else { rest.to_owned() };
        if !has_text(&rest, &mut more)? {
            more.push(checked_css(&rest)?);
        }
    }
    steps.push(Step::Css { css: css.to_owned(), has_text: Some(matches), loose: None });
    steps.extend(more);
    Ok(true)
}

fn closing_bracket(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            ')' => return Some(at),
            '\\' => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            _ => at += lex::quoted(&text[at..]).map_or(c.len_utf8(), |q| q.end),
        }
    }
    None
}

/// A line of a snapshot, or the start of one.
fn snapshot_line(text: &str) -> Result<Option<Step>, SelectorError> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&hashes)
        && let Some(name) = text[hashes..].strip_prefix(' ')
        && !name.trim().is_empty()
    {
        return Ok(Some(Step::Role {
            role: "heading".to_owned(),
            name: Some(Match::Exact { value: name.trim().to_owned() }),
            states: BTreeMap::from([("level".to_owned(), hashes.to_string())]),
        }));
    }
    let Some((role, rest)) = text.split_once(char::is_whitespace) else {
        return Ok(None);
    };
    let role = role.to_ascii_lowercase();
    if !roles::is_role(&role) {
        return Ok(None);
    }
    let rest = rest.trim_start();
    if let Some((number, _)) = leading_ref(rest) {
        return Ok(Some(Step::Ref { number }));
    }
    if let Some(regex) = lex::regex(rest)? {
        return Ok(Some(Step::Role { role, name: Some(regex), states: BTreeMap::new() }));
    }
    let Some(name) = lex::quoted(rest) else {
        return Ok(None);
    };
    let tail = &rest[name.end..];
    let tail = tail.trim_start();
    if let Some((number, _)) = leading_ref(tail) {
        return Ok(Some(Step::Ref { number }));
    }
    if tail.is_empty() || tail.starts_with(['=', '[', '(', '{', '|']) {
        return Ok(Some(Step::Role {
            role,
            name: Some(Match::Exact { value: name.content }),
            states: BTreeMap::new(),
        }));
    }
    Ok(None)
}

const STATES: [&str; 8] = ["checked", "disabled", "expanded", "invalid", "level", "pressed", "required", "selected"];

/// `button[name="Save"][expanded]`.
fn role(text: &str) -> Result<Step, SelectorError> {
    let end = text.find('[').unwrap_or(text.len());
    let written = text[..end].trim();
    let role = written.to_ascii_lowercase();
    if !roles::is_role(&role) {
        return Err(SelectorError::Role { role: written.to_owned(), nearest: roles::nearest(&role) });
    }
    let mut name = None;
    let mut states = BTreeMap::new();
    let mut rest = text[end..].trim();
    while let Some(inner) = rest.strip_prefix('[') {
        let fault = || SelectorError::RoleAttribute { attribute: rest.to_owned() };
        let close = attribute_end(inner).ok_or_else(fault)?;
        let (key, value) = match inner[..close].split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (inner[..close].trim(), None),
        };
        if key == "name" {
            name = Some(lex::value(value.filter(|v| !v.is_empty()).ok_or_else(fault)?)?);
        } else if STATES.contains(&key) {
            let value =
                value.map_or_else(|| "true".to_owned(), |v| lex::wholly_quoted(v).unwrap_or_else(|| v.to_owned()));
            if value.is_empty() || value.contains(['[', ']', '"']) {
                return Err(fault());
            }
            states.insert(key.to_owned(), value);
        } else {
            return Err(SelectorError::RoleAttribute { attribute: key.to_owned() });
        }
        rest = inner[close + 1..].trim();
    }
    if !rest.is_empty() {
        return Err(SelectorError::RoleAttribute { attribute: rest.to_owned() });
    }
    Ok(Step::Role { role, name, states })
}

/// The offset of the `]` that ends an attribute; quotes and regular expressions may contain it.
fn attribute_end(text: &str) -> Option<usize> {
    let value = text.find('=').map_or(text.len(), |at| at + 1);
    let plain = text.find(']')?;
    if plain < value {
        return Some(plain);
    }
    let start = text.len() - text[value..].trim_start().len();
    let skip = if let Some(quoted) = lex::quoted(&text[start..]) {
        quoted.end
    } else if text[start..].starts_with('/') {
        lex::regex_span(&text[start..]).unwrap_or(0)
    } else {
        0
    };
    text[start + skip..].find(']').map(|at| start + skip + at)
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { value } => f.write_str(value),
            Self::Exact { value } => f.write_str(&lex::quote(value)),
            Self::Regex { source, flags } => write!(f, "/{source}/{flags}"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ref { number } => write!(f, "e{number}"),
            Self::Id { id } => write!(f, "(element {id})"),
            Self::Css { css, has_text: Some(m), .. } => {
                let value = match m {
                    Match::Text { value } => lex::quote(value),
                    other => other.to_string(),
                };
                let pseudo = if matches!(m, Match::Exact { .. }) { "text-is" } else { "has-text" };
                write!(f, "{css}:{pseudo}({value})")
            }
            Self::Css { css, loose: Some(_), .. } => f.write_str(css),
            Self::Css { css, .. } => write!(f, "css={css}"),
            Self::Xpath { xpath } => write!(f, "xpath={xpath}"),
            Self::Role { role, name, states } => {
                write!(f, "role={role}")?;
                if let Some(name) = name {
                    write!(f, "[name={name}]")?;
                }
                states.iter().try_for_each(|(key, value)| write!(f, "[{key}={value}]"))
            }
            Self::Text { r#match } => write!(f, "text={match}"),
            Self::Label { r#match } => write!(f, "label={match}"),
            Self::Placeholder { r#match } => write!(f, "placeholder={match}"),
            Self::Alt { r#match } => write!(f, "alt={match}"),
            Self::Title { r#match } => write!(f, "title={match}"),
            Self::Testid { r#match } => write!(f, "testid={match}"),
            Self::Desc(description) => write!(f, "desc={}", description.text),
            Self::Nth { index } => write!(f, "nth={index}"),
        }
    }
}

impl fmt::Display for Selector {
    /// A string that is read as the same selector.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            if at > 0 {
                f.write_str(" >> ")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}
