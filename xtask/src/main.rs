//! Project commands, run as `cargo xtask <command>`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "programs for the terminal; their output is what they are for"
)]

mod bench;
mod codegen;
mod demo;
mod soak;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Project commands")]
enum Command {
    /// Measure against the barest CDP client; fails nothing.
    Bench(bench::Args),
    /// Write tabward-cdp's protocol modules from its allow-list.
    Codegen(codegen::Args),
    /// Show the main job on a real page.
    Demo(demo::Args),
    /// Start, work and `kill -9` at random moments; then nothing may be left.
    Soak(soak::Args),
    /// Check everything that a change must pass before it lands.
    Test(test::Args),
    /// Check the rules of the source tree that no compiler knows.
    Tidy(tidy::Args),
}

fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Bench(args) => bench::run(&args),
        Command::Codegen(args) => codegen::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Soak(args) => soak::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Tidy(args) => tidy::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
