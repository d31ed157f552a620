//! The selector grammar (TOOLS.md B; ACT-2, ACT-3).

use proptest::prelude::*;
use tabward_page::selector::describe::{Description, Guess, Tier};
use tabward_page::selector::normal::normalise;
use tabward_page::selector::{Match, Selector, SelectorError, Step, read};

/// A short notation for the table below.
fn short(selector: &Selector) -> String {
    let steps: Vec<String> = selector.steps.iter().map(step).collect();
    steps.join(" >> ")
}

fn step(step: &Step) -> String {
    match step {
        Step::Ref { number } => format!("ref {number}"),
        Step::Id { id } => format!("id {id}"),
        Step::Css { css, has_text, loose } => {
            let text = has_text.as_ref().map_or_else(String::new, |m| format!(" with {}", matches(m)));
            let kind = if loose.is_some() { "css?" } else { "css" };
            format!("{kind} {css}{text}")
        }
        Step::Xpath { xpath } => format!("xpath {xpath}"),
        Step::Role { role, name, states } => {
            let mut out = format!("role {role}");
            if let Some(name) = name {
                out = format!("{out} {}", matches(name));
            }
            states.iter().fold(out, |out, (k, v)| format!("{out} {k}={v}"))
        }
        Step::Text { r#match } => format!("text {}", matches(r#match)),
        Step::Label { r#match } => format!("label {}", matches(r#match)),
        Step::Placeholder { r#match } => format!("placeholder {}", matches(r#match)),
        Step::Alt { r#match } => format!("alt {}", matches(r#match)),
        Step::Title { r#match } => format!("title {}", matches(r#match)),
        Step::Testid { r#match } => format!("testid {}", matches(r#match)),
        Step::Desc(description) => {
            let guesses: Vec<String> = description.guesses.iter().map(guess).collect();
            format!("desc {}", guesses.join(", "))
        }
        Step::Nth { index } => format!("nth {index}"),
    }
}

fn matches(m: &Match) -> String {
    match m {
        Match::Text { value } => format!("~{value}"),
        Match::Exact { value } => format!("={value}"),
        Match::Regex { source, flags } => format!("/{source}/{flags}"),
    }
}

/// `name|first role|nth`, empty parts left out.
fn guess(guess: &Guess) -> String {
    let mut out = guess.name.clone();
    if let Some(role) = guess.roles.first() {
        out = format!("{out}|{role}");
    }
    if let Some(nth) = guess.nth {
        out = format!("{out}|{nth}");
    }
    out
}

/// Each string and the reading that it must get.
const TABLE: &[(&str, &str)] = &[
    // Refs, in the ways in which they are copied.
    ("e57", "ref 57"),
    (" e57 ", "ref 57"),
    ("@e57", "ref 57"),
    ("[ref=e57]", "ref 57"),
    ("e23 \"Create customer\"", "ref 23"),
    ("button \"Create customer\" e23", "ref 23"),
    ("~ textbox \"Work email\" e18 = \"ana@gmail.com\" [invalid]", "ref 18"),
    ("date e20", "ref 20"),
    ("e57x", "desc e57x"),
    // Snapshot lines.
    ("button \"Save\"", "role button =Save"),
    ("Button “Save”", "role button =Save"),
    ("link 'Terms of service'", "role link =Terms of service"),
    ("textbox \"Full name\" = \"Ana\"", "role textbox =Full name"),
    ("combobox \"Country\" [expanded]", "role combobox =Country"),
    ("password \"Password\"", "role password =Password"),
    ("button \"Say \\\"hi\\\"\"", "role button =Say \"hi\""),
    ("button /^save/i", "role button /^save/i"),
    ("# New customer", "role heading =New customer level=1"),
    ("## Today", "role heading =Today level=2"),
    // Named forms.
    ("role=button", "role button"),
    ("role=button[name=\"Save\"]", "role button =Save"),
    ("role=button[name=Save]", "role button ~Save"),
    ("role=button[name=/sav[ei]/i]", "role button /sav[ei]/i"),
    ("role=checkbox[name=\"I agree\"][checked=false]", "role checkbox =I agree checked=false"),
    ("role=heading[level=2]", "role heading level=2"),
    ("text=Save", "text ~Save"),
    ("text=\"Save\"", "text =Save"),
    ("text=「保存」", "text =保存"),
    ("text=/^Sav/", "text /^Sav/"),
    ("TEXT = Save all", "text ~Save all"),
    ("label=Work email", "label ~Work email"),
    ("label=“邮箱”", "label =邮箱"),
    ("placeholder=Search orders", "placeholder ~Search orders"),
    ("alt=Company logo", "alt ~Company logo"),
    ("title=\"Close\"", "title =Close"),
    ("testid=save-btn", "testid =save-btn"),
    ("data-testid=\"save-btn\"", "testid =save-btn"),
    ("xpath=//button[text()=\"Save\"]", "xpath //button[text()=\"Save\"]"),
    ("//div[@id='x']//a", "xpath //div[@id='x']//a"),
    ("/html/body/div[2]", "xpath /html/body/div[2]"),
    ("css=button", "css button"),
    ("id=main", "css [id=\"main\"]"),
    ("/save|send/i", "text /save|send/i"),
    // Plain CSS: marks.
    ("#submit", "css #submit"),
    (".btn.primary", "css .btn.primary"),
    ("button[type=submit]", "css button[type=submit]"),
    ("ul > li:nth-child(2n+1)", "css ul > li:nth-child(2n+1)"),
    ("form :not(.x, #y) input:checked", "css form :not(.x, #y) input:checked"),
    ("div:has(> img)", "css div:has(> img)"),
    ("a[href^='/orders' i]", "css a[href^='/orders' i]"),
    ("h1, h2", "css? h1, h2"),
    ("#\\31 23", "css #\\31 23"),
    ("*", "css *"),
    ("label + input", "css label + input"),
    ("example.com", "css? example.com"),
    // Plain CSS: bare names.
    ("button", "css? button"),
    ("table tr td", "css? table tr td"),
    ("svg path", "css? svg path"),
    ("my-widget", "css? my-widget"),
    ("search button", "css? search button"),
    ("Menu", "css? Menu"),
    // Often written, though no CSS.
    ("button:has-text(\"Save\")", "css button with ~Save"),
    ("tr:has-text('Ana') button", "css tr with ~Ana >> css button"),
    ("li:contains(x) > a", "css li with ~x >> css :scope > a"),
    (":text-is(\"Save\")", "css * with =Save"),
    // Chains.
    ("e500 >> Edit", "ref 500 >> desc edit"),
    ("row \"ORD-10237\" >> button \"Edit\"", "role row =ORD-10237 >> role button =Edit"),
    ("iframe >> #pay", "css? iframe >> css #pay"),
    ("text=\"a >> b\" >> .c", "text =a >> b >> css .c"),
    ("tr >> nth=-1 >> a", "css? tr >> nth -1 >> css? a"),
    ("#menu >> 登录按钮", "css #menu >> desc 登录按钮, 登录|button"),
    ("Next >>", "desc next >>"),
    // Descriptions in English.
    ("save button", "desc save button, save|button"),
    ("Save", "desc save"),
    ("desc=#save", "desc #save"),
    ("desc=button", "desc button, |button"),
    ("the Save button", "desc the save button, save|button"),
    ("button labelled Save", "desc button labelled save, save|button"),
    ("click Save", "desc click save, save"),
    ("Click on the “Save” button", "desc save|button"),
    (
        "please press the Save button.",
        "desc please press the save button, please press the save|button, save button, save|button",
    ),
    ("open menu", "desc open menu, open|menu, menu, |menu"),
    ("Check out", "desc check out, out"),
    ("First name", "desc first name, name|0"),
    ("first name field", "desc first name field, first name|textbox, name field|0, name|textbox|0"),
    ("second Edit button", "desc second edit button, second edit|button, edit button|1, edit|button|1"),
    ("the 3rd row", "desc the 3rd row, 3rd|row, row|2, |row|2"),
    ("last \"Edit\" button", "desc edit|button|-1"),
    ("text box Email", "desc text box email, email|textbox"),
    ("check box", "desc check box, |checkbox, box"),
    ("drop-down for Country", "desc drop-down for country, country|combobox"),
    ("\"Save\"", "desc save"),
    ("row with \"ORD-10237\"", "desc ord-10237|row"),
    ("'Save' in the footer", "desc save' in the footer"),
    ("Don't save", "desc don't save"),
    ("Price: $5", "desc price: $5"),
    ("A4 (210 × 297 mm)", "desc a4 (210 × 297 mm)"),
    ("Ｓａｖｅ", "desc save"),
    ("scroll", "desc scroll"),
    // Descriptions in Chinese.
    ("登录", "desc 登录"),
    ("确 定", "desc 确定"),
    ("登录按钮", "desc 登录按钮, 登录|button"),
    ("登录 按钮", "desc 登录按钮, 登录|button"),
    ("按钮“保存”", "desc 保存|button"),
    ("按钮「保存」", "desc 保存|button"),
    ("点击登录按钮", "desc 点击登录按钮, 点击登录|button, 登录按钮, 登录|button"),
    ("请点击“登录”按钮", "desc 登录|button"),
    ("单击 提交", "desc 单击提交, 提交"),
    ("用户名输入框", "desc 用户名输入框, 用户名|textbox"),
    ("密码框", "desc 密码框, 密码|textbox"),
    ("在《搜索》", "desc 在《搜索"),
    ("搜索框", "desc 搜索框, |searchbox"),
    ("国家下拉框", "desc 国家下拉框, 国家|combobox"),
    ("勾选同意复选框", "desc 勾选同意复选框, 勾选同意|checkbox, 同意复选框, 同意|checkbox"),
    ("单选框 男", "desc 单选框男, 男|radio"),
    ("设置选项卡", "desc 设置选项卡, 设置|tab"),
    ("打开文件菜单", "desc 打开文件菜单, 打开文件|menu, 文件菜单, 文件|menu"),
    ("关于链接", "desc 关于链接, 关于|link"),
    ("删除弹窗", "desc 删除弹窗, 删除|dialog"),
    ("第2个编辑按钮", "desc 第2个编辑按钮, 第2个编辑|button, 编辑按钮|1, 编辑|button|1"),
    ("第二个“编辑”按钮", "desc 编辑|button|1"),
    ("编辑按钮第２个", "desc 编辑按钮第2个, 编辑按钮|1, 编辑|button|1"),
    ("最后一个删除按钮", "desc 最后一个删除按钮, 最后一个删除|button, 删除按钮|-1, 删除|button|-1"),
    ("点击第十二个链接", "desc 点击第十二个链接, 点击第十二个|link, 第十二个链接, 第十二个|link, 链接|11, |link|11"),
    ("第3行", "desc 第3行, 第3|row, |row|2"),
    ("倒数第二个图片", "desc 倒数第二个图片, 倒数第二个|img, 图片|-2, |img|-2"),
    ("名为“张三”的行", "desc 张三|row"),
    ("价格:最低", "desc 价格:最低"),
];

// ACT-2, TOOLS.md B
#[test]
fn act_02_every_string_of_the_table_gets_its_reading() {
    assert!(TABLE.len() >= 60);
    let wrong: Vec<String> = TABLE
        .iter()
        .filter_map(|(text, expected)| {
            let got = match read(text) {
                Ok(reading) => short(&reading.selector),
                Err(error) => format!("{error:?}"),
            };
            (got != *expected).then(|| format!("{text}\n  expected {expected}\n  got      {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_string_of_the_table_survives_the_way_to_text_and_json() {
    for (text, _) in TABLE {
        let selector = read(text).expect(text).selector;
        let again = read(&selector.to_string()).expect(text).selector;
        assert_eq!(again, selector, "{text} → {selector}");
        let json = serde_json::to_string(&selector).expect("json");
        assert_eq!(serde_json::from_str::<Selector>(&json).expect(&json), selector);
    }
}

#[test]
fn the_json_for_the_page_script_is_as_documented() {
    let json = |text: &str| serde_json::to_value(read(text).expect(text).selector).expect("json");
    assert_eq!(
        json("e500 >> save button"),
        serde_json::json!({"steps": [
            {"kind": "ref", "number": 500},
            {"kind": "desc", "text": "save button", "guesses": [
                {"name": "save button", "roles": [], "group": 0, "loosest": 3},
                {"name": "save", "roles": ["button"], "group": 0, "loosest": 3},
            ]},
        ]})
    );
    assert_eq!(
        json("role=button[name=/a/i][pressed]"),
        serde_json::json!({"steps": [{
            "kind": "role", "role": "button", "name": {"op": "regex", "source": "a", "flags": "i"},
            "states": {"pressed": "true"},
        }]})
    );
    assert_eq!(
        json("text=Save"),
        serde_json::json!({"steps": [{"kind": "text", "match": {"op": "text", "value": "Save"}}]})
    );
}

#[test]
fn the_answer_can_say_how_a_bare_string_was_read() {
    let how = |text: &str| read(text).expect(text).how_read;
    assert_eq!(how("e57"), None);
    assert_eq!(how("#save"), None);
    assert_eq!(how("button \"Save\""), None);
    assert_eq!(how("text=Save"), None);
    assert_eq!(how("desc=Save"), None);
    // Plain CSS is plain; that a description was tried instead is told by who tried it.
    assert_eq!(how("search button"), None);
    assert_eq!(
        how("click the second Save button").as_deref(),
        Some("read as a description: number 2: button named \"save\"")
    );
    assert_eq!(
        how("a:hoover").as_deref(),
        Some("read as a description: control named \"a:hoover\" (:hoover is no CSS pseudo-class)")
    );
    assert_eq!(how("//a").as_deref(), Some("read as XPath"));
}

#[test]
fn what_is_no_selector_is_refused_with_the_reason() {
    let error = |text: &str| read(text).expect_err(text);
    assert_eq!(error("  "), SelectorError::Empty);
    assert_eq!(error("text="), SelectorError::NoValue { form: "text".to_owned() });
    assert_eq!(error("role=buton").to_string(), "buton is no role; did you mean button?");
    assert!(matches!(error("role=button[nam=x]"), SelectorError::RoleAttribute { .. }));
    assert!(matches!(error("text=/a/q"), SelectorError::RegexFlags { .. }));
    assert!(matches!(error("css=a[["), SelectorError::Css { .. }));
    assert!(matches!(error("css=a:foo"), SelectorError::Css { .. }));
    assert_eq!(error("nth=1"), SelectorError::Nth);
    assert_eq!(error("tr >> e5"), SelectorError::RefInside);
    assert!(matches!(error(&"x".repeat(5_000)), SelectorError::TooLong { chars: 5_000 }));
    assert!(matches!(error(&["a"; 20].join(" >> ")), SelectorError::TooManySteps { steps: 20 }));
}

// ACT-3
#[test]
fn act_03_only_plain_css_takes_the_first_of_several() {
    let first = |text: &str| read(text).expect(text).selector.takes_first();
    assert!(first(".btn") && first("button") && first("#a >> li"));
    assert!(!first("save button") && !first("text=Save") && !first("button \"Save\""));
    assert!(!first("li:has-text(\"x\")"));
}

fn best<'a>(text: &str, elements: &[(&'a str, &'a str)]) -> Vec<&'a str> {
    let description = Description::read(text);
    let mut ranked = Vec::new();
    for (role, name) in elements {
        let rank = description
            .guesses
            .iter()
            .enumerate()
            .filter_map(|(at, g)| Some((g.group, g.tier(role, name, &[])?, at)))
            .min();
        if let Some(rank) = rank {
            ranked.push((rank, *name));
        }
    }
    let Some(top) = ranked.iter().map(|(rank, _)| *rank).min() else {
        return Vec::new();
    };
    let fit: Vec<&str> = ranked.into_iter().filter(|(rank, _)| *rank == top).map(|(_, name)| name).collect();
    match description.guesses[top.2].nth {
        Some(nth) if nth < 0 => {
            fit.len().checked_sub(nth.unsigned_abs() as usize).map(|at| vec![fit[at]]).unwrap_or_default()
        }
        Some(nth) => fit.get(nth.unsigned_abs() as usize).map(|n| vec![*n]).unwrap_or_default(),
        None => fit,
    }
}

#[test]
fn descriptions_find_the_element_that_a_person_would_mean() {
    let page = [
        ("textbox", "First name *"),
        ("textbox", "Last name *"),
        ("button", "Save"),
        ("button", "Save draft"),
        ("link", "Save button guide"),
        ("button", "Log out"),
        ("button", "Open menu"),
        ("menu", "Main"),
        ("button", "登 录"),
        ("link", "登录帮助"),
        ("textbox", "用户名："),
        ("button", "Edit A"),
        ("button", "Edit B"),
    ];
    assert_eq!(best("Save", &page), ["Save"]);
    assert_eq!(best("click the save button", &page), ["Save"]);
    assert_eq!(best("first name", &page), ["First name *"]);
    assert_eq!(best("last name field", &page), ["Last name *"]);
    assert_eq!(best("open menu", &page), ["Open menu"]);
    assert_eq!(best("menu", &page[7..8]), ["Main"]);
    assert_eq!(best("登录", &page), ["登 录"]);
    assert_eq!(best("点击登录按钮", &page), ["登 录"]);
    assert_eq!(best("用户名输入框", &page), ["用户名："]);
    assert_eq!(best("edit button", &page), ["Edit A", "Edit B"]);
    assert_eq!(best("second edit button", &page), ["Edit B"]);
    assert_eq!(best("最后一个 edit 按钮", &page), ["Edit B"]);
    // Dropping the verb must not turn "Check out" into whatever contains "out".
    assert_eq!(best("check out", &page), Vec::<&str>::new());
    // A word is not found inside another word.
    assert_eq!(best("ave", &page), Vec::<&str>::new());
}

#[test]
fn tiers_rank_from_whole_name_to_role_alone() {
    let save = &Description::read("save button").guesses[1];
    assert_eq!(save.tier("button", "SAVE!", &[]), Some(Tier::Whole));
    assert_eq!(save.tier("button", "💾", &["Save"]), Some(Tier::Other));
    assert_eq!(save.tier("button", "Save all", &[]), Some(Tier::Part));
    assert_eq!(save.tier("link", "Save", &[]), None);
    let only = &Description::read("按钮").guesses[1];
    assert_eq!(only.tier("button", "x", &[]), Some(Tier::Role));
}

#[test]
fn comparison_ignores_what_a_reader_cannot_see() {
    assert_eq!(normalise("  Ｓave\u{a0}\n ALL "), "save all");
    assert_eq!(normalise("确 定"), "确定");
    assert_eq!(normalise("iPhone 手机 壳"), "iphone 手机壳");
    assert_eq!(normalise("a\u{200b}b"), "ab");
}

fn fragments() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "e12",
        "button",
        "\"Save\"",
        "“保存”",
        "'",
        "\"",
        "role=",
        "text=",
        "css=",
        "desc=",
        "[name=",
        "]",
        "(",
        ")",
        " >> ",
        ">",
        ":has-text(",
        ":not(",
        "/",
        "\\",
        "i",
        "#",
        ".",
        " ",
        "第2个",
        "按钮",
        "点击",
        "the ",
        "second ",
        "last",
        "nth=1",
        "xpath=//",
        "＞＞",
        "＂",
        "a",
        "li",
        "=",
        "~ ",
        "+ ",
        ",",
        "*",
        "的",
    ]);
    prop::collection::vec(prop_oneof![4 => piece.prop_map(str::to_owned), 1 => ".{0,4}"], 0..9)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_string_is_read_or_refused_and_what_is_read_survives_the_round_trip(text in fragments()) {
        if let Ok(reading) = read(&text) {
            let written = reading.selector.to_string();
            let again = read(&written);
            prop_assert_eq!(again.map(|r| r.selector), Ok(reading.selector), "{} → {}", text, written);
        }
    }

    #[test]
    fn normalising_twice_changes_nothing(text in ".{0,24}") {
        let once = normalise(&text);
        prop_assert_eq!(normalise(&once), once);
    }

    #[test]
    fn a_quoted_name_is_found_whatever_it_contains(name in "[^\\\\\"]{1,20}") {
        prop_assume!(!name.trim().is_empty());
        let reading = read(&format!("button \"{name}\"")).unwrap();
        prop_assert_eq!(reading.selector.steps, vec![Step::Role {
            role: "button".to_owned(),
            name: Some(Match::Exact { value: name }),
            states: std::collections::BTreeMap::default(),
        }]);
    }
}
