//! The command line.

mod arguments;
mod batch;
pub(crate) mod exit;
pub(crate) mod print;
mod tree;
mod verbs;

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::{Map, Value};
use tabward_hub::client::{Client, ClientError, Connection};
use tabward_model::caller::Door;
use tabward_model::{Failure, Outcome};
use tokio::io::{AsyncBufReadExt as _, BufReader};

pub(crate) use exit::Exit;
pub(crate) use print::Printer;
pub(crate) use tree::{Typed, registry, tree};

use crate::config::Config;

/// A command line that was read.
pub(crate) struct Parsed {
    pub(crate) name: String,
    pub(crate) matches: ArgMatches,
    pub(crate) json: bool,
    /// The tool call that it stands for, if it stands for one.
    pub(crate) typed: Option<Typed>,
}

/// Reads the command line; what is wrong with it, and help, are printed.
pub(crate) fn parse() -> Result<Parsed, Exit> {
    let tools = tree::needed(std::env::args_os());
    let matches = tree(&tools).try_get_matches().map_err(|error| {
        // Help and version are no errors, and go to standard output.
        let exit = if error.use_stderr() { Exit::Arguments } else { Exit::Ok };
        let _ = error.print();
        exit
    })?;
    let json = matches.get_flag("json");
    let Some((name, sub)) = matches.subcommand() else {
        return Err(Exit::Arguments);
    };
    let typed = tree::typed(&tools, name, sub).map_err(|message| {
        print::complain(&format!("error: {message}"));
        Exit::Arguments
    })?;
    Ok(Parsed { name: name.to_owned(), matches: sub.clone(), json: json || sub.get_flag("json"), typed })
}

/// The client of the command line: tasks belong to the project's folder.
pub(crate) fn client(config: &Config, exe: PathBuf) -> Client {
    Client {
        paths: config.paths.clone(),
        exe,
        door: Door::Cli,
        bridge: None,
        workspace: workspace(),
        client: Some("cli".to_owned()),
    }
}

/// The project's folder: the nearest one upwards that is a repository, else the current one.
pub(crate) fn workspace() -> String {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let project = here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here);
    project.display().to_string()
}

/// Runs one tool and prints its answer.
pub(crate) async fn call(client: &Client, printer: Printer, typed: Typed) -> Exit {
    match client.connect_or_start().await {
        Ok(connection) => one(&connection, printer, typed).await,
        Err(error) => unreachable(printer, &error),
    }
}

async fn one(connection: &Connection, printer: Printer, typed: Typed) -> Exit {
    match connection.call(typed.tool, typed.arguments, None, printer.json, None).await {
        Ok(answer) => {
            printer.answer(&answer.text, answer.outcome.as_ref());
            Exit::of(&answer.status, answer.code.as_deref())
        }
        Err(error) => unreachable(printer, &error),
    }
}

/// The failure of the way to the hub, in the form of every other failure.
pub(crate) fn unreachable(printer: Printer, error: &ClientError) -> Exit {
    let mut failure = Failure::new(error.code(), error.to_string());
    failure = match error {
        ClientError::Lost | ClientError::Io(_) => failure.delivered(tabward_model::Delivered::Unknown),
        ClientError::NotRunning => failure.next("tabward hub start"),
        ClientError::NotStarted(_) | ClientError::Refused { .. } => failure.next("tabward doctor"),
        ClientError::Restarting => failure.next("repeat the call"),
    };
    let exit = Exit::of_code(failure.code);
    let outcome = Outcome::failed(failure);
    printer.answer(&outcome.to_text(), Some(&outcome.to_json()));
    exit
}

/// Runs the calls on standard input until one fails.
pub(crate) async fn run_batch(client: &Client, printer: Printer, task: Option<&String>) -> Exit {
    let tools = registry();
    let tree = tree(&tools);
    let connection = match client.connect_or_start().await {
        Ok(connection) => connection,
        Err(error) => return unreachable(printer, &error),
    };
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut number = 0;
    loop {
        let text = match lines.next_line().await {
            Ok(Some(text)) => text,
            Ok(None) => return Exit::Ok,
            Err(error) => {
                print::complain(&format!("error: standard input: {error}"));
                return Exit::Failed;
            }
        };
        number += 1;
        let mut typed = match batch::line(&tools, &tree, &text) {
            Ok(Some(typed)) => typed,
            Ok(None) => continue,
            Err(message) => {
                print::complain(&format!("error: line {number}: {}", message.trim_start_matches("error: ")));
                return Exit::Arguments;
            }
        };
        if let Some(task) = task {
            typed.arguments.entry("task").or_insert_with(|| Value::String(task.clone()));
        }
        if !printer.json {
            print::line(&format!("> {}", text.trim()));
        }
        let exit = one(&connection, printer, typed).await;
        if exit != Exit::Ok {
            return exit;
        }
        if !printer.json {
            print::line("");
        }
    }
}

/// `tabward sessions …` as the call that it stands for.
pub(crate) fn sessions(matches: &ArgMatches) -> Result<Option<Typed>, String> {
    let (name, matches) = matches.subcommand().ok_or("no command")?;
    let mut arguments = Map::new();
    match name {
        "list" => {
            let probe: Result<Vec<Value>, String> = matches
                .get_many::<String>("probe")
                .into_iter()
                .flatten()
                .map(|text| endpoint(text).map(Value::Object))
                .collect();
            let probe = probe?;
            if !probe.is_empty() {
                arguments.insert("probe".to_owned(), Value::Array(probe));
            }
            Ok(Some(Typed { tool: "browser_list_sessions", arguments }))
        }
        "close" => {
            if matches.get_flag("all") {
                arguments.insert("all".to_owned(), Value::Bool(true));
            } else if let Some(text) = matches.get_one::<String>("port") {
                arguments = endpoint(text)?;
            }
            if matches.get_flag("keep-process") {
                arguments.insert("kill_process".to_owned(), Value::Bool(false));
            }
            Ok(Some(Typed { tool: "browser_close_session", arguments }))
        }
        _ => Ok(None),
    }
}

/// `9222` or `127.0.0.1:9222`.
fn endpoint(text: &str) -> Result<Map<String, Value>, String> {
    let (host, port) = text.rsplit_once(':').map_or((None, text), |(host, port)| (Some(host), port));
    let port: u16 = port.parse().map_err(|_| format!("{text:?} is no [HOST:]PORT"))?;
    let mut endpoint = Map::from_iter([("port".to_owned(), Value::from(port))]);
    if let Some(host) = host {
        endpoint.insert("host".to_owned(), Value::String(host.to_owned()));
    }
    Ok(endpoint)
}

/// Our own executable. A binary that was replaced while it runs is shown with a suffix by the system.
pub(crate) fn exe() -> std::io::Result<PathBuf> {
    let exe = std::env::current_exe()?;
    let text = exe.to_string_lossy();
    Ok(text.strip_suffix(" (deleted)").map(|path| Path::new(path).to_owned()).unwrap_or(exe))
}
