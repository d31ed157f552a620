//! Snapshots of real pages. (SEE-1, SEE-2, SEE-3, SEE-4, SEE-7, SEE-13, ACT-7)

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use tabward_model::capability::Read;
use tabward_model::{Ref, TabId, Target};
use tabward_page::snapshot::{
    Find, Likeness, Mode, NodeKey, Outline, RefMinter, RenderOptions, SnapshotOptions, SnapshotStore, changed, take,
};

use crate::support::{Bed, soon};

/// Numbers as the hub does.
#[derive(Default)]
pub(crate) struct Minter(HashMap<NodeKey, Ref>, HashMap<Ref, Likeness>);

impl RefMinter for Minter {
    fn mint(&mut self, key: &NodeKey, likeness: &Likeness) -> Ref {
        let next = Ref(self.0.len() as u64 + 1);
        let reference = *self.0.entry(key.clone()).or_insert(next);
        self.1.insert(reference, likeness.clone());
        reference
    }
}

async fn look(bed: &Bed, minter: &mut Minter) -> Outline {
    take(&bed.page, &bed.permit::<Read>(), &SnapshotOptions::default(), minter, soon()).await.unwrap()
}

fn auto(outline: &Outline) -> String {
    outline.render(&RenderOptions::default()).text
}

/// Whether each of the lines stands in the text, in this order.
fn assert_lines(text: &str, wanted: &[&str]) {
    let mut lines = text.lines();
    for want in wanted {
        assert!(lines.any(|line| line == *want), "missing or out of order: {want}\nin:\n{text}");
    }
}

#[tokio::test]
async fn see_01_a_form_is_told_with_values_states_options_and_descriptions() {
    let bed = Bed::open(include_str!("../../../../fixtures/pages/snapshot/forms.html")).await;
    let text = auto(&look(&bed, &mut Minter::default()).await);
    assert_lines(
        &text,
        &[
            "# New customer",
            "\"All fields are required unless marked optional.\"",
            "textbox \"Full name\" e1",
            "textbox \"Work email*\" e2 (Use a company address.)",
            "combobox \"Country\" e3 = \"Choose…\" {Choose… | Portugal | Spain}",
            "combobox \"Region\" e4 = \"1\" {10 options}",
            "date \"Start date\" e5 = \"2026-12-01\"",
            "checkbox \"I agree to the terms of service\" e8 [required]",
            "link \"terms of service\" e9",
            // A label stands for its hidden control, once.
            "checkbox \"Send news\" e10 [checked]",
            "checkbox \"Hidden box\" e11",
            // SEE-7
            "password \"Password\" e12 = ••• (8)",
            "textbox \"Code\" e13 = ••• (6)",
            "textbox \"Card number\" e14 = ••• (16)",
            "textbox \"Nickname\" e19 (e.g. Ana)",
            "textbox \"Email again\" e20 = \"x@\" [invalid] (Enter a valid address.)",
            "textbox \"Id\" e22 = \"4711\" [readonly]",
            "textbox \"Old\" e23 = \"no\" [disabled]",
            "group \"Plan\": radio \"Basic\" e24 [checked] | radio \"Pro\" e25",
            "listbox \"Multi\" e27 = \"A, B\" {A | B | C}",
            "button \"Bold\" e32 [pressed]",
            "button \"Menu\" e33 [expanded]",
        ],
    );
    assert_eq!(text.matches("Send news").count(), 1);
    assert_eq!(text.matches("Use a company address.").count(), 1);
    for secret in ["hunter22", "123456", "4111"] {
        assert!(!text.contains(secret));
    }
}

#[tokio::test]
async fn see_01_structure_is_told_in_few_lines() {
    let bed = Bed::open(include_str!("../../../../fixtures/pages/snapshot/structure.html")).await;
    let text = auto(&look(&bed, &mut Minter::default()).await);
    let plain = without_refs(&text);
    assert_lines(
        &plain,
        &[
            "banner: Acme home, Dashboard, Orders, searchbox \"Search orders, customers…\", button \"Notifications\"",
            "\"Text with bold, a\" link \"far link\" -> elsewhere.example \"and more.\"",
            "## link \"Linked heading\"",
            "table \"Totals\"",
            " row Report | Period",
            " row Sales by month | Jan–Oct 2026 | button \"Export\"",
            " row Refunds | \"Q3 | 2026\" | button \"Export\" button \"Delete\"",
            "article link \"Aeron X2 chair\" | ★ 3.1 (37 reviews) | €42.00 €34.33 | button \"Add to cart\"",
            "clickable \"Click me\"",
            "## Named section",
            "area [scroll 0/242]",
            "button \"Closed\"",
            "button \"Open\" [expanded]",
            "tablist \"Tabs\": tab \"A\" [selected] | tab \"B\"",
            "menu: menuitem \"CSV\" | menuitem \"PDF\" | menuitemcheckbox \"Wrap\" [checked]",
            "status: Saved",
            "alert: Broken",
            "contentinfo: About, Help",
        ],
    );
    assert!(!plain.contains("Not shown"));
}

#[tokio::test]
async fn see_01_what_is_hidden_is_not_told_and_shadow_roots_are() {
    let bed = Bed::open(include_str!("../../../../fixtures/pages/snapshot/hidden.html")).await;
    let plain = without_refs(&auto(&look(&bed, &mut Minter::default()).await));
    assert_lines(
        &plain,
        &[
            "button \"Vis child\"",
            "button \"Aria hidden button\" [aria-hidden]",
            "button \"Contents\"",
            "button \"Opaque\"",
            "## Shadow title",
            "button \"Shadow label\"",
            "\"Pre deep\"",
            "textbox \"Deep field\"",
            "\"Owner\"",
            "button \"Owned\"",
            "\"between\"",
            "frame \"Pay\" (about)",
            " button \"Pay now\"",
        ],
    );
    for hidden in ["None", "Vis hidden", "Hidden attr", "CV", "decor", "Inert", "Template", "Unslotted"] {
        assert!(!plain.contains(hidden), "{hidden} in\n{plain}");
    }
    assert_eq!(plain.matches("Owned").count(), 1);
}

#[tokio::test]
async fn see_01_frames_of_other_origins_are_stitched_in_place() {
    let bed = Bed::open_site(&[
        ("/", "<iframe title=Far src='OTHER/middle' width=400 height=200></iframe><button>Between</button><iframe src='SELF/near'></iframe><iframe src='OTHER/tracker' style='display:none'></iframe>"),
        ("/middle", "<h2>Middle</h2><iframe src='SELF/inner' title=Inner></iframe>"),
        ("/inner", "<button>Deep</button>"),
        ("/near", "<button>Near</button>"),
        ("/tracker", "<button>Tracked</button>"),
    ])
    .await;
    bed.frame("/inner").await;
    bed.frame("/tracker").await;
    let mut minter = Minter::default();
    let outline = look(&bed, &mut minter).await;
    assert_eq!(
        without_refs(&auto(&outline)),
        "frame \"Far\" (localhost)\n ## Middle\n frame \"Inner\" (127.0.0.1)\n  button \"Deep\"\nbutton \"Between\"\nframe (127.0.0.1)\n button \"Near\""
    );
    let deep =
        minter.1.iter().find(|(_, likeness)| &*likeness.name == "Deep").map(|(reference, _)| *reference).unwrap();
    let key = outline.find_ref(deep).unwrap();
    assert_eq!(key.frame, bed.frame("/inner").await.id);
    assert_eq!(outline.line_of(deep), Some(format!("button \"Deep\" {deep}")));
}

#[tokio::test]
async fn see_02_reading_leaves_no_trace_that_the_page_could_see() {
    let bed = Bed::open(
        "<main><label>Name <input></label><button onclick='1'>Go</button><my-el></my-el><select><option>a</select>
        <div style='height:40px;overflow:auto' tabindex=0><p>a<p>b<p>c</div><iframe srcdoc='<input autofocus>'></iframe></main>
        <script>
        window.seen = [];
        document.querySelector('my-el').attachShadow({mode: 'open'}).innerHTML = '<button>in</button>';
        for (const root of [document, document.querySelector('my-el').shadowRoot])
          new MutationObserver((list) => seen.push(...list.map((m) => 'mutation ' + m.type)))
            .observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
        const names = new Set();
        for (let at of [window, document, HTMLElement.prototype])
          for (const key in at) if (key.startsWith('on')) names.add(key.slice(2));
        for (const name of names) if (!name.startsWith('device') && !['beforeunload', 'unload', 'pagehide'].includes(name))
          for (const at of [window, document]) at.addEventListener(name, (e) => seen.push('event ' + name), true);
        for (const proto of [Element.prototype, Node.prototype, Document.prototype, HTMLElement.prototype, HTMLInputElement.prototype, Window.prototype])
          for (const key of Object.getOwnPropertyNames(proto)) {
            const d = Object.getOwnPropertyDescriptor(proto, key);
            if (key === 'constructor' || !d.configurable) continue;
            if (typeof d.value === 'function') proto[key] = function (...a) { seen.push('call ' + key); return d.value.apply(this, a); };
            else if (d.get) Object.defineProperty(proto, key, {...d, get() { seen.push('get ' + key); return d.get.call(this); }});
          }
        window.globals = window.before = window.active = null;
        window.globalNames = () => Object.getOwnPropertyNames(window).join();
        window.html = () => document.documentElement.outerHTML;
        seen.length = 0;
        </script>",
    )
    .await;
    // Frames and animation of the load itself end first.
    bed.eval("new Promise((done) => requestAnimationFrame(() => setTimeout(() => { globals = globalNames(); before = html(); active = document.activeElement; seen.length = 0; done() }, 50)))").await;
    let mut minter = Minter::default();
    let text = auto(&look(&bed, &mut minter).await);
    assert!(text.contains("textbox \"Name\""), "{text}");
    let full = SnapshotOptions { mode: Mode::Full, viewport_only: true, ..SnapshotOptions::default() };
    take(&bed.page, &bed.permit::<Read>(), &full, &mut minter, soon()).await.unwrap();
    let seen = bed.eval("new Promise((done) => setTimeout(() => { const s = [...seen]; done([s, globals === globalNames(), before === html(), active === document.activeElement]) }, 100))").await;
    assert_eq!([&seen[1], &seen[2], &seen[3]], [&json!(true), &json!(true), &json!(true)]);
    let seen: Vec<&str> = seen[0].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    // What our own question to the page does itself: its timer and what it reads.
    let seen: Vec<&&str> = seen.iter().filter(|what| !matches!(**what, "call setTimeout" | "get document")).collect();
    assert!(seen.is_empty(), "{seen:?}");
}

#[tokio::test]
async fn see_04_a_look_after_a_change_tells_what_changed() {
    let bed = Bed::open(
        "<main><h1>Orders</h1><table><tr><td>ORD-1<td id=s>Pending<td><button onclick=\"d.showModal()\">Edit</button></table>
        <dialog id=d aria-label='Edit ORD-1'><button onclick=\"s.textContent='Refunded';d.close();o.textContent='ORD-1 saved'\">Save</button></dialog>
        <div role=status id=o></div></main>",
    )
    .await;
    let mut minter = Minter::default();
    let mut store = SnapshotStore::default();
    let tab = Target { instance: "i1".into(), tab: TabId::new("1") };
    let first = look(&bed, &mut minter).await;
    assert_eq!(auto(&first), "# Orders\ntable\n row ORD-1 | Pending | button \"Edit\" e1");
    let id = store.keep(&tab, first.look());
    bed.eval("document.querySelector('td button').click()").await;
    let second = look(&bed, &mut minter).await;
    assert_eq!(
        second.changes_since(&store.last(&tab).unwrap()).render(400),
        "+ dialog \"Edit ORD-1\"\n+  button \"Save\" e2 [focused]"
    );
    assert_eq!(auto(&second), "dialog \"Edit ORD-1\"\n button \"Save\" e2 [focused]\n… behind the dialog: 3 lines");
    store.keep(&tab, second.look());
    bed.eval("document.querySelector('dialog button').click()").await;
    let third = look(&bed, &mut minter).await;
    assert_eq!(
        third.changes_since(&store.last(&tab).unwrap()).render(400),
        "~ row ORD-1 | Refunded | button \"Edit\" e1\n+ status: ORD-1 saved\n- 2 lines gone"
    );
    assert_eq!(
        third.changes_since(&store.since(&tab, id).unwrap()).render(400),
        "~ row ORD-1 | Refunded | button \"Edit\" e1\n+ status: ORD-1 saved"
    );
    bed.load(&bed.site.url("/")).await;
    assert!(look(&bed, &mut minter).await.changes_since(&third.look()).new_document);
}

#[tokio::test]
async fn act_07_a_ref_keeps_its_element_and_a_new_element_gets_a_new_one() {
    let bed = Bed::open("<main><button id=a>Save</button><div id=r><button>Next</button></div></main>").await;
    let mut minter = Minter::default();
    let first = auto(&look(&bed, &mut minter).await);
    assert_eq!(first, "button \"Save\" e1\nbutton \"Next\" e2");
    bed.eval("a.textContent = 'Saved'; r.innerHTML = '<button>Next</button>'").await;
    let outline = look(&bed, &mut minter).await;
    assert_eq!(auto(&outline), "button \"Saved\" e1\nbutton \"Next\" e3");
    assert_eq!(outline.find_ref(Ref(2)), None);
    assert_eq!(outline.find_like(&minter.1[&Ref(2)]), Some(Ref(3)), "the one in its place");
    bed.load(&bed.site.url("/")).await;
    let outline = look(&bed, &mut minter).await;
    assert_eq!(outline.find_like(&minter.1[&Ref(2)]), Some(Ref(5)));
}

#[tokio::test]
async fn see_03_root_find_depth_and_viewport_narrow_a_page() {
    let mut rows = String::new();
    for row in 0..300 {
        let _ = write!(rows, "<tr><td><a href='/o/{row}'>ORD-{row}</a><td>Pending<td><button>Edit</button>");
    }
    let bed = Bed::open(&format!(
        "<main><h1>Orders</h1><table>{rows}</table><nav aria-label=Pages><a href=/2>2</a></nav></main>"
    ))
    .await;
    let mut minter = Minter::default();
    let outline = look(&bed, &mut minter).await;
    let text = auto(&outline);
    assert_eq!(text.lines().count(), 2 + 12 + 1 + 1 + 1, "{text}");
    assert!(text.contains("\n … 288 more rows; use find\n"), "{text}");
    let found = outline.find(&Find::parse("ORD-237").unwrap(), &RenderOptions::default()).text;
    assert_eq!(without_refs(&found), "1 match\nrow link \"ORD-237\" | Pending | button \"Edit\"");

    let read = bed.permit::<Read>();
    let view = SnapshotOptions { viewport_only: true, ..SnapshotOptions::default() };
    let seen = take(&bed.page, &read, &view, &mut minter, soon()).await.unwrap();
    let seen = seen.render(&RenderOptions { mode: Mode::Full, ..RenderOptions::default() }).text;
    assert!((10..60).contains(&seen.lines().count()) && !seen.contains("ORD-200"), "{seen}");

    let row =
        *minter.1.iter().find(|(_, likeness)| &*likeness.name == "ORD-250").map(|(reference, _)| reference).unwrap();
    let key = outline.find_ref(row).unwrap();
    let root = SnapshotOptions { root: Some(key), ..SnapshotOptions::default() };
    let rooted = take(&bed.page, &read, &root, &mut minter, soon()).await.unwrap();
    assert_eq!(auto(&rooted), format!("link \"ORD-250\" {row}"));
    let controls =
        outline.render(&RenderOptions { mode: Mode::Controls, max_tokens: 8000, ..RenderOptions::default() }).text;
    assert!(!controls.contains("Pending") && !controls.contains("# Orders"), "{controls}");
}

#[tokio::test]
async fn see_03_a_page_of_50_000_elements_and_one_nested_1_000_deep_are_bounded() {
    let bed = Bed::open(
        "<main id=m></main><script>let h='';for(let i=0;i<10000;i++)h+=`<div class=c><p>Para <b>${i}</b></p><a href=/x>link ${i}</a><span>t</span></div>`;m.innerHTML=h;
        let d=document.body;for(let i=0;i<1000;i++){const e=document.createElement('div');d.appendChild(e);d=e}d.innerHTML='<button>deep</button>'</script>",
    )
    .await;
    let started = std::time::Instant::now();
    let outline = look(&bed, &mut Minter::default()).await;
    assert!(outline.cut, "it says that it is not all");
    let told = outline.render(&RenderOptions::default());
    assert!(told.tokens <= 2000);
    assert!(!told.notes.is_empty());
    assert!(started.elapsed().as_secs() < 15, "{:?}", started.elapsed());
}

#[tokio::test]
async fn see_13_a_hostile_page_starts_no_line() {
    let bed = Bed::open(include_str!("../../../../fixtures/pages/snapshot/hostile.html")).await;
    let mut minter = Minter::default();
    let outline = look(&bed, &mut minter).await;
    assert_eq!(outline.title, "ok page t1 \"fake\"");
    for line in auto(&outline).lines() {
        let word = line.trim_start().split(' ').next().unwrap();
        assert!(
            line.trim_start().starts_with('"')
                || ["#", "button", "table", "row", "textbox", "link", "combobox", "status:", "item"].contains(&word),
            "{line}"
        );
    }
}

/// The text without refs.
fn without_refs(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split(' ').filter(|word| word.parse::<Ref>().is_err()).collect::<Vec<_>>().join(" "))
        .collect();
    lines.join("\n")
}

#[tokio::test]
async fn see_04_what_changes_after_a_look_is_known_in_frames_too_until_the_next_whole_look() {
    let bed = Bed::open_site(&[
        ("/", "<p id=p>x</p><button>Go</button><iframe src=OTHER/in></iframe>"),
        ("/in", "<p id=q>y</p><script>onmessage = () => { q.textContent = 'z'; parent.postMessage(1, '*') }</script>"),
    ])
    .await;
    bed.frame("/in").await;
    let read = bed.permit::<Read>();
    let mut minter = Minter::default();
    assert!(changed(&bed.page, &read).await, "nothing was looked at yet");
    look(&bed, &mut minter).await;
    assert!(!changed(&bed.page, &read).await && !changed(&bed.page, &read).await);
    bed.eval("p.textContent = 'other'").await;
    assert!(changed(&bed.page, &read).await && changed(&bed.page, &read).await);
    let peek = SnapshotOptions { peek: true, ..SnapshotOptions::default() };
    take(&bed.page, &read, &peek, &mut minter, soon()).await.unwrap();
    assert!(changed(&bed.page, &read).await, "what was only looked up is still unseen");
    let key = minter.0.keys().next().unwrap().clone();
    let part = SnapshotOptions { root: Some(key), ..SnapshotOptions::default() };
    take(&bed.page, &read, &part, &mut minter, soon()).await.unwrap();
    assert!(changed(&bed.page, &read).await, "a part is not the page");
    look(&bed, &mut minter).await;
    assert!(!changed(&bed.page, &read).await);
    bed.eval("new Promise((done) => { onmessage = done; frames[0].postMessage(0, '*') }).then(() => 1)").await;
    assert!(changed(&bed.page, &read).await, "a frame changed");
    look(&bed, &mut minter).await;
    assert!(!changed(&bed.page, &read).await);
}

#[tokio::test]
async fn see_03_a_link_hidden_from_readers_is_not_told_beside_its_twin() {
    let bed = Bed::open(
        "<ul><li><a href=/p/1 aria-hidden=true tabindex=-1><img src='' alt='Aeron X2 chair' width=40 height=40></a>
           <h3><a href=/p/1>Aeron X2 chair</a></h3> €42 <button>Add to cart</button>
         <li><a href=/p/2 aria-hidden=true>Picture only</a> Lamp <button>Add lamp</button></ul>",
    )
    .await;
    let mut minter = Minter::default();
    let plain = without_refs(&auto(&look(&bed, &mut minter).await));
    assert_eq!(plain.matches("Aeron X2 chair").count(), 1, "{plain}");
    assert!(plain.contains("Picture only") && plain.contains("[aria-hidden]"), "what has no twin is told\n{plain}");
    let full = SnapshotOptions { mode: Mode::Full, ..SnapshotOptions::default() };
    let outline = take(&bed.page, &bed.permit::<Read>(), &full, &mut minter, soon()).await.unwrap();
    let text = outline.render(&RenderOptions { mode: Mode::Full, ..RenderOptions::default() }).text;
    assert_eq!(text.matches("/p/1").count(), 2, "{text}");
}

#[tokio::test]
async fn see_04_a_page_that_writes_itself_anew_tells_only_what_reads_otherwise() {
    let bed = Bed::open(
        "<body><script>const shell = (main) => { document.body.innerHTML = `<header><a href=/>Acme</a><nav><a href=/a>Orders</a>
           <a href=/b>Reports</a></nav></header><main>${main}</main><footer><a href=/c>About</a><a href=/d>Careers</a></footer>` };
         shell('<h1>New</h1>')</script>",
    )
    .await;
    let mut minter = Minter::default();
    let before = look(&bed, &mut minter).await;
    bed.eval("shell('<h1>Created</h1>')").await;
    let changes = look(&bed, &mut minter).await.diff(&before).render(400);
    assert_eq!(changes, "+ # Created\n- 1 line gone");
}
