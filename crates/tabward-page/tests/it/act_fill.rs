//! Typing, filling, pressing, selecting, scrolling on a real browser.

use serde_json::json;
use tabward_model::{Code, Delivered};
use tabward_page::act::{self, Amount, Direction, Mode, Submit, TypeOptions, Value};

use crate::hands::{Permits, at};
use crate::support::{Bed, soon};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn list(values: &[&str]) -> Value {
    Value::List(values.iter().map(|value| (*value).to_owned()).collect())
}

const LOG: &str = "<script>window.seen = []; for (const t of ['keydown','keypress','keyup','compositionstart','compositionend','input','change'])
    addEventListener(t, e => seen.push(t + (e.key ? ':' + e.key : '')), true)</script>";

#[tokio::test]
async fn act_05_typing_sends_real_key_events_and_compositions() {
    let bed = Bed::open(&format!("<input id=a value=old>{LOG}")).await;
    let report = bed.type_text("#a", "aB", TypeOptions::default()).await.unwrap();
    assert_eq!(report.mode, Mode::Keys);
    assert_eq!(
        bed.eval("seen.splice(0).join(' ')").await,
        json!("keydown:a keypress:a input keyup:a keydown:B keypress:B input keyup:B")
    );
    let append = TypeOptions { append: true, ..TypeOptions::default() };
    let report = bed.type_text("#a", "你好!", append).await.unwrap();
    assert_eq!(report.mode, Mode::KeysAndComposition);
    assert_eq!(bed.eval("a.value").await, json!("aB你好!"));
    let seen = bed.eval("seen.join(' ')").await;
    assert!(seen.as_str().unwrap().contains("compositionstart"), "{seen}");
    assert!(seen.as_str().unwrap().contains("compositionend"), "{seen}");
}

#[tokio::test]
async fn act_08_typing_replaces_and_submits_only_when_asked() {
    let bed = Bed::open_site(&[
        ("/", "<form action=/done><input name=q value=old aria-label=Q></form><textarea aria-label=T>old</textarea>"),
        ("/done", "<title>done</title>"),
    ])
    .await;
    bed.type_text("textbox \"T\"", "one\ntwo", TypeOptions::default()).await.unwrap();
    assert_eq!(bed.eval("document.querySelector('textarea').value").await, json!("one\ntwo"));
    let report = bed.type_text("textbox \"Q\"", "new", TypeOptions::default()).await.unwrap();
    assert!(report.consequences.navigation.is_none());
    assert_eq!(report.consequences.value_after.as_deref(), Some("new"));
    let submit = TypeOptions { submit: true, ..TypeOptions::default() };
    let report = bed.type_text("label=Q", "newer", submit).await.unwrap();
    assert!(report.consequences.navigation.unwrap().url.ends_with("/done?q=newer"));
}

#[tokio::test]
async fn act_08_contenteditable_is_replaced_not_added_to() {
    let bed = Bed::open("<div id=e contenteditable role=textbox aria-label=Note><p>old</p><p>text</p></div>").await;
    bed.type_text("textbox \"Note\"", "NEW", TypeOptions::default()).await.unwrap();
    assert_eq!(bed.eval("e.innerText.trim()").await, json!("NEW"));
    let report = bed.fill(&[("#e", text("Newer"))], None).await.unwrap();
    assert_eq!(report.fields[0].value, "Newer");
    let append = TypeOptions { append: true, ..TypeOptions::default() };
    bed.type_text("#e", " still", append).await.unwrap();
    assert_eq!(bed.eval("e.innerText.trim()").await, json!("Newer still"));
    bed.fill(&[("#e", text(""))], None).await.unwrap();
    assert_eq!(bed.eval("e.innerText.trim()").await, json!(""));
}

#[tokio::test]
async fn act_08_each_kind_of_field_is_filled_and_checked() {
    let bed = Bed::open_site(&[
        (
            "/",
            "<form action=/done><input name=t aria-label=Name value=x><input name=d type=date aria-label=Start><input name=n type=number aria-label=Count>
             <input name=c type=color aria-label=Colour><input name=r type=range max=10 aria-label=Level><select name=s aria-label=Country><option>Spain<option value=pt>Portugal</select>
             <select name=m multiple aria-label=Tags><option>a<option>b<option>c</select><input name=k type=checkbox aria-label=Agree>
             <label><input type=radio name=o value=1>Small</label><label><input type=radio name=o value=2>Large</label>
             <textarea name=x aria-label=Text></textarea><input type=password name=p aria-label=Secret><button>Send</button></form>",
        ),
        ("/done", "<title>done</title>"),
    ])
    .await;
    let report = bed
        .fill(
            &[
                ("textbox \"Name\"", text("Ana")),
                ("[name=d]", text("2026-12-01")),
                ("[name=n]", Value::Number(12.into())),
                ("[name=c]", text("#FF8800")),
                ("[name=r]", text("7")),
                ("combobox \"Country\"", text("portugal")),
                ("[name=m]", list(&["a", "c"])),
                ("checkbox \"Agree\"", Value::Bool(true)),
                ("radio \"Small\"", text("Large")),
                ("[name=x]", text("two\nlines")),
                ("[name=p]", text("hunter2")),
            ],
            Some(Submit::Own),
        )
        .await
        .unwrap_or_else(|failure| panic!("{:?}", failure.error));
    assert_eq!(report.fields.len(), 11);
    assert_eq!(report.fields[10].value, "••• (7)");
    assert_eq!(report.submitted.unwrap().to_string(), "button \"Send\"");
    let url = report.consequences.navigation.unwrap().url;
    let query = url.split_once('?').unwrap().1;
    assert_eq!(query, "t=Ana&d=2026-12-01&n=12&c=%23ff8800&r=7&s=pt&m=a&m=c&k=on&o=2&x=two%0D%0Alines&p=hunter2");
}

#[tokio::test]
async fn act_08_a_value_that_a_field_refuses_is_an_error_that_says_why() {
    let bed = Bed::open(
        "<input aria-label=Code maxlength=3><input type=date aria-label=Day><select aria-label=Size><option>S<option disabled>L</select>
         <input aria-label=Fixed readonly value=1><input type=checkbox aria-label=Stuck onclick='return false'><input aria-label=Zip oninput='value=value.slice(0,2)'>",
    )
    .await;
    let fails = async |target: &str, value: Value| {
        let failure = bed.fill(&[(target, value)], None).await.unwrap_err();
        (failure.error.code(), failure.error.to_string())
    };
    let (code, told) = fails("textbox \"Code\"", text("12345")).await;
    assert_eq!(code, Code::ValueNotTaken);
    assert_eq!(told, "textbox \"Code\" holds \"123\" after it was set to \"12345\"; it takes at most 3 characters");
    let (code, told) = fails("css=[type=date]", text("12/01/2026")).await;
    assert_eq!(code, Code::ValueNotTaken);
    assert!(told.ends_with("it takes YYYY-MM-DD"), "{told}");
    let (code, told) = fails("combobox \"Size\"", text("XXL")).await;
    assert_eq!((code, told.as_str()), (Code::ValueNotTaken, "combobox \"Size\" has no option \"XXL\""));
    assert!(fails("combobox \"Size\"", text("L")).await.1.ends_with("that is enabled"));
    assert_eq!(fails("checkbox \"Stuck\"", Value::Bool(true)).await.0, Code::ValueNotTaken);
    assert_eq!(fails("textbox \"Zip\"", text("1234")).await.0, Code::ValueNotTaken);
    assert_eq!(fails("textbox \"Code\"", Value::Bool(true)).await.0, Code::InvalidArgument);
}

#[tokio::test]
async fn act_09_a_form_that_fails_half_way_says_what_was_filled() {
    let bed = Bed::open("<input aria-label=A><input aria-label=B maxlength=1><input aria-label=C>").await;
    let fields = [("textbox \"A\"", text("1")), ("textbox \"B\"", text("22")), ("textbox \"C\"", text("3"))];
    let failure = bed.fill(&fields, None).await.unwrap_err();
    assert_eq!((failure.at, failure.filled.len(), failure.error.delivered()), (Some(1), 1, Delivered::Yes));
}

#[tokio::test]
async fn act_08_a_select_waits_for_options_that_depend_on_another_field() {
    let bed = Bed::open(
        "<select aria-label=Country onchange=\"setTimeout(() => city.innerHTML = '<option>Porto<option>Lisbon', 300)\"><option>?<option>Portugal</select><select id=city aria-label=City></select>",
    )
    .await;
    let fields = [("combobox \"Country\"", text("Portugal")), ("#city", text("Lisbon"))];
    let report = bed.fill(&fields, None).await.unwrap_or_else(|failure| panic!("{:?}", failure.error));
    assert_eq!(report.fields[1].value, "Lisbon");
}

#[tokio::test]
async fn act_08_a_widget_that_opens_a_list_is_chosen_from() {
    let bed = Bed::open(
        "<div id=w role=combobox tabindex=0 aria-label=Colour aria-haspopup=listbox onclick='l.hidden=false'>Pick</div>
         <div id=l role=listbox hidden><div role=option onclick='w.textContent=\"Red\";l.hidden=true'>Red</div><div role=option onclick='w.textContent=\"Blue\";l.hidden=true'>Blue</div></div>",
    )
    .await;
    let report =
        bed.fill(&[("combobox \"Colour\"", text("Blue"))], None).await.unwrap_or_else(|f| panic!("{:?}", f.error));
    assert_eq!(report.fields[0].value, "Blue");
    let failure = bed.fill(&[("combobox \"Colour\"", text("Green"))], None).await.unwrap_err();
    assert_eq!(failure.error.to_string(), "combobox \"Colour\" has no option \"Green\"");
}

#[tokio::test]
async fn act_08_a_code_whose_fields_pass_the_focus_on_is_typed_through() {
    let one = "<input maxlength=1 size=1 oninput='this.nextElementSibling?.focus()'>";
    let bed = Bed::open(&format!("<div id=c>{}</div>", one.repeat(4))).await;
    bed.type_text("#c input:first-child", "1234", TypeOptions::default()).await.unwrap();
    assert_eq!(bed.eval("[...document.querySelectorAll('input')].map(i => i.value).join('')").await, json!("1234"));
}

#[tokio::test]
async fn act_05_keys_that_lose_their_field_stop() {
    let bed = Bed::open(&format!("<input id=a oninput='this.remove()'>{LOG}")).await;
    let error = bed.type_text("#a", "abcd", TypeOptions::default()).await.unwrap_err();
    assert_eq!(error.code(), Code::ValueNotTaken);
    assert_ne!(error.delivered(), Delivered::No);
    let seen = bed.eval("seen.filter(s => s.startsWith('keydown')).join(' ')").await;
    assert_eq!(seen, json!("keydown:a"));
}

#[tokio::test]
async fn act_09_keys_are_pressed_with_and_without_a_target() {
    let bed = Bed::open(
        "<input id=a value=hello><ul id=u tabindex=0><li>x</ul><script>window.keys=[]; u.onkeydown = e => keys.push(e.key); window.onkeydown = e => window.last = e.key + e.ctrlKey</script>",
    )
    .await;
    bed.press(Some("#a"), "Control+A Delete").await.unwrap();
    assert_eq!(bed.eval("a.value").await, json!(""));
    bed.press(Some("#u"), "ArrowDown ArrowDown Enter").await.unwrap();
    assert_eq!(bed.eval("keys.join()").await, json!("ArrowDown,ArrowDown,Enter"));
    let report = bed.press(None, "Escape").await.unwrap();
    assert_eq!(bed.eval("last").await, json!("Escapefalse"));
    assert!(report.consequences.none_observed());
    assert_eq!(bed.press(None, "Foo").await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn act_09_options_are_selected_by_label_or_value() {
    let bed = Bed::open_fixture("/t/select").await;
    let permits = Permits::of(&bed);
    bed.eval(
        "document.body.innerHTML = '<select id=z><option value=1>One</option><option value=2>Two</option></select>'",
    )
    .await;
    let selected = act::select(&bed.page, &permits.hands(), &at("#z"), &["2".into()], soon()).await.unwrap();
    assert_eq!(selected.selected, ["Two"]);
}

#[tokio::test]
async fn act_09_files_are_given_to_hidden_inputs() {
    let bed = Bed::open("<label>Photo <input id=f type=file multiple style='display:none'></label>").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "hello").unwrap();
    let permits = Permits::of(&bed);
    let paths = [path.display().to_string()];
    let report = act::upload(&bed.page, &permits.hands(), &permits.files, &at("#f"), &paths, soon()).await.unwrap();
    assert_eq!(report.files, [("a.txt".to_owned(), 5)]);
    assert_eq!(bed.eval("f.files[0].name").await, json!("a.txt"));
}

#[tokio::test]
async fn act_11_page_and_container_tell_how_far_they_moved() {
    let bed = Bed::open(&format!(
        "<div id=c style='height:100px;overflow:auto'><div style='height:1000px'>in</div></div>{}",
        "<p>x</p>".repeat(200)
    ))
    .await;
    let permits = Permits::of(&bed);
    let scroll = async |target: Option<&str>, direction, amount| {
        let target = target.map(at);
        act::scroll(&bed.page, &permits.hands(), target.as_ref(), direction, amount, soon()).await.unwrap()
    };
    let report = scroll(None, Direction::Down, Amount::Page).await;
    assert!(report.moved.y > 100.0 && !report.reached_bottom);
    let report = scroll(None, Direction::End, Amount::Page).await;
    assert!(report.reached_bottom);
    let report = scroll(None, Direction::Down, Amount::Page).await;
    assert_eq!((report.moved.y, report.reached_bottom), (0.0, true));
    let report = scroll(Some("#c"), Direction::Down, Amount::Pixels(50.0)).await;
    assert_eq!((report.moved.y, report.reached_bottom), (50.0, false));
    let report = scroll(Some("#c"), Direction::End, Amount::Page).await;
    assert!(report.reached_bottom);
}

#[tokio::test]
async fn act_11_lazy_loading_is_driven_to_its_end() {
    let bed = Bed::open(
        "<div id=l></div><script>let n = 0; const more = () => { if (n++ < 5) for (let i = 0; i < 30; i++) l.append(Object.assign(document.createElement('p'), {textContent: n})) };
         more(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 100) fetch('/').then(more) })</script>",
    )
    .await;
    let permits = Permits::of(&bed);
    let report = act::scroll(&bed.page, &permits.hands(), None, Direction::End, Amount::Page, soon()).await.unwrap();
    assert!(report.reached_bottom);
    assert_eq!(bed.eval("l.children.length").await, json!(150));
}

#[tokio::test]
async fn act_09_a_mouse_drag_carries_an_element() {
    let bed = Bed::open(
        "<div id=a style='position:absolute;left:20px;top:20px;width:60px;height:60px;background:red'>A</div><div id=z style='position:absolute;left:300px;top:200px;width:100px;height:100px;background:#eee'>Z</div>
         <script>let on = false; a.onmousedown = () => on = true; onmousemove = e => { if (on) { a.style.left = e.clientX - 30 + 'px'; a.style.top = e.clientY - 30 + 'px' } };
         onmouseup = e => { on = false; window.drop = e.clientX > 300 && e.clientY > 200 }</script>",
    )
    .await;
    let permits = Permits::of(&bed);
    act::drag(&bed.page, &permits.hands(), &at("#a"), &at("#z"), soon()).await.unwrap();
    assert_eq!(bed.eval("drop").await, json!(true));
}

#[tokio::test]
async fn see_02_acting_writes_nothing_of_ours_into_the_page() {
    let bed = Bed::open(
        "<input id=a><button id=b>B</button><script>window.muts = 0; new MutationObserver(m => muts += m.length).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
         window.before = Object.getOwnPropertyNames(window).length</script>",
    )
    .await;
    bed.eval("window.before = Object.getOwnPropertyNames(window).length").await;
    bed.click("#b").await.unwrap();
    bed.type_text("#a", "x", TypeOptions::default()).await.unwrap();
    assert_eq!(bed.eval("[muts, Object.getOwnPropertyNames(window).length - before]").await, json!([0, 0]));
}
