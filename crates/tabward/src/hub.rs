//! `tabward hub …`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use serde_json::{Map, Value, json};
use tabward_hub::client::{ClientError, Connection};
use tabward_hub::hub::{Hub, Start, StartError};
use tabward_hub::wire::Admin;
use tabward_mcp::http;
use tokio::signal::unix::{SignalKind, signal};

use crate::cli::{self, Exit, Printer, print};
use crate::config::Config;

/// A hub without connections, tasks and browsers ends after this.
const IDLE: Duration = Duration::from_mins(15);

pub(crate) async fn run(config: &Config, exe: PathBuf, printer: Printer, matches: &ArgMatches) -> Exit {
    match matches.subcommand() {
        Some(("start", _)) => match cli::client(config, exe).connect_or_start().await {
            Ok(connection) => {
                let welcome = connection.welcome();
                told(
                    printer,
                    &format!("running (pid {}, version {})", welcome.pid, welcome.version),
                    &json!({"pid": welcome.pid}),
                )
            }
            Err(error) => cli::unreachable(printer, &error),
        },
        Some(("stop", matches)) => stop(config, exe, printer, matches.get_flag("browsers")).await,
        Some(("status", _)) => {
            let connection = match cli::client(config, exe).connect().await {
                Ok(connection) => connection,
                Err(error) => return cli::unreachable(printer, &error),
            };
            match connection.admin(Admin::Status).await {
                Ok(status) => {
                    printer.value(&status);
                    Exit::Ok
                }
                Err(error) => cli::unreachable(printer, &error),
            }
        }
        Some(("run", matches)) => serve(config, exe, matches).await,
        _ => Exit::Arguments,
    }
}

fn told(printer: Printer, text: &str, fields: &Value) -> Exit {
    if printer.json {
        let mut all = json!({"ok": true, "status": "done", "text": text});
        if let (Some(all), Some(fields)) = (all.as_object_mut(), fields.as_object()) {
            all.extend(fields.clone());
        }
        printer.value(&all);
    } else {
        print::line(text);
    }
    Exit::Ok
}

async fn stop(config: &Config, exe: PathBuf, printer: Printer, browsers: bool) -> Exit {
    let client = cli::client(config, exe);
    let connected = match client.connect().await {
        // It hands its browsers over to this newer binary, of which the same is asked then.
        Err(ClientError::Restarting) => client.connect_or_start().await,
        other => other,
    };
    let connection = match connected {
        Ok(connection) => connection,
        Err(ClientError::NotRunning) => return told(printer, "no hub is running", &json!({})),
        Err(error) => return cli::unreachable(printer, &error),
    };
    match connection.admin(Admin::Stop { browsers }).await {
        Ok(result) => {
            connection.ended().await;
            told(printer, "stopped", &result)
        }
        Err(error) => cli::unreachable(printer, &error),
    }
}

/// `tabward sessions prune`.
pub(crate) async fn prune(config: &Config, exe: PathBuf, printer: Printer) -> Exit {
    let connection = match cli::client(config, exe).connect_or_start().await {
        Ok(connection) => connection,
        Err(error) => return cli::unreachable(printer, &error),
    };
    match forget_dead(&connection).await {
        Ok(forgotten) => {
            let text = format!("forgot {} of browsers that have ended", plural(forgotten.len()));
            told(printer, &text, &json!({"pruned": forgotten}))
        }
        Err(error) => cli::unreachable(printer, &error),
    }
}

fn plural(count: usize) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}

/// Closes each recorded session whose browser is gone; nothing that lives is touched.
async fn forget_dead(connection: &Connection) -> Result<Vec<Value>, ClientError> {
    let listed = connection.call("browser_list_sessions", Map::new(), None, true, None).await?;
    let sessions = listed.outcome.and_then(|mut outcome| outcome.remove("sessions"));
    let sessions = match sessions {
        Some(Value::Array(sessions)) => sessions,
        _ => Vec::new(),
    };
    let mut forgotten = Vec::new();
    for session in sessions.into_iter().filter(|session| session["alive"] == false) {
        let arguments = Map::from_iter([
            ("host".to_owned(), session["host"].clone()),
            ("port".to_owned(), session["port"].clone()),
            ("kill_process".to_owned(), Value::Bool(false)),
        ]);
        let closed = connection.call("browser_close_session", arguments, None, false, None).await?;
        if closed.ok {
            forgotten.push(session);
        }
    }
    Ok(forgotten)
}

async fn serve(config: &Config, exe: PathBuf, matches: &ArgMatches) -> Exit {
    let ready = matches.get_flag("ready");
    let port = matches.get_one::<u16>("http").copied();
    let start = Start {
        paths: config.paths.clone(),
        settings: config.settings.clone(),
        exe,
        places: config.places(),
        persistent_profile: config.profile.clone(),
        display: config.display.clone(),
        // Who opens a door in the foreground wants it to stay open.
        idle: port.is_none().then_some(IDLE),
    };
    let (hub, listener) = match Hub::start(start).await {
        Ok(started) => started,
        Err(StartError::Running) if ready => {
            print::line("running");
            return Exit::Ok;
        }
        Err(error) => {
            // Who started us reads standard output; a person reads standard error.
            if ready {
                print::line(&error.to_string().replace('\n', " "));
            } else {
                print::complain(&format!("error: {error}"));
            }
            return Exit::Failed;
        }
    };
    if let Some(port) = port {
        match open(config, &hub, port).await {
            Ok(told) => print::line(&told),
            Err(error) => {
                print::complain(&format!("error: the HTTP door: {error}"));
                hub.end();
                return Exit::Failed;
            }
        }
    }
    print::line(if ready { "ready" } else { "running; end it with Ctrl+C or `tabward hub stop`" });
    let ender = Arc::clone(&hub);
    let signals = tokio::spawn(async move {
        let (Ok(mut term), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return;
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = interrupt.recv() => {}
        }
        ender.end();
    });
    tabward_hub::server::serve(Arc::clone(&hub), listener).await;
    signals.abort();
    Exit::Ok
}

/// Opens the HTTP door, and says where it is and where its token lies.
async fn open(config: &Config, hub: &Arc<Hub>, port: u16) -> std::io::Result<String> {
    let token = crate::random::hex::<32>()?;
    let file = config.paths.runtime.join("http-token");
    write_private(&file, &token)?;
    let form = match config.settings.output.form {
        tabward_hub::settings::Form::Text => tabward_mcp::Form::Text,
        tabward_hub::settings::Form::Json => tabward_mcp::Form::Json,
    };
    let open = tabward_mcp::open_http(hub, port, token, form, cli::workspace()).await?;
    Ok(format!("MCP at http://{}{}, with the bearer token in {}", open.address, http::PATH, file.display()))
}

/// A new file that only this user can read; an old one is replaced, never written into.
fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    let folder = file.parent().ok_or(std::io::ErrorKind::InvalidInput)?;
    // Made with mode 0600.
    let mut new = tempfile::Builder::new().prefix(".http-token").tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.persist(file).map(drop).map_err(|error| error.error)
}
