//! Rules about single files.

use super::{Finding, Tree, ending};

/// Longer files have more than one reason to change.
const LINES: usize = 600;

/// Words that have no place in the tree, and why.
const FORBIDDEN: [(&str, &str); 6] = [
    (concat!("FIX", "ME"), "mend it, or file an issue"),
    (concat!("XX", "X:"), "mend it, or file an issue"),
    (concat!("TO", "DO"), "do it, or file an issue"),
    (concat!("#[ign", "ore"), "a test that does not run proves nothing"),
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("../sha", "red"), "a path outside the repository"),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, text) in &tree.files {
        if is_generated(name) || is_foreign(name) {
            continue;
        }
        everywhere(name, text, &mut findings);
        if is_product(name) {
            product(name, text, &mut findings);
        }
    }
    findings
}

/// Written by a command of ours; its source has the rules.
pub(super) fn is_generated(name: &str) -> bool {
    name == "Cargo.lock"
        || name.starts_with("crates/tabward-cdp/src/protocol/")
        || name.starts_with("docs/evidence/")
        || name.contains("/snapshots/")
        || ending(name) == "snap"
}

fn is_foreign(name: &str) -> bool {
    name.starts_with("LICENSE")
}

/// Code that runs at users', without its tests.
fn is_product(name: &str) -> bool {
    let rust = name.starts_with("crates/") && name.contains("/src/") && ending(name) == "rs";
    rust && !name.contains("/testing") && !name.ends_with("/tests.rs") && !name.contains("/tests/")
}

fn everywhere(name: &str, text: &str, findings: &mut Vec<Finding>) {
    let code = matches!(ending(name), "rs" | "js" | "mjs");
    let lines = text.lines().count();
    if code && lines > LINES {
        findings.push(Finding::new(name, 0, format!("{lines} lines, more than {LINES}: split it")));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        findings.push(Finding::new(name, lines, "no line break at the end"));
    }
    for (i, line) in text.lines().enumerate() {
        if line.ends_with([' ', '\t', '\r']) && ending(name) != "md" {
            findings.push(Finding::new(name, i + 1, "space at the end of the line"));
        }
        for (word, why) in FORBIDDEN {
            if line.contains(word) && !excused(text, i, "word") {
                findings.push(Finding::new(name, i + 1, format!("{word}: {why}")));
            }
        }
    }
}

fn product(name: &str, text: &str, findings: &mut Vec<Finding>) {
    let in_config = name.starts_with("crates/tabward/src/config");
    // Unit tests stand at the end of their file.
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    for (i, line) in code.lines().enumerate() {
        if line.trim_start().starts_with("//") {
            continue;
        }
        let mut say = |rule: &str, what: &str| {
            if !excused(text, i, rule) {
                findings.push(Finding::new(name, i + 1, what));
            }
        };
        // An arm of `select!` without `.await` is a deadline, which is what we want.
        let sleeps = line.contains("thread::sleep(") || (line.contains("sleep(") && line.contains(").await"));
        if sleeps {
            say("sleep", "a fixed sleep: wait for an event, or sleep until a deadline");
        }
        if line.contains(".unwrap()") {
            say("unwrap", "unwrap in product code: handle it, or expect with the invariant");
        }
        if !in_config && (line.contains("env::var(") || line.contains("env::var_os(") || line.contains("env::vars")) {
            say("env", "the environment is read in crates/tabward/src/config only");
        }
        if line.contains("panic!(") {
            say("panic", "panic in product code");
        }
    }
}

/// Whether this line or the one before says why the rule does not hold here.
fn excused(text: &str, line: usize, rule: &str) -> bool {
    let mark = format!("// tidy: {rule} ");
    text.lines().skip(line.saturating_sub(1)).take(if line == 0 { 1 } else { 2 }).any(|l| l.contains(&mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(name, text)])).into_iter().map(|f| format!("{} {}", f.line, f.what)).collect()
    }

    #[test]
    fn sleeps_unwraps_and_the_environment_are_found_in_product_code_only() {
        let text = "fn a() {\n    tokio::time::sleep(d).await;\n    x.unwrap();\n    std::env::var(\"A\");\n}\n\
                    #[cfg(test)]\nmod tests { fn b() { x.unwrap(); } }\n";
        let found = said("crates/tabward-hub/src/a.rs", text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("2 a fixed sleep"));
        assert!(said("crates/tabward-hub/tests/it/a.rs", text).is_empty());
        assert_eq!(said("crates/tabward/src/config.rs", text).len(), 2);
    }

    #[test]
    fn a_reason_excuses_one_line() {
        let text =
            "// tidy: sleep – the kernel tells no event\ntokio::time::sleep(d).await;\ntokio::time::sleep(d).await;\n";
        assert_eq!(said("crates/tabward/src/a.rs", text).len(), 1);
    }

    #[test]
    fn long_files_and_open_ends_are_found() {
        let long = "x\n".repeat(LINES + 1);
        assert_eq!(said("fixtures/src/a.rs", &long).len(), 1);
        assert_eq!(said("docs/a.md", "end").len(), 1);
    }
}
