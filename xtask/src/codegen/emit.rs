//! Rust from the description and the allow-list.

mod items;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail, ensure};

use super::{
    allow::{AllowList, Entry},
    names::{doc, field, pascal, snake},
    spec::{Call, Field, Protocol, Shape},
};

/// Which way values of a type go over the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Use {
    sent: bool,
    received: bool,
}

impl Use {
    const SENT: Self = Self { sent: true, received: false };
    const RECEIVED: Self = Self { sent: false, received: true };

    fn join(self, other: Self) -> Self {
        Self { sent: self.sent || other.sent, received: self.received || other.received }
    }
}

/// A member of a struct, ready to be written.
#[derive(Debug)]
struct Member {
    wire: String,
    name: String,
    kind: String,
    optional: bool,
    /// Has a default value of its own.
    defaults: bool,
    /// Is always the same.
    fixed: bool,
    docs: String,
}

/// An enum that the protocol declares in place.
#[derive(Debug)]
struct Inline {
    name: String,
    values: Vec<String>,
    usage: Use,
    owner: String,
}

struct Emitter<'a> {
    protocol: &'a Protocol,
    allow: &'a AllowList,
    usage: BTreeMap<String, Use>,
    inline: BTreeMap<(String, String), Inline>,
    modules: BTreeMap<String, BTreeMap<String, String>>,
    returns: BTreeSet<(String, String)>,
}

/// The text of every file, by its name, before rustfmt.
pub(super) fn modules(protocol: &Protocol, allow: &AllowList) -> Result<BTreeMap<String, String>> {
    let mut emitter = Emitter {
        protocol,
        allow,
        usage: BTreeMap::new(),
        inline: BTreeMap::new(),
        modules: BTreeMap::new(),
        returns: BTreeSet::new(),
    };
    emitter.find_types()?;
    emitter.commands()?;
    emitter.events()?;
    emitter.types()?;
    emitter.inline_enums()?;
    Ok(emitter.files())
}

fn domain(full: &str) -> &str {
    full.split_once('.').map_or(full, |(domain, _)| domain)
}

fn local(full: &str) -> &str {
    full.split_once('.').map_or(full, |(_, name)| name)
}

fn full_name(reference: &str, domain: &str) -> String {
    if reference.contains('.') { reference.to_owned() } else { format!("{domain}.{reference}") }
}

impl Emitter<'_> {
    fn command(&self, method: &str) -> Result<&Call> {
        self.protocol.commands.get(method).with_context(|| format!("the protocol has no command {method}"))
    }

    fn event(&self, method: &str) -> Result<&Call> {
        self.protocol.events.get(method).with_context(|| format!("the protocol has no event {method}"))
    }

    fn keeps(&self, owner: &str, field: &Field) -> bool {
        !field.deprecated && !self.allow.skips(owner, &field.name)
    }

    /// Marks every type that the listed commands and events reach.
    fn find_types(&mut self) -> Result<()> {
        let mut open: Vec<(String, Use)> = Vec::new();
        for entry in self.allow.commands.values().flat_map(BTreeMap::values) {
            let call = self.command(&entry.method)?;
            for field in call.parameters.iter().filter(|it| self.keeps(&entry.method, it)) {
                if !entry.omit.contains(&field.name) && !entry.types.contains_key(&field.name) {
                    Self::reach(&field.shape, domain(&entry.method), Use::SENT, &mut open);
                }
            }
            for field in call.returns.iter().filter(|it| self.keeps(&entry.method, it)) {
                Self::reach(&field.shape, domain(&entry.method), Use::RECEIVED, &mut open);
            }
        }
        for method in self.allow.events.values().flat_map(BTreeMap::values) {
            for field in self.event(method)?.parameters.iter().filter(|it| self.keeps(method, it)) {
                Self::reach(&field.shape, domain(method), Use::RECEIVED, &mut open);
            }
        }
        while let Some((name, usage)) = open.pop() {
            if self.allow.types.contains_key(&name) {
                continue;
            }
            let known = self.usage.get(&name).copied().unwrap_or_default();
            let joined = known.join(usage);
            if joined == known {
                continue;
            }
            self.usage.insert(name.clone(), joined);
            let kind = self.protocol.types.get(&name).with_context(|| format!("no type {name}"))?;
            Self::reach(&kind.shape, domain(&name), joined, &mut open);
            for field in kind.properties.iter().filter(|it| self.keeps(&name, it)) {
                Self::reach(&field.shape, domain(&name), joined, &mut open);
            }
        }
        Ok(())
    }

    fn reach(shape: &Shape, domain: &str, usage: Use, open: &mut Vec<(String, Use)>) {
        if let Some(reference) = &shape.reference {
            open.push((full_name(reference, domain), usage));
        }
        if let Some(items) = &shape.items {
            Self::reach(items, domain, usage, open);
        }
    }

    fn put(&mut self, module: &str, name: &str, text: String) -> Result<()> {
        let items = self.modules.entry(module.to_owned()).or_default();
        ensure!(items.insert(name.to_owned(), text).is_none(), "two items are named {module}::{name}");
        Ok(())
    }

    /// The Rust type of a value, and whether it has a default.
    fn rust(&mut self, shape: &Shape, at: &Place<'_>) -> Result<(String, bool)> {
        if let Some(reference) = &shape.reference {
            let full = full_name(reference, domain(at.owner));
            if let Some(own) = self.allow.types.get(&full) {
                return Ok((own.clone(), true));
            }
            let module = snake(domain(&full));
            let name = pascal(local(&full));
            let path = if module == at.module { name } else { format!("super::{module}::{name}") };
            return Ok((path, self.defaults(&full, &mut BTreeSet::new())));
        }
        Ok(match shape.kind.as_deref() {
            Some("string") if !shape.values.is_empty() => {
                let name = format!("{}{}", pascal(local(at.owner)), pascal(at.member));
                let key = (at.module.to_owned(), name.clone());
                let inline = self.inline.entry(key).or_insert_with(|| Inline {
                    name: name.clone(),
                    values: shape.values.clone(),
                    usage: Use::default(),
                    owner: format!("`{}` of `{}`.", at.member, at.owner),
                });
                inline.usage = inline.usage.join(at.usage);
                (name, false)
            }
            Some("string" | "binary") => ("String".to_owned(), true),
            Some("integer") => ("i64".to_owned(), true),
            Some("number") => ("f64".to_owned(), true),
            Some("boolean") => ("bool".to_owned(), true),
            Some("any" | "object") => ("Box<serde_json::value::RawValue>".to_owned(), false),
            Some("array") => {
                let items = shape.items.as_deref().context("an array has items")?;
                (format!("Vec<{}>", self.rust(items, at)?.0), true)
            }
            other => bail!("{}: cannot write a value of kind {other:?}", at.owner),
        })
    }

    fn defaults(&self, full: &str, seen: &mut BTreeSet<String>) -> bool {
        if self.allow.types.contains_key(full) {
            return true;
        }
        let Some(kind) = self.protocol.types.get(full) else { return false };
        if !seen.insert(full.to_owned()) {
            return false;
        }
        match kind.shape.kind.as_deref() {
            Some("object") => {
                kind.properties.iter().filter(|it| self.keeps(full, it) && !it.optional).all(|it| {
                    match (&it.shape.reference, it.shape.kind.as_deref()) {
                        (Some(reference), _) => self.defaults(&full_name(reference, domain(full)), seen),
                        (None, Some("any" | "object")) => false,
                        (None, _) => it.shape.values.is_empty(),
                    }
                })
            }
            _ => kind.shape.values.is_empty(),
        }
    }

    /// Whether a value of type `from` holds one of type `to` otherwise than through an array.
    fn holds(&self, from: &str, to: &str, seen: &mut BTreeSet<String>) -> bool {
        if from == to {
            return true;
        }
        if self.allow.types.contains_key(from) || !seen.insert(from.to_owned()) {
            return false;
        }
        self.protocol.types.get(from).is_some_and(|kind| {
            kind.properties
                .iter()
                .filter(|it| self.keeps(from, it))
                .filter_map(|it| it.shape.reference.as_ref())
                .any(|reference| self.holds(&full_name(reference, domain(from)), to, seen))
        })
    }

    fn members(
        &mut self,
        module: &str,
        owner: &str,
        fields: &[Field],
        usage: Use,
        entry: Option<&Entry>,
    ) -> Result<Vec<Member>> {
        let mut out = Vec::new();
        for it in fields {
            let required = entry.is_some_and(|entry| entry.require.contains(&it.name));
            if entry.is_some_and(|entry| entry.omit.contains(&it.name)) || (!required && !self.keeps(owner, it)) {
                continue;
            }
            let place = Place { module, owner, member: &it.name, usage };
            let fixed =
                entry.and_then(|entry| entry.fixed.get(&it.name)).map(|value| format!("crate::Always<{value}>"));
            let is_fixed = fixed.is_some();
            let own = entry
                .and_then(|entry| entry.types.get(&it.name))
                .or_else(|| self.allow.types.get(&format!("{owner}.{}", it.name)));
            let (mut kind, defaults) = match (fixed, own) {
                (Some(fixed), _) => (fixed, true),
                (None, Some(own)) => (own.clone(), false),
                (None, None) => self.rust(&it.shape, &place)?,
            };
            if let Some(reference) = &it.shape.reference
                && self.holds(&full_name(reference, domain(owner)), owner, &mut BTreeSet::new())
            {
                kind = format!("Box<{kind}>");
            }
            out.push(Member {
                wire: it.name.clone(),
                name: field(&it.name),
                kind,
                optional: it.optional && !required && !is_fixed,
                defaults,
                fixed: is_fixed,
                docs: doc(it.description.as_deref(), &format!("`{}`.", it.name), None),
            });
        }
        Ok(out)
    }

    fn files(self) -> BTreeMap<String, String> {
        let head = "// Written by `cargo xtask codegen` from protocol.toml; do not edit.\n\n";
        let mut files = BTreeMap::new();
        let mut list = format!(
            "{head}//! The commands and events that tabward uses, each with its capability and its parameter rules.\n\n"
        );
        for (module, items) in self.modules {
            list.extend(["pub mod ", module.as_str(), ";\n"]);
            let body: Vec<String> = items.into_values().collect();
            files.insert(
                format!("{module}.rs"),
                format!("{head}//! What is used of this domain.\n\n{}", body.join("\n")),
            );
        }
        files.insert("mod.rs".to_owned(), list);
        files
    }
}

/// Where a value stands.
struct Place<'a> {
    module: &'a str,
    owner: &'a str,
    member: &'a str,
    usage: Use,
}
