//! The listing of the real registry (TOOLS.md C).

use std::path::Path;

use serde_json::{Value, json};
use tabward_hub::client::Client;
use tabward_hub::paths::Paths;
use tabward_hub::tools::Profile;
use tabward_mcp::{Bridge, Form};
use tabward_model::caller::Door;

use crate::double::Host;

async fn listed(profile: Profile, form: Form) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let client = Client {
        paths: Paths::below(folder.path()),
        exe: Path::new("/does/not/exist").to_owned(),
        door: Door::Stdio,
        bridge: None,
        workspace: "/".to_owned(),
        client: None,
    };
    let mut host = Host::new(Bridge::start(client, profile), form);
    host.initialize("2025-11-25").await;
    let mut list = host.ask("tools/list", json!({})).await;
    match list["result"]["tools"].take() {
        Value::Array(tools) => tools,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn the_core_listing_keeps_within_its_budget() {
    let tools = listed(Profile::Core, Form::Text).await;
    let text = Value::Array(tools.clone()).to_string();
    let tokens = tabward_testkit::tokens::count(&text);
    assert!(text.len() <= 10 * 1024, "{} bytes", text.len());
    assert!(tokens <= 2_400, "{tokens} tokens");
    for tool in &tools {
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "closed: {tool}");
        assert!(tool.get("outputSchema").is_none());
    }
    let read_only: Vec<&str> = tools
        .iter()
        .filter(|tool| tool["annotations"]["readOnlyHint"] == true)
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    for name in ["browser_snapshot", "browser_wait", "browser_extract_content", "browser_screenshot", "browser_inspect"]
    {
        assert!(read_only.contains(&name), "{name}");
    }
    assert!(!read_only.contains(&"browser_click"));
}

#[tokio::test]
async fn the_contract_lists_its_eleven_tools_with_all_arguments_and_output_schemas() {
    let tools = listed(Profile::Contract, Form::Json).await;
    let mut names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "browser_click",
            "browser_close_session",
            "browser_extract_content",
            "browser_get_debug_snapshot",
            "browser_get_page_source",
            "browser_list_sessions",
            "browser_navigate",
            "browser_screenshot_annotated",
            "browser_scroll",
            "browser_type",
            "browser_wait_for_selector",
        ]
    );
    for tool in &tools {
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        let properties = &tool["inputSchema"]["properties"];
        for common in ["session", "browser_instance_id", "tab_id", "task", "timeout_ms", "max_tokens"] {
            assert!(properties.get(common).is_some(), "{}: {common}", tool["name"]);
        }
    }
}
