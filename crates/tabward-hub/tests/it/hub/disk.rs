//! A disk that is really full, under a hub at work.

use serde_json::json;
use tabward_hub::hub::Start;
use tabward_hub::paths::Paths;

use super::{Bed, failed, start, text};

// RUN-5, RUN-2: a call whose intent cannot be written down is refused and nothing is done; what only reads goes on; the end
// of the task still has its receipt; with space again all goes on. Give the folder of a small file system.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a small file system"] // tidy: word – cargo xtask test makes one and runs it
async fn run_05_a_really_full_disk_refuses_what_changes_something() {
    let disk = std::path::PathBuf::from(std::env::var("TABWARD_TEST_SMALL_DISK").unwrap());
    let state = tempfile::tempdir_in(&disk).unwrap();
    // Only the record is there; the browser's profile, which fails in its own ways, is not.
    let bed = Bed::from(|home| {
        let plain = start(home, super::Settings::default());
        Start { paths: Paths { state: state.path().join("state"), ..plain.paths }, ..plain }
    })
    .await;
    let session = json!({"mode": "launch_headless", "user_data_dir": "elsewhere"});
    let url = bed.fixtures.url("/t/small");
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");

    let filler = state.path().join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write(&mut file, &[1; 4096]).is_ok_and(|n| n > 0) {}
    let mut clicks = 0;
    let refused = loop {
        let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
        if clicked["ok"] != true {
            break clicked;
        }
        clicks += 1;
        assert!(clicks < 500, "it was never full");
    };
    failed(&refused, "STORE_UNAVAILABLE");
    assert_eq!((&refused["stage"], &refused["delivered"]), (&json!("store"), &json!("no")), "{refused:#}");
    assert!(refused["next_step"].as_str().unwrap().contains("prune"), "{refused:#}");
    for (tool, arguments) in [
        ("browser_type", json!({"selector": "#name", "text": "x"})),
        ("browser_evaluate", json!({"script": "document.title = 'changed'"})),
        ("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})),
    ] {
        failed(&bed.call(tool, arguments).await, "STORE_UNAVAILABLE");
    }
    let look = bed.call("browser_snapshot", json!({})).await;
    assert_eq!(look["ok"], true, "{look:#}");
    assert!(text(&look).contains(&format!("Clicks: {clicks}")) && text(&look).contains("Small form\""), "{look:#}");

    drop(file);
    std::fs::remove_file(&filler).unwrap();
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write(&mut file, &[1; 4096]).is_ok_and(|n| n > 0) {}
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(finished["receipt"]["verified"], 1, "{finished:#}");
    drop(file);
    std::fs::remove_file(&filler).unwrap();
    bed.stop().await;
}
