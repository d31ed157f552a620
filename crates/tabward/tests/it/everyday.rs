//! The six everyday tasks, done by scripted agents that know only `tools/list` and what they read.

use serde_json::json;
use tabward_fixtures::Fixtures;
use tabward_testkit::six_tasks::{Agent, Style, total};
use tabward_testkit::{McpClient, tokens};

use crate::running::{finish_and_prove, home};

async fn six_tasks(style: Style) {
    let site = Fixtures::start().await.unwrap();
    let home = home();
    let mut client = McpClient::start(&home).await.unwrap();
    let session = json!({ "mode": "launch_headless" });
    let mut agent = Agent::new(&mut client, style, session).await.unwrap();
    let costs = agent.run(&site).await.unwrap_or_else(|e| panic!("{e:#}"));
    let (calls, tokens) = total(&costs);
    assert!(calls <= 20, "{calls} calls: {costs:?}");
    assert!(tokens <= 2_600, "{tokens} tokens: {costs:?}\n{}", agent.transcript);
    finish_and_prove(client, home).await;
}

// ACT-6, ACT-7, SEE-4: an agent that names elements by refs.
#[tokio::test(flavor = "multi_thread")]
async fn six_tasks_by_refs() {
    six_tasks(Style::Refs).await;
}

// ACT-2: one that repeats the start of the lines that it read.
#[tokio::test(flavor = "multi_thread")]
async fn six_tasks_by_lines() {
    six_tasks(Style::Lines).await;
}

// ACT-2: one that describes elements in words.
#[tokio::test(flavor = "multi_thread")]
async fn six_tasks_by_words() {
    six_tasks(Style::Words).await;
}

/// What every agent pays before its first call.
#[tokio::test(flavor = "multi_thread")]
async fn the_listing_stays_within_its_budget() {
    let home = home();
    let mut client = McpClient::start(&home).await.unwrap();
    let tools = serde_json::to_string(&client.tools().await.unwrap()).unwrap();
    assert!(tools.len() <= 10 << 10, "{} bytes", tools.len());
    assert!(tokens::count(&tools) <= 2_400, "{} tokens", tokens::count(&tools));
    let again = serde_json::to_string(&client.tools().await.unwrap()).unwrap();
    assert_eq!(tools, again, "the listing is constant");
    let instructions = client.hello["instructions"].as_str().unwrap();
    assert!(instructions.chars().count() <= 1_200, "{instructions}");
    finish_and_prove(client, home).await;
}
