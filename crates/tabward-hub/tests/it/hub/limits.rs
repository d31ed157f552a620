//! The known limits of the tool that the browser-core contract comes from, each shown to be gone.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{Bed, failed, text};
use crate::session::world::{World, headless, who};

/// "Not verified on a real browser": what a call says is what the page and its server saw.
#[tokio::test(flavor = "multi_thread")]
async fn limit_not_verified_on_a_real_browser() {
    let bed = Bed::at("/t/small").await;
    let product = bed.hub.instances()[0].product.clone();
    assert!(product.contains("Chrom"), "{product}");
    let agent = bed.truth("navigator.userAgent").await;
    assert!(agent.as_str().unwrap().contains("Chrome/"), "{agent}");
    assert_eq!(bed.fixtures.state().hits.get("GET /t/small"), Some(&1), "the server saw the browser");
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    let typed = bed.call("browser_type", json!({"selector": "#name", "text": "Ana"})).await;
    assert_eq!(typed["ok"], true, "{typed:#}");
    assert_eq!(bed.truth("[c.textContent, document.getElementById('name').value]").await, json!(["1", "Ana"]));
    bed.stop().await;
}

/// "Extraction ignores the hint": two hints read two things from one page, typed as they say.
#[tokio::test(flavor = "multi_thread")]
async fn limit_extraction_ignores_the_hint() {
    let bed = Bed::at("/store").await;
    let read = async |properties: serde_json::Value| {
        let hint = json!({"type": "array", "items": {"type": "object", "properties": properties}});
        bed.call("browser_extract_content", json!({"schema_hint": hint})).await
    };
    let prices = read(json!({"price": {"type": "number"}})).await;
    let names = read(json!({"name": {"type": "string"}})).await;
    let (prices, names) = (&prices["data"]["records"], &names["data"]["records"]);
    assert_eq!((prices.as_array().unwrap().len(), names.as_array().unwrap().len()), (12, 12));
    assert_eq!((&prices[0]["price"], prices[0].get("name")), (&json!(89.0), None));
    assert_eq!((&names[0]["name"], names[0].get("price")), (&json!("Alder reading lamp"), None));
    bed.stop().await;
}

/// "Annotation needs an extra library": this program alone draws it, and the picture is another one than without.
#[tokio::test(flavor = "multi_thread")]
async fn limit_annotation_needs_an_extra_library() {
    let bed = Bed::at("/t/small").await;
    let plain = bed.call("browser_screenshot", json!({})).await;
    let marked = bed.call("browser_screenshot_annotated", json!({})).await;
    assert_eq!((&plain["ok"], &marked["ok"]), (&json!(true), &json!(true)), "{marked:#}");
    assert!(marked["elements"].as_array().unwrap().len() >= 5, "{marked:#}");
    let picture = std::fs::read(marked["image_ref"].as_str().unwrap()).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let bare = std::fs::read(plain["artifact"]["path"].as_str().unwrap()).unwrap();
    assert_ne!(picture, bare, "something is drawn");
    bed.stop().await;
}

/// "Concurrent callers share a tab" (SES-7): they have tabs of their own, and see nothing of each other's.
#[tokio::test(flavor = "multi_thread")]
async fn limit_ses_07_concurrent_callers_share_a_tab() {
    let bed = Bed::at("/t/small").await;
    let other = super::caller("other");
    let url = bed.fixtures.url("/t/small2");
    bed.call_as(&other, "browser_navigate", json!({"url": url, "session": {"mode": "launch_headless"}})).await;
    let (mine, theirs) = tokio::join!(
        bed.call("browser_type", json!({"selector": "#name", "text": "mine"})),
        bed.call_as(&other, "browser_type", json!({"selector": "#name", "text": "theirs"})),
    );
    assert_eq!((&mine["ok"], &theirs["ok"]), (&json!(true), &json!(true)), "{mine:#} {theirs:#}");
    assert_eq!(bed.truth("document.getElementById('name').value").await, "mine");
    let seen =
        bed.call_as(&other, "browser_evaluate", json!({"script": "document.getElementById('name').value"})).await;
    assert_eq!(seen["result"], "theirs");
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    assert!(!text(&tabs).contains("Small form two"), "other tasks' tabs are not listed: {tabs:#}");
    bed.stop().await;
}

/// "Records are lost between calls" (SES-5): another hub on the same record lists, takes up and closes what the first began.
#[tokio::test]
async fn limit_ses_05_records_are_lost_between_calls() {
    let world = World::new();
    let hub = world.hub();
    let opened = hub.ensure(&headless(), &who("a"), crate::session::soon()).await.unwrap();
    opened.connection.close();
    drop(hub);
    let hub = world.hub();
    let listed = hub.list(&[]).await.unwrap();
    assert_eq!(listed.sessions.len(), 1, "{listed:?}");
    assert_eq!(hub.recover().await.len(), 1);
    let again = hub.ensure(&headless(), &who("a"), crate::session::soon()).await.unwrap();
    assert_eq!((again.session, &again.instance), (opened.session, &opened.instance));
    let closed = hub.close(again.session).await.unwrap();
    assert!(closed.killed_process, "{closed:?}");
}

/// Bytes in a folder.
fn size(folder: &std::path::Path) -> u64 {
    let mut sum = 0;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // Files come and go while we look.
        let Ok(meta) = entry.metadata() else { continue };
        sum += if meta.is_dir() { size(&entry.path()) } else { meta.len() };
    }
    sum
}

const MEGABYTE: usize = 1 << 20;

/// Serves a megabyte that may be kept for ever, under every address.
async fn serve_megabytes() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {MEGABYTE}\r\n\
                     Access-Control-Allow-Origin: *\r\nCache-Control: public, max-age=31536000\r\nConnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes()).await;
                let _ = stream.write_all(&vec![b'x'; MEGABYTE]).await;
            });
        }
    });
    port
}

/// "The profile grows without bound": what a persistent profile keeps of what it loaded has a bound, and a temporary one
/// goes with its browser.
#[tokio::test(flavor = "multi_thread")]
async fn limit_the_profile_grows_without_bound() {
    let bed = Bed::start().await;
    let port = serve_megabytes().await;
    let session = json!({"mode": "launch_headless", "user_data_dir": "kept"});
    let url = bed.fixtures.url("/t/small");
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let profile = bed.home().join("profiles/kept");
    assert!(profile.is_dir(), "{}", profile.display());
    let before = size(&profile);
    let load = format!(
        "(async () => {{ let n = 0; for (let i = 0; i < 128; i++) {{
            const got = await fetch('http://127.0.0.1:{port}/' + i);
            n += (await got.arrayBuffer()).byteLength; }} return n; }})()"
    );
    let loaded = bed.call("browser_evaluate", json!({"script": load, "timeout_ms": 120_000})).await;
    assert_eq!(loaded["result"], 128 * MEGABYTE, "{loaded:#}");
    let closed = bed.call("browser_close_session", json!({"all": true})).await;
    assert_eq!(closed["ok"], true, "{closed:#}");
    let grown = size(&profile).saturating_sub(before) / MEGABYTE as u64;
    assert!(grown < 96, "{grown} MB of 128 that were loaded were kept");
    assert!(grown > 8, "the cache is in use, so this shows something: {grown} MB");

    let plain = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(plain["ok"], true, "{plain:#}");
    bed.call("browser_navigate", json!({"url": url, "session": {"mode": "launch_headless"}})).await;
    let temporary = || std::fs::read_dir(bed.home().join("state/tmp")).into_iter().flatten().count();
    assert_eq!(temporary(), 1);
    bed.call("browser_close_session", json!({"all": true})).await;
    assert_eq!(temporary(), 0, "a temporary profile goes with its browser");
    failed(&bed.call("browser_snapshot", json!({})).await, "BROWSER_GONE");
    bed.stop().await;
}
