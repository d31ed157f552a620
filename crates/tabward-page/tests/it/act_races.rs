//! Pages that go away, or take their elements away, while an input reaches them: each action ends soon, and in the truth.

use std::pin::Pin;

use serde_json::json;
use tabward_model::{Code, Delivered};
use tabward_page::PageError;
use tabward_page::act::{ActReport, ClickOptions, Submit, TypeOptions, Value};
use tokio::time::{Duration, Instant};

use crate::hands::{at, nth};
use crate::support::{Bed, soon};

/// Enough to meet the order of events that is rare.
const TURNS: usize = 12;

/// Far below the deadline of each call: an action that waits for a lost answer waits until that.
const FAST: Duration = Duration::from_secs(10);

fn fast<'a, T>(what: &'a str, action: impl Future<Output = T> + 'a) -> Pin<Box<impl Future<Output = T> + 'a>> {
    Box::pin(async move {
        let began = Instant::now();
        let done = action.await;
        assert!(began.elapsed() < FAST, "{what}: {:?}", began.elapsed());
        done
    })
}

fn navigated(report: &ActReport, to: &str) {
    let navigation = report.consequences.navigation.as_ref();
    assert!(navigation.is_some_and(|seen| seen.url.contains(to)), "{:?}", report.consequences);
}

/// A page left by an input is told as left, or as one of which that is not known; never as untouched.
fn left(outcome: Result<ActReport, PageError>, to: &str) -> bool {
    match outcome {
        Ok(report) => {
            navigated(&report, to);
            true
        }
        Err(error) => {
            assert_eq!((error.code(), error.delivered()), (Code::DocumentChanged, Delivered::Unknown), "{error:?}");
            false
        }
    }
}

#[tokio::test]
async fn act_06_enter_that_leaves_the_page_is_done_each_time() {
    let bed = Bed::open_site(&[
        ("/", "<form action=/found><input name=q autofocus><button>Go</button></form>"),
        ("/found", "<title>Found</title><p>found"),
    ])
    .await;
    for turn in 0..TURNS {
        bed.load(&bed.site.url("/")).await;
        let report =
            fast("Enter", bed.press(Some("[name=q]"), "Enter")).await.unwrap_or_else(|e| panic!("{turn}: {e:?}"));
        navigated(&report, "/found");
    }
    for turn in 0..TURNS {
        bed.load(&bed.site.url("/")).await;
        let options = TypeOptions { submit: true, append: false };
        let typed = fast("typing", bed.type_text("[name=q]", "x", options)).await;
        navigated(&typed.unwrap_or_else(|e| panic!("{turn}: {e:?}")), "/found?q=x");
    }
}

#[tokio::test]
async fn act_06_links_to_the_same_site_and_to_another_are_followed_each_time() {
    let bed = Bed::open_site(&[
        ("/", "<a href=/two>Near</a> <a href=OTHER/two>Far</a>"),
        ("/two", "<title>Two</title><p>two"),
    ])
    .await;
    for turn in 0..TURNS {
        for name in ["Near", "Far"] {
            bed.load(&bed.site.url("/")).await;
            let report = fast(name, bed.click(&format!("link \"{name}\""))).await;
            navigated(&report.unwrap_or_else(|e| panic!("{turn} {name}: {e:?}")), "/two");
        }
    }
}

#[tokio::test]
async fn act_17_a_press_that_leaves_the_page_before_the_release_is_never_told_as_nothing() {
    let bed = Bed::open_site(&[
        ("/", "<button onmousedown=\"location='/two'\">Near</button><button onmousedown=\"location='OTHER/two'\">Far</button>
               <button onmousedown=\"location='/two'; const end = Date.now() + 300; while (Date.now() < end);\">Busy</button>
               <button onpointerdown=\"location='OTHER/two'; const end = Date.now() + 300; while (Date.now() < end);\">Early</button>"),
        ("/two", "<title>Two</title><button style='position:fixed;inset:0' onclick='window.n=1'>two"),
    ])
    .await;
    let mut done = 0;
    for _ in 0..3 {
        for name in ["Near", "Far", "Busy", "Early"] {
            bed.load(&bed.site.url("/")).await;
            done += usize::from(left(fast(name, bed.click(&format!("button \"{name}\""))).await, "/two"));
            assert_eq!(bed.eval("window.n").await, json!(null), "{name}: the next page was clicked");
        }
    }
    assert!(done >= 9, "only {done} of 12 were known to have been received");
}

#[tokio::test]
async fn act_06_a_button_that_takes_itself_away_is_done() {
    let bed = Bed::blank().await;
    for event in ["onclick", "onmouseup", "onmousedown", "onpointerdown"] {
        bed.site.put("/", &format!("<button {event}='this.remove(); window.n = (window.n || 0) + 1'>Gone</button>"));
        bed.load(&bed.site.url("/")).await;
        let report = fast(event, bed.click("button \"Gone\"")).await.unwrap_or_else(|e| panic!("{event}: {e:?}"));
        assert!(report.consequences.dom.removed > 0, "{event}: {:?}", report.consequences);
        assert_eq!(bed.eval("n").await, json!(1), "{event}");
    }
}

#[tokio::test]
async fn act_17_a_field_whose_handlers_leave_the_page_is_told_as_such() {
    let bed = Bed::open_site(&[
        (
            "/",
            "<input aria-label=Near oninput=\"location='/two'\"><input aria-label=Far oninput=\"location='OTHER/two'\">
               <input type=date aria-label=Day onchange=\"location='/two'\">
               <select aria-label=Size onchange=\"location='OTHER/two'\"><option>S<option>M</select>
               <input type=checkbox aria-label=Box onchange=\"location='/two'\">",
        ),
        ("/two", "<title>Two</title><p>two"),
    ])
    .await;
    let text = |text: &str| Value::Text(text.to_owned());
    let mut done = 0;
    for _ in 0..3 {
        for (name, value) in [
            ("Near", text("abc")),
            ("Far", text("abc")),
            ("Day", text("2026-05-01")),
            ("Size", text("M")),
            ("Box", Value::Bool(true)),
        ] {
            bed.load(&bed.site.url("/")).await;
            match fast(name, bed.fill(&[(&format!("[aria-label={name}]"), value)], None)).await {
                Ok(report) => {
                    let seen = report.consequences.navigation.as_ref();
                    assert!(seen.is_some_and(|seen| seen.url.contains("/two")), "{name}: {:?}", report.consequences);
                    done += 1;
                }
                Err(failure) => {
                    let told = (failure.error.code(), failure.error.delivered());
                    assert_eq!(told, (Code::DocumentChanged, Delivered::Unknown), "{name}: {:?}", failure.error);
                }
            }
        }
        for name in ["Near", "Far"] {
            bed.load(&bed.site.url("/")).await;
            let field = format!("[aria-label={name}]");
            let typed = fast(name, bed.type_text(&field, "abc", TypeOptions::default())).await;
            done += usize::from(left(typed, "/two"));
        }
    }
    assert!(done >= 15, "only {done} of 21 were known to have been taken");
}

#[tokio::test]
async fn act_09_a_form_whose_first_field_leaves_the_page_is_not_filled_on_the_next() {
    let form = "<input aria-label=A oninput=\"if (!location.search) location='/?2'\"><input aria-label=B>
                <button type=button onclick='window.n=1'>Send</button>";
    let bed = Bed::open_site(&[("/", form), ("/two", "<p>two")]).await;
    let text = |text: &str| Value::Text(text.to_owned());
    for submit in [None, Some(Submit::Target(at("button \"Send\"")))] {
        bed.load(&bed.site.url("/")).await;
        let fields = [("[aria-label=A]", text("a")), ("[aria-label=B]", text("b"))];
        let failure = fast("filling", bed.fill(&fields, submit)).await.unwrap_err();
        assert_eq!(failure.error.code(), Code::DocumentChanged, "{:?}", failure.error);
        assert_ne!(failure.error.delivered(), Delivered::No);
        bed.page
            .until("the next page", soon(), |page| page.main_frame().ok().filter(|main| main.url.ends_with("?2")))
            .await
            .unwrap();
        assert_eq!(
            bed.eval("[document.querySelector('[aria-label=B]')?.value ?? '', window.n]").await,
            json!(["", null])
        );
    }
    // What the next page does not have is not waited for.
    bed.site.put("/", "<input aria-label=A oninput=\"location='/two'\"><input aria-label=B>");
    bed.load(&bed.site.url("/")).await;
    fast("filling", bed.fill(&[("[aria-label=A]", text("a")), ("[aria-label=B]", text("b"))], None)).await.unwrap_err();
}

#[tokio::test]
async fn act_05_a_press_whose_mouse_events_are_cancelled_is_a_click() {
    let bed = Bed::open(
        "<button onpointerdown='event.preventDefault()' onclick='window.n = (window.n || 0) + 1'>Draw</button>",
    )
    .await;
    let report = bed.click("button \"Draw\"").await.unwrap();
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert_eq!(bed.eval("n").await, json!(1));
}

#[tokio::test]
async fn act_09_a_double_click_whose_first_click_takes_its_element_away_is_not_tried_again() {
    let bed = Bed::open(
        "<button style='position:fixed;inset:0' onclick='this.remove(); window.n = (window.n || 0) + 1'>First</button>
         <script>addEventListener('dblclick', () => window.d = 1)</script>",
    )
    .await;
    bed.eval("document.body.insertAdjacentHTML('afterbegin', '<button onclick=\"window.w=1\">First</button>')").await;
    let twice = ClickOptions { count: 2, ..ClickOptions::default() };
    let report = fast("double click", bed.click_until(&nth("button \"First\"", 1), &twice, soon())).await.unwrap();
    assert_eq!(report.notes, ["after the first click the element is gone; the rest was held back"]);
    assert_eq!(bed.eval("[window.n, window.w, window.d]").await, json!([1, null, null]));
}

#[tokio::test]
async fn act_17_keys_that_nothing_of_the_frame_hears_are_not_told_as_pressed() {
    // The field hands the focus to a frame, which gets the key.
    let bed = Bed::open(
        "<input aria-label=Q onfocus='frames[0].focus()'><iframe srcdoc=\"<script>onkeydown = (e) => top.heard = e.key</script>\"></iframe>",
    )
    .await;
    let error = fast("Escape", bed.press(Some("[aria-label=Q]"), "x")).await.unwrap_err();
    assert_eq!((error.code(), error.delivered()), (Code::ValueNotTaken, Delivered::Unknown), "{error:?}");
    assert_eq!(bed.eval("window.heard").await, json!("x"));
}

#[tokio::test]
async fn act_17_a_page_that_is_left_at_any_moment_of_a_click_is_told_as_clicked_only_if_it_was() {
    let bed = Bed::blank().await;
    let button = "<button style='position:fixed;inset:0'>B</button><script>
         onpointerdown = () => localStorage.hits = Number(localStorage.hits || 0) + 1";
    // A click that finds the first page gone may be made on this one, which has such a button too.
    bed.site.put("/two", &format!("<title>Two</title>{button}</script>"));
    let mut done = 0;
    for ms in 0..16 {
        let leave = format!("onmousemove = () => setTimeout(() => location = '/two', {ms})");
        bed.site.put("/", &format!("{button};{leave}</script>"));
        bed.load(&bed.site.url("/")).await;
        match fast("click", bed.click("button \"B\"")).await {
            Ok(_) => done += 1,
            Err(error) => assert_eq!(
                (error.code(), error.delivered()),
                (Code::DocumentChanged, Delivered::Unknown),
                "{ms}: {error:?}"
            ),
        }
    }
    bed.site.put("/count", "<p>count");
    bed.load(&bed.site.url("/count")).await;
    let hits = bed.eval("Number(localStorage.hits || 0)").await.as_u64().unwrap();
    assert!(hits >= done, "{done} were reported as done, {hits} hit");
}
