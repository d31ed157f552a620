//! Clicks on a real browser: what they wait for, what they never do, what they tell.

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_model::{Code, Delivered};
use tabward_page::act::{self, ActError, Button, ClickOptions, ElementAt, Target, keys::Modifiers};
use tabward_page::{Answer, PageError};
use tokio::time::{Duration, Instant};

use crate::hands::{Permits, at, nth};
use crate::support::{Bed, headed, soon, within};

fn why(error: &PageError) -> &ActError {
    match error {
        PageError::Act(error) => error,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn act_06_a_steady_click_is_done_once_and_says_that_nothing_followed() {
    let bed = Bed::open("<button id=b onclick='window.n = (window.n || 0) + 1'>Go</button>").await;
    let report = bed.click("button \"Go\"").await.unwrap();
    assert!(report.consequences.none_observed(), "{:?}", report.consequences);
    assert_eq!(report.consequences.summary(), "nothing visible changed");
    assert_eq!(report.element.unwrap().to_string(), "button \"Go\"");
    assert_eq!(bed.eval("n").await, json!(1));
}

#[tokio::test]
async fn act_04_an_element_that_comes_late_is_waited_for() {
    let bed = Bed::open("<script>setTimeout(() => document.body.innerHTML = '<button onclick=\"window.n=1\">X</button>', 1500)</script><p>wait").await;
    bed.click("button \"X\"").await.unwrap();
    assert_eq!(bed.eval("n").await, json!(1));
}

#[tokio::test]
async fn act_04_clicks_on_a_moving_button_count_only_when_they_hit() {
    let bed = Bed::open(
        "<style>#b{position:absolute;left:0;top:50px;width:80px;height:30px}</style><button id=b>B</button><script>
         let hits = 0; b.onclick = () => hits++;
         let x = 0, step = 3; (function go() { x += step; if (x > 400 || x < 0) step = -step; b.style.left = x + 'px'; requestAnimationFrame(go) })()</script>",
    )
    .await;
    let mut done = 0;
    for _ in 0..20 {
        if bed.click("#b").await.is_ok() {
            done += 1;
        }
    }
    assert!(done > 10, "{done}");
    assert_eq!(bed.eval("hits").await, json!(done));
}

#[tokio::test]
async fn act_04_a_button_that_flees_is_told_as_moving_and_never_as_covered() {
    // It goes to another place whenever the pointer comes, and with each frame too.
    let bed = Bed::open(
        "<style>#b{position:absolute;left:0;top:50px;width:60px;height:30px}</style><button id=b onclick='window.n=1'>B</button><script>
         let at = 0; const flee = () => { at = (at + 173) % 600; b.style.left = at + 'px' };
         addEventListener('pointermove', flee); (function go() { flee(); requestAnimationFrame(go) })()</script>",
    )
    .await;
    for _ in 0..3 {
        let error = bed.click_until(&at("#b"), &ClickOptions::default(), within(800)).await.unwrap_err();
        assert_eq!((error.code(), error.delivered()), (Code::ElementUnstable, Delivered::No), "{error}");
    }
    assert_eq!(bed.eval("window.n").await, json!(null));
}

#[tokio::test]
async fn act_04_a_covered_element_is_not_clicked_and_the_cover_is_named() {
    let bed = Bed::open(
        "<button onclick='window.n=1'>Buy</button><div role=dialog aria-label=Cookies style='position:fixed;inset:0;background:#fffa'>
         <button onclick='window.w=1'>Reject all</button></div>",
    )
    .await;
    let error = bed.click_until(&at("button \"Buy\""), &ClickOptions::default(), within(1000)).await.unwrap_err();
    assert_eq!(error.code(), Code::ElementCovered);
    assert_eq!(error.delivered(), Delivered::No);
    assert_eq!(error.to_string(), "button \"Buy\" is under dialog \"Cookies\"");
    let ActError::Covered { cover: Some(cover), .. } = why(&error) else { panic!("{error}") };
    assert_eq!(cover.buttons[0].name, "Reject all");
    assert_eq!(bed.eval("[window.n, window.w]").await, json!([null, null]));
}

#[tokio::test]
async fn act_04_a_cover_that_goes_away_is_waited_out() {
    let bed = Bed::open(
        "<button onclick='window.n=1'>Buy</button><div id=d style='position:fixed;inset:0'></div>
         <script>setTimeout(() => d.remove(), 700)</script>",
    )
    .await;
    bed.click("button \"Buy\"").await.unwrap();
    assert_eq!(bed.eval("n").await, json!(1));
}

#[tokio::test]
async fn act_04_hidden_and_disabled_elements_say_so() {
    let bed = Bed::open(
        "<button id=h style='display:none'>H</button><fieldset disabled><button id=d>D</button></fieldset>
         <div aria-disabled=true><button id=a>A</button></div><button id=e disabled>E</button>
         <script>setTimeout(() => e.disabled = false, 500); e.onclick = () => window.n = 1</script>",
    )
    .await;
    let click =
        async |id: &str| bed.click_until(&at(id), &ClickOptions::default(), within(600)).await.unwrap_err().code();
    assert_eq!(click("#h").await, Code::ElementNotVisible);
    assert_eq!(click("#d").await, Code::ElementDisabled);
    assert_eq!(click("#a").await, Code::ElementDisabled);
    bed.click("#e").await.unwrap();
    assert_eq!(bed.eval("n").await, json!(1));
}

#[tokio::test]
async fn act_04_what_sticky_bars_hide_is_scrolled_out_from_under_them() {
    let bar = "position:fixed;left:0;right:0;height:120px;background:red";
    let text = "<p>x</p>".repeat(60);
    let bed = Bed::open(&format!(
        "<header style='{bar};top:0'>H</header><footer style='{bar};bottom:0'>F</footer>{text}
         <button id=b onclick='window.n=(window.n||0)+1'>B</button>{text}"
    ))
    .await;
    bed.click("#b").await.unwrap();
    bed.eval("scrollTo(0, b.offsetTop - 30)").await;
    bed.click("#b").await.unwrap();
    assert_eq!(bed.eval("n").await, json!(2));
}

#[tokio::test]
async fn act_04_labels_stand_for_hidden_checkboxes() {
    let bed = Bed::open(
        "<label><input type=checkbox id=a style='opacity:0;position:absolute;width:0;height:0'>Agree</label>
         <input type=checkbox id=c style='display:none'><label for=c>Later</label>",
    )
    .await;
    bed.click("checkbox \"Agree\"").await.unwrap();
    bed.click("#c").await.unwrap();
    assert_eq!(bed.eval("[a.checked, c.checked]").await, json!([true, true]));
}

#[tokio::test]
async fn act_02_shadow_roots_and_transforms_are_no_obstacle() {
    let bed = Bed::open(
        "<div style='transform:rotate(30deg) scale(1.4);margin:150px;width:120px'><my-x><span slot=s>Light</span></my-x></div>
         <script>customElements.define('my-x', class extends HTMLElement { connectedCallback() {
           this.attachShadow({mode:'open'}).innerHTML = '<button id=b><slot name=s></slot></button>';
           this.shadowRoot.querySelector('button').onclick = () => window.n = (window.n || 0) + 1 } })</script>",
    )
    .await;
    for target in ["#b", "my-x button", "button \"Light\"", "text=Light", "light button"] {
        bed.click(target).await.unwrap_or_else(|error| panic!("{target}: {error}"));
    }
    assert_eq!(bed.eval("n").await, json!(5));
}

#[tokio::test]
async fn act_03_several_matches_are_refused_unless_plain_css_or_an_index_is_given() {
    let bed = Bed::open(
        "<button onclick='window.n=\"a\"' disabled>Save</button><button onclick='window.n=\"b\"'>Save</button>
         <button onclick='window.n=\"c\"'>Save</button>",
    )
    .await;
    let error = bed.click("button \"Save\"").await.unwrap_err();
    assert_eq!(error.code(), Code::AmbiguousElement);
    let ActError::Ambiguous { count: 3, candidates } = why(&error) else { panic!("{error}") };
    assert!(!candidates[0].enabled && candidates[1].enabled);
    let report = bed.click("css=button").await.unwrap();
    assert_eq!((bed.eval("n").await, report.candidates.len()), (json!("b"), 3));
    let options = ClickOptions::default();
    bed.click_until(&nth("button \"Save\"", 2), &options, soon()).await.unwrap();
    assert_eq!(bed.eval("n").await, json!("c"));
    bed.click_until(&nth("button \"Save\"", -2), &options, soon()).await.unwrap();
    assert_eq!(bed.eval("n").await, json!("b"));
    let error = bed.click_until(&nth("button \"Save\"", 7), &options, soon()).await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (Code::InvalidArgument, "index 7 is past the end: 3 elements match".into())
    );
}

#[tokio::test]
async fn act_03_nothing_and_nonsense_are_told_apart() {
    let bed = Bed::open("<p>nothing here").await;
    let error = bed.click_until(&at("button \"Nope\""), &ClickOptions::default(), within(400)).await.unwrap_err();
    assert_eq!(error.code(), Code::ElementNotFound);
    let error = bed.click("xpath=//[").await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn act_07_a_ref_from_before_a_navigation_is_stale_and_nothing_is_clicked() {
    let page = "<button id=b onclick='document.title = \"clicked\"'>Go</button>";
    let bed = Bed::open_site(&[("/", page), ("/2", page)]).await;
    let permits = Permits::of(&bed);
    let found = act::locate(&bed.page, &permits.hands(), &at("#b"), soon()).await.unwrap();
    bed.load(&bed.site.url("/2")).await;
    for _ in 0..3 {
        let target = Target::element(found.at.clone());
        let error = bed.click_until(&target, &ClickOptions::default(), soon()).await.unwrap_err();
        assert_eq!((error.code(), error.delivered()), (Code::StaleRef, Delivered::No));
    }
    assert_eq!(bed.eval("document.title").await, json!(""));
}

#[tokio::test]
async fn act_07_a_ref_whose_node_is_gone_is_told_at_once() {
    let bed = Bed::open("<div id=d><button>Go</button></div>").await;
    let permits = Permits::of(&bed);
    let found = act::locate(&bed.page, &permits.hands(), &at("button \"Go\""), soon()).await.unwrap();
    bed.eval("d.innerHTML = '<button>Go</button>'").await;
    let began = Instant::now();
    let target = Target::element(found.at);
    let error = bed.click_until(&target, &ClickOptions::default(), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::StaleRef);
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[tokio::test]
async fn act_07_a_number_of_another_document_is_never_an_element_of_this_one() {
    let bed = Bed::open("<button onclick='window.n=1'>Go</button>").await;
    let permits = Permits::of(&bed);
    let found = act::locate(&bed.page, &permits.hands(), &at("button \"Go\""), soon()).await.unwrap();
    bed.load(&bed.site.url("/")).await;
    // The new document has an element with the same number.
    let again = act::locate(&bed.page, &permits.hands(), &at("button \"Go\""), soon()).await.unwrap();
    assert_eq!(found.at.id, again.at.id);
    let target = Target::element(ElementAt { ..found.at });
    assert_eq!(bed.click_until(&target, &ClickOptions::default(), soon()).await.unwrap_err().code(), Code::StaleRef);
    assert_eq!(bed.eval("window.n").await, json!(null));
}

#[tokio::test]
async fn act_06_a_navigation_is_awaited_and_told() {
    let bed = Bed::open_site(&[("/", "<a href=/two>Go</a>"), ("/two", "<title>Two</title><p>two")]).await;
    let report = bed.click("link \"Go\"").await.unwrap();
    let navigated = report.consequences.navigation.clone().unwrap();
    assert!(navigated.url.ends_with("/two") && !navigated.same_document);
    assert_eq!(navigated.cause, tabward_model::Cause::Task);
    assert_eq!(report.consequences.summary(), "navigated to /two");
    assert_eq!(bed.eval("document.title").await, json!("Two"));
}

#[tokio::test]
async fn act_06_requests_that_the_click_started_are_awaited_and_their_changes_seen() {
    let bed = Bed::open(
        "<button onclick=\"fetch('/data').then(r => r.text()).then(t => document.body.append(t))\">Load</button>",
    )
    .await;
    bed.site.put("/data", "loaded");
    let report = bed.click("button \"Load\"").await.unwrap();
    assert_eq!(report.consequences.requests.len(), 1);
    assert!(report.consequences.dom.added > 0, "{:?}", report.consequences);
}

#[tokio::test]
async fn act_06_changes_are_told() {
    let bed = Bed::open("<button onclick=\"setTimeout(() => document.body.append('x'))\">Add</button>").await;
    let report = bed.click("button \"Add\"").await.unwrap();
    assert!(report.consequences.dom.any());
    assert_eq!(report.consequences.summary(), "page changed; no navigation, no request");
}

#[tokio::test]
async fn act_06_an_error_of_the_page_is_told() {
    let bed = Bed::open("<button onclick='null.x'>Break</button>").await;
    let report = bed.click("button \"Break\"").await.unwrap();
    assert_eq!(report.consequences.page_errors.len(), 1);
    let effect = report.consequences.effect(&bed.page);
    assert!(effect.page_errors[0].contains("TypeError"), "{effect:?}");
}

#[tokio::test]
async fn act_06_a_new_tab_is_told() {
    let bed = Bed::open_site(&[("/", "<a href=/two target=_blank>New</a>"), ("/two", "two")]).await;
    let report = bed.click("link \"New\"").await.unwrap();
    assert_eq!(report.consequences.popups.len(), 1, "{:?}", report.consequences);
}

#[tokio::test]
async fn act_10_a_dialog_ends_the_call_at_once_and_is_the_effect() {
    let bed = Bed::open("<button onclick=\"window.r = confirm('Sure?')\">Delete</button>").await;
    let began = Instant::now();
    let report = bed.click("button \"Delete\"").await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(2));
    assert_eq!(report.consequences.dialogs[0].dialog.message, "Sure?");
    assert!(report.consequences.dialogs[0].answered.is_none());
    let error = bed.click("button \"Delete\"").await.unwrap_err();
    assert_eq!((error.code(), error.delivered()), (Code::DialogOpen, Delivered::No));
    bed.page.answer_dialog(&bed.permit(), Answer::Accept, None, soon()).await.unwrap();
    assert_eq!(bed.eval("r").await, json!(true));
}

#[tokio::test]
async fn act_10_an_alert_is_answered_by_policy_and_reported() {
    let bed = Bed::open("<button onclick=\"alert('Hi'); document.body.append('after')\">Hi</button>").await;
    let report = bed.click("button \"Hi\"").await.unwrap();
    assert_eq!(report.consequences.summary(), "alert \"Hi\", accepted");
    assert!(report.consequences.dom.any());
}

#[tokio::test]
async fn act_17_a_document_that_is_swapped_between_check_and_press_is_never_reported_as_done() {
    // The page replaces itself again and again; each document counts its clicks by its number.
    let bed = Bed::blank().await;
    bed.site.put(
        "/",
        "<button id=b style='width:300px;height:200px'>B</button><script>
         const my = Number(sessionStorage.n = Number(sessionStorage.n || 0) + 1);
         b.onclick = () => { localStorage.hits = Number(localStorage.hits || 0) + 1 };
         setTimeout(() => location.reload(), 60 + Math.random() * 60)</script>",
    );
    bed.load(&bed.site.url("/")).await;
    let mut done = 0;
    for _ in 0..25 {
        match bed.click_until(&at("#b"), &ClickOptions::default(), within(3000)).await {
            Ok(_) => done += 1,
            // A page that reloads all the time may not answer; then nothing was sent.
            Err(error) if error.delivered() == Delivered::No => {}
            Err(error) => assert!(
                matches!(
                    error.code(),
                    Code::DocumentChanged | Code::ElementNotFound | Code::ElementUnstable | Code::ElementCovered
                ),
                "{error:?}"
            ),
        }
    }
    bed.site.put("/count", "<p>count");
    bed.load(&bed.site.url("/count")).await;
    let hits = bed.eval("Number(localStorage.hits || 0)").await.as_u64().unwrap();
    assert!(hits >= done, "{done} were reported as done, {hits} hit");
    assert!(done > 5, "{done}");
}

#[tokio::test]
async fn act_04_a_cover_that_comes_between_check_and_press_gets_nothing() {
    // The cover comes with the pointer's first move: after the check, before the press.
    let bed = Bed::open(
        "<button id=b onclick='window.n=1'>Buy</button><script>
         addEventListener('mousemove', () => { if (window.d) return; window.d = document.createElement('div');
           d.style = 'position:fixed;inset:0'; d.onmousedown = d.onclick = () => window.w = 1; document.body.append(d) })</script>",
    )
    .await;
    let error = bed.click_until(&at("#b"), &ClickOptions::default(), within(1500)).await.unwrap_err();
    assert_eq!((error.code(), error.delivered()), (Code::ElementCovered, Delivered::No));
    assert_eq!(bed.eval("[window.n, window.w]").await, json!([null, null]));
}

#[tokio::test]
async fn act_05_input_is_trusted_and_complete() {
    let bed = Bed::open(
        "<button id=b>B</button><script>window.seen = []; for (const t of ['pointermove','mousemove','pointerdown','mousedown','pointerup','mouseup','click'])
         b.addEventListener(t, e => seen.push(t + (e.isTrusted ? '' : '!')))</script>",
    )
    .await;
    bed.click("#b").await.unwrap();
    assert_eq!(
        bed.eval("seen.join()").await,
        json!("pointermove,mousemove,pointerdown,mousedown,pointerup,mouseup,click")
    );
}

#[tokio::test]
async fn act_09_double_right_and_middle_clicks_hover_and_modifiers() {
    let bed = Bed::open(
        "<button id=b>B</button><script>window.seen = []; for (const t of ['click','dblclick','contextmenu','auxclick','mouseover'])
         b.addEventListener(t, e => seen.push(t + e.button + (e.ctrlKey ? 'c' : '') + (e.shiftKey ? 's' : '')))</script>",
    )
    .await;
    let permits = Permits::of(&bed);
    act::hover(&bed.page, &permits.hands(), &at("#b"), Modifiers::default(), soon()).await.unwrap();
    assert_eq!(bed.eval("seen.splice(0).join()").await, json!("mouseover0"));
    let with = async |options: ClickOptions| {
        bed.click_until(&at("#b"), &options, soon()).await.unwrap();
        // A browser with a window also tells where the display's own pointer rests.
        let told = if headed() { "seen.splice(0).filter(s => !s.startsWith('mouseover'))" } else { "seen.splice(0)" };
        bed.eval(&format!("{told}.join()")).await
    };
    let plain = ClickOptions::default();
    assert_eq!(with(ClickOptions { count: 2, ..plain }).await, json!("click0,click0,dblclick0"));
    assert_eq!(with(ClickOptions { button: Button::Right, ..plain }).await, json!("contextmenu2,auxclick2"));
    assert_eq!(with(ClickOptions { button: Button::Middle, ..plain }).await, json!("auxclick1"));
    let modifiers = Modifiers::CONTROL.with(Modifiers::SHIFT);
    assert_eq!(with(ClickOptions { modifiers, ..plain }).await, json!("click0cs"));
}

#[tokio::test]
async fn act_06_a_204_answer_costs_no_wait() {
    let bed = Bed::open_fixture("/t/settle").await;
    bed.eval("document.body.innerHTML = '<button onclick=\"location = \\'/t/204\\'\">Go</button>'").await;
    let began = Instant::now();
    let report = bed.click("button \"Go\"").await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", report.consequences);
    assert!(report.consequences.navigation.is_none());
}

#[tokio::test]
async fn act_05_a_page_that_wrote_itself_anew_can_be_clicked() {
    // `document.open` takes all listeners away, ours too.
    let bed = Bed::open("<button onclick=\"document.open(); document.write('<button onclick=document.title=1>New</button>'); document.close()\">Old</button>").await;
    bed.click("button \"Old\"").await.unwrap();
    bed.click("button \"New\"").await.unwrap();
    assert_eq!(bed.eval("document.title").await, json!("1"));
}

#[tokio::test]
async fn act_04_a_hidden_tab_gets_no_frames_and_is_acted_on_all_the_same() {
    // FOC-4
    let bed = Bed::open(
        "<button id=b onclick='window.n = (window.n || 0) + 1'>Go</button><script>setTimeout(() => {
         const late = document.createElement('button'); late.textContent = 'Late'; late.onclick = b.onclick; document.body.append(late) }, 1500)</script>",
    )
    .await;
    bed.browser
        .send(&bed.instance_open_permit(), tabward_cdp::protocol::target::CreateTarget::new("about:blank"))
        .await
        .unwrap();
    assert_eq!(bed.eval("document.visibilityState").await, json!("hidden"));
    bed.click("#b").await.unwrap();
    bed.click("button \"Late\"").await.unwrap();
    assert_eq!(bed.eval("n").await, json!(2));
}

#[tokio::test]
async fn act_04_a_click_that_never_ends_is_told_as_delivered() {
    // HUB-13
    let bed =
        Bed::open("<button id=b onclick='const end = Date.now() + 4000; while (Date.now() < end);'>Loop</button>")
            .await;
    let error = bed.click_until(&at("#b"), &ClickOptions::default(), within(1500)).await.unwrap_err();
    assert_eq!((error.code(), error.delivered()), (Code::PageUnresponsive, Delivered::Yes));
}

#[tokio::test]
async fn act_06_a_press_that_takes_its_element_away_is_told() {
    let bed = Bed::open("<button onmousedown='this.remove()'>Gone</button>").await;
    let report = bed.click("button \"Gone\"").await.unwrap();
    assert!(report.consequences.dom.removed > 0);
    assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
}

#[tokio::test]
async fn act_06_settling_ends_with_what_was_set_off() {
    let bed = Bed::open_fixture("/t/settle").await;
    for name in ["At once", "After 5 s", "204 request", "Push state", "Hash", "Nothing", "Ticker"] {
        let began = Instant::now();
        let report = bed.click(&format!("button \"{name}\"")).await.unwrap();
        assert!(began.elapsed() < Duration::from_millis(2500), "{name}: {:?}", report.consequences);
        match name {
            "At once" => assert!(report.consequences.dom.any(), "{name}"),
            "Nothing" | "After 5 s" | "Ticker" => assert_eq!(report.consequences.dom.added, 0, "{name}"),
            "Push state" | "Hash" => assert!(report.consequences.navigation.unwrap().same_document, "{name}"),
            _ => assert_eq!(report.consequences.requests.len(), 1, "{name}"),
        }
    }
    let report = bed.click("button \"Slow request\"").await.unwrap();
    assert!(report.consequences.dom.any(), "its answer was waited for");
    let report = bed.click("link \"204 link\"").await.unwrap();
    assert!(report.consequences.navigation.is_none());
    let report = bed.click("button \"Go\"").await.unwrap();
    assert!(report.consequences.navigation.unwrap().url.contains("/t/plain"));
}
