//! Requirements and the tests that show them.
//!
//! `docs/requirements.toml` holds the ids with their text; a test cites an id in its name (`act_04_…`) or in a comment
//! (`// ACT-4`). `docs/requirements.md` is made from both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use regex::Regex;
use serde::Deserialize;

use super::{Finding, Tree, ending};

/// The page that is made.
pub(super) const PAGE: &str = "docs/requirements.md";
const LIST: &str = "docs/requirements.toml";

#[derive(Debug, Deserialize)]
struct Section {
    title: String,
    /// By number.
    #[serde(flatten)]
    texts: BTreeMap<String, String>,
}

type Sections = BTreeMap<String, Section>;

fn sections(tree: &Tree) -> Result<Sections> {
    let text = tree.files.get(LIST).with_context(|| format!("{LIST} is missing"))?;
    toml::from_str(text).context(LIST)
}

/// Ids that tests cite, with the files and lines where they do.
fn cited(tree: &Tree, prefixes: &BTreeSet<&str>) -> BTreeMap<(String, u32), Vec<(String, usize)>> {
    // In capitals only in a comment; in a function's name with underscores.
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"//.*").expect("a valid expression"));
    static ID: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b([A-Z]{2,4})-(\d+)\b").expect("a valid expression"));
    static NAME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\bfn ((?:[a-z]{2,4}_\d+_)+)").expect("a valid expression"));
    static PART: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"([a-z]{2,4})_(\d+)_").expect("a valid expression"));
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (file, text) in tree.files.iter().filter(|(f, _)| ending(f) == "rs" && !f.starts_with("xtask/")) {
        let from = test_code(file, text);
        for (i, line) in text.lines().enumerate().skip(from) {
            let mut ids = Vec::new();
            if let Some(comment) = COMMENT.find(line) {
                ids.extend(ID.captures_iter(comment.as_str()).map(|c| (c[1].to_owned(), c[2].to_owned())));
            }
            if let Some(name) = NAME.captures(line) {
                ids.extend(PART.captures_iter(&name[1]).map(|c| (c[1].to_uppercase(), c[2].to_owned())));
            }
            for (prefix, number) in ids {
                if let (true, Ok(number)) = (prefixes.contains(prefix.as_str()), number.parse()) {
                    found.entry((prefix, number)).or_default().push((file.clone(), i + 1));
                }
            }
        }
    }
    found
}

/// The line at which the tests of a file begin.
fn test_code(file: &str, text: &str) -> usize {
    if file.contains("/tests/") || file.ends_with("/tests.rs") {
        return 0;
    }
    text.lines().position(|l| l.trim() == "#[cfg(test)]").unwrap_or(usize::MAX)
}

pub(super) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let sections = sections(tree)?;
    let prefixes = sections.keys().map(String::as_str).collect();
    let mut findings = Vec::new();
    for ((prefix, number), places) in cited(tree, &prefixes) {
        if !sections[&prefix].texts.contains_key(&number.to_string()) {
            let (file, line) = &places[0];
            findings.push(Finding::new(file, *line, format!("there is no requirement {prefix}-{number}")));
        }
    }
    if tree.files.get(PAGE).map(String::as_str) != Some(page(tree)?.as_str()) {
        findings.push(Finding::new(PAGE, 0, "not up to date: cargo xtask tidy --write"));
    }
    Ok(findings)
}

/// The page: each requirement and the tests that cite it.
pub(super) fn page(tree: &Tree) -> Result<String> {
    let sections = sections(tree)?;
    let prefixes = sections.keys().map(String::as_str).collect();
    let cited = cited(tree, &prefixes);
    let mut out = String::from(
        "# Requirements\n\nMade by `cargo xtask tidy --write` from `requirements.toml` and the tests that cite an id in their name or in a \
         comment.\nA requirement without a test is not met; one with a test is met as far as that test shows.\n",
    );
    for (prefix, section) in &sections {
        let _ = write!(
            out,
            "\n## {prefix}: {}\n\n| id | what | core or later | tests |\n| --- | --- | --- | --- |\n",
            section.title
        );
        let mut numbers: Vec<u32> = section.texts.keys().filter_map(|n| n.parse().ok()).collect();
        numbers.sort_unstable();
        for number in numbers {
            let text = &section.texts[&number.to_string()];
            let later = section.title.ends_with("(later)") || text.starts_with("(later)");
            let files: BTreeSet<_> =
                cited.get(&(prefix.clone(), number)).into_iter().flatten().map(|(f, _)| format!("`{f}`")).collect();
            let files = if files.is_empty() { "none".to_owned() } else { Vec::from_iter(files).join(", ") };
            let text = text.trim_start_matches("(later) ").replace('|', "\\|");
            let _ =
                writeln!(out, "| {prefix}-{number} | {text} | {} | {files} |", if later { "later" } else { "core" });
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: &str = "[ACT]\ntitle = \"acting\"\n4 = \"Wait.\"\n7 = \"Stale.\"\n[REC]\ntitle = \"recipes (later)\"\n1 = \"A trace.\"\n";

    #[test]
    fn ids_are_found_in_names_and_comments_of_tests_and_unknown_ones_reported() {
        let code = "// ACT-9 in product code is only a remark\n#[cfg(test)]\nmod tests {\n  fn act_04_act_07_waits() {}\n  // ACT-8\n}\n";
        let mut tree = Tree::of(&[(LIST, IDS), ("crates/a/src/a.rs", code)]);
        let page = page(&tree).unwrap();
        assert!(page.contains("| ACT-4 | Wait. | core | `crates/a/src/a.rs` |"), "{page}");
        assert!(page.contains("| REC-1 | A trace. | later | none |"), "{page}");
        tree.files.insert(PAGE.to_owned(), page);
        let said: Vec<_> = check(&tree).unwrap().into_iter().map(|f| f.what).collect();
        assert_eq!(said, ["there is no requirement ACT-8"]);
    }
}
