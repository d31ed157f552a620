//! `tabward mcp` and `tabward setup`.

use std::path::PathBuf;

use clap::ArgMatches;
use serde_json::{Map, Value, json};
use tabward_hub::client::Client;
use tabward_hub::tools::Profile;
use tabward_mcp::{Bridge, Form, Server, serve_stdio};
use tabward_model::caller::Door;

use crate::cli::{self, Exit, Printer, print};
use crate::config::{Config, Language};
use crate::setup::{self, Change, Plan};

/// Serves one MCP host over standard input and output.
pub(crate) async fn run(config: &Config, exe: PathBuf, matches: &ArgMatches) -> Exit {
    let profile = match matches.get_one::<String>("tools").map(String::as_str) {
        Some("full") => Profile::Full,
        Some("contract") => Profile::Contract,
        _ => Profile::Core,
    };
    let form = match (matches.get_one::<String>("output").map(String::as_str), profile) {
        (Some("text"), _) => Form::Text,
        (Some("json"), _) | (None, Profile::Contract) => Form::Json,
        _ if config.settings.output.form == tabward_hub::settings::Form::Json => Form::Json,
        _ => Form::Text,
    };
    let bridge = match crate::random::hex::<16>() {
        Ok(id) => id,
        Err(error) => {
            print::complain(&format!("error: no random numbers: {error}"));
            return Exit::Failed;
        }
    };
    let client = Client {
        paths: config.paths.clone(),
        exe,
        door: Door::Stdio,
        bridge: Some(bridge),
        workspace: cli::workspace(),
        client: None,
    };
    let server = Server::new(Bridge::start(client, profile), form);
    match Box::pin(serve_stdio(server)).await {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print::complain(&format!("error: {error}"));
            Exit::Failed
        }
    }
}

/// Registers with the hosts, or undoes it, and tries what an agent can reach now.
pub(crate) async fn setup(config: &Config, exe: PathBuf, printer: Printer, matches: &ArgMatches) -> Exit {
    let (Some(home), Some(places)) = (&config.home, &config.program_settings) else {
        print::complain("error: no home folder: set HOME");
        return Exit::Arguments;
    };
    let plan = Plan {
        undo: matches.get_flag("undo"),
        dry_run: matches.get_flag("dry-run"),
        only: matches.get_many::<String>("host").into_iter().flatten().cloned().collect(),
    };
    let done = setup::run(&plan, home, places, &exe);
    let refused = done.iter().any(|done| matches!(done.result, Change::Refused { .. }));
    let chinese = config.language == Language::Chinese;
    let test = if plan.undo || plan.dry_run { None } else { Some(self_test(config, exe, chinese).await) };
    if printer.json {
        let test = test.as_ref().map(|(ok, line)| json!({"ok": ok, "text": line}));
        printer.value(&json!({"ok": !refused, "hosts": done, "self_test": test}));
    } else {
        if done.is_empty() {
            print::line(if chinese { "没有找到 MCP 主机。" } else { "no MCP host was found" });
        }
        for done in &done {
            print::line(&told(done, chinese));
        }
        if let Some((_, line)) = &test {
            print::line(line);
        }
    }
    match test {
        Some((false, _)) => Exit::Unreachable,
        _ if refused => Exit::Partial,
        _ => Exit::Ok,
    }
}

fn told(done: &setup::Done, chinese: bool) -> String {
    let file = done.file.display();
    match (&done.result, chinese) {
        (Change::Added, false) => format!("{}: registered in {file}", done.host),
        (Change::Added, true) => format!("{}：已登记到 {file}", done.host),
        (Change::Removed, false) => format!("{}: removed from {file}", done.host),
        (Change::Removed, true) => format!("{}：已从 {file} 移除", done.host),
        (Change::Unchanged, false) => format!("{}: nothing to change in {file}", done.host),
        (Change::Unchanged, true) => format!("{}：{file} 无需更改", done.host),
        (Change::Refused { why, entry }, false) => {
            format!("{}: {file} was left alone ({why}); add by hand: {}", done.host, entry.trim_end())
        }
        (Change::Refused { why, entry }, true) => {
            format!("{}：未改动 {file}（{why}）；请手动加入：{}", done.host, entry.trim_end())
        }
    }
}

/// One line on what an agent can reach now, found by going there.
async fn self_test(config: &Config, exe: PathBuf, chinese: bool) -> (bool, String) {
    let began = std::time::Instant::now();
    let client = cli::client(config, exe);
    let connection = match client.connect_or_start().await {
        Ok(connection) => connection,
        Err(error) => {
            let line = if chinese { "自检失败" } else { "self-test failed" };
            return (false, format!("{line}: {error}; tabward doctor"));
        }
    };
    let call = |tool: &'static str, arguments: Value| {
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        connection.call(tool, arguments, None, true, None)
    };
    let page = call(
        "browser_navigate",
        json!({"url": "data:text/html,<title>tabward</title><h1>ready</h1>", "session": {"mode": "launch_headless"}, "task": "setup"}),
    )
    .await;
    let took = began.elapsed().as_millis();
    let _ = call("browser_task", json!({"action": "finish", "task": "setup"})).await;
    match page {
        Ok(answer) if answer.ok => {
            let tools = tabward_hub::tools::listing(Profile::Core).len();
            let line = if chinese {
                format!("就绪：代理可以用 {tools} 个工具操作真实浏览器（首页 {took} 毫秒）")
            } else {
                format!("ready: an agent can work in a real browser with {tools} tools (first page after {took} ms)")
            };
            (true, line)
        }
        Ok(answer) => {
            let reason = answer.text.lines().next().unwrap_or_default().to_owned();
            let line = if chinese { "自检失败" } else { "self-test failed" };
            (false, format!("{line}: {reason}; tabward doctor"))
        }
        Err(error) => (false, format!("self-test failed: {error}; tabward doctor")),
    }
}
