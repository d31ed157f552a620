//! Over streams, in all revisions (TOOLS.md D and G).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tabward_mcp::{Form, INSTRUCTIONS};

use crate::double::{Double, Host, modern_meta};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[test]
fn the_instructions_keep_within_their_bound() {
    let count = INSTRUCTIONS.chars().count();
    assert!(count < 1_200, "{count}");
}

#[tokio::test]
async fn every_revision_with_a_handshake_is_spoken() {
    for version in LEGACY {
        let mut host = Host::new(Arc::new(Double::default()), Form::Text);
        let hello = host.initialize(version).await;
        let result = &hello["result"];
        assert_eq!(result["protocolVersion"], version, "{hello}");
        assert_eq!(result["serverInfo"]["name"], "tabward");
        assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(result["instructions"], INSTRUCTIONS);
        assert_eq!(result["capabilities"], json!({"tools": {"listChanged": false}}));
        let list = host.ask("tools/list", json!({})).await;
        assert_eq!(list["result"]["tools"][0]["name"], "browser_navigate");
        let answer = host.ask("tools/call", json!({"name": "browser_navigate", "arguments": {"url": "x"}})).await;
        assert_eq!(
            answer["result"]["content"],
            json!([{"type": "text", "text": "ok done\npage t1 \"A\" /"}]),
            "{answer}"
        );
        assert!(answer["result"].get("resultType").is_none());
    }
}

#[tokio::test]
async fn the_revision_without_a_handshake_is_spoken() {
    let mut host = Host::new(Arc::new(Double::default()), Form::Text);
    let found = host.ask("server/discover", json!({"_meta": modern_meta()})).await;
    let result = &found["result"];
    assert!(result["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    assert_eq!(result["instructions"], INSTRUCTIONS);
    assert!(result["ttlMs"].as_u64().unwrap() > 0);
    let list = host.ask("tools/list", json!({"_meta": modern_meta()})).await;
    assert!(list["result"]["ttlMs"].as_u64().unwrap() > 0, "{list}");
    assert_eq!(list["result"]["cacheScope"], "public");
    let answer =
        host.ask("tools/call", json!({"name": "browser_snapshot", "arguments": {}, "_meta": modern_meta()})).await;
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    assert_eq!(answer["result"]["content"][0]["type"], "text");
    // A request that names no revision has no lifecycle to fall back on.
    let bare = host.ask("tools/list", json!({})).await;
    assert_eq!(bare["error"]["code"], -32602, "{bare}");
}

#[tokio::test]
async fn the_listing_is_the_same_on_every_connection() {
    let mut lists = Vec::new();
    for _ in 0..2 {
        let mut host = Host::new(Arc::new(Double::default()), Form::Text);
        host.initialize("2025-11-25").await;
        lists.push(host.ask("tools/list", json!({})).await);
        lists.push(host.ask("tools/list", json!({})).await["result"].take());
    }
    assert_eq!(lists[1], lists[3]);
    let tools = &lists[1]["tools"];
    assert_eq!(
        tools[1],
        json!({
            "name": "browser_snapshot",
            "description": "Does browser_snapshot.",
            "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}, "additionalProperties": false},
            "annotations": {"readOnlyHint": true},
        })
    );
    assert!(tools[0].get("annotations").is_none() && tools[0].get("outputSchema").is_none());
}

// TOOLS.md D: text by default, and nothing of ours beside it.
#[tokio::test]
async fn an_answer_is_one_text_block_unless_json_is_asked_for() {
    let double = Arc::new(Double::default());
    let mut host = Host::new(Arc::clone(&double), Form::Text);
    host.initialize("2025-11-25").await;
    let call = |meta: Value| json!({"name": "browser_snapshot", "arguments": {}, "_meta": meta});
    let text = host.ask("tools/call", call(json!({}))).await;
    let result = text["result"].as_object().unwrap();
    assert!(!result.contains_key("structuredContent") && !result.contains_key("_meta"), "{text}");
    assert_eq!(result["isError"], false);
    let asked = host.ask("tools/call", call(json!({"io.tabward/output": "json"}))).await;
    assert_eq!(asked["result"]["structuredContent"]["ok"], true, "{asked}");
    let copy: Value = serde_json::from_str(asked["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(copy, asked["result"]["structuredContent"]);

    let mut host = Host::new(Arc::clone(&double), Form::Json);
    host.initialize("2025-11-25").await;
    let list = host.ask("tools/list", json!({})).await;
    assert_eq!(list["result"]["tools"][0]["outputSchema"]["type"], "object", "{list}");
    let json_form = host.ask("tools/call", call(json!({}))).await;
    assert_eq!(json_form["result"]["structuredContent"]["status"], "done");
    let text_form = host.ask("tools/call", call(json!({"io.tabward/output": "text"}))).await;
    assert!(text_form["result"].get("structuredContent").is_none());
}

#[tokio::test]
async fn unknown_tools_are_protocol_errors_and_argument_faults_are_not() {
    let mut host = Host::new(Arc::new(Double::default()), Form::Text);
    host.initialize("2025-06-18").await;
    let unknown = host.ask("tools/call", json!({"name": "browser_fly", "arguments": {}})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    let fault = host.ask("tools/call", json!({"name": "browser_navigate", "arguments": {"fail": 1}})).await;
    assert_eq!(fault["result"]["isError"], true, "{fault}");
    for arguments in [json!("text"), json!([1])] {
        let fault = host.ask("tools/call", json!({"name": "browser_navigate", "arguments": arguments})).await;
        assert_eq!(fault["result"]["isError"], true, "{fault}");
        let text = fault["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(text, "failed INVALID_ARGUMENT: \"arguments\" must be an object");
    }
    let odd = host.ask("tools/call", json!({"name": "browser_fly", "arguments": "text"})).await;
    assert_eq!(odd["error"]["code"], -32602, "{odd}");
    let nothing = host.ask("no/such", json!({})).await;
    assert_eq!(nothing["error"]["code"], -32601, "{nothing}");
    // Without arguments, and by a name that the listing leaves out.
    let hidden = host.ask("tools/call", json!({"name": "browser_hidden"})).await;
    assert_eq!(hidden["result"]["isError"], false, "{hidden}");
}

#[tokio::test]
async fn a_hub_that_cannot_be_reached_is_a_readable_failure() {
    let mut host = Host::new(Arc::new(Double::default()), Form::Json);
    host.initialize("2025-11-25").await;
    let answer = host.ask("tools/call", json!({"name": "broken", "arguments": {}})).await;
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    assert_eq!(result["structuredContent"]["error_code"], "HUB_UNAVAILABLE");
    assert_eq!(result["structuredContent"]["next_step"], "run `tabward doctor`");
}

#[tokio::test]
async fn pictures_come_as_image_blocks_and_never_in_text() {
    let mut host = Host::new(Arc::new(Double::default()), Form::Text);
    host.initialize("2025-11-25").await;
    let answer = host.ask("tools/call", json!({"name": "picture", "arguments": {}})).await;
    let content = answer["result"]["content"].as_array().unwrap();
    assert_eq!(content[1], json!({"type": "image", "data": "AAAA", "mimeType": "image/jpeg"}), "{answer}");
    assert!(!content[0]["text"].as_str().unwrap().contains("AAAA"));
}

// LIFE-1: the conversation is a default for the task, and passed on as no more than that.
#[tokio::test]
async fn the_conversation_of_the_host_is_passed_on() {
    let double = Arc::new(Double::default());
    let mut host = Host::new(Arc::clone(&double), Form::Text);
    host.initialize("2025-11-25").await;
    for (meta, expected) in [
        (json!({"openai/session": "s-1"}), Some("s-1".to_owned())),
        (json!({"io.tabward/conversation": "c", "sessionId": "x"}), Some("c".to_owned())),
        (json!({"sessionId": ""}), None),
        (json!({"sessionId": 7}), None),
        (json!({"sessionId": "x".repeat(900)}), Some("x".repeat(200))),
    ] {
        host.ask("tools/call", json!({"name": "browser_snapshot", "arguments": {"url": "u"}, "_meta": meta})).await;
        let asked = double.asked.lock().unwrap().pop().unwrap();
        assert_eq!(asked.conversation, expected);
        assert_eq!(asked.arguments["url"], "u");
    }
}

#[tokio::test(start_paused = true)]
async fn progress_is_told_from_the_second_second_on_if_a_token_is_given() {
    let double = Arc::new(Double::default());
    let mut host = Host::new(Arc::clone(&double), Form::Text);
    host.initialize("2025-11-25").await;
    let call = json!({"name": "slow", "arguments": {}, "_meta": {"progressToken": "p"}});
    let id = host.send("tools/call", call).await;
    let mut last = 0.0;
    for _ in 0..3 {
        let told = host.hear().await;
        assert_eq!(told["method"], "notifications/progress", "{told}");
        assert_eq!(told["params"]["progressToken"], "p");
        assert_eq!(told["params"]["message"], "waiting for the page");
        let progress = told["params"]["progress"].as_f64().unwrap();
        assert!(progress >= 1.0 && progress > last, "{told}");
        last = progress;
    }
    double.go_on.notify_one();
    let (answer, _) = host.settled(id).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    // A call that is done at once says nothing on the way.
    let quick = json!({"name": "browser_snapshot", "arguments": {}, "_meta": {"progressToken": "q"}});
    let id = host.send("tools/call", quick).await;
    assert_eq!(host.settled(id).await.1, Vec::<Value>::new());
}

#[tokio::test]
async fn cancelling_ends_the_work_and_delays_nothing_else() {
    let double = Arc::new(Double::default());
    let mut host = Host::new(Arc::clone(&double), Form::Text);
    host.initialize("2025-11-25").await;
    let id = host.send("tools/call", json!({"name": "slow", "arguments": {}})).await;
    double.started.notified().await;
    // HUB-13: another call is answered while the slow one runs.
    let other = host.ask("tools/call", json!({"name": "browser_snapshot", "arguments": {}})).await;
    assert_eq!(other["result"]["isError"], false);
    host.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})).await;
    double.was_dropped.notified().await;
    assert_eq!(double.dropped.load(Ordering::SeqCst), 1);
    let after = host.ask("tools/call", json!({"name": "browser_snapshot", "arguments": {}})).await;
    assert_eq!(after["result"]["isError"], false);
}

#[tokio::test]
async fn serving_ends_when_the_host_closes_its_end() {
    let mut host = Host::new(Arc::new(Double::default()), Form::Text);
    host.initialize("2025-11-25").await;
    host.close().await;
    Host::new(Arc::new(Double::default()), Form::Text).close().await;
}
