//! Waiting on a real browser.

use serde_json::json;
use tabward_model::Code;
use tabward_page::PageError;
use tabward_page::act::ActError;
use tabward_page::wait::{Condition, Happening, State};
use tokio::time::{Duration, Instant};

use crate::hands::at;
use crate::support::{Bed, soon, within};

fn element(selector: &str, state: State) -> Condition {
    Condition::Element { target: at(selector), state, told: selector.to_owned() }
}

fn text(text: &str) -> Condition {
    Condition::Text(text.to_owned())
}

#[tokio::test]
async fn act_12_selector_states_are_waited_for() {
    let bed = Bed::open(
        "<div id=a style='display:none'>A</div><div id=b>B</div><div id=c>C</div><script>
         setTimeout(() => { a.style.display = ''; b.style.visibility = 'hidden'; c.remove() }, 400)</script>",
    )
    .await;
    let hold = [
        element("#a", State::Attached),
        element("#a", State::Visible),
        element("#b", State::Hidden),
        element("#c", State::Detached),
        element("#nope", State::Hidden),
        element("#nope", State::Detached),
    ];
    bed.wait(&hold, soon()).await.unwrap();
    assert_eq!(bed.eval("[a.style.display, b.style.visibility]").await, json!(["", "hidden"]));
}

#[tokio::test]
async fn act_12_text_comes_and_goes_in_any_frame() {
    let bed = Bed::open_site(&[
        ("/", "<p>top</p><iframe src='OTHER/in'></iframe>"),
        ("/in", "<p id=p>Loading</p><script>setTimeout(() => p.textContent = 'All done now', 500)</script>"),
    ])
    .await;
    bed.frame("/in").await;
    bed.wait(&[text("all DONE"), Condition::Gone("loading".to_owned())], soon()).await.unwrap();
}

#[tokio::test]
async fn act_12_what_does_not_come_says_what_was_seen_last() {
    let bed = Bed::open("<button id=a style='display:none'>Buy</button>").await;
    let began = Instant::now();
    let error = bed.wait(&[element("#a", State::Visible)], within(700)).await.unwrap_err();
    assert!(began.elapsed() < Duration::from_millis(1200));
    assert_eq!(error.code(), Code::DeadlineExceeded);
    let PageError::Act(error) = error else { panic!("{error}") };
    let ActError::NotSeen { unmet, saw } = *error else { panic!("{error}") };
    assert_eq!(unmet, ["\"#a\" visible"]);
    assert_eq!(saw, ["button \"Buy\", hidden"]);
}

#[tokio::test]
async fn act_12_addresses_functions_and_quiet() {
    let bed = Bed::open(
        "<p id=p>0</p><script>let n = 0; const t = setInterval(() => { p.textContent = ++n; if (n === 5) history.pushState(0, 0, '/orders/7'); if (n > 10) clearInterval(t) }, 50)</script>",
    )
    .await;
    bed.wait(&[Condition::Url("/orders/*".into()), Condition::Function("() => n > 7".into())], soon()).await.unwrap();
    bed.wait(&[Condition::DomStable(Duration::from_millis(300))], soon()).await.unwrap();
    assert_eq!(bed.eval("n").await, json!(11));
    let error = bed.wait(&[Condition::Url("/nope".into())], within(300)).await.unwrap_err();
    assert_eq!(error.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn act_12_an_idle_network_is_told_by_requests() {
    let bed = Bed::open("<script>let n = 0; (async () => { for (let i = 0; i < 5; i++) { await fetch('/?' + i); n++; await new Promise(r => setTimeout(r, 100)) } })()</script><p>x").await;
    bed.wait(&[Condition::NetworkIdle(Duration::from_millis(500))], soon()).await.unwrap();
    assert_eq!(bed.eval("n").await, json!(5));
}

#[tokio::test]
async fn act_12_dialogs_and_popups_are_events() {
    let bed = Bed::open("<script>setTimeout(() => confirm('Now?'), 400)</script>").await;
    let report = bed.wait(&[Condition::Event(Happening::Dialog)], soon()).await.unwrap();
    assert_eq!(report.dialog.unwrap().message, "Now?");
}

#[tokio::test]
async fn act_12_a_wait_goes_on_over_a_navigation() {
    let bed = Bed::open_site(&[
        ("/", "<p>one</p><script>setTimeout(() => location = '/two', 300)</script>"),
        ("/two", "<p>two</p>"),
    ])
    .await;
    bed.wait(&[text("two")], soon()).await.unwrap();
}

#[tokio::test]
async fn act_12_time_passes() {
    let bed = Bed::open("<p>x").await;
    let began = Instant::now();
    bed.wait(&[Condition::Time(Duration::from_millis(200))], soon()).await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn act_12_a_function_is_read_in_each_way_that_a_script_is() {
    let bed =
        Bed::open("<p id=p>0</p><script>let n = 0; setInterval(() => { p.textContent = ++n }, 30)</script>").await;
    let ways = [
        "n > 2",
        "() => n > 4",
        "function () { return n > 6 }",
        "async () => { await null; return n > 8 }",
        "const now = n; return now > 10",
        "await null; return n > 12;",
        "let now = n; now > 14",
        // What is not a number is not yet true.
        "Number(p.textContent > 16 ? '1' : 'x')",
    ];
    for way in ways {
        let waited = bed.wait(&[Condition::Function(way.into())], soon()).await;
        waited.unwrap_or_else(|error| panic!("{way}: {error}"));
    }
    assert!(bed.eval("n").await.as_u64().unwrap() > 16);
}

#[tokio::test]
async fn act_12_a_function_may_throw_until_what_it_looks_for_is_there() {
    let bed = Bed::open("<p>x</p><script>setTimeout(() => { const b = document.createElement('b'); b.id = 'late'; b.textContent = 'ready'; document.body.append(b) }, 300)</script>").await;
    let late = Condition::Function(
        "const b = document.querySelector('#late'); return JSON.parse(b.textContent === 'ready' && '1')".into(),
    );
    bed.wait(&[late], soon()).await.unwrap();
    let error = bed.wait(&[Condition::Function("this is no script".into())], soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::ScriptFailed);
    let error = bed.wait(&[Condition::Function("nothing.at.all".into())], within(2000)).await.unwrap_err();
    assert_eq!(error.code(), Code::DeadlineExceeded);
    let PageError::Act(error) = error else { panic!("{error:?}") };
    let ActError::NotSeen { saw, .. } = *error else { panic!("{error:?}") };
    assert!(saw[0].contains("ReferenceError"), "{saw:?}");
}

#[tokio::test]
async fn act_12_a_function_that_never_ends_is_stopped_and_the_page_lives_on() {
    let bed = Bed::open("<p>x</p>").await;
    for (endless, codes) in [
        ("while (true) {}", &[Code::ScriptFailed][..]),
        ("new Promise(() => setTimeout(() => { for (;;) {} }))", &[Code::ScriptFailed]),
        // The browser's own time limit may end it without a word; then the promise is never kept.
        ("async () => { await null; for (;;) {} }", &[Code::ScriptFailed, Code::DeadlineExceeded]),
    ] {
        let error = bed.wait(&[Condition::Function(endless.into())], within(2000)).await.unwrap_err();
        assert!(codes.contains(&error.code()), "{endless}: {error:?}");
        assert_eq!(bed.eval("1").await, json!(1));
    }
    // What only never comes is no fault of the script.
    let never = Condition::Function("new Promise(() => {})".into());
    assert_eq!(bed.wait(&[never], within(1500)).await.unwrap_err().code(), Code::DeadlineExceeded);
}
