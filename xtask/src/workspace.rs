//! Where the workspace is, and how its programs are run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// `cargo` with these words, in the workspace.
pub(crate) fn cargo(words: &[&str]) -> Command {
    // Set when cargo runs us; the plain name serves everyone else.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    command
}

/// Runs a command with the terminal as it is; an exit code other than 0 is an error.
pub(crate) fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("start {}", shown(command)))?;
    ensure!(status.success(), "{} ended with {status}", shown(command));
    Ok(())
}

fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Builds the `tabward` program and tells where it lies.
pub(crate) fn build(release: bool) -> Result<PathBuf> {
    let mut words = vec!["build", "--quiet", "--package", "tabward"];
    if release {
        words.push("--release");
    }
    execute(&mut cargo(&words))?;
    let asked = cargo(&["metadata", "--format-version", "1", "--no-deps"]).output().context("ask cargo")?;
    let metadata: serde_json::Value = serde_json::from_slice(&asked.stdout).context("cargo metadata")?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
    let profile = if release { "release" } else { "debug" };
    Ok(Path::new(target).join(profile).join(format!("tabward{}", std::env::consts::EXE_SUFFIX)))
}
