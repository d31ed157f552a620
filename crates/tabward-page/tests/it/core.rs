//! The core on a real browser: frames, documents, calls, and what can happen to them.

use serde_json::json;
use tabward_model::capability::Read;
use tabward_model::{Code, Delivered};
use tabward_page::PageError;

use crate::support::{Bed, soon, within};

#[tokio::test]
async fn act_02_frames_of_any_depth_are_reached_other_origins_included() {
    let bed = Bed::open_site(&[
        ("/", "<title>top</title><iframe src='OTHER/middle'></iframe><iframe srcdoc='<p>inline'></iframe>"),
        ("/middle", "<iframe src='SELF/inner'></iframe>"),
        ("/inner", "<p id=deep>deep</p>"),
    ])
    .await;
    let inner = bed.frame("/inner").await;
    let middle = bed.frame("/middle").await;
    assert!(inner.oopif && middle.oopif);
    assert_eq!(inner.parent, Some(middle.id.clone()));
    assert_eq!(middle.parent, Some(bed.main()));
    assert_eq!(bed.page.frames().len(), 4, "{:#?}", bed.page.frames());
    for frame in bed.page.frames() {
        // Twice: the first call installs the scripts, the second finds them there.
        for _ in 0..2 {
            let known: i64 =
                bed.page.call(&bed.permit::<Read>(), &frame.id, "knownId", &json!(null), soon()).await.unwrap();
            assert_eq!(known, 0);
        }
    }
}

#[tokio::test]
async fn a_method_that_throws_or_answers_in_another_shape_is_told() {
    let bed = Bed::open("<p>hello").await;
    let read = bed.permit::<Read>();
    let thrown = bed.page.call::<i64>(&read, &bed.main(), "idOf", &json!(null), soon()).await.unwrap_err();
    assert!(matches!(&thrown, PageError::OurScript { method, .. } if method == "idOf"), "{thrown}");
    let shape = bed.page.call::<String>(&read, &bed.main(), "knownId", &json!(null), soon()).await.unwrap_err();
    assert!(matches!(shape, PageError::Shape { .. }), "{shape}");
}

#[tokio::test]
async fn hub_13_a_page_in_an_endless_loop_is_unresponsive_and_stays_what_it_is() {
    let bed = Bed::open("<title>mine</title>").await;
    let doc = bed.page.main_frame().unwrap().document;
    let (read, main) = (bed.permit::<Read>(), bed.main());
    bed.page.call::<i64>(&read, &main, "knownId", &json!(null), soon()).await.unwrap();
    bed.eval("setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); window.done = true }), 0")
        .await;
    // The loop begins between two tasks of the page: a call or two may still come before it.
    let stuck = async {
        loop {
            match bed.page.call::<i64>(&read, &main, "knownId", &json!(null), within(1500)).await {
                Ok(_) => {}
                Err(error) => break error,
            }
        }
    };
    let failed = tokio::time::timeout_at(soon(), stuck).await.unwrap();
    assert_eq!(failed.code(), Code::PageUnresponsive);
    assert_eq!(failed.delivered(), Delivered::Unknown);
    assert_eq!(bed.page.main_frame().unwrap().document, doc);
    assert_eq!(bed.eval("[document.title, window.done]").await, json!(["mine", true]));
}
