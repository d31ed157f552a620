//! Console, requests and downloads of a tab.

use serde_json::json;
use tabward_cdp::protocol::browser;
use tabward_cdp::{Cdp as _, Incoming};
use tabward_model::RequestHandle;
use tabward_page::observe::console::{Level, Source};
use tabward_page::observe::downloads::DownloadState;
use tabward_page::observe::network::{Body, Progress};

use crate::support::{Bed, soon};

#[tokio::test]
async fn see_12_console_keeps_the_last_messages_with_their_places() {
    let bed = Bed::open("<script>console.log('a', 1, {b: 2});\nconsole.error('line\\nbreak token=abc');\nsetTimeout(() => { nothing.here });Promise.reject(new Error('late'))</script>").await;
    bed.page.until("entries", soon(), |page| (page.console_last() >= 4).then_some(())).await.unwrap();
    let said = bed.page.console_since(0);
    assert_eq!(said.missed, 0);
    let log = &said.entries[0];
    assert_eq!((log.level, log.source, log.line), (Level::Info, Source::Console, Some(1)));
    assert!(log.text.starts_with("a 1 "), "{}", log.text);
    let error = &said.entries[1];
    assert_eq!((error.level, error.line), (Level::Error, Some(2)));
    assert!(!error.text.contains('\n'));
    let uncaught: Vec<_> = said.entries.iter().filter(|entry| entry.source == Source::Uncaught).collect();
    assert_eq!(uncaught.len(), 2, "{said:#?}");
    assert!(uncaught.iter().any(|entry| entry.text.contains("nothing is not defined") && entry.line == Some(3)));
    bed.eval("for (let i = 0; i < 500; i++) console.log('n' + i)").await;
    bed.page.until("entries", soon(), |page| (page.console_last() >= 504).then_some(())).await.unwrap();
    let after = bed.page.console_since(said.last);
    assert_eq!((after.entries.len(), after.missed), (200, 504 - 200 - said.last));
    assert_eq!(after.entries.last().unwrap().text, "n499");
}

#[tokio::test]
async fn see_12_requests_are_kept_without_secrets() {
    let bed = Bed::open("<p>x").await;
    bed.site.put("/data", "some data");
    let before = bed.page.requests_last();
    bed.eval(
        "Promise.all([
            fetch('/data?token=abc123', {headers: {Authorization: 'Bearer s3cret-value'}}).then((r) => r.text()),
            fetch('/data', {method: 'POST', body: 'sent'}),
            fetch('/missing'),
            fetch('http://127.0.0.1:1/').catch(() => 0),
        ])",
    )
    .await;
    let done = |page: &tabward_page::Page| {
        let mut requests = page.requests_since(before).entries;
        // Browsers also ask for an icon.
        requests.retain(|request| request.kind == "fetch");
        (requests.len() >= 4 && requests.iter().all(|request| !request.is_pending())).then_some(requests)
    };
    let requests = bed.page.until("requests", soon(), done).await.unwrap();
    let first = &requests[0];
    assert_eq!((&*first.method, first.status, &*first.kind), ("GET", Some(200), "fetch"));
    assert_eq!(first.frame, Some(bed.main()));
    assert!(first.duration_ms.is_some());
    let shown = format!("{first:?}");
    assert!(!shown.contains("s3cret-value") && !shown.contains("abc123"), "{shown}");
    assert_eq!(
        bed.page.response_body(&bed.permit(), first.id, soon()).await.unwrap(),
        Body::Text("some data".to_owned())
    );
    let post = requests.iter().find(|request| request.method == "POST").unwrap();
    assert_eq!(bed.page.request_body(&bed.permit(), post.id, soon()).await.unwrap(), "sent");
    let missing = requests.iter().find(|request| request.url.ends_with("/missing")).unwrap();
    assert!(missing.is_bad() && missing.status == Some(404));
    let refused = requests.iter().find(|request| request.url.contains(":1/")).unwrap();
    assert!(matches!(&refused.progress, Progress::Failed(error) if error.contains("ERR_")), "{refused:?}");
    let unknown = bed.page.response_body(&bed.permit(), RequestHandle(9999), soon()).await.unwrap_err();
    assert!(unknown.to_string().contains("n9999"));
    assert_eq!(bed.page.requests_pending(), 0);
}

#[tokio::test]
async fn io_02_downloads_belong_to_the_tab_whose_frame_asked() {
    let bed = Bed::open("<p>x").await;
    let folder = tempfile::tempdir().unwrap();
    let mut events = bed.browser.events();
    let behavior = browser::SetDownloadBehavior {
        download_path: Some(folder.path().display().to_string()),
        events_enabled: Some(true),
        ..browser::SetDownloadBehavior::new(browser::SetDownloadBehaviorBehavior::AllowAndName)
    };
    bed.browser.send(&bed.instance_permit(), behavior).await.unwrap();
    bed.eval("{const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['hello'])); a.download = 'a b.txt'; a.click()}").await;
    let done = tokio::time::timeout_at(soon(), async {
        loop {
            let Some(Incoming::Event(event)) = events.next().await else { panic!("no event") };
            if event.is::<browser::DownloadWillBegin>() {
                assert!(bed.page.download_began(&event.parse().unwrap()));
            } else if event.is::<browser::DownloadProgress>() {
                bed.page.download_progressed(&event.parse().unwrap());
            }
            if let Some(done) = bed.page.downloads().into_iter().find(|d| d.state == DownloadState::Done) {
                return done;
            }
        }
    })
    .await
    .unwrap();
    assert_eq!((&*done.suggested_name, done.received), ("a b.txt", 5));
    assert_eq!(std::fs::read_to_string(folder.path().join(&done.guid)).unwrap(), "hello");
    assert_eq!(json!(done.by_task), json!(false));
}
