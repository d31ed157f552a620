//! Rules about the workspace: its crates, who may use whom, what the documents name.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use toml::Table;

use super::{Finding, Tree, ending};

/// What each crate may use of ours. Lower layers know nothing of upper ones.
const MAY_USE: [(&str, &[&str]); 7] = [
    ("tabward", &["tabward-mcp", "tabward-hub", "tabward-page", "tabward-store", "tabward-cdp", "tabward-model"]),
    ("tabward-mcp", &["tabward-hub", "tabward-model"]),
    ("tabward-hub", &["tabward-page", "tabward-store", "tabward-cdp", "tabward-model"]),
    ("tabward-page", &["tabward-cdp", "tabward-model"]),
    ("tabward-cdp", &["tabward-model"]),
    ("tabward-store", &["tabward-model"]),
    ("tabward-model", &[]),
];

pub(super) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let manifests = manifests(tree)?;
    for (file, manifest) in &manifests {
        crate_rules(file, manifest, &mut findings);
    }
    let empty = String::new();
    let map = tree.files.get("ARCHITECTURE.md").unwrap_or(&empty);
    for name in named_in_the_map(tree, &manifests) {
        if !map.contains(&format!("`{name}`")) {
            findings.push(Finding::new("ARCHITECTURE.md", 0, format!("does not name `{name}`")));
        }
    }
    Ok(findings)
}

fn manifests(tree: &Tree) -> Result<BTreeMap<String, Table>> {
    let all = tree.files.iter().filter(|(name, _)| name.ends_with("/Cargo.toml"));
    all.map(|(name, text)| Ok((name.clone(), text.parse().with_context(|| name.clone())?))).collect()
}

fn crate_name(manifest: &Table) -> &str {
    manifest.get("package").and_then(|p| p.get("name")?.as_str()).unwrap_or_default()
}

fn crate_rules(file: &str, manifest: &Table, findings: &mut Vec<Finding>) {
    let package = manifest.get("package").and_then(|p| p.as_table());
    let described = package.and_then(|p| p.get("description")?.as_str()).is_some_and(|d| d.len() > 20);
    if !described {
        findings.push(Finding::new(file, 0, "the crate has no description"));
    }
    let lints = manifest.get("lints").and_then(|l| l.get("workspace")?.as_bool());
    if lints != Some(true) {
        findings.push(Finding::new(file, 0, "the crate does not take the workspace's lints"));
    }
    let name = crate_name(manifest);
    let used = manifest.get("dependencies").and_then(|d| d.as_table());
    let used: Vec<&str> = used.into_iter().flat_map(|d| d.keys()).map(String::as_str).collect();
    if used.contains(&"rmcp") && name != "tabward-mcp" {
        findings.push(Finding::new(file, 0, "only tabward-mcp knows the MCP SDK"));
    }
    if let Some((_, allowed)) = MAY_USE.iter().find(|(n, _)| *n == name) {
        for other in used.iter().filter(|d| d.starts_with("tabward")) {
            if !allowed.contains(other) {
                findings.push(Finding::new(file, 0, format!("{name} may not use {other}")));
            }
        }
    }
}

/// Every crate, and every folder of modules in a product crate as `crate/folder`.
fn named_in_the_map(tree: &Tree, manifests: &BTreeMap<String, Table>) -> Vec<String> {
    let mut names: Vec<String> = manifests.values().map(|m| crate_name(m).to_owned()).collect();
    for file in tree.files.keys().filter(|f| f.starts_with("crates/") && ending(f) == "rs") {
        let parts: Vec<_> = file.split('/').collect();
        // crates/NAME/src/FOLDER/file.rs
        if let ["crates", krate, "src", folder, _, ..] = parts[..] {
            let name = format!("{krate}/{folder}");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_layer_may_not_use_an_upper_one() {
        let manifest = "[package]\nname = \"tabward-cdp\"\ndescription = \"Connection and channels to a browser.\"\n\
                        [lints]\nworkspace = true\n[dependencies]\ntabward-hub = \"1\"\nrmcp = \"1\"\n";
        let tree = Tree::of(&[
            ("crates/tabward-cdp/Cargo.toml", manifest),
            ("crates/tabward-cdp/src/protocol/page.rs", ""),
            ("ARCHITECTURE.md", "`tabward-cdp`"),
        ]);
        let said: Vec<_> = check(&tree).unwrap().into_iter().map(|f| f.what).collect();
        let expected = [
            "only tabward-mcp knows the MCP SDK",
            "tabward-cdp may not use tabward-hub",
            "does not name `tabward-cdp/protocol`",
        ];
        assert_eq!(said, expected);
    }
}
