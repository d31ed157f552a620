//! The identity of documents: each one that a frame shows is new, however it came.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tabward_model::capability::{Navigate, Read};
use tabward_model::ownership::Cause;
use tabward_model::{Code, Delivered};
use tabward_page::{CommitKind, Committed, Notice, PageOptions};

use crate::support::{Bed, soon};

fn commit(notice: Notice) -> Option<Committed> {
    match notice {
        Notice::DocumentCommitted(commit) if commit.main => Some(commit),
        _ => None,
    }
}

#[tokio::test]
async fn own_10_a_page_from_the_back_forward_cache_is_a_new_document() {
    let mut bed = Bed::open_site(&[("/a", "<title>a</title>"), ("/b", "<title>b</title>")]).await;
    let first = bed.notice(commit).await;
    bed.page.call::<i64>(&bed.permit::<Read>(), &bed.main(), "knownId", &json!(null), soon()).await.unwrap();
    bed.page.navigate(&bed.permit::<Navigate>(), &bed.site.url("/b"), soon()).await.unwrap();
    let second = bed.notice(commit).await;
    assert_eq!(second.cause(), Cause::Task);
    let back = bed.page.history(&bed.permit::<Read>(), &bed.permit::<Navigate>(), -1, soon()).await.unwrap();
    let third = bed.notice(commit).await;
    assert_eq!((third.kind, third.cause()), (CommitKind::Restored, Cause::Task));
    assert_eq!(third.loader, first.loader, "the browser's own id does not tell them apart");
    assert!(back.restored && back.loaded);
    assert_eq!(back.doc, third.doc);
    assert_ne!(first.doc, third.doc);
    assert_eq!(bed.eval("document.title").await, json!("a"));
    let stale = bed
        .page
        .call_in::<i64>(&bed.permit::<Read>(), &bed.main(), first.doc, "knownId", &json!(null), soon())
        .await
        .unwrap_err();
    assert_eq!((stale.code(), stale.delivered()), (Code::DocumentChanged, Delivered::No));
    bed.page.call::<i64>(&bed.permit::<Read>(), &bed.main(), "knownId", &json!(null), soon()).await.unwrap();
}

#[tokio::test]
async fn own_10_a_javascript_address_and_document_open_make_new_documents() {
    let mut bed = Bed::open("<title>a</title>").await;
    let first = bed.notice(commit).await;
    bed.eval("location = 'javascript:\"<b>replaced</b>\"', 0").await;
    let second = bed.notice(commit).await;
    assert_eq!((second.kind, &second.loader), (CommitKind::Replaced, &first.loader));
    bed.eval("document.open(), document.write('<i>rewritten</i>'), document.close()").await;
    let third = bed.notice(commit).await;
    assert_eq!(third.kind, CommitKind::Replaced);
    let mut docs = [first.doc, second.doc, third.doc, bed.page.main_frame().unwrap().document].to_vec();
    docs.dedup();
    assert_eq!(docs.len(), 3, "{docs:?}");
    let text = bed.eval("document.body.innerText").await;
    assert_eq!(text, json!("rewritten"));
    bed.page.call::<i64>(&bed.permit::<Read>(), &bed.main(), "knownId", &json!(null), soon()).await.unwrap();
}

#[tokio::test]
async fn own_17_the_cause_of_a_document_is_told_by_evidence() {
    let mut bed = Bed::open_site(&[("/a", "<a id=link href=/b>b</a>"), ("/b", "<title>b</title>")]).await;
    bed.notice(commit).await;
    // By the page, alone.
    bed.eval("setTimeout(() => location = '/b'), 0").await;
    let alone = bed.notice(commit).await;
    assert_eq!(alone.cause(), Cause::Page, "{alone:?}");
    // After our input.
    bed.page.note_input(true);
    bed.eval("setTimeout(() => location = '/a'), 0").await;
    let ours = bed.notice(commit).await;
    assert_eq!(ours.cause(), Cause::Task, "{ours:?}");
    // After ours and someone else's.
    bed.page.note_input(true);
    bed.page.note_input(false);
    bed.eval("setTimeout(() => location = '/b'), 0").await;
    let theirs = bed.notice(commit).await;
    assert_eq!(theirs.cause(), Cause::Person, "{theirs:?}");
    // By the browser, not asked for by us: as from the address bar.
    let url = bed.site.url("/a");
    let command = tabward_cdp::protocol::page::Navigate::new(url);
    tabward_cdp::Cdp::send(&bed.channel, &bed.permit::<Navigate>(), command).await.unwrap();
    let bar = bed.notice(commit).await;
    assert_eq!(bar.cause(), Cause::Person, "{bar:?}");
}

#[tokio::test]
async fn the_gate_hears_of_a_document_before_anything_can_reach_it() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heard = seen.clone();
    let options = PageOptions {
        on_commit: Arc::new(move |commit: &Committed| heard.lock().unwrap().push((commit.doc, commit.main))),
        ..PageOptions::default()
    };
    let bed = Bed::blank_with(options).await;
    bed.site.put("/", "<iframe src='/inner'></iframe>");
    bed.site.put("/inner", "inner");
    bed.load(&bed.site.url("/")).await;
    let inner = bed.frame("/inner").await;
    let main = bed.page.main_frame().unwrap();
    let seen = seen.lock().unwrap().clone();
    assert!(seen.contains(&(main.document, true)) && seen.contains(&(inner.document, false)), "{seen:?}");
}

#[tokio::test]
async fn a_document_replaced_during_a_call_ends_it_at_once() {
    let bed = Bed::open_site(&[("/a", "<title>a</title>"), ("/b", "<title>b</title>")]).await;
    let (navigate, script, clean) = (bed.permit::<Navigate>(), bed.permit(), bed.permit());
    let call = tabward_page::page::evaluate::ScriptCall {
        script: "new Promise(() => {})",
        args: &[],
        world: tabward_page::page::evaluate::ScriptWorld::Page,
        max_chars: 100,
        keep_csp: false,
    };
    let main = bed.main();
    let url = bed.site.url("/b");
    let waiting = bed.page.evaluate(&script, &clean, &main, &call, soon());
    let going = bed.page.navigate(&navigate, &url, soon());
    let (ended, gone) = tokio::join!(waiting, going);
    gone.unwrap();
    let ended = ended.unwrap_err();
    assert_eq!((ended.code(), ended.delivered()), (Code::DocumentChanged, Delivered::Unknown));
}
