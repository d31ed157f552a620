//! A hub and its clients for tests that need them running.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tabward_testkit::{Home, McpClient, need};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;

use crate::kit::{Ran, ran};

/// How long anything here may take.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A scratch home for the built program and the browser of this machine. There must be one.
pub(crate) fn home() -> Home {
    let browser = need::browser().unwrap();
    Home::new(env!("CARGO_BIN_EXE_tabward")).unwrap().with("TABWARD_CHROME", browser.to_str().unwrap())
}

/// Finishes the client's task, stops hub and browsers, and proves that nothing is left. // LIFE-7, HUB-15
pub(crate) async fn finish_and_prove(mut client: McpClient, home: Home) {
    let receipt = client.call("browser_task", json!({ "action": "finish" })).await.unwrap();
    assert!(receipt.ok(), "{}", receipt.text);
    client.close().await.unwrap();
    let stopped = home.stop_hub().await.unwrap();
    assert!(stopped.status.success(), "{stopped:?}");
    let left = home.leftovers(Duration::from_secs(15)).await;
    assert!(left.is_empty(), "left behind:\n{left}");
}

/// Runs the program to its end.
pub(crate) async fn run(home: &Home, arguments: &[&str]) -> Ran {
    ran(home.run(arguments, LONG).await.unwrap())
}

/// Stops hub and browsers, and proves that nothing is left.
pub(crate) async fn end(home: &Home) {
    home.stop_hub().await.unwrap();
    let left = home.leftovers(Duration::from_secs(20)).await;
    assert!(left.is_empty(), "{left}");
}

/// A hub in the foreground with its HTTP door open.
pub(crate) struct HttpHub {
    pub(crate) hub: Child,
    /// Of the MCP endpoint.
    pub(crate) url: String,
    /// Host and port.
    pub(crate) address: String,
    /// Where the token lies.
    pub(crate) file: String,
    pub(crate) token: String,
}

impl HttpHub {
    pub(crate) async fn start(home: &Home) -> Self {
        let mut command = home.command();
        command.args(["hub", "run", "--http"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut hub = command.spawn().unwrap();
        let mut lines = BufReader::new(hub.stdout.take().unwrap()).lines();
        let told = async {
            loop {
                let line = lines.next_line().await.unwrap().expect("the hub tells its address");
                if let Some((url, file)) =
                    line.strip_prefix("MCP at ").and_then(|line| line.split_once(", with the bearer token in "))
                {
                    return (url.to_owned(), file.trim().to_owned());
                }
            }
        };
        let (url, file) = tokio::time::timeout(LONG, told).await.expect("the hub tells its address in time");
        // What it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let address = url.split('/').nth(2).unwrap().to_owned();
        let token = std::fs::read_to_string(&file).unwrap().trim().to_owned();
        Self { hub, url, address, file, token }
    }
}
