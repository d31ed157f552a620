//! Through the binary, hub and a real browser.

use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_testkit::{Home, McpClient, Process};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::running::{HttpHub, LONG, end, home, run};

const HEADLESS: [&str; 2] = ["--session", "headless"];

async fn ok(home: &Home, arguments: &[&str]) -> String {
    let ran = run(home, arguments).await;
    assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    ran.out
}

const FORM: &str = "data:text/html,<title>F</title><h1>Sign up</h1><form onsubmit=\"event.preventDefault();\
    document.querySelector('p').textContent='Saved '+n.value\"><label>Name <input id=n></label>\
    <label><input type=checkbox id=c> Agree</label><button>Save</button></form><p role=status></p>";

// TOOLS.md H
#[tokio::test]
async fn a_task_is_done_and_finished_from_the_shell() {
    let home = home();
    let page = ok(&home, &["open", FORM, HEADLESS[0], HEADLESS[1]]).await;
    assert!(page.starts_with("ok") && page.contains("# Sign up") && page.contains("textbox \"Name\" e"), "{page}");
    let filled = ok(&home, &["fill", "label=Name=Ana", "label=Agree=true", "--submit", "button \"Save\""]).await;
    assert!(filled.starts_with("ok filled 2 of 2") && filled.contains("Saved Ana"), "{filled}");
    let found = ok(&home, &["look", "--find", "Saved"]).await;
    assert!(found.contains("Saved Ana"), "{found}");

    let missing = run(&home, &["click", "text=Nope", "--timeout-ms", "3000"]).await;
    assert_eq!(missing.code, 1, "{}", missing.out);
    assert!(missing.out.starts_with("failed ELEMENT_NOT_FOUND"), "{}", missing.out);
    let wrong = run(&home, &["press", "Enter", "--tab", "x y"]).await;
    assert_ne!(wrong.code, 0, "{}", wrong.out);
    let json: Value = serde_json::from_str(&ok(&home, &["look", "--json"]).await).unwrap();
    assert_eq!((&json["ok"], &json["status"], &json["page"]["title"]), (&json!(true), &json!("done"), &json!("F")));
    assert!(json["text"].as_str().unwrap().starts_with("ok"));

    let tabs = ok(&home, &["tabs"]).await;
    assert!(tabs.contains("(yours)"), "{tabs}");
    let sessions = ok(&home, &["sessions", "list"]).await;
    assert!(sessions.contains("started by tabward"), "{sessions}");
    let receipt = ok(&home, &["finish"]).await;
    assert!(receipt.contains("closed 1") && receipt.contains("receipt"), "{receipt}");
    ok(&home, &["sessions", "close", "--all"]).await;
    end(&home).await;
}

#[tokio::test]
async fn failures_end_with_the_exit_code_of_their_kind() {
    let home = home();
    for (arguments, code, word) in [
        (&["open", "http://127.0.0.1:1/", "--session", "attach:1"][..], 4, "PORT_DEAD"),
        (&["open", "chrome://settings", "--session", "headless"], 3, "SCHEME_FORBIDDEN"),
        (&["look", "--max-tokens", "1"], 2, "INVALID_ARGUMENT"),
        (&["look", "--tab", "t99"], 1, "TAB_NOT_FOUND"),
    ] {
        let ran = run(&home, arguments).await;
        assert_eq!(ran.code, code, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.starts_with(&format!("failed {word}")), "{arguments:?}: {}", ran.out);
    }
    end(&home).await;
}

#[tokio::test]
async fn a_batch_runs_line_by_line_and_stops_at_the_first_failure() {
    let home = home();
    let mut child = home
        .command()
        .args(["batch", "--task", "b"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = format!(
        "# a comment\n\nopen '{}' --session headless\n\
         {{\"tool\":\"browser_click\",\"selector\":\"button\"}}\n\
         click text=Nope --timeout-ms 3000\nlook\n",
        "data:text/html,<button onclick=\"this.textContent=`Done`\">Go</button>"
    );
    input.write_all(lines.as_bytes()).await.unwrap();
    drop(input);
    let output = tokio::time::timeout(LONG, child.wait_with_output()).await.unwrap().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("~ button \"Done\""), "{out}");
    assert!(out.contains("failed ELEMENT_NOT_FOUND") && !out.contains("> look"), "{out}");
    let status: Value = serde_json::from_str(&ok(&home, &["hub", "status", "--json"]).await).unwrap();
    assert_eq!(status["tasks"][0]["task"], "b", "{status}");
    end(&home).await;
}

// HUB-10, HUB-15: a killed hub is replaced, and its tabs are taken back.
#[tokio::test]
async fn hub_10_a_host_goes_on_when_its_hub_is_killed() {
    let home = home();
    let mut host = McpClient::start(&home).await.unwrap();
    let session = json!({"mode": "launch_headless"});
    let page = host.call("browser_navigate", json!({"url": FORM, "session": session})).await.unwrap();
    assert!(page.ok(), "{page:?}");
    let status: Value = serde_json::from_str(&ok(&home, &["hub", "status", "--json"]).await).unwrap();
    let hub = Process::find(i32::try_from(status["pid"].as_i64().unwrap()).unwrap()).unwrap();
    hub.kill();
    let again = host.call("browser_snapshot", json!({})).await.unwrap();
    assert!(again.ok(), "{again:?}");
    assert!(again.text.contains("# Sign up"), "{again:?}");
    let status: Value = serde_json::from_str(&ok(&home, &["hub", "status", "--json"]).await).unwrap();
    assert_ne!(status["pid"].as_i64(), Some(i64::from(hub.pid)));
    host.close().await.unwrap();
    end(&home).await;
}

// HUB-2, HUB-3, LIFE-1: over HTTP a call names its task.
#[tokio::test]
async fn hub_02_the_http_door_asks_for_its_token_and_for_a_task() {
    let home = home();
    let mut door = HttpHub::start(&home).await;
    let (address, file, token) = (door.address.clone(), door.file.clone(), door.token.clone());
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions()) & 0o777, 0o600);

    let (status, _) = post(&address, "wrong", &json!({"action": "list"})).await;
    assert_eq!(status, 401);
    let (status, answer) = post(&address, &token, &json!({"action": "list"})).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("SCOPE_REQUIRED"), "{answer}");
    let (_, answer) = post(&address, &token, &json!({"action": "list", "task": "a"})).await;
    assert!(answer.contains("\"text\":\"ok "), "{answer}");
    end(&home).await;
    tokio::time::timeout(LONG, door.hub.wait()).await.unwrap().unwrap();
}

async fn post(address: &str, token: &str, arguments: &Value) -> (u16, String) {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "browser_tabs", "arguments": arguments, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    })
    .to_string();
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: browser_tabs\r\nAccept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(LONG, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

// PRJ-3
#[tokio::test]
async fn prj_03_setup_ends_with_what_an_agent_can_reach_now() {
    let home = home();
    let person = tempfile::tempdir().unwrap();
    std::fs::create_dir(person.path().join(".cursor")).unwrap();
    let setup = |arguments: &[&'static str]| {
        let mut command = home.command();
        command.args(arguments).env("HOME", person.path()).env_remove("XDG_CONFIG_HOME").env("LC_ALL", "C");
        command
    };
    let output = setup(&["setup"]).output().await.unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("Cursor: registered in"), "{out}");
    assert!(lines.last().unwrap().starts_with("ready: an agent can work in a real browser"), "{out}");
    let settings = std::fs::read_to_string(person.path().join(".cursor/mcp.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    assert_eq!(settings["mcpServers"]["tabward"]["args"], json!(["mcp"]));
    let output = setup(&["setup", "--undo"]).output().await.unwrap();
    assert_eq!(output.status.code(), Some(0));
    let settings = std::fs::read_to_string(person.path().join(".cursor/mcp.json")).unwrap();
    assert!(!settings.contains("tabward"), "{settings}");
    end(&home).await;
}

// RUN-4
#[tokio::test]
async fn run_04_the_debug_log_is_off_until_it_is_asked_for() {
    let quiet = home();
    ok(&quiet, &["hub", "start"]).await;
    assert!(!quiet.path().join("state/log").exists());
    end(&quiet).await;
    let loud = home().with("TABWARD_DEBUG", "1");
    let fixtures = Fixtures::start().await.unwrap();
    ok(&loud, &["open", &fixtures.url("/signup"), HEADLESS[0], HEADLESS[1]]).await;
    let log = std::fs::read_to_string(loud.path().join("state/log/hub.jsonl")).unwrap();
    let first: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    for field in ["timestamp", "pid", "where", "event", "details"] {
        assert!(first.get(field).is_some(), "{field}: {first}");
    }
    assert!(log.contains("browser_navigate"), "{log}");
    end(&loud).await;
}
