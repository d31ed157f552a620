//! What of the system must be there: installed on Debian as root, named elsewhere.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context as _, Result, bail};

/// One installation at a time; and not twice.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The path of a program, installed from `package` when it is missing.
///
/// # Errors
/// When it is missing and cannot be installed; the message says what to do.
pub fn program(names: &[&str], package: &str) -> Result<PathBuf> {
    let _one = INSTALLING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(found) = find(names) {
        return Ok(found);
    }
    install(package).with_context(|| format!("{} is missing", names[0]))?;
    find(names).with_context(|| format!("{} is missing although {package} was installed", names[0]))
}

/// Installs a package of the system.
///
/// # Errors
/// When it cannot be installed; the message says what to do.
pub fn package(name: &str) -> Result<()> {
    let _one = INSTALLING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    install(name)
}

/// Chromium or a browser like it.
///
/// # Errors
/// Those of [`program`].
pub fn browser() -> Result<PathBuf> {
    program(
        &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "brave-browser"],
        "chromium",
    )
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mac = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"]
        .map(|n| PathBuf::from(format!("/Applications/{n}.app/Contents/MacOS/{n}")));
    let on_path = std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |n| dir.join(n)));
    let mut all: Vec<_> = on_path.collect();
    if names.contains(&"chromium") {
        all.extend(mac);
    }
    all.into_iter().find(|p| p.is_file())
}

fn install(package: &str) -> Result<()> {
    if !Path::new("/etc/debian_version").exists() {
        bail!("install it first (on Debian: apt-get install {package}; a browser also from google.com/chrome)");
    }
    let root = rustix::process::geteuid().is_root();
    let prefix: &[&str] = if root { &[] } else { &["sudo", "--non-interactive"] };
    let apt = |arguments: &[&str]| -> Result<()> {
        let words: Vec<_> = prefix.iter().chain(&["apt-get"]).chain(arguments).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        // The package manager's own words are progress for the person, and no part of our output.
        command.stdout(std::io::stderr());
        let status = command.status().context("start apt-get")?;
        anyhow::ensure!(status.success(), "apt-get {} ended with {status}", arguments.join(" "));
        Ok(())
    };
    apt(&["update", "--quiet"])?;
    apt(&["install", "--yes", "--quiet", "--no-install-recommends", package])
}
