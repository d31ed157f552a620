//! Clients that are not ours: the official Python SDK and the official conformance suite.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_testkit::{Home, tools};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::time::timeout;

use crate::running::{HttpHub, home};

/// Runs the contract's script against `server` and wants no check to fail.
async fn contract(home: &Home, server: Value, mode: &str) {
    let python = tools::python_with_sdk().unwrap();
    let site = Fixtures::start().await.unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/contract.py");
    let mut command = Command::new(python);
    command.arg(script).arg(server.to_string()).arg(site.url("")).arg(mode);
    command.stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(Duration::from_secs(150), command.output()).await.expect("the script ends").unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    assert!(out.trim_end().ends_with(" 0 failed") || out.contains(" passed, 0 failed"), "{out}");
    let stopped = home.stop_hub().await.unwrap();
    assert!(stopped.status.success(), "{stopped:?}");
    let left = home.leftovers(Duration::from_secs(15)).await;
    assert!(left.is_empty(), "left behind:\n{left}");
}

fn stdio(home: &Home) -> Value {
    let command = home.command();
    let set = command.as_std().get_envs().filter_map(|(n, v)| Some((n.to_str()?.to_owned(), v?.to_str()?.to_owned())));
    json!({
        "command": env!("CARGO_BIN_EXE_tabward"),
        "args": ["mcp", "--tools", "contract"],
        "env": set.collect::<std::collections::BTreeMap<_, _>>(),
    })
}

// RUN-1, ACT-1, ACT-3, ACT-14, SEE-6, SES-5: over stdio, with the handshake of all revisions up to 2025-11-25.
#[tokio::test(flavor = "multi_thread")]
async fn the_contract_through_the_python_sdk_over_stdio() {
    let home = home();
    contract(&home, stdio(&home), "legacy").await;
}

// RUN-1: the same without a handshake.
#[tokio::test(flavor = "multi_thread")]
async fn the_contract_through_the_python_sdk_over_stdio_without_initialize() {
    let home = home();
    contract(&home, stdio(&home), "2026-07-28").await;
}

// HUB-2, HUB-3: over Streamable HTTP with a bearer token.
#[tokio::test(flavor = "multi_thread")]
async fn hub_02_the_contract_through_the_python_sdk_over_http() {
    let home = home().with("TABWARD_OUTPUT", "json");
    let mut door = HttpHub::start(&home).await;
    contract(&home, json!({ "url": door.url, "token": door.token }), "legacy").await;
    timeout(Duration::from_secs(10), door.hub.wait()).await.expect("the hub was stopped").unwrap();
}

/// Scenarios of the suite that concern a server which offers tools and nothing else. The others call tools, prompts and
/// resources that only the suite's own example server has.
const SCENARIOS: [&str; 5] =
    ["server-initialize", "ping", "tools-list", "server-sse-multiple-streams", "dns-rebinding-protection"];

// HUB-4: among them the one for rebound DNS names.
#[tokio::test(flavor = "multi_thread")]
async fn hub_04_the_official_conformance_suite_passes() {
    let (node, suite) = tools::conformance().unwrap();
    let home = home().with("TABWARD_OUTPUT", "json");
    let door = HttpHub::start(&home).await;
    let front = with_token(&door).await;
    for scenario in SCENARIOS {
        let results = tempfile::tempdir().unwrap();
        let mut command = Command::new(&node);
        command.arg(&suite).args(["server", "--url", &front, "--scenario", scenario, "--output-dir"]);
        command.arg(results.path()).stdin(Stdio::null()).kill_on_drop(true).current_dir(results.path());
        let output = timeout(Duration::from_secs(60), command.output()).await.expect("the suite ends").unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{scenario}:\n{out}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(out.contains("0 failed"), "{scenario}:\n{out}");
    }
    home.stop_hub().await.unwrap();
}

/// The suite can send no token. This front adds it to each request and changes nothing else, but for its own name in
/// `Host`.
async fn with_token(door: &HttpHub) -> String {
    let rest = door.url.strip_prefix("http://").unwrap();
    let (server, path) = rest.split_once('/').unwrap();
    let server = server.to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let front = listener.local_addr().unwrap();
    let url = format!("http://{front}/{path}");
    let token = door.token.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (server, token, front) = (server.clone(), token.clone(), front.to_string());
            tokio::spawn(async move {
                // An error here is a cut connection, which the suite sees as such.
                let _ = pass(client, &server, &token, &front).await;
            });
        }
    });
    url
}

async fn pass(client: TcpStream, server: &str, token: &str, front: &str) -> std::io::Result<()> {
    let upstream = TcpStream::connect(server).await?;
    let (mut back, mut forth) = upstream.into_split();
    let (read, mut write) = client.into_split();
    let answers = tokio::spawn(async move { tokio::io::copy(&mut back, &mut write).await });
    let mut read = BufReader::new(read);
    loop {
        let mut head = String::new();
        let mut length = 0;
        while read.read_line(&mut head).await? > 0 && !head.ends_with("\r\n\r\n") {}
        if head.is_empty() {
            forth.shutdown().await?;
            answers.await.map_err(std::io::Error::other)??;
            return Ok(());
        }
        let head = head.replace(front, server);
        for line in head.lines() {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(std::io::Error::other)?;
            }
        }
        let (first, others) = head.split_once("\r\n").unwrap_or((&head, ""));
        forth.write_all(format!("{first}\r\nAuthorization: Bearer {token}\r\n{others}").as_bytes()).await?;
        let mut body = vec![0; length];
        read.read_exact(&mut body).await?;
        forth.write_all(&body).await?;
    }
}
