//! The person's tabs may be in any state; they stop nothing of a task's.

use serde_json::json;

use super::Bed;
use super::attach::Persons;
use tabward_testkit::remote::Remote;

// SES-1, OWN-2, FOC-4: frozen, crashed and endless tabs, one that waits in a dialog and one that was discarded.
#[tokio::test(flavor = "multi_thread")]
async fn ses_01_whatever_state_the_persons_tabs_are_in() {
    let bed = Bed::start().await;
    let persons = Persons::start(&bed.fixtures.url("/t/plain"));
    let mut browser = Remote::browser(persons.port).await;
    let url = bed.fixtures.url("/t/small2");
    let mut theirs = Vec::new();
    for kind in ["frozen", "crashed", "endless", "dialog"] {
        let target = browser.open(&format!("{url}?{kind}")).await;
        let mut page = Remote::page(persons.port, &target).await;
        // It answers, so it is there.
        page.evaluate("1").await;
        match kind {
            "frozen" => drop(page.call("Page.setWebLifecycleState", json!({"state": "frozen"})).await),
            // These never answer.
            "crashed" => drop(page.send("Page.crash", json!({})).await),
            "endless" => drop(page.send("Runtime.evaluate", json!({"expression": "for (;;);"})).await),
            _ => {
                page.call("Page.enable", json!({})).await;
                page.send("Runtime.evaluate", json!({"expression": "confirm('wait')"})).await;
            }
        }
        theirs.push(page);
    }
    browser.open(&format!("{url}?discarded")).await;
    discard(persons.port, &mut browser, "?discarded").await;
    let session = json!({"mode": "attach", "port": persons.port});
    let opened = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small"), "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    let shot = bed.call("browser_screenshot", json!({})).await;
    assert_eq!(shot["ok"], true, "{shot:#}");
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    let users = tabs["tabs"].as_array().unwrap().iter().filter(|tab| tab["ownership"] == "user").count();
    assert!(users >= 6, "each is listed: {tabs:#}");
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(finished["receipt"]["verified"], 1, "{finished:#}");
    bed.hub.end();
}

/// Discards a tab as the browser does when memory is short, by its own page for that.
async fn discard(port: u16, browser: &mut Remote, url: &str) {
    let target = browser.open("chrome://discards/").await;
    let mut page = Remote::page(port, &target).await;
    let press = "new Promise(done => {
        const all = (root, out = []) => {
            for (const at of root.querySelectorAll('*')) { out.push(at); if (at.shadowRoot) all(at.shadowRoot, out); }
            return out;
        };
        let pressed = false;
        const look = () => {
            const row = all(document).find(at => at.localName === 'tr' && at.textContent.includes('URL'));
            if (row && pressed && /discarded/.test(row.textContent)) return done(true);
            if (row && !pressed) {
                pressed = true;
                all(row).find(at => at.children.length === 0 && /Urgent Discard/.test(at.textContent)).click();
            }
            setTimeout(look, 50);
        };
        look();
        setTimeout(() => done(false), 30000);
    })";
    let press = json!({"expression": press.replace("URL", url), "awaitPromise": true});
    let done = page.call("Runtime.evaluate", press).await;
    assert_eq!(done["result"]["value"], true, "{done}");
    browser.call("Target.closeTarget", json!({"targetId": target})).await;
}
