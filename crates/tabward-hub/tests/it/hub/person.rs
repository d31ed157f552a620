//! What a person does in a task's tab, simulated by a second client of the browser: the tab is theirs from then on.

use serde_json::{Value, json};

use super::{Bed, failed, free_port, text};
use tabward_testkit::remote::Remote;

async fn with_port(mode: &str, path: &str) -> (Bed, u16, Value) {
    let bed = Bed::start().await;
    let port = free_port();
    let (opened, _) = open(&bed, port, mode, path).await;
    (bed, port, opened)
}

async fn open(bed: &Bed, port: u16, mode: &str, path: &str) -> (Value, String) {
    let session = json!({"mode": mode, "port": port});
    let url = bed.fixtures.url(path);
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session, "new_tab": true})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let tab = opened["page"]["tab"].as_str().unwrap().to_owned();
    (opened, tab)
}

async fn remote(port: u16, opened: &Value) -> Remote {
    Remote::page(port, opened["page"]["tab_id"].as_str().unwrap()).await
}

/// A call that waits in the tab until the person takes it over.
async fn until_taken(bed: &Bed, tab: &str, person: impl Future<Output = ()>) -> Value {
    let waiting = bed.call("browser_wait", json!({"text": "never to be seen", "tab": tab, "timeout_ms": 60000}));
    let (waited, ()) = tokio::join!(waiting, person);
    waited
}

// OWN-21, OWN-1, OWN-14: movement, wheel and focus take nothing over; a press does, and ends what runs at once.
#[tokio::test(flavor = "multi_thread")]
async fn own_21_the_persons_press_takes_the_tab_over() {
    let (bed, port, opened) = with_port("launch_headless", "/t/small").await;
    let mut person = remote(port, &opened).await;
    for event in [
        json!({"type": "mouseMoved", "x": 5, "y": 5}),
        json!({"type": "mouseWheel", "x": 5, "y": 5, "deltaX": 0, "deltaY": 40}),
    ] {
        person.call("Input.dispatchMouseEvent", event).await;
    }
    person.call("Page.bringToFront", json!({})).await;
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");

    let waited = until_taken(&bed, "t1", person.press(5.0, 5.0)).await;
    failed(&waited, "TAB_TAKEN_OVER");
    assert!(text(&waited).contains("note: the person took over t1"), "{}", text(&waited));
    for (tool, arguments) in [
        ("browser_click", json!({"selector": "#b"})),
        ("browser_type", json!({"selector": "#name", "text": "x"})),
        ("browser_snapshot", json!({})),
        ("browser_evaluate", json!({"script": "1"})),
        ("browser_screenshot", json!({})),
        ("browser_tabs", json!({"action": "close", "tab": "t1"})),
        ("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "tab": "t1"})),
    ] {
        let refused = bed.call(tool, arguments).await;
        failed(&refused, "TAB_TAKEN_OVER");
        assert_eq!(refused["delivered"], "no", "{tool}");
        assert!(refused["next_step"].as_str().unwrap().contains("new_tab"), "{refused:#}");
        // OWN-25: nothing of the page beyond its title and origin.
        assert!(refused.get("debug").is_none() && !text(&refused).contains("/t/small"), "{refused:#}");
    }
    assert_eq!(person.evaluate("document.getElementById('c').textContent").await, "1", "only the click before it");
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    assert_eq!(tabs["tabs"][0]["state"], "taken_over", "{tabs:#}");

    // LIFE-6: the end of the task leaves it to the person, and says so.
    let (_, mine) = open(&bed, port, "launch_headless", "/t/small2").await;
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(finished["receipt"]["left_to_person"], 1, "{finished:#}");
    let ends = finished["receipt"]["tabs"].as_array().unwrap();
    assert!(ends.iter().any(|tab| tab["handle"] == "t1" && tab["end"] == "left_to_person"), "{finished:#}");
    assert!(ends.iter().any(|tab| tab["handle"] == mine.as_str() && tab["end"] == "closed"), "{finished:#}");
    assert_eq!(person.evaluate("document.title").await, "Small form", "the person's tab is still there");
    bed.stop().await;
}

// OWN-14, OWN-17: keys, touches, presses in a frame of another site, in a page that was never looked at before.
#[tokio::test(flavor = "multi_thread")]
async fn own_14_each_kind_of_the_persons_input_counts() {
    let (bed, port, opened) = with_port("launch_headless", "/t/small").await;
    let mut person = remote(port, &opened).await;
    failed(&until_taken(&bed, "t1", person.key("a")).await, "TAB_TAKEN_OVER");

    let (opened, tab) = open(&bed, port, "launch_headless", "/t/small").await;
    let mut person = remote(port, &opened).await;
    let touch = async {
        let down = json!({"type": "touchStart", "touchPoints": [{"x": 9, "y": 9}]});
        person.call("Input.dispatchTouchEvent", down).await;
        person.call("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []})).await;
    };
    failed(&until_taken(&bed, &tab, touch).await, "TAB_TAKEN_OVER");

    let (opened, tab) = open(&bed, port, "launch_headless", "/t/frames").await;
    let mut person = remote(port, &opened).await;
    let middle =
        "(() => { const far = document.querySelector('iframe[title=Far]'); far.scrollIntoView({block: 'center'});
        const at = far.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2] })()";
    let at = person.evaluate(middle).await;
    let (x, y) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    failed(&until_taken(&bed, &tab, person.press(x, y)).await, "TAB_TAKEN_OVER");
    bed.stop().await;
}

// OWN-21: headed, where a person really is. What the person took over is written down, so the next hub knows it.
#[tokio::test(flavor = "multi_thread")]
async fn own_21_a_headed_tab_is_taken_over_and_stays_so() {
    let display = crate::session::Display::start();
    let bed = Bed::on(Some(&display), super::Settings::default()).await;
    let port = free_port();
    let (opened, tab) = open(&bed, port, "launch_headed", "/t/small").await;
    for _ in 0..3 {
        let clicked = bed.call("browser_click", json!({"selector": "#b", "count": 2})).await;
        assert_eq!(clicked["ok"], true, "{clicked:#}");
    }
    let typed = bed.call("browser_type", json!({"selector": "#name", "text": "Ana", "tab": tab})).await;
    assert_eq!(typed["ok"], true, "our own input is not the person's: {typed:#}");
    let mut person = remote(port, &opened).await;
    failed(&until_taken(&bed, &tab, person.press(5.0, 5.0)).await, "TAB_TAKEN_OVER");
    let instance = bed.hub.instances()[0].clone();
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    loop {
        let rows = bed.hub.store.tabs_open(instance.id.as_str(), instance.epoch).await.unwrap();
        if rows.iter().any(|row| row.ownership.contains("taken_over")) {
            break;
        }
        assert!(tokio::time::Instant::now() < until, "never written down: {rows:?}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    bed.stop().await;
}

// OWN-17: whatever a task does by itself is never taken for the person's.
#[tokio::test(flavor = "multi_thread")]
async fn own_17_our_own_input_takes_nothing_over() {
    let bed = Bed::at("/t/mouse").await;
    for (path, tool, arguments) in [
        ("/t/small", "browser_fill_form", json!({"fields": [{"selector": "#name", "value": "Ana"}], "submit": "#b"})),
        ("/t/small", "browser_press", json!({"keys": "Control+A", "selector": "#name"})),
        ("/t/replace?ms=60", "browser_click", json!({"selector": "button", "timeout_ms": 3000})),
        ("/t/moving", "browser_click", json!({"selector": "button", "timeout_ms": 3000})),
        ("/t/popups", "browser_click", json!({"selector": "button \"Open window\""})),
        ("/t/popups", "browser_click", json!({"selector": "button \"Open popup\""})),
        ("/t/dialogs", "browser_click", json!({"selector": "button", "timeout_ms": 5000})),
    ] {
        bed.call("browser_navigate", json!({"url": bed.fixtures.url(path), "tab": "t1"})).await;
        let mut arguments = arguments;
        arguments["tab"] = json!("t1");
        bed.call(tool, arguments).await;
        bed.call("browser_dialog", json!({"action": "accept", "tab": "t1"})).await;
        let look = bed.call("browser_snapshot", json!({"tab": "t1"})).await;
        // A page that replaces itself all the time may give no outline; whose it is is another question.
        assert_ne!(look["error_code"], "TAB_TAKEN_OVER", "after {tool} on {path}: {look:#}");
    }
    // A popup whose page comes only when we have long been there.
    bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small"), "tab": "t1"})).await;
    let arm = "document.getElementById('b').onclick = () => { window.open('/t/delay/1500') }; 1";
    bed.call("browser_evaluate", json!({"script": arm, "tab": "t1"})).await;
    let clicked = bed.call("browser_click", json!({"selector": "#b", "tab": "t1"})).await;
    let opened = text(&clicked).lines().find_map(|line| line.strip_prefix("opened ")).unwrap().to_owned();
    let late = bed.call("browser_wait", json!({"text": "done", "tab": opened.split(' ').next().unwrap()})).await;
    assert_eq!(late["ok"], true, "{late:#}");
    bed.stop().await;
}
