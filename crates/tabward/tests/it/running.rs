//! A hub and its clients for tests that need them running.

use std::time::Duration;

use serde_json::json;
use tabward_testkit::{Home, McpClient, need};

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
