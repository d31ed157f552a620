//! ACT-1 on a real browser: each way in which a navigation ends.

use serde_json::json;
use tabward_model::Code;
use tabward_model::capability::{Navigate, Read};
use tabward_page::PageError;
use tabward_page::page::navigate::{Arrival, HowFar, Navigated, NavigationFailure, Reason};

use crate::support::{Bed, soon, within};

async fn go(bed: &Bed, url: &str) -> Result<Navigated, PageError> {
    bed.page.navigate(&bed.permit::<Navigate>(), url, soon()).await
}

async fn fails(bed: &Bed, url: &str) -> NavigationFailure {
    match go(bed, url).await {
        Err(PageError::Navigation(failure)) => *failure,
        other => panic!("{url}: {other:?}"),
    }
}

#[tokio::test]
async fn act_01_a_page_that_loads_is_ready_and_its_status_told() {
    let bed = Bed::blank().await;
    let there = go(&bed, &bed.fixtures.url("/t/plain")).await.unwrap();
    assert_eq!((there.arrival, there.status, there.loaded, there.pending), (Arrival::Document, Some(200), true, 0));
    assert_eq!(&*there.url, bed.fixtures.url("/t/plain"));
    let fragment = go(&bed, &bed.fixtures.url("/t/plain#part")).await.unwrap();
    assert_eq!((fragment.arrival, fragment.doc), (Arrival::SameDocument, there.doc));
    let again = bed.page.reload(&bed.permit::<Navigate>(), false, soon()).await.unwrap();
    assert_eq!((again.arrival, again.status), (Arrival::Document, Some(200)));
    assert_ne!(again.doc, there.doc);
    let redirected = go(&bed, &bed.fixtures.url("/t/redirect/3")).await.unwrap();
    assert_eq!((&*redirected.url, redirected.status), (&*bed.fixtures.url("/t/plain"), Some(200)));
    let other = go(&bed, &bed.fixtures.url("/t/redirect-other")).await.unwrap();
    assert!(other.url.contains("localhost"), "{}", other.url);
}

#[tokio::test]
async fn act_01_history_goes_back_and_forward_and_ends() {
    let bed = Bed::open_site(&[("/a", "<title>a</title>"), ("/b", "<title>b</title>")]).await;
    go(&bed, &bed.site.url("/b")).await.unwrap();
    go(&bed, &bed.site.url("/b#x")).await.unwrap();
    let (read, navigate) = (bed.permit::<Read>(), bed.permit::<Navigate>());
    let same = bed.page.history(&read, &navigate, -1, soon()).await.unwrap();
    assert_eq!((same.arrival, &*same.url), (Arrival::SameDocument, &*bed.site.url("/b")));
    let back = bed.page.history(&read, &navigate, -1, soon()).await.unwrap();
    assert_eq!((back.arrival, &*back.url), (Arrival::Document, &*bed.site.url("/a")));
    let forward = bed.page.history(&read, &navigate, 1, soon()).await.unwrap();
    assert_eq!(&*forward.url, bed.site.url("/b"));
    let end = bed.page.history(&read, &navigate, 5, soon()).await.unwrap_err();
    assert_eq!(end.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn act_01_what_does_not_load_is_never_ok_and_says_why() {
    let bed = Bed::blank().await;
    let site = &bed.fixtures;
    assert_eq!(fails(&bed, &site.unknown_host_url()).await.reason, Reason::Dns);
    let refused = fails(&bed, &site.refused_url().unwrap()).await;
    assert_eq!((refused.reason, refused.how_far), (Reason::Refused, HowFar::Asked));
    assert_eq!(fails(&bed, &site.tls_error_url()).await.reason, Reason::Tls);
    assert_eq!(fails(&bed, &site.url("/t/redirect-loop")).await.reason, Reason::RedirectLoop);
    assert_eq!(fails(&bed, "http://127.0.0.1:1/").await.reason, Reason::Blocked);
    assert!(bed.page.main_frame().unwrap().unreachable);
    let again = bed.page.reload(&bed.permit::<Navigate>(), false, soon()).await.unwrap_err();
    assert_eq!(again.code(), Code::NavigationFailed);
    let failure = refused_failure(&bed).await;
    assert_eq!(failure.fields["reason"], json!("refused"));
    for forbidden in ["file:///etc/passwd", "chrome://settings", "javascript:alert(1)", "view-source:http://a/"] {
        assert_eq!(go(&bed, forbidden).await.unwrap_err().code(), Code::SchemeForbidden, "{forbidden}");
    }
    // And the tab still works.
    assert_eq!(go(&bed, &site.url("/t/plain")).await.unwrap().status, Some(200));
}

async fn refused_failure(bed: &Bed) -> tabward_model::Failure {
    go(bed, &bed.fixtures.refused_url().unwrap()).await.unwrap_err().failure()
}

#[tokio::test]
async fn act_01_http_status_no_content_and_download() {
    let bed = Bed::open_fixture("/t/plain").await;
    let missing = go(&bed, &bed.fixtures.url("/t/status/404")).await.unwrap();
    assert_eq!((missing.arrival, missing.status), (Arrival::Document, Some(404)));
    let nothing = go(&bed, &bed.fixtures.url("/t/204")).await.unwrap();
    assert_eq!((nothing.arrival, nothing.status), (Arrival::NoContent, Some(204)));
    assert_eq!(nothing.doc, missing.doc);
    let download = go(&bed, &bed.fixtures.url("/t/download/slow")).await;
    let download = match download {
        Ok(download) => download,
        Err(error) => panic!("{error:?}"),
    };
    assert_eq!((download.arrival, download.doc), (Arrival::Download, missing.doc));
}

#[tokio::test]
async fn act_01_a_load_that_never_ends_says_how_far_it_got() {
    let bed = Bed::open_fixture("/t/plain").await;
    let permit = bed.permit::<Navigate>();
    let hang = bed.page.navigate(&permit, &bed.fixtures.url("/t/hang"), within(1500)).await.unwrap_err();
    let PageError::Navigation(hang) = hang else { panic!("{hang:?}") };
    assert_eq!((hang.reason, hang.how_far), (Reason::TimedOut, HowFar::Asked));
    let slow = bed.page.navigate(&permit, &bed.fixtures.url("/t/slow"), within(2500)).await.unwrap_err();
    let PageError::Navigation(slow) = slow else { panic!("{slow:?}") };
    assert_eq!((slow.reason, slow.how_far), (Reason::TimedOut, HowFar::Committed));
    // Parsed, and one picture never comes: the page can be used.
    let image = bed.page.navigate(&permit, &bed.fixtures.url("/t/slow-image"), soon()).await.unwrap();
    assert_eq!((image.loaded, image.pending), (false, 1));
}
