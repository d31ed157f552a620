//! `cargo xtask codegen`: writes `crates/tabward-cdp/src/protocol/*.rs` from the published protocol description
//! and the allow-list `crates/tabward-cdp/protocol.toml`.
//!
//! The description comes from the npm package `devtools-protocol`, at the version which the allow-list pins,
//! installed into a temporary folder. The output is checked in, so that building needs neither npm nor network.

mod allow;
mod emit;
mod names;
mod spec;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail, ensure};

use self::{allow::AllowList, spec::Protocol};

/// What `cargo xtask codegen` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when the checked-in files differ from what would be written.
    #[arg(long)]
    check: bool,
    /// Read the protocol's JSON files from this folder and do not ask npm.
    #[arg(long, value_name = "FOLDER")]
    json: Option<PathBuf>,
}

/// Fails when the checked-in files are not what would be written.
pub(crate) fn check() -> Result<()> {
    run(&Args { check: true, json: None })
}

/// Generates the protocol modules.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
    let krate = root.join("crates/tabward-cdp");
    let allow = AllowList::read(&krate.join("protocol.toml"))?;
    let (_keep, folder) = match &args.json {
        Some(folder) => (None, folder.clone()),
        None => install(&allow.protocol)?,
    };
    let protocol = Protocol::read(&[folder.join("browser_protocol.json"), folder.join("js_protocol.json")])?;
    let files = emit::modules(&protocol, &allow)?
        .into_iter()
        .map(|(name, text)| Ok((name, rustfmt(root, &text)?)))
        .collect::<Result<BTreeMap<_, _>>>()?;
    let out = krate.join("src/protocol");
    if args.check { compare(&out, &files) } else { write(&out, &files) }
}

fn install(version: &str) -> Result<(Option<tempfile::TempDir>, PathBuf)> {
    let temp = tempfile::tempdir()?;
    let status = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix"])
        .arg(temp.path())
        .arg(format!("devtools-protocol@{version}"))
        .status()
        .context("run npm")?;
    ensure!(status.success(), "npm could not install devtools-protocol@{version}");
    let folder = temp.path().join("node_modules/devtools-protocol/json");
    Ok((Some(temp), folder))
}

fn rustfmt(root: &Path, text: &str) -> Result<String> {
    use std::io::Write as _;

    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .current_dir(root)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .context("run rustfmt")?;
    let mut stdin = child.stdin.take().context("rustfmt has a stdin")?;
    let input = text.to_owned();
    let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    feeder.join().ok().context("feeding rustfmt")??;
    ensure!(output.status.success(), "rustfmt refused the generated code:\n{text}");
    Ok(String::from_utf8(output.stdout)?)
}

fn existing(out: &Path) -> Result<Vec<String>> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    fs::read_dir(out)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

fn write(out: &Path, files: &BTreeMap<String, String>) -> Result<()> {
    fs::create_dir_all(out)?;
    for name in existing(out)? {
        if !files.contains_key(&name) {
            fs::remove_file(out.join(&name))?;
        }
    }
    for (name, text) in files {
        let path = out.join(name);
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(&path, text)?;
        }
    }
    Ok(())
}

fn compare(out: &Path, files: &BTreeMap<String, String>) -> Result<()> {
    let stale = existing(out)?.into_iter().filter(|name| !files.contains_key(name));
    let differing = files.iter().filter(|(name, text)| fs::read_to_string(out.join(name)).ok().as_ref() != Some(text));
    let all: Vec<String> = stale.chain(differing.map(|(name, _)| name.clone())).collect();
    if !all.is_empty() {
        bail!("not what `cargo xtask codegen` writes: {}", all.join(", "));
    }
    Ok(())
}
