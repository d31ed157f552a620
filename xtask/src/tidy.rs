//! `cargo xtask tidy`: rules of the source tree that no compiler knows.
//!
//! A line that breaks a rule for a reason says so: `// tidy: <rule> – <reason>` on it or on the line before.

mod layout;
mod requirements;
mod source;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::workspace::root;

/// What `cargo xtask tidy` takes.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Write what is generated from the tree (docs/requirements.md) instead of comparing it.
    #[arg(long)]
    write: bool,
}

/// The text files of the tree, as git sees them, with what the rules ask about them.
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

/// What follows the last dot of a file's name.
fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// One broken rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    file: String,
    /// From 1; 0 when the whole file is meant.
    line: usize,
    what: String,
}

impl Finding {
    fn new(file: &str, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, what: what.into() }
    }
}

/// Checks all rules.
pub(crate) fn run(args: &Args) -> Result<()> {
    let tree = Tree::read()?;
    if args.write {
        fs::write(root().join(requirements::PAGE), requirements::page(&tree)?)?;
        return Ok(());
    }
    let mut findings = source::check(&tree);
    findings.extend(layout::check(&tree)?);
    findings.extend(requirements::check(&tree)?);
    if findings.is_empty() {
        println!("tidy: {} files, nothing to say", tree.files.len());
        return Ok(());
    }
    for f in &findings {
        eprintln!("{}:{}: {}", f.file, f.line, f.what);
    }
    bail!("{} places are not tidy", findings.len());
}

impl Tree {
    fn read() -> Result<Self> {
        let root = root();
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&root);
        let listed = git.output().context("start git")?;
        ensure!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
        let names = String::from_utf8(listed.stdout)?;
        let mut files = BTreeMap::new();
        for name in names.split('\0').filter(|n| !n.is_empty()) {
            // Deleted but not yet staged, or not text: no rule of ours is about it.
            if let Ok(text) = fs::read_to_string(root.join(name)) {
                files.insert(name.to_owned(), text);
            }
        }
        Ok(Self { files })
    }

    #[cfg(test)]
    fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
        Self { files }
    }
}
