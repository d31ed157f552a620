//! Changes one member of a JSON file and leaves all else as it was: order, spacing, comments.
//!
//! Settings of other programs belong to the person. Reading and writing them anew would reorder and reformat them, and
//! would fail where they contain comments.

/// Why a text could not be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum EditError {
    /// It is no JSON object, with or without comments.
    #[error("not a JSON object (near line {0})")]
    NotAnObject(usize),
    /// A member on the way is no object.
    #[error("\"{0}\" is no object")]
    Member(String),
}

/// Sets `path` (names of nested objects and the member) to `value`, a JSON text; makes objects on the way.
pub(super) fn set(text: &str, path: &[&str], value: &str) -> Result<String, EditError> {
    if text.trim().is_empty() {
        return Ok(format!("{{{}\n}}\n", members("\n", "  ", path, value)));
    }
    let root = Scanner { text, at: 0 }.document()?;
    let mut object = root;
    for (depth, name) in path.iter().enumerate() {
        let Some(member) = object.members.iter().find(|member| member.name == *name) else {
            return Ok(insert(text, &object, depth, &path[depth..], value));
        };
        if depth + 1 == path.len() {
            return Ok(format!("{}{value}{}", &text[..member.value.0], &text[member.value.1..]));
        }
        object = Scanner { text, at: member.value.0 }.object().map_err(|_| EditError::Member((*name).to_owned()))?;
    }
    Ok(text.to_owned())
}

/// Removes the member at `path`, and objects on the way that it leaves empty if they were `made` by [`set`] alone.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<Option<String>, EditError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut object = Scanner { text, at: 0 }.document()?;
    for (depth, name) in path.iter().enumerate() {
        let Some(index) = object.members.iter().position(|member| member.name == *name) else {
            return Ok(None);
        };
        let member = &object.members[index];
        if depth + 1 == path.len() {
            // With the comma before it, or, for the first, the one behind it.
            let (start, end) = if index > 0 {
                (object.members[index - 1].value.1, member.value.1)
            } else if let Some(next) = object.members.get(1) {
                (member.start, next.start)
            } else {
                (object.open + 1, object.close)
            };
            return Ok(Some(format!("{}{}", &text[..start], &text[end..])));
        }
        object = Scanner { text, at: member.value.0 }.object().map_err(|_| EditError::Member((*name).to_owned()))?;
    }
    Ok(None)
}

/// The text of the member at `path`.
#[cfg(test)]
fn get<'a>(text: &'a str, path: &[&str]) -> Option<&'a str> {
    let mut object = Scanner { text, at: 0 }.document().ok()?;
    for (depth, name) in path.iter().enumerate() {
        let member = object.members.iter().find(|member| member.name == *name)?;
        if depth + 1 == path.len() {
            return Some(&text[member.value.0..member.value.1]);
        }
        object = Scanner { text, at: member.value.0 }.object().ok()?;
    }
    None
}

fn insert(text: &str, object: &Object, depth: usize, path: &[&str], value: &str) -> String {
    let unit = indent(text);
    let Some(last) = object.members.last() else {
        let here = unit.repeat(depth);
        let added = members(&format!("\n{here}{unit}"), &unit, path, value);
        return format!("{}{added}\n{here}{}", &text[..=object.open], &text[object.close..]);
    };
    // As the members before it stand.
    let line = text[..last.start].rfind('\n').map(|at| &text[at + 1..last.start]);
    let break_and_indent = match line {
        Some(space) if space.trim().is_empty() => format!("\n{space}"),
        _ => " ".to_owned(),
    };
    let added = members(&break_and_indent, &unit, path, value);
    // A trailing comma, which these files may have, serves for the new member.
    let behind = last.comma.unwrap_or(last.value.1);
    let comma = if last.comma.is_some() { "" } else { "," };
    format!("{}{comma}{added}{}", &text[..behind], &text[behind..])
}

/// The nested members of `path` with `value` at their end, each on its line when `lead` has a line break.
fn members(lead: &str, unit: &str, path: &[&str], value: &str) -> String {
    let lead = if lead == "\n" { format!("\n{unit}") } else { lead.to_owned() };
    match path {
        [] => String::new(),
        [name] => format!("{lead}\"{name}\": {value}"),
        [name, rest @ ..] => {
            let inner = if lead.starts_with('\n') { format!("{lead}{unit}") } else { lead.clone() };
            format!("{lead}\"{name}\": {{{}{lead}}}", members(&inner, unit, rest, value))
        }
    }
}

/// What the file indents with.
fn indent(text: &str) -> String {
    text.lines()
        .skip(1)
        .find_map(|line| {
            let space = &line[..line.len() - line.trim_start().len()];
            (!space.is_empty() && !line.trim().is_empty()).then(|| space.to_owned())
        })
        .filter(|space| space.len() <= 8)
        .unwrap_or_else(|| "  ".to_owned())
}

struct Member {
    name: String,
    start: usize,
    value: (usize, usize),
    /// Behind the comma that follows, if one does.
    comma: Option<usize>,
}

struct Object {
    open: usize,
    close: usize,
    members: Vec<Member>,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn fault(&self) -> EditError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        EditError::NotAnObject(before.matches('\n').count() + 1)
    }

    fn document(mut self) -> Result<Object, EditError> {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        self.space();
        let object = self.object_here()?;
        self.space();
        if self.at == self.text.len() { Ok(object) } else { Err(self.fault()) }
    }

    fn object(mut self) -> Result<Object, EditError> {
        self.object_here()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Space and comments.
    fn space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with(|c: char| c.is_ascii_whitespace()) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn object_here(&mut self) -> Result<Object, EditError> {
        let open = self.at;
        if !self.eat(b'{') {
            return Err(self.fault());
        }
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.space();
            let close = self.at;
            if self.eat(b'}') {
                return Ok(Object { open, close, members });
            }
            if members.last().is_some_and(|last| last.comma.is_none()) {
                return Err(self.fault());
            }
            let start = self.at;
            let name = self.string()?;
            self.space();
            if !self.eat(b':') {
                return Err(self.fault());
            }
            self.space();
            let value = self.at;
            self.value(0)?;
            let end = self.at;
            self.space();
            let comma = self.eat(b',').then_some(self.at);
            members.push(Member { name, start, value: (value, end), comma });
        }
    }

    fn string(&mut self) -> Result<String, EditError> {
        let start = self.at;
        if !self.eat(b'"') {
            return Err(self.fault());
        }
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'"' => {
                    return serde_json::from_str(self.text.get(start..self.at).unwrap_or_default())
                        .map_err(|_| self.fault());
                }
                _ => {}
            }
        }
        Err(self.fault())
    }

    fn value(&mut self, depth: usize) -> Result<(), EditError> {
        if depth > 100 {
            return Err(self.fault());
        }
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(open @ (b'{' | b'[')) => {
                self.at += 1;
                let close = if open == b'{' { b'}' } else { b']' };
                loop {
                    self.space();
                    if self.eat(close) {
                        return Ok(());
                    }
                    if open == b'{' {
                        self.string()?;
                        self.space();
                        if !self.eat(b':') {
                            return Err(self.fault());
                        }
                        self.space();
                    }
                    self.value(depth + 1)?;
                    self.space();
                    if !self.eat(b',') {
                        self.space();
                        return if self.eat(close) { Ok(()) } else { Err(self.fault()) };
                    }
                }
            }
            Some(_) => {
                let rest = &self.text[self.at..];
                let end = rest
                    .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')))
                    .unwrap_or(rest.len());
                if serde_json::from_str::<serde_json::Value>(&rest[..end]).is_err() {
                    return Err(self.fault());
                }
                self.at += end;
                Ok(())
            }
            None => Err(self.fault()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: [&str; 2] = ["mcpServers", "tabward"];

    #[test]
    fn a_member_is_added_and_all_else_stays_as_it_was() {
        let cases = [
            ("", "{\n  \"mcpServers\": {\n    \"tabward\": 1\n  }\n}\n"),
            ("{}", "{\n  \"mcpServers\": {\n    \"tabward\": 1\n  }\n}"),
            (
                "{\n\t\"b\": 1, // mine\n\t\"a\": [1, 2]\n}\n",
                "{\n\t\"b\": 1, // mine\n\t\"a\": [1, 2],\n\t\"mcpServers\": {\n\t\t\"tabward\": 1\n\t}\n}\n",
            ),
            (
                "{\n  \"mcpServers\": {\n    \"other\": {}\n  },\n  \"x\": null\n}",
                "{\n  \"mcpServers\": {\n    \"other\": {},\n    \"tabward\": 1\n  },\n  \"x\": null\n}",
            ),
            (
                "{\n  \"mcpServers\": {\n    \"other\": {}, /* last */\n  }\n}",
                "{\n  \"mcpServers\": {\n    \"other\": {},\n    \"tabward\": 1 /* last */\n  }\n}",
            ),
            ("{ \"mcpServers\": {} }", "{ \"mcpServers\": {\n    \"tabward\": 1\n  } }"),
            ("{\"mcpServers\":{\"tabward\":{\"old\":[1]}}}", "{\"mcpServers\":{\"tabward\":1}}"),
        ];
        for (text, expected) in cases {
            assert_eq!(set(text, &PATH, "1").as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn undoing_gives_back_what_was_there() {
        for text in [
            "{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n",
            "{\n\t\"mcpServers\": {\n\t\t\"z\": [\"{\", \"\\\"\"]\n\t}, // note\n\t\"b\": -1.5e3\n}",
        ] {
            let with = set(text, &PATH, "{\"command\": \"x\"}").expect("set");
            assert_eq!(remove(&with, &PATH), Ok(Some(text.to_owned())));
            assert_eq!(get(&with, &PATH), Some("{\"command\": \"x\"}"));
            assert_eq!(remove(text, &PATH), Ok(None));
        }
        let first = "{\"mcpServers\": {\"tabward\": 1, \"b\": 2}}";
        assert_eq!(remove(first, &PATH).as_ref().map(Option::as_deref), Ok(Some("{\"mcpServers\": {\"b\": 2}}")));
        let only = "{\"mcpServers\": {\n \"tabward\": 1\n}}";
        assert_eq!(remove(only, &PATH).as_ref().map(Option::as_deref), Ok(Some("{\"mcpServers\": {}}")));
    }

    #[test]
    fn what_is_no_object_is_left_alone() {
        assert_eq!(set("[1]", &PATH, "1"), Err(EditError::NotAnObject(1)));
        assert_eq!(set("{\n\"a\": tru\n}", &PATH, "1"), Err(EditError::NotAnObject(2)));
        assert_eq!(set("{\"mcpServers\": 3}", &PATH, "1"), Err(EditError::Member("mcpServers".to_owned())));
        assert_eq!(set("{\"a\": 1} x", &PATH, "1"), Err(EditError::NotAnObject(1)));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_changed_or_refused(text in "[{}\\[\\]\",:a1/* \n\\\\é]{0,40}") {
            if let Ok(with) = set(&text, &PATH, "1") {
                proptest::prop_assert_eq!(get(&with, &PATH), Some("1"));
            }
        }
    }
}
