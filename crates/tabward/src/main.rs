//! tabward: a browser runtime for agents.

mod cli;
mod config;
mod docs;
mod doctor;
mod hub;
mod log;
mod mcp;
mod random;
mod setup;
mod skill;

use std::process::ExitCode;

use cli::{Exit, Parsed, Printer};
use config::Config;

fn main() -> ExitCode {
    let parsed = match cli::parse() {
        Ok(parsed) => parsed,
        Err(exit) => return exit.into(),
    };
    // The keeper reads no settings: what it needs comes over its standard input.
    if parsed.name == "keeper" {
        return match tabward_hub::session::keeper::run() {
            Ok(()) => Exit::Ok.into(),
            Err(error) => {
                cli::print::complain(&format!("error: {error}"));
                Exit::Failed.into()
            }
        };
    }
    let config = match Config::load() {
        Ok(config) => config,
        Err(error) => {
            cli::print::complain(&format!("error: {error}"));
            return Exit::Arguments.into();
        }
    };
    run(&parsed, &config).into()
}

fn run(parsed: &Parsed, config: &Config) -> Exit {
    let role = match parsed.name.as_str() {
        "hub" => "hub",
        "mcp" => "mcp",
        "keeper" => "keeper",
        _ => "cli",
    };
    if config.settings.debug.enabled
        && let Err(error) = log::start(&config.paths.logs(), role)
    {
        cli::print::complain(&format!("warning: no debug log: {error}"));
    }
    let mut runtime = if role == "hub" {
        tokio::runtime::Builder::new_multi_thread()
    } else {
        tokio::runtime::Builder::new_current_thread()
    };
    match runtime.enable_all().build() {
        Ok(runtime) => {
            let exit = runtime.block_on(command(parsed, config));
            // A read of standard input that waits for a line cannot be cancelled.
            runtime.shutdown_background();
            exit
        }
        Err(error) => {
            cli::print::complain(&format!("error: {error}"));
            Exit::Failed
        }
    }
}

async fn command(parsed: &Parsed, config: &Config) -> Exit {
    let json = parsed.json || config.settings.output.form == tabward_hub::settings::Form::Json;
    let printer = Printer::new(json, config.no_color);
    let exe = match cli::exe() {
        Ok(exe) => exe,
        Err(error) => {
            cli::print::complain(&format!("error: {error}"));
            return Exit::Failed;
        }
    };
    let matches = &parsed.matches;
    if let Some(typed) = parsed.typed.clone() {
        return cli::call(&cli::client(config, exe), printer, typed).await;
    }
    match parsed.name.as_str() {
        "batch" => cli::run_batch(&cli::client(config, exe), printer, matches.get_one::<String>("task")).await,
        "mcp" => Box::pin(mcp::run(config, exe, matches)).await,
        "hub" => hub::run(config, exe, printer, matches).await,
        "sessions" => match cli::sessions(matches) {
            Ok(Some(typed)) => cli::call(&cli::client(config, exe), printer, typed).await,
            Ok(None) => hub::prune(config, exe, printer).await,
            Err(message) => {
                cli::print::complain(&format!("error: {message}"));
                Exit::Arguments
            }
        },
        "doctor" => doctor::run(config, &exe, printer).await,
        "setup" => mcp::setup(config, exe, printer, matches).await,
        "skill" if matches.get_flag("full") => printed(&skill::full()),
        "skill" => printed(skill::STUB),
        "completions" => completions(matches),
        "man" => man(),
        "docs" => documents(matches),
        other => {
            cli::print::complain(&format!("error: {other} is not built into this binary"));
            Exit::Failed
        }
    }
}

fn printed(text: &str) -> Exit {
    cli::print::line(text.trim_end());
    Exit::Ok
}

fn completions(matches: &clap::ArgMatches) -> Exit {
    let Some(shell) = matches.get_one::<clap_complete::Shell>("shell") else {
        return Exit::Arguments;
    };
    let mut out = Vec::new();
    clap_complete::generate(*shell, &mut cli::tree(&cli::registry()), "tabward", &mut out);
    printed(&String::from_utf8_lossy(&out))
}

fn man() -> Exit {
    let mut out = Vec::new();
    match clap_mangen::Man::new(cli::tree(&cli::registry())).render(&mut out) {
        Ok(()) => printed(&String::from_utf8_lossy(&out)),
        Err(error) => {
            cli::print::complain(&format!("error: {error}"));
            Exit::Failed
        }
    }
}

fn documents(matches: &clap::ArgMatches) -> Exit {
    let folder = matches.get_one::<String>("folder").map_or("docs", String::as_str);
    let check = matches.get_flag("check");
    match docs::write(std::path::Path::new(folder), check) {
        Ok(differ) if check && !differ.is_empty() => {
            for path in differ {
                cli::print::complain(&format!("{} is not what `tabward docs` writes", path.display()));
            }
            Exit::Failed
        }
        Ok(_) => Exit::Ok,
        Err(error) => {
            cli::print::complain(&format!("error: {folder}: {error}"));
            Exit::Failed
        }
    }
}
