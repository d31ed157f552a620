//! Structs, enums and trait implementations.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail, ensure};

use super::{
    super::{
        allow::{Entry, Level, NamedRule, Rule},
        names::{doc, field, pascal, snake},
    },
    Emitter, Member, Use, local,
};

/// Capabilities that belong to no tab: their commands need no rule that names the permit's tab.
const WITHOUT_TAB: [&str; 1] = ["Instance"];

fn camel(name: &str) -> String {
    let name = name.trim_start_matches("r#");
    let mut out = String::new();
    let mut upper = false;
    for c in name.chars() {
        if c == '_' {
            upper = true;
        } else if upper {
            out.push(c.to_ascii_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}

fn derives(usage: Use, defaults: bool, more: &str) -> String {
    let mut list = vec!["Debug", "Clone"];
    if defaults {
        list.push("Default");
    }
    if !more.is_empty() {
        list.push(more);
    }
    if usage.sent {
        list.push("serde::Serialize");
    }
    if usage.received {
        list.push("serde::Deserialize");
    }
    format!("#[derive({})]\n", list.join(", "))
}

/// A struct with its `new`, where it has members that must be given.
fn structure(name: &str, docs: &str, members: &[Member], usage: Use) -> String {
    let defaults = members.iter().all(|it| it.optional || it.defaults);
    let mut out = docs.to_owned();
    out.push_str(&derives(usage, defaults, ""));
    if members.iter().filter(|it| !it.optional && it.kind == "bool").count() > 3 {
        out.push_str("#[expect(clippy::struct_excessive_bools, reason = \"the protocol has it so\")]\n");
    }
    if members.is_empty() {
        let _ = writeln!(out, "pub struct {name} {{}}");
        return out;
    }
    out.push_str("#[serde(rename_all = \"camelCase\")]\n");
    let _ = writeln!(out, "pub struct {name} {{");
    for it in members {
        out.push_str(&it.docs);
        if camel(&it.name) != it.wire {
            let _ = writeln!(out, "#[serde(rename = \"{}\")]", it.wire);
        }
        if it.optional {
            if usage.sent {
                out.push_str("#[serde(skip_serializing_if = \"Option::is_none\")]\n");
            }
            let _ = writeln!(out, "pub {}: Option<{}>,", it.name, it.kind);
        } else {
            let _ = writeln!(out, "pub {}: {},", it.name, it.kind);
        }
    }
    out.push_str("}\n");
    if usage.sent {
        out.push_str(&constructor(name, members));
    }
    out
}

fn constructor(name: &str, members: &[Member]) -> String {
    let required: Vec<&Member> = members.iter().filter(|it| !it.optional && !it.fixed).collect();
    if required.is_empty() || required.len() > 7 {
        return String::new();
    }
    let mut out = format!("impl {name} {{\n/// With what must be given; all else is absent.\npub fn new(");
    for it in &required {
        let text = it.kind == "String";
        let _ = write!(out, "{}: {}, ", it.name, if text { "impl Into<String>" } else { &it.kind });
    }
    out.push_str(") -> Self {\nSelf {\n");
    for it in members {
        let _ = match (it.optional, it.kind == "String") {
            _ if it.fixed => writeln!(out, "{}: crate::Always,", it.name),
            (true, _) => writeln!(out, "{}: None,", it.name),
            (false, true) => writeln!(out, "{0}: {0}.into(),", it.name),
            (false, false) => writeln!(out, "{},", it.name),
        };
    }
    out.push_str("}\n}\n}\n");
    out
}

/// An enum of texts that keeps a value which it does not know.
fn choice(name: &str, docs: &str, values: &[String], usage: Use) -> Result<String> {
    ensure!(!values.is_empty(), "{name} has no values");
    let mut out = docs.to_owned();
    out.push_str(&derives(usage, false, "PartialEq, Eq, Hash"));
    let _ = writeln!(out, "pub enum {name} {{");
    for value in values {
        let _ = writeln!(out, "/// `{value}`.\n#[serde(rename = \"{value}\")]\n{},", pascal(value));
    }
    out.push_str("/// A value that this build does not know.\n#[serde(untagged)]\nUnknownValue(String),\n}\n");
    let _ =
        writeln!(out, "impl {name} {{\n/// The protocol's own word.\npub fn as_str(&self) -> &str {{\nmatch self {{");
    for value in values {
        let _ = writeln!(out, "Self::{} => \"{value}\",", pascal(value));
    }
    out.push_str("Self::UnknownValue(value) => value,\n}\n}\n}\n");
    Ok(out)
}

/// A type of its own around a plain value.
fn newtype(name: &str, docs: &str, inner: &str, usage: Use) -> String {
    let more = match inner {
        "String" => "PartialEq, Eq, Hash, PartialOrd, Ord",
        "i64" => "Copy, PartialEq, Eq, Hash, PartialOrd, Ord",
        "f64" => "Copy, PartialEq, PartialOrd",
        "Vec<f64>" => "PartialEq",
        _ => "",
    };
    let mut out = docs.to_owned();
    out.push_str(&derives(usage, true, more));
    let _ = writeln!(out, "#[serde(transparent)]\npub struct {name}(pub {inner});");
    if inner == "String" {
        let _ = writeln!(
            out,
            "impl {name} {{\n/// The bare text.\npub fn as_str(&self) -> &str {{\n&self.0\n}}\n}}\n\
             impl From<&str> for {name} {{\nfn from(text: &str) -> Self {{\nSelf(text.to_owned())\n}}\n}}\n\
             impl From<String> for {name} {{\nfn from(text: String) -> Self {{\nSelf(text)\n}}\n}}\n\
             impl std::fmt::Display for {name} {{\nfn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n\
             f.write_str(&self.0)\n}}\n}}"
        );
    }
    out
}

impl Emitter<'_> {
    pub(super) fn commands(&mut self) -> Result<()> {
        for (module, entries) in &self.allow.commands {
            for (name, entry) in entries {
                self.one_command(module, name, entry).with_context(|| format!("{module}::{name}"))?;
            }
        }
        Ok(())
    }

    fn one_command(&mut self, module: &str, name: &str, entry: &Entry) -> Result<()> {
        let call = self.command(&entry.method)?.clone();
        let known = |it: &String| call.parameters.iter().any(|parameter| parameter.name == *it);
        let named =
            entry.rules.keys().chain(&entry.any_of).chain(&entry.omit).chain(&entry.require).chain(entry.fixed.keys());
        if let Some(unknown) = named.chain(entry.types.keys()).find(|it| !known(it)) {
            bail!("{} has no parameter {unknown}", entry.method);
        }
        let with_tab = !WITHOUT_TAB.contains(&entry.capability.as_str());
        let own_tab = entry.rules.values().any(|rule| matches!(rule, Rule::Named(NamedRule::OwnTab)));
        ensure!(
            entry.level == Level::Target || !with_tab || own_tab || entry.open,
            "a command to the whole browser under a tab's permit must name the permit's tab"
        );
        let members = self.members(module, &entry.method, &call.parameters, Use::SENT, Some(entry))?;
        let mut note = vec![format!("`{}`; needs `{}`.", entry.method, entry.capability)];
        note.extend(entry.note.clone());
        if call.experimental {
            note.push("Experimental.".to_owned());
        }
        let docs = doc(call.description.as_deref(), &format!("`{}`.", entry.method), Some(&note.join(" ")));
        let mut text = structure(name, &docs, &members, Use::SENT);

        let returned = self.returned(module, entry, &call.returns)?;
        let level = if entry.level == Level::Browser { "Browser" } else { "Target" };
        let rules = rules(entry, &members)?;
        let scope = if rules.contains("scope") { "scope" } else { "_scope" };
        let _ = write!(
            text,
            "impl crate::command::Sealed for {name} {{}}\n\
             impl crate::Command for {name} {{\n\
             const METHOD: &'static str = \"{}\";\n\
             const LEVEL: crate::Level = crate::Level::{level};\n\
             type Returns = {returned};\n\
             type Capability = tabward_model::capability::{};\n\
             fn check(&self, {scope}: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {{\n{rules}Ok(())\n}}\n}}\n",
            entry.method, entry.capability
        );
        self.put(module, name, text)
    }

    /// The struct of what a command returns, shared by all ways to send it.
    fn returned(&mut self, module: &str, entry: &Entry, fields: &[super::Field]) -> Result<String> {
        let fields: Vec<_> = fields.iter().filter(|it| self.keeps(&entry.method, it)).cloned().collect();
        if fields.is_empty() {
            return Ok("crate::Nothing".to_owned());
        }
        let name = format!("{}Returns", pascal(local(&entry.method)));
        if self.returns.insert((module.to_owned(), name.clone())) {
            let members = self.members(module, &entry.method, &fields, Use::RECEIVED, None)?;
            let docs = doc(None, &format!("What `{}` returns.", entry.method), None);
            self.put(module, &name, structure(&name, &docs, &members, Use::RECEIVED))?;
        }
        Ok(name)
    }

    pub(super) fn events(&mut self) -> Result<()> {
        for (module, entries) in &self.allow.events {
            for (name, method) in entries {
                let call = self.event(method)?.clone();
                let members = self.members(module, method, &call.parameters, Use::RECEIVED, None)?;
                let note = format!("`{method}`.");
                let docs = doc(call.description.as_deref(), "An event.", Some(&note));
                let mut text = structure(name, &docs, &members, Use::RECEIVED);
                let _ =
                    write!(text, "impl crate::Event for {name} {{\nconst METHOD: &'static str = \"{method}\";\n}}\n");
                self.put(module, name, text)?;
            }
        }
        Ok(())
    }

    pub(super) fn types(&mut self) -> Result<()> {
        for (full, usage) in self.usage.clone() {
            let kind = self.protocol.types.get(&full).with_context(|| format!("no type {full}"))?.clone();
            let module = snake(super::domain(&full));
            let name = pascal(local(&full));
            let docs = doc(kind.description.as_deref(), &format!("`{full}`."), None);
            let text = match kind.shape.kind.as_deref() {
                Some("object") if !kind.properties.is_empty() => {
                    let members = self.members(&module, &full, &kind.properties, usage, None)?;
                    structure(&name, &docs, &members, usage)
                }
                Some("string") if !kind.shape.values.is_empty() => choice(&name, &docs, &kind.shape.values, usage)?,
                Some("object") => bail!("{full} has no members: name a Rust type for it under [types]"),
                _ => {
                    let place = super::Place { module: &module, owner: &full, member: "item", usage };
                    let (inner, _) = self.rust(&kind.shape, &place)?;
                    newtype(&name, &docs, &inner, usage)
                }
            };
            self.put(&module, &name, text)?;
        }
        Ok(())
    }

    pub(super) fn inline_enums(&mut self) -> Result<()> {
        for ((module, name), it) in std::mem::take(&mut self.inline) {
            let text = choice(&it.name, &doc(None, &it.owner, None), &it.values, it.usage)?;
            self.put(&module, &name, text)?;
        }
        Ok(())
    }
}

/// The body of `check`.
fn rules(entry: &Entry, members: &[Member]) -> Result<String> {
    let mut out = String::new();
    if entry.open {
        out.push_str("crate::rules::no_tab(scope)?;\n");
    }
    for (parameter, rule) in &entry.rules {
        let member = members
            .iter()
            .find(|it| it.wire == *parameter)
            .with_context(|| format!("a rule for {parameter}, which is left out"))?;
        let name = field(parameter);
        let place = if member.optional { "value".to_owned() } else { format!("self.{name}") };
        let value = match member.kind.as_str() {
            "String" | "Vec<String>" if member.optional => place,
            "String" | "Vec<String>" => format!("&{place}"),
            _ => format!("{place}.as_str()"),
        };
        let call = match rule {
            Rule::Named(NamedRule::OwnTab) => format!("own_tab(scope, \"{parameter}\", {value})"),
            Rule::Named(NamedRule::PageUrl) => format!("page_url(\"{parameter}\", {value})"),
            Rule::Named(NamedRule::PageUrls) => format!("page_urls(\"{parameter}\", {value})"),
            Rule::Named(NamedRule::NotEmpty) => format!("not_empty(\"{parameter}\", {value})"),
            Rule::OneOf(values) => format!("one_of(\"{parameter}\", {value}, &{values:?})"),
        };
        let _ = if member.optional {
            writeln!(out, "if let Some(value) = &self.{name} {{\ncrate::rules::{call}?;\n}}")
        } else {
            writeln!(out, "crate::rules::{call}?;")
        };
    }
    if !entry.any_of.is_empty() {
        let given: Vec<String> = entry.any_of.iter().map(|it| format!("self.{}.is_some()", field(it))).collect();
        let _ = writeln!(out, "crate::rules::any_of(&{:?}, {})?;", entry.any_of, given.join(" || "));
    }
    Ok(out)
}
