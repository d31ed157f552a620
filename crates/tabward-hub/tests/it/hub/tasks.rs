//! Tasks, their tabs, and their end.

use serde_json::json;

use super::{Bed, failed, text};

// LIFE-6, LIFE-7, LIFE-8, LIFE-9, LIFE-10: finish closes, verifies and gives a receipt; a second finish gives the same one; dry run changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn life_10_finishing_twice_gives_the_same_receipt() {
    let bed = Bed::at("/t/small").await;
    bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})).await;
    bed.call("browser_tabs", json!({"action": "keep", "tab": "t2"})).await;
    let predicted = bed.call("browser_task", json!({"action": "finish", "dry_run": true})).await;
    assert_eq!(predicted["receipt"]["closed"], 1, "{predicted:#}");
    assert_eq!(predicted["receipt"]["kept"], 1);
    let still = bed.call("browser_snapshot", json!({"tab": "t1"})).await;
    assert_eq!(still["ok"], true, "a dry run changes nothing: {still:#}");
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    let receipt = &finished["receipt"];
    for name in
        ["receipt_id", "previous", "hash", "task", "consent_mode", "released", "pruned", "remaining", "errors", "tabs"]
    {
        assert!(receipt.get(name).is_some(), "{name}: {finished:#}");
    }
    assert_eq!(receipt["opened"], 2, "{finished:#}");
    for name in ["closed", "verified", "kept"] {
        assert_eq!(receipt[name], predicted["receipt"][name], "{name}: {finished:#}");
    }
    let again = bed.call("finalize_task", json!({})).await;
    assert_eq!(again["receipt"]["hash"], receipt["hash"], "{again:#}");
    let verified = bed.hub.store.receipts_verify(None).await.unwrap();
    assert!(verified.faults.is_empty(), "{verified:?}");
    bed.stop().await;
}

// LIFE-4: the ninth tab is refused, and eight are.
#[tokio::test(flavor = "multi_thread")]
async fn life_04_tabs_are_bounded() {
    let bed = Bed::with(tabward_hub::settings::Settings {
        tabs: tabward_hub::settings::Tabs { limit: 2 },
        ..Default::default()
    })
    .await;
    bed.open(&bed.fixtures.url("/t/small")).await;
    let url = bed.fixtures.url("/t/small2");
    let second = bed.call("browser_navigate", json!({"url": url, "new_tab": true})).await;
    assert_eq!(second["ok"], true, "{second:#}");
    let third = bed.call("browser_navigate", json!({"url": url, "new_tab": true})).await;
    failed(&third, "MANAGED_TAB_LIMIT_REACHED");
    // ID-8: with several tabs none is guessed.
    let which = bed.call("browser_snapshot", json!({})).await;
    failed(&which, "AMBIGUOUS_TARGET");
    assert!(text(&which).contains("t1 \"Small form\"") && text(&which).contains("t2 \"Small form two\""), "{which:#}");
    let closed = bed.call("browser_tabs", json!({"action": "close", "tab": "t2"})).await;
    assert_eq!(closed["verified"], true, "{closed:#}");
    let third = bed.call("browser_navigate", json!({"url": url, "new_tab": true})).await;
    assert_eq!(third["page"]["tab"], "t3", "handles are never used twice: {third:#}");
    bed.stop().await;
}

// LIFE-2: a tab that an owned page opens by our click joins the task.
#[tokio::test(flavor = "multi_thread")]
async fn life_02_popups_join_the_task() {
    let bed = Bed::at("/t/popups").await;
    let clicked = bed.call("browser_click", json!({"selector": "css=a[target=_blank]"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    assert!(text(&clicked).contains("opened t2"), "{}", text(&clicked));
    let look = bed.call("browser_snapshot", json!({"tab": "t2"})).await;
    assert_eq!(look["ok"], true, "{look:#}");
    bed.stop().await;
}

// RUN-2: the ledger has an intent before and an outcome after each mutating call, and no typed text.
#[tokio::test(flavor = "multi_thread")]
async fn run_02_the_ledger_keeps_no_secrets() {
    let bed = Bed::at("/t/small").await;
    bed.call("browser_type", json!({"selector": "#name", "text": "canary-7f3a"})).await;
    let task = bed.hub.tasks()[0].id.clone();
    let rows = bed.hub.store.ledger_of(task.as_str(), 0, 100).await.unwrap();
    let intents = rows.iter().filter(|row| row.kind == tabward_store::LedgerKind::Intent).count();
    let outcomes = rows.iter().filter(|row| row.kind == tabward_store::LedgerKind::Outcome).count();
    assert_eq!((intents, outcomes), (2, 2), "{rows:?}");
    assert!(!format!("{rows:?}").contains("canary-7f3a"));
    assert!(std::fs::metadata(bed.home().join("state")).is_ok());
    bed.stop().await;
}

// SEE-4: what changes between two calls is told with the next one, in frames too, and only once.
#[tokio::test(flavor = "multi_thread")]
async fn see_04_what_appears_between_two_calls_is_told_as_late() {
    let bed = Bed::at("/t/small").await;
    // Another tab says when and what, so that no call on this one sees it first.
    bed.truth(
        "const frame = document.createElement('iframe'); frame.srcdoc = '<p>Soon</p>'; document.body.append(frame);
         await new Promise((done) => { frame.onload = done });
         addEventListener('storage', (event) => {
           if (event.key !== 'say') return;
           const [where, words] = event.newValue.split('|');
           if (where === 'frame') frames[0].document.querySelector('p').textContent = words; else document.body.append(words);
           localStorage.said = words;
         });
         return 1",
    )
    .await;
    bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})).await;
    for say in ["frame|Frame words", "page|Page words"] {
        let words = say.split('|').next_back().unwrap();
        let script = format!(
            "const said = new Promise((done) => addEventListener('storage', (event) => event.key === 'said' && done()));
             localStorage.say = '{say}'; await said; return 1"
        );
        let said = bed.call("browser_evaluate", json!({"script": script, "tab": "t2"})).await;
        assert_eq!(said["ok"], true, "{said:#}");
        let pressed = bed.call("browser_press", json!({"keys": "Shift", "tab": "t1"})).await;
        assert!(text(&pressed).contains(&format!("late + \"{words}\"")), "{}", text(&pressed));
        let again = bed.call("browser_press", json!({"keys": "Shift", "tab": "t1"})).await;
        assert!(!text(&again).contains("late"), "{}", text(&again));
    }
    bed.stop().await;
}
