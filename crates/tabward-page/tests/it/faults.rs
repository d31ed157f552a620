//! What breaks under a call: the page's process, the browser, the tab.

use std::time::Duration;

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::{page as cdp, target};
use tabward_model::capability::{Close, Navigate, Read};
use tabward_model::{Code, Delivered};
use tabward_page::Notice;
use tabward_page::page::evaluate::{ScriptCall, ScriptWorld};
use tokio::time::Instant;

use crate::support::{Bed, soon};

fn forever() -> ScriptCall<'static> {
    ScriptCall { script: "new Promise(() => {})", args: &[], world: ScriptWorld::Page, max_chars: 100, keep_csp: false }
}

#[tokio::test]
async fn a_crashed_page_ends_calls_at_once_and_comes_back_by_navigation() {
    let mut bed = Bed::open("<title>a</title>").await;
    let (run, clean, main, raw) = (bed.permit(), bed.permit(), bed.main(), bed.permit());
    let began = Instant::now();
    let call = forever();
    let waiting = bed.page.evaluate(&run, &clean, &main, &call, soon());
    let crash = async {
        bed.eval("1").await;
        // It never answers.
        let short = bed.channel.until(Instant::now() + Duration::from_secs(5));
        drop(short.send(&raw, cdp::Crash::default()).await);
    };
    let (ended, ()) = tokio::join!(waiting, crash);
    let ended = ended.unwrap_err();
    assert_eq!((ended.code(), ended.delivered()), (Code::PageCrashed, Delivered::Unknown));
    assert!(began.elapsed() < Duration::from_secs(15));
    let next = bed.page.call::<i64>(&bed.permit::<Read>(), &main, "knownId", &json!(null), soon()).await.unwrap_err();
    assert_eq!((next.code(), next.delivered()), (Code::PageCrashed, Delivered::No));
    bed.notice(|notice| matches!(notice, Notice::Crashed).then_some(())).await;
    bed.page.navigate(&bed.permit::<Navigate>(), &bed.site.url("/"), soon()).await.unwrap();
    assert_eq!(bed.eval("document.title").await, json!("a"));
    bed.page.call::<i64>(&bed.permit::<Read>(), &bed.main(), "knownId", &json!(null), soon()).await.unwrap();
}

#[tokio::test]
async fn a_browser_killed_during_a_call_ends_it_at_once() {
    let mut bed = Bed::open("<title>a</title>").await;
    let (run, clean, main, call) = (bed.permit(), bed.permit(), bed.main(), forever());
    let began = Instant::now();
    let waiting = bed.page.evaluate(&run, &clean, &main, &call, soon());
    let kill = async {
        bed.eval("1").await;
        bed.chromium.kill();
    };
    let (ended, ()) = tokio::join!(waiting, kill);
    assert_eq!(ended.unwrap_err().delivered(), Delivered::Unknown);
    assert!(began.elapsed() < Duration::from_secs(10));
    bed.notice(|notice| matches!(notice, Notice::Detached).then_some(())).await;
    let next = bed.page.call::<i64>(&bed.permit::<Read>(), &main, "knownId", &json!(null), soon()).await.unwrap_err();
    assert_eq!((next.code(), next.delivered()), (Code::TabGone, Delivered::No));
}

#[tokio::test]
async fn a_tab_closed_during_a_call_ends_it_at_once() {
    let mut bed = Bed::open("<title>a</title>").await;
    let (run, clean, main, call, close) = (bed.permit(), bed.permit(), bed.main(), forever(), bed.permit::<Close>());
    let tab = bed.channel.tab().unwrap().as_str().to_owned();
    let waiting = bed.page.evaluate(&run, &clean, &main, &call, soon());
    let closing = async {
        bed.eval("1").await;
        bed.browser.send(&close, target::CloseTarget::new(target::TargetID(tab))).await.unwrap();
    };
    let (ended, ()) = tokio::join!(waiting, closing);
    assert_eq!(ended.unwrap_err().code(), Code::TabGone);
    bed.notice(|notice| matches!(notice, Notice::Detached).then_some(())).await;
}

#[tokio::test]
async fn frames_that_come_go_and_change_process_are_followed() {
    let bed =
        Bed::open_site(&[("/", "<iframe id=f src='/inner'></iframe>"), ("/inner", "inner"), ("/other", "other")]).await;
    let first = bed.frame("/inner").await;
    assert!(!first.oopif);
    let go = |to: String| format!("f.src = '{to}', 0");
    bed.eval(&go(bed.site.other_url("/other"))).await;
    let away = bed.frame("/other").await;
    assert!(away.oopif);
    assert_eq!(away.id, first.id);
    assert_ne!(away.document, first.document);
    bed.page.call::<i64>(&bed.permit::<Read>(), &away.id, "knownId", &json!(null), soon()).await.unwrap();
    bed.eval(&go(bed.site.url("/inner"))).await;
    let back = bed.frame("/inner").await;
    assert!(!back.oopif);
    bed.page.call::<i64>(&bed.permit::<Read>(), &back.id, "knownId", &json!(null), soon()).await.unwrap();
    bed.eval("f.remove()").await;
    bed.page.until("its end", soon(), |page| (page.frames().len() == 1).then_some(())).await.unwrap();
    let gone =
        bed.page.call::<i64>(&bed.permit::<Read>(), &back.id, "knownId", &json!(null), soon()).await.unwrap_err();
    assert_eq!((gone.code(), gone.delivered()), (Code::DocumentChanged, Delivered::No));
    // A frame that never loaded anything has no world until we make one.
    bed.eval("document.body.append(document.createElement('iframe'))").await;
    let empty = bed.page.until("it", soon(), |page| page.frames().into_iter().nth(1)).await.unwrap();
    bed.page.call::<i64>(&bed.permit::<Read>(), &empty.id, "knownId", &json!(null), soon()).await.unwrap();
}

#[tokio::test]
async fn own_22_frames_of_forbidden_origins_are_not_touched() {
    let doors = std::sync::Arc::new(std::sync::Mutex::new(tabward_model::origin::Doors::default()));
    let judge = doors.clone();
    let options = tabward_page::PageOptions {
        judge: std::sync::Arc::new(move |address| judge.lock().unwrap().judge(address)),
        ..tabward_page::PageOptions::default()
    };
    let bed = Bed::blank_with(options).await;
    bed.site.put("/", &format!("<iframe src='{}'></iframe>", bed.fixtures.url("/t/plain")));
    doors.lock().unwrap().add(bed.fixtures.addr().port());
    bed.load(&bed.site.url("/")).await;
    let door = bed.frame("/t/plain").await;
    let refused =
        bed.page.call::<i64>(&bed.permit::<Read>(), &door.id, "knownId", &json!(null), soon()).await.unwrap_err();
    assert_eq!((refused.code(), refused.delivered()), (Code::OriginForbidden, Delivered::No));
    bed.page.call::<i64>(&bed.permit::<Read>(), &bed.main(), "knownId", &json!(null), soon()).await.unwrap();
    let url = bed.fixtures.url("/t/plain");
    let navigate = bed.page.navigate(&bed.permit::<Navigate>(), &url, soon()).await.unwrap_err();
    assert_eq!(navigate.code(), Code::OriginForbidden);
}
