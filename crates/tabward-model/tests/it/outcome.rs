//! RUN-1: one envelope; SEE-13: strings of a page cannot forge lines in it.

use proptest::prelude::*;
use serde_json::{Value, json};
use tabward_model::outcome::{DialogEffect, RequestEffect};
use tabward_model::resolve::Step;
use tabward_model::text::quote;
use tabward_model::{Code, Delivered, Effect, Failure, InstanceHandle, Outcome, PageInfo, Status, TabHandle};

fn page(title: &str, url: &str) -> PageInfo {
    PageInfo {
        browser_instance_id: "i".into(),
        tab_id: "t".into(),
        browser: InstanceHandle(1),
        tab: TabHandle(1),
        document_id: None,
        title: title.to_owned(),
        url: Some(url.to_owned()),
        ownership: "managed",
        resolved_by: Step::Task,
        whole_url: false,
    }
}

// RUN-1: `ok` cannot be forged by a field, and never wraps a failure.
#[test]
fn run_01_reserved_fields_win() {
    let mut outcome = Outcome::failed(Failure::new(Code::ElementCovered, "under dialog \"Cookies\""));
    for name in ["ok", "status"] {
        outcome.fields.insert(name.to_owned(), json!(true));
    }
    let json = outcome.to_json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["status"], "failed");
    assert_eq!(json["error_code"], "ELEMENT_COVERED");
    assert_eq!(json["stage"], "element");
    assert_eq!(json["delivered"], "no");
    assert_eq!(json["retryable"], true);
}

#[test]
fn the_text_of_a_failure() {
    let failure = Failure::new(Code::DeadlineExceeded, "clicked, but the page did not answer for 25 s.")
        .delivered(Delivered::Unknown)
        .next("browser_snapshot {\"tab\":\"t1\"}; do not click again before you have looked");
    assert_eq!(
        Outcome::failed(failure).to_text(),
        "failed DEADLINE_EXCEEDED: clicked, but the page did not answer for 25 s. It may have run.\n\
         next: browser_snapshot {\"tab\":\"t1\"}; do not click again before you have looked"
    );
}

#[test]
fn the_text_of_an_action() {
    let mut outcome = Outcome::done("filled 5 of 5, clicked button \"Create customer\" e23");
    outcome.page = Some(page("New customer – Acme Admin", "http://127.0.0.1:1/signup"));
    outcome.effect =
        Some(Effect { summary: "page changed; no navigation, no request".to_owned(), ..Effect::default() });
    outcome.body = "+ alert: There is 1 problem with this form.".to_owned();
    assert_eq!(
        outcome.to_text(),
        "ok filled 5 of 5, clicked button \"Create customer\" e23\n\
         effect: page changed; no navigation, no request\n\
         page t1 \"New customer – Acme Admin\" /signup\n\
         + alert: There is 1 problem with this form."
    );
    outcome.status = Status::Waiting;
    assert!(outcome.to_text().starts_with("waiting: "));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    // SEE-13: hostile titles, addresses, requests and dialogs never make a line of their own.
    #[test]
    fn see_13_a_page_cannot_forge_a_line(text in "(.|\n|\r|\u{2028}|ok |failed |next: |page t1 |e1 ){0,30}") {
        let mut outcome = Outcome::done(format!("clicked button {}", quote(&text)));
        outcome.page = Some(page(&text, &format!("http://a.test/{text}")));
        outcome.effect = Some(Effect {
            summary: "nothing visible changed".to_owned(),
            requests: vec![RequestEffect { id: "n1".to_owned(), method: text.clone(), path: text.clone(), status: Some(200), failed: None }],
            page_errors: vec![quote(&text)],
            downloads: vec![text.clone()],
            dialogs: vec![DialogEffect { kind: "alert".to_owned(), message: text.clone(), open: false, answered: None }],
            ..Effect::default()
        });
        let rendered = outcome.to_text();
        let lines: Vec<&str> = rendered.split('\n').collect();
        let starts = ["ok ", "effect: ", "page error: ", "request n1 ", "download ", "dialog alert ", "page t1 "];
        prop_assert_eq!(lines.len(), starts.len(), "{}", rendered);
        for (line, start) in lines.iter().zip(starts) {
            prop_assert!(line.starts_with(start), "{line}");
        }
        let breaks = rendered.contains(['\r', '\u{2028}', '\u{2029}', '\u{85}']);
        prop_assert!(!breaks);
        let json = Value::Object(outcome.to_json());
        prop_assert_eq!(&json["ok"], &json!(true));
    }
}
