//! Dialogs never hang anything (ACT-10).

use std::time::Duration;

use serde_json::json;
use tabward_model::capability::{Act, Navigate, Read};
use tabward_model::{Code, Delivered};
use tabward_page::page::evaluate::{ScriptCall, ScriptWorld};
use tabward_page::{Answer, AnsweredBy, DialogKind, DialogPolicy, Notice, PageError};
use tokio::time::Instant;

use crate::support::{Bed, soon};

fn script(script: &str) -> ScriptCall<'_> {
    ScriptCall { script, args: &[], world: ScriptWorld::Page, max_chars: 1000, keep_csp: false }
}

#[tokio::test]
async fn act_10_an_alert_is_accepted_and_told_and_the_script_goes_on() {
    let mut bed = Bed::open("<p>x").await;
    let done = bed
        .page
        .evaluate(&bed.permit(), &bed.permit(), &bed.main(), &script("alert('hello\\nthere'); 5"), soon())
        .await
        .unwrap();
    assert_eq!(done.value, json!(5));
    let (dialog, answered) = bed
        .notice(|notice| match notice {
            Notice::DialogClosed { dialog, answered } => Some((dialog, answered)),
            _ => None,
        })
        .await;
    assert_eq!((dialog.kind, &*dialog.message, answered.by), (DialogKind::Alert, "hello\nthere", AnsweredBy::Policy));
    assert_eq!(dialog.describe(), "alert \"hello there\"");
}

#[tokio::test]
async fn act_10_a_confirm_ends_the_call_at_once_and_waits_for_the_agent() {
    let bed = Bed::open("<p>x").await;
    let (run, clean, main) = (bed.permit(), bed.permit(), bed.main());
    let began = Instant::now();
    let asked =
        bed.page.evaluate(&run, &clean, &main, &script("window.answer = confirm('Sure?')"), soon()).await.unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!((asked.code(), asked.delivered()), (Code::DialogOpen, Delivered::Unknown));
    // Others fail fast, and nothing of theirs was sent.
    let other = bed.page.call::<i64>(&bed.permit::<Read>(), &main, "knownId", &json!(null), soon()).await.unwrap_err();
    assert_eq!((other.code(), other.delivered()), (Code::DialogOpen, Delivered::No));
    let away = bed.page.navigate(&bed.permit::<Navigate>(), &bed.site.url("/"), soon()).await.unwrap_err();
    assert_eq!(away.code(), Code::DialogOpen);
    let dialog = bed.page.answer_dialog(&bed.permit::<Act>(), Answer::Accept, None, soon()).await.unwrap();
    assert_eq!(dialog.message, "Sure?");
    assert_eq!(bed.eval("answer").await, json!(true));
    let none = bed.page.answer_dialog(&bed.permit::<Act>(), Answer::Accept, None, soon()).await.unwrap_err();
    assert!(matches!(none, PageError::NoDialog));
}

#[tokio::test]
async fn act_10_a_prompt_takes_text_and_keeps_its_default() {
    let bed = Bed::open("<p>x").await;
    let (run, clean, main, act) = (bed.permit(), bed.permit(), bed.main(), bed.permit::<Act>());
    for (text, expected) in [(Some("Ana \"L\""), "Ana \"L\""), (None, "you")] {
        let asked = script("window.answer = prompt('Name?', 'you')");
        bed.page.evaluate(&run, &clean, &main, &asked, soon()).await.unwrap_err();
        let dialog = bed.page.answer_dialog(&act, Answer::Accept, text, soon()).await.unwrap();
        assert_eq!(dialog.default_text.as_deref(), Some("you"));
        assert_eq!(bed.eval("answer").await, json!(expected));
    }
}

#[tokio::test]
async fn act_10_what_nobody_answers_is_dismissed() {
    let mut bed = Bed::open("<p>x").await;
    bed.page.set_dialog_policy(DialogPolicy { wait: Duration::from_millis(300), ..DialogPolicy::default() });
    bed.page
        .evaluate(&bed.permit(), &bed.permit(), &bed.main(), &script("window.answer = confirm('?')"), soon())
        .await
        .unwrap_err();
    let answered = bed
        .notice(|notice| match notice {
            Notice::DialogClosed { answered, .. } => Some(answered),
            _ => None,
        })
        .await;
    assert_eq!((answered.by, answered.answer), (AnsweredBy::Timeout, Some(Answer::Dismiss)));
    assert_eq!(bed.eval("answer").await, json!(false));
}

#[tokio::test]
async fn act_10_beforeunload_is_accepted_when_we_leave() {
    let mut bed = Bed::open("<p>x<script>onbeforeunload = (e) => e.preventDefault()</script>").await;
    bed.site.put("/b", "<title>b</title>");
    // Browsers ask only on pages that were used.
    let command = tabward_cdp::protocol::runtime::Evaluate {
        user_gesture: Some(true),
        ..tabward_cdp::protocol::runtime::Evaluate::new("1")
    };
    tabward_cdp::Cdp::send(&bed.channel, &bed.permit(), command).await.unwrap();
    bed.page.navigate(&bed.permit::<Navigate>(), &bed.site.url("/b"), soon()).await.unwrap();
    assert_eq!(bed.eval("document.title").await, json!("b"));
    let kind = bed
        .notice(|notice| match notice {
            Notice::DialogOpened(dialog) => Some(dialog.kind),
            _ => None,
        })
        .await;
    assert_eq!(kind, DialogKind::BeforeUnload);
}

#[tokio::test]
async fn act_10_a_file_chooser_is_told_and_not_shown() {
    let bed = Bed::open("<input type=file id=f multiple>").await;
    let command = tabward_cdp::protocol::runtime::Evaluate {
        user_gesture: Some(true),
        ..tabward_cdp::protocol::runtime::Evaluate::new("f.click()")
    };
    tabward_cdp::Cdp::send(&bed.channel, &bed.permit(), command).await.unwrap();
    let chooser = bed.page.until("the chooser", soon(), tabward_page::Page::file_chooser).await.unwrap();
    assert!(chooser.multiple && chooser.backend_node.is_some());
    assert_eq!(bed.eval("1 + 1").await, json!(2));
}
