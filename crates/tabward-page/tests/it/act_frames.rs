//! Acting inside frames: nested, of other origins, transformed, scrolled, covered by their parents.

use serde_json::json;
use tabward_model::Code;
use tabward_page::act::{ClickOptions, TypeOptions, Value};

use crate::hands::at;
use crate::support::{Bed, within};

const DEEP: &str =
    "<p>deep</p><div style='height:600px'></div><button onclick='top.postMessage(\"hit\", \"*\")'>Deep</button>
    <input aria-label=Card>";

async fn nested(outer: &str) -> Bed {
    let bed = Bed::open_site(&[
        (
            "/",
            &format!(
                "<script>window.hits = 0; onmessage = () => {{ hits++; window.told?.() }}</script><h1>top</h1>{outer}"
            ),
        ),
        ("/same", "<div style='height:300px'></div><iframe src=/deep style='width:200px;height:120px'></iframe>"),
        (
            "/cross",
            "<div style='height:300px'></div><iframe src='SELF/deep' style='width:200px;height:120px'></iframe>",
        ),
        ("/deep", DEEP),
    ])
    .await;
    bed.frame("/deep").await;
    bed
}

/// Waits until the top page was told of this many hits: a message between processes arrives after the click is done.
async fn hits(bed: &Bed, want: u32) {
    let told = bed.eval(&format!("new Promise(done => (told = () => hits >= {want} && done(hits))())")).await;
    assert_eq!(told, json!(want));
}

#[tokio::test]
async fn act_02_a_button_in_a_frame_in_a_frame_is_scrolled_to_and_clicked() {
    let bed =
        nested("<div style='height:900px'></div><iframe src=/same style='width:320px;height:200px'></iframe>").await;
    bed.click("button \"Deep\"").await.unwrap();
    hits(&bed, 1).await;
}

#[tokio::test]
async fn act_02_frames_of_other_origins_are_reached_too() {
    let bed =
        nested("<div style='height:900px'></div><iframe src='OTHER/cross' style='width:320px;height:200px'></iframe>")
            .await;
    bed.click("button \"Deep\"").await.unwrap();
    bed.click("iframe >> iframe >> button \"Deep\"").await.unwrap();
    hits(&bed, 2).await;
}

#[tokio::test]
async fn act_02_a_scaled_and_turned_frame_gets_the_click_where_it_is_shown() {
    let bed = nested(
        "<div style='margin:80px 0 0 260px;transform:rotate(20deg) scale(.8);width:340px'><iframe src=/deep style='width:320px;height:200px;border:7px solid;padding:5px'></iframe></div>",
    )
    .await;
    bed.click("button \"Deep\"").await.unwrap();
    hits(&bed, 1).await;
}

#[tokio::test]
async fn act_04_a_cover_in_the_parent_of_a_frame_is_named() {
    let bed = nested(
        "<iframe src=/deep style='width:320px;height:200px'></iframe><div role=dialog aria-label=Offer style='position:fixed;inset:0'></div>",
    )
    .await;
    let error = bed.click_until(&at("button \"Deep\""), &ClickOptions::default(), within(1000)).await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (Code::ElementCovered, "button \"Deep\" is under dialog \"Offer\"".into())
    );
    assert_eq!(bed.eval("hits").await, json!(0));
}

#[tokio::test]
async fn act_08_fields_in_frames_of_other_origins_are_typed_and_filled() {
    let bed = nested("<iframe src='OTHER/cross' style='width:320px;height:200px'></iframe>").await;
    let report = bed.type_text("textbox \"Card\"", "4242 42", TypeOptions::default()).await.unwrap();
    assert_eq!(report.consequences.value_after.as_deref(), Some("4242 42"));
    let report = bed.fill(&[("textbox \"Card\"", Value::Text("new".into()))], None).await.unwrap();
    assert_eq!(report.fields[0].value, "new");
}

#[tokio::test]
async fn act_04_an_element_in_a_frame_that_comes_late_is_waited_for() {
    let bed = Bed::open_site(&[
        ("/", "<script>window.hits = 0; onmessage = () => { hits++; window.told?.() }; setTimeout(() => { const f = document.createElement('iframe'); f.src = 'OTHER/deep'; document.body.append(f) }, 600)</script><p>top"),
        ("/deep", DEEP),
    ])
    .await;
    bed.click("button \"Deep\"").await.unwrap();
    hits(&bed, 1).await;
}

#[tokio::test]
async fn act_03_matches_in_several_frames_are_ambiguous_together() {
    let bed = nested("<button onclick='hits += 10'>Deep</button><iframe src=/deep></iframe>").await;
    let error = bed.click("button \"Deep\"").await.unwrap_err();
    assert_eq!((error.code(), error.to_string()), (Code::AmbiguousElement, "2 elements match".into()));
    bed.click("iframe >> button \"Deep\"").await.unwrap();
    hits(&bed, 1).await;
}
