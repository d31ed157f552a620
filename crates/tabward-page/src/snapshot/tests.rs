//! Walks of pages in, text out. (SEE-1, SEE-3, SEE-4, SEE-7, SEE-13)

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use tabward_model::{FrameId, Ref};

use super::walk::{Flags, Walk};
use super::*;

/// Numbers as the hub does: one element, one ref.
#[derive(Default)]
struct Minter(HashMap<NodeKey, Ref>, HashMap<Ref, Likeness>);

impl RefMinter for Minter {
    fn mint(&mut self, key: &NodeKey, likeness: &Likeness) -> Ref {
        let next = Ref(self.0.len() as u64 + 1);
        let reference = *self.0.entry(key.clone()).or_insert(next);
        self.1.insert(reference, likeness.clone());
        reference
    }
}

/// Builds a walk from `(depth, role, name, id, flags, more)` and `(depth, text)`.
#[derive(Default)]
struct Page {
    roles: Vec<String>,
    entries: Vec<Value>,
    next: u64,
}

impl Page {
    fn text(mut self, depth: u32, text: &str) -> Self {
        self.entries.push(json!([depth, text]));
        self
    }

    fn glued(mut self, depth: u32, text: &str) -> Self {
        self.entries.push(json!([depth, text, 1]));
        self
    }

    fn at(self, depth: u32, role: &str, name: &str) -> Self {
        self.with(depth, role, name, Flags::default(), Value::Null)
    }

    fn with(mut self, depth: u32, role: &str, name: &str, flags: Flags, more: Value) -> Self {
        let role = self.roles.iter().position(|known| known == role).unwrap_or_else(|| {
            self.roles.push(role.to_owned());
            self.roles.len() - 1
        });
        self.next += 1;
        let mut entry = vec![json!(depth), json!(role), json!(name), json!(self.next), json!(flags.0)];
        if !more.is_null() {
            entry.push(more);
        }
        self.entries.push(Value::Array(entry));
        self
    }

    fn walk(&self) -> Walk {
        Walk::parse(
            &json!({"url": "http://127.0.0.1/", "title": "T", "roles": self.roles, "n": self.entries}).to_string(),
        )
        .unwrap()
    }

    fn outline(&self) -> Outline {
        self.outline_with(&mut Minter::default())
    }

    fn outline_with(&self, minter: &mut Minter) -> Outline {
        Outline::build(vec![main_frame(self.walk())], minter, BuildOptions::default())
    }

    fn render(&self) -> String {
        self.outline().render(&RenderOptions::default()).text
    }
}

fn main_frame(walk: Walk) -> FrameWalk {
    FrameWalk {
        frame: FrameId::from("main"),
        document: 1,
        parent: None,
        url: String::new(),
        result: FrameResult::Walked(Box::new(walk)),
    }
}

fn signup() -> Page {
    Page::default()
        .at(0, "banner", "")
        .at(1, "link", "Acme home")
        .at(1, "navigation", "")
        .at(2, "list", "")
        .at(3, "listitem", "")
        .at(4, "link", "Dashboard")
        .at(1, "searchbox", "Search orders, customers…")
        .at(1, "button", "Notifications")
        .at(0, "main", "")
        .with(1, "heading", "New customer", Flags::default(), json!({"l": 1}))
        .text(1, "All fields are required unless marked optional.")
        .at(1, "textbox", "Full name")
        .with(1, "textbox", "Work email", Flags::default(), json!({"d": "Use a company address."}))
        .with(1, "combobox", "Country", Flags::default(), json!({"v": "Choose…", "c": 31}))
        .with(1, "password", "Password", Flags::REQUIRED, json!({"s": 8}))
        .at(1, "checkbox", "I agree to the terms of service")
        .with(1, "link", "terms of service", Flags::GLUE, Value::Null)
        .at(1, "button", "Create customer")
        .at(0, "contentinfo", "")
        .at(1, "link", "About")
        .at(1, "link", "Help")
}

#[test]
fn see_01_a_form_reads_as_in_the_tool_contract() {
    assert_eq!(
        signup().render(),
        "banner: Acme home, Dashboard, searchbox \"Search orders, customers…\", button \"Notifications\"\n\
         # New customer\n\
         \"All fields are required unless marked optional.\"\n\
         textbox \"Full name\" e5\n\
         textbox \"Work email\" e6 (Use a company address.)\n\
         combobox \"Country\" e7 = \"Choose…\" {31 options}\n\
         password \"Password\" e8 = ••• (8) [required]\n\
         checkbox \"I agree to the terms of service\" e9\n\
         link \"terms of service\" e10\n\
         button \"Create customer\" e11\n\
         contentinfo: About, Help"
    );
}

fn orders(rows: usize) -> Page {
    let mut page = Page::default().at(0, "main", "").at(1, "table", "").at(2, "row", "").at(3, "columnheader", "");
    page = page.text(4, "Order").at(3, "columnheader", "").text(4, "Status");
    for row in 0..rows {
        page = page
            .with(2, "row", "", if row < 30 { Flags::IN_VIEW } else { Flags::default() }, Value::Null)
            .at(3, "cell", "")
            .at(4, "link", &format!("ORD-{row}"))
            .at(3, "cell", "")
            .text(4, "Pending")
            .at(3, "cell", "")
            .at(4, "button", "Edit")
            .with(4, "button", "Delete", Flags::GLUE, Value::Null);
    }
    page
}

#[test]
fn see_03_a_long_table_is_cut_and_says_so() {
    let text = orders(300).render();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "table");
    assert_eq!(lines[1], " row Order | Status");
    assert_eq!(lines[2], " row link \"ORD-0\" e1 | Pending | button \"Edit\" e2 button \"Delete\" e3");
    assert_eq!(lines.last(), Some(&" … 288 more rows; use find"));
    assert_eq!(lines.len(), 1 + 1 + 12 + 1);
}

#[test]
fn see_03_find_tells_the_row_and_nothing_else() {
    let outline = orders(300).outline();
    let found = outline.find(&Find::parse("ord-237").unwrap(), &RenderOptions::default());
    assert_eq!(
        found.text,
        "1 match\nrow link \"ORD-237\" e712 | Pending | button \"Edit\" e713 button \"Delete\" e714"
    );
    let found = outline.find(&Find::parse("/ORD-2[0-9]{2}/").unwrap(), &RenderOptions::default());
    assert!(found.text.starts_with("100 matches\n"), "{}", found.text);
    assert!(!found.notes.is_empty());
    assert!(Find::parse("/(/").is_err());
    assert_eq!(
        outline.find(&Find::parse("nowhere").unwrap(), &RenderOptions::default()).text,
        "0 matches in 302 lines"
    );
}

#[test]
fn see_03_the_budget_holds_and_says_what_is_left_out() {
    let mut page = Page::default();
    for at in 0..400 {
        page = page.text(0, &format!("Paragraph number {at} says something of its own."));
    }
    let rendered = page.outline().render(&RenderOptions { max_tokens: 500, ..RenderOptions::default() });
    assert!(rendered.tokens <= 500, "{}", rendered.tokens);
    assert!(rendered.notes[0].contains("of 400 lines"), "{:?}", rendered.notes);
    assert_eq!(rendered.omitted.lines, 400 - rendered.text.lines().count());
}

#[test]
fn see_04_a_change_of_a_row_and_a_new_dialog_are_told() {
    let mut minter = Minter::default();
    let before = orders(3).outline_with(&mut minter);
    let mut page = orders(3);
    let status = page.entries.iter_mut().find(|entry| entry[1] == "Pending").unwrap();
    *status = json!([4, "Refunded"]);
    let after = page.at(0, "status", "").text(1, "ORD-0 saved").outline_with(&mut minter);
    let changes = after.diff(&before);
    assert_eq!(
        changes.render(400),
        "~ row link \"ORD-0\" e1 | Refunded | button \"Edit\" e2 button \"Delete\" e3\n+ status: ORD-0 saved"
    );
    assert_eq!(before.diff(&after).gone, 1);
    assert!(after.diff(&after).is_empty());
}

#[test]
fn see_04_menus_and_footers_that_were_written_anew_are_no_change_unless_their_words_are() {
    let page = |next, cart: &str, body: &str| {
        let page = Page { next, ..Page::default() }
            .at(0, "banner", "")
            .at(1, "link", "Home")
            .at(1, "button", cart)
            .at(1, "status", "")
            .text(2, "Ready");
        page.at(0, "main", "")
            .at(1, "button", body)
            .at(0, "contentinfo", "")
            .at(1, "link", "About")
            .at(1, "link", "Help")
    };
    let mut minter = Minter::default();
    let before = page(0, "Cart", "Buy").outline_with(&mut minter);
    let after = page(50, "Cart", "Pay").outline_with(&mut minter);
    assert_eq!(after.diff(&before).render(400), format!("+ button \"Pay\" e{}\n- 1 line gone", minter.0.len() - 2));
    let counted = page(100, "Cart (1)", "Pay").outline_with(&mut minter);
    let told = counted.diff(&after).render(400);
    assert!(told.starts_with("+ button \"Cart (1)\" e") && !told.contains("Home") && !told.contains("About"), "{told}");
    // One that was not there is told as a look tells it.
    let bare = Page::default().at(0, "main", "").at(1, "button", "Buy").outline_with(&mut minter);
    let told = counted.diff(&bare).render(400);
    assert!(told.contains("+ banner: Home, button \"Cart (1)\"\n+ status: Ready"), "{told}");
    assert!(told.contains("+ contentinfo: About, Help"), "{told}");
}

#[test]
fn see_04_focus_is_no_change_and_a_long_change_is_bounded() {
    let mut minter = Minter::default();
    let before = Page::default().at(0, "button", "Go").outline_with(&mut minter);
    let after = Page::default().with(0, "button", "Go", Flags::FOCUSED, Value::Null).outline_with(&mut minter);
    assert!(after.diff(&before).is_empty());
    let mut page = Page::default().at(0, "button", "Go");
    for at in 0..200 {
        page = page.at(0, "button", &format!("Number {at}"));
    }
    let text = page.outline_with(&mut minter).diff(&before).render(400);
    assert!(estimate(&text) <= 430, "{}", estimate(&text));
    assert!(text.lines().last().unwrap().ends_with("more: browser_snapshot {\"changes\":true}"), "{text}");
}

#[test]
fn see_01_a_modal_dialog_comes_first_and_hides_the_rest() {
    let page = Page::default()
        .at(0, "main", "")
        .with(1, "heading", "Behind", Flags::default(), json!({"l": 1}))
        .at(1, "button", "Covered")
        .with(0, "dialog", "Edit", Flags::MODAL, Value::Null)
        .with(1, "heading", "Edit", Flags::default(), json!({"l": 2}))
        .with(1, "combobox", "Status", Flags::FOCUSED, json!({"v": "Pending", "c": 2, "o": ["Paid", "Pending"]}))
        .at(1, "button", "Save");
    assert_eq!(
        page.render(),
        "dialog \"Edit\"\n combobox \"Status\" e2 = \"Pending\" {Paid | Pending} [focused]\n button \"Save\" e3\n… behind the dialog: 2 lines"
    );
    let found = page.outline().find(&Find::parse("Covered").unwrap(), &RenderOptions::default());
    assert_eq!(found.text, "1 match, behind the dialog\nbutton \"Covered\" e1");
}

#[test]
fn see_01_frames_are_stitched_where_they_stand() {
    let main = Page::default()
        .with(0, "frame", "Pay", Flags::default(), json!({"fi": 1}))
        .with(0, "frame", "Ads", Flags::default(), json!({"fi": 0, "u": "https://ads.example/x"}))
        .at(0, "button", "After");
    let inner = Page::default().with(0, "frame", "", Flags::default(), json!({"fi": 0}));
    let innermost = Page::default().at(0, "button", "Pay now");
    let frame = |id: &str, parent: &str, index, mut walk: Walk| {
        walk.index = index;
        FrameWalk {
            frame: FrameId::from(id),
            document: 5,
            parent: Some(FrameId::from(parent)),
            url: "https://ads.example/x".into(),
            result: FrameResult::Walked(Box::new(walk)),
        }
    };
    let mut first = inner.walk();
    first.url = "https://pay.example/form".into();
    let mut unread = frame("c", "main", 0, Walk::default());
    unread.result = FrameResult::Unread("it did not answer in time".into());
    let walks =
        vec![main_frame(main.walk()), frame("b", "a", 0, innermost.walk()), frame("a", "main", 1, first), unread];
    let mut minter = Minter::default();
    let outline = Outline::build(walks, &mut minter, BuildOptions::default());
    assert_eq!(
        outline.render(&RenderOptions::default()).text,
        "frame \"Pay\" (pay.example)\n frame (127.0.0.1)\n  button \"Pay now\" e2\n\
         frame \"Ads\" (ads.example) not read: it did not answer in time\nbutton \"After\" e1"
    );
    assert_eq!(outline.line_of(Ref(2)).as_deref(), Some("button \"Pay now\" e2"));
    assert_eq!(outline.find_ref(Ref(2)).unwrap().frame, FrameId::from("b"));
}

#[test]
fn act_07_the_like_of_a_stale_ref_is_found_by_role_name_and_place() {
    let mut minter = Minter::default();
    let _ = orders(3).outline_with(&mut minter);
    // The same page in another document: every element is another one.
    let mut again = main_frame(orders(3).walk());
    again.document = 2;
    let outline = Outline::build(vec![again], &mut minter, BuildOptions::default());
    let former = minter.1[&Ref(2)].clone();
    assert_eq!(&*former.name, "Edit");
    assert_eq!(outline.find_like(&former), Some(Ref(11)));
    let unknown = Likeness { place: 0, ..former };
    assert_eq!(outline.find_like(&unknown), None, "several have this name");
}

/// What a line may start with, beside a quoted text: words of ours.
fn is_ours(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    if line.starts_with('"') {
        return true;
    }
    let word: String = line.chars().take_while(|c| !c.is_whitespace() && *c != ':').collect();
    matches!(
        word.as_str(),
        "#" | "##"
            | "button"
            | "link"
            | "row"
            | "item"
            | "status"
            | "alert"
            | "table"
            | "dialog"
            | "textbox"
            | "banner"
            | "…"
            | "combobox"
            | "area"
            | "frame"
            | "group"
            | "img"
            | "article"
    )
}

/// Every `"` of ours is paired, and outside of quotes no ref stands that was not minted.
fn is_well_formed(line: &str, refs: u64) -> Result<(), String> {
    let mut outside = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in line.chars() {
        if quoted {
            if c == '"' && !escaped {
                quoted = false;
            }
            escaped = c == '\\' && !escaped;
        } else if c == '"' {
            quoted = true;
        } else {
            outside.push(c);
        }
    }
    if quoted {
        return Err(format!("open quote: {line}"));
    }
    let outside: Vec<&str> = outside.split(' ').filter(|word| !word.contains("://")).collect();
    for word in outside.join(" ").split(|c: char| !c.is_alphanumeric()) {
        if let Ok(reference) = word.parse::<Ref>()
            && reference.0 > refs
        {
            return Err(format!("forged {word}: {line}"));
        }
    }
    Ok(())
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\n",
        "\r\n",
        "\u{2028}",
        "\u{85}",
        "\u{202e}",
        "\"",
        "\\",
        "\\\"",
        "|",
        " | ",
        "[",
        "]",
        "[checked]",
        "{",
        "}",
        "(",
        ")",
        "e99",
        " e12 ",
        "t1",
        "page t1 \"x\" /y",
        "ok clicked",
        "failed STALE_REF",
        "next: ",
        "button \"Pay\" e900",
        "…",
        "#",
        "~ ",
        "+ ",
        "a",
        "Ünï",
        "确定",
        "👩‍👩‍👧",
        " ",
        "= \"v\"",
        "•••",
        "row ",
    ]);
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// SEE-13
    #[test]
    fn see_13_no_string_of_a_page_starts_a_line_or_forges_a_ref(texts in prop::collection::vec(hostile(), 14)) {
        let page = Page::default()
            .at(0, "banner", &texts[0]).at(1, "link", &texts[1]).text(1, &texts[2])
            .with(0, "heading", &texts[3], Flags::default(), json!({"l": 1}))
            .text(0, &texts[4]).glued(0, &texts[5])
            .with(0, "button", &texts[6], Flags::CHECKED, json!({"d": texts[7], "e": texts[8]}))
            .at(0, "table", &texts[9]).at(1, "row", "").at(2, "cell", "").text(3, &texts[10])
            .at(2, "cell", "").at(3, "button", &texts[11]).glued(3, &texts[12])
            .with(0, "combobox", &texts[1], Flags::default(), json!({"v": texts[2], "c": 2, "o": [texts[3], texts[13]], "p": texts[4]}))
            .with(0, "link", &texts[5], Flags::default(), json!({"u": texts[6], "t": texts[7]}))
            .with(0, "frame", &texts[8], Flags::default(), json!({"u": texts[9]}))
            .at(0, "status", "").text(1, &texts[0])
            .at(0, "dialog", &texts[13]).at(1, "article", "").text(2, &texts[1]).text(2, &texts[2]).at(2, "button", "x");
        let outline = page.outline();
        for mode in [Mode::Auto, Mode::Controls, Mode::Full] {
            let text = outline.render(&RenderOptions { mode, ..RenderOptions::default() }).text;
            for line in text.lines() {
                prop_assert!(is_ours(line), "{}", line);
                prop_assert_eq!(is_well_formed(line, 10), Ok(()));
                let unsafe_char = line.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{202e}'));
                prop_assert!(!unsafe_char, "{}", line);
            }
        }
        for line in outline.diff(&Page::default().outline()).render(100_000).lines() {
            prop_assert!(line.starts_with("+ ") && is_ours(&line[2..]), "{}", line);
        }
    }

    /// SEE-3: whatever the page, the budget holds.
    #[test]
    fn see_03_no_page_passes_the_budget(texts in prop::collection::vec(".{0,300}", 1..60), max in 40_usize..400) {
        let mut page = Page::default();
        for (at, text) in texts.iter().enumerate() {
            page = page.at(0, "button", text).text(u32::try_from(at % 5).unwrap(), text);
        }
        let rendered = page.outline().render(&RenderOptions { max_tokens: max, ..RenderOptions::default() });
        prop_assert!(rendered.tokens <= max, "{} > {}", rendered.tokens, max);
    }
}
