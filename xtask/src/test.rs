//! `cargo xtask test`: the landing tier. It installs what is missing, so that it passes on a fresh Debian machine.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tabward_testkit::{Display, need, tools};

use crate::workspace::{cargo, execute, root};
use crate::{codegen, soak, tidy};

/// What `cargo xtask test` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Everything, not only the landing tier: generated code against its source, licences, 500 soak cycles.
    #[arg(long)]
    full: bool,
    /// Only install what is missing.
    #[arg(long)]
    install: bool,
    /// Only the tests whose name contains this; the checks before them are left out.
    #[arg(value_name = "NAME")]
    filter: Option<String>,
}

/// Runs the tier, step by step, and stops at the first that fails.
pub(crate) fn run(args: &Args) -> Result<()> {
    let start = Instant::now();
    let mut times = Vec::new();
    let mut step = |name: &str, work: &mut dyn FnMut() -> Result<()>| -> Result<()> {
        println!("── {name}");
        let from = Instant::now();
        work().with_context(|| name.to_owned())?;
        times.push((name.to_owned(), from.elapsed()));
        Ok(())
    };

    step("install what is missing", &mut install)?;
    if args.install {
        return Ok(());
    }
    if args.filter.is_none() {
        step("formatting", &mut || execute(&mut cargo(&["fmt", "--all", "--check"])))?;
        step("tidy", &mut || tidy::run(&tidy::Args::default()))?;
        step("clippy", &mut || {
            execute(&mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
        })?;
        step("documentation", &mut || {
            let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"]);
            execute(doc.env("RUSTDOCFLAGS", "--deny warnings"))
        })?;
    }
    step("tests", &mut || tests(args.filter.as_deref(), None))?;
    for way in Way::ALL.into_iter().filter(|way| args.full || !way.full) {
        step(way.title, &mut || tests(args.filter.as_deref(), Some(way)))?;
    }
    if args.filter.is_none() {
        if cfg!(target_os = "linux") {
            step("a full disk", &mut full_disk)?;
        }
        step("documentation tests", &mut || execute(&mut cargo(&["test", "--quiet", "--workspace", "--doc"])))?;
    }
    if args.filter.is_none() {
        step("soak", &mut || soak::run(&soak::Args::cycles(if args.full { 500 } else { 20 })))?;
    }
    if args.full {
        step("generated code", &mut codegen::check)?;
        step("licences", &mut licences)?;
    }

    println!("── all passed in {}", minutes(start.elapsed()));
    for (name, took) in times {
        println!("   {:>8}  {name}", minutes(took));
    }
    Ok(())
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

fn install() -> Result<()> {
    need::browser()?;
    if cfg!(target_os = "linux") {
        need::program(&["Xvfb"], "xvfb")?;
    }
    tools::python_with_sdk()?;
    tools::conformance()?;
    Ok(())
}

/// Another way to the browser, for the tests that can use each.
struct Way {
    title: &'static str,
    /// For `TABWARD_TEST_BROWSER`.
    browser: &'static str,
    /// The tests, for nextest and for cargo's own runner.
    tests: &'static str,
    prefix: &'static [&'static str],
    /// Only in the full tier.
    full: bool,
}

/// The tests of tools that use whatever browser they are given.
const TOOLS: &str = "binary(it) & package(tabward-hub) & test(/^hub::(attach|contract|faults|gate|tasks)::/)";

impl Way {
    const ALL: [&'static Self; 3] = [
        &Self {
            title: "tests, in browsers with windows",
            browser: "headed",
            tests: TOOLS,
            prefix: &["hub::contract", "hub::faults", "hub::gate", "hub::tasks"],
            full: false,
        },
        &Self {
            title: "tests, attached over a WebSocket",
            browser: "attached",
            tests: TOOLS,
            prefix: &["hub::contract", "hub::faults", "hub::gate", "hub::tasks"],
            full: false,
        },
        &Self {
            title: "tests of acting, in browsers with windows",
            browser: "headed",
            tests: "binary(it) & package(tabward-page) & test(/^act_/)",
            prefix: &["act_"],
            full: true,
        },
    ];
}

/// With nextest when it is there (each test a process of its own, with a limit), else with cargo's own runner.
fn tests(filter: Option<&str>, way: Option<&Way>) -> Result<()> {
    let nextest = Command::new("cargo-nextest").arg("--version").output().is_ok_and(|o| o.status.success());
    let mut words = if nextest {
        vec![
            "nextest",
            "run",
            "--workspace",
            "--no-fail-fast",
            "--status-level",
            "slow",
            "--final-status-level",
            "fail",
        ]
    } else {
        vec!["test", "--workspace", "--all-targets", "--no-fail-fast"]
    };
    if let Some(way) = way {
        if nextest {
            words.extend(["-E", way.tests, "--no-tests", "pass"]);
        } else {
            words.extend(["--test", "it", "--"]);
            words.retain(|word| *word != "--all-targets");
            words.extend(if filter.is_some() { &[] } else { way.prefix });
        }
    }
    words.extend(filter);
    let mut command = cargo(&words);
    if let Some(way) = way {
        command.env("TABWARD_TEST_BROWSER", way.browser);
    }
    // Headed runs need a display; what is on the person's own is none of the tests' business.
    let display = if cfg!(target_os = "linux") { Some(Display::start()?) } else { None };
    if let Some(display) = &display {
        command.env("DISPLAY", display.name()).env_remove("WAYLAND_DISPLAY");
    }
    execute(&mut command)
}

/// Store and hub on a disk that is really full: a file system of 4 MB in a mount namespace of its own.
fn full_disk() -> Result<()> {
    let disk = tempfile::tempdir()?;
    let script = "mount -t tmpfs -o size=4m tmpfs \"$TABWARD_TEST_SMALL_DISK\" && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script, "sh", "cargo", "test", "--quiet"]);
    command.args(["--package", "tabward-store", "--package", "tabward-hub", "--test", "it", "--", "--ignored"]);
    // The tests fill one file system between them.
    command.args(["--test-threads", "1", "a_really_full_disk"]);
    command.env("TABWARD_TEST_SMALL_DISK", disk.path()).current_dir(root());
    execute(&mut command)
}

/// Installing cargo-deny takes minutes, so this belongs to the full tier.
fn licences() -> Result<()> {
    if !Command::new("cargo-deny").arg("--version").output().is_ok_and(|o| o.status.success()) {
        execute(&mut cargo(&["install", "--quiet", "--locked", "cargo-deny"]))?;
    }
    // Advisories live in a Git repository, which not every machine reaches.
    execute(&mut cargo(&["deny", "check", "bans", "licenses", "sources"]))
}
