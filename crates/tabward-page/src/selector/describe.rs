//! Semantic descriptions: `the second Edit button`, `点击登录按钮`.
//!
//! A description is turned into *readings*, from the most literal to the most stripped. Role
//! words, verbs and ordinals may just as well belong to a name (`First name`, `Open menu`,
//! `Check out`), so each is dropped only in a later reading, and the more a reading drops, the
//! closer its name must match.

use serde::{Deserialize, Serialize};

use super::lex;
use super::normal::{is_cjk, normalise, squash};
use super::roles::{self, RoleWord};

/// How well an element fits a reading; smaller is better. The numbers are what the page script
/// works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Tier {
    /// The accessible name is the reading's name, punctuation aside.
    Whole = 0,
    /// Another of its strings is: placeholder, title, alt text, description, test id.
    Other = 1,
    /// The accessible name contains it, at word edges.
    Part = 2,
    /// Every word of it occurs in the accessible name or the other strings.
    Words = 3,
    /// The reading has no name, only roles.
    Role = 4,
}

impl From<Tier> for u8 {
    fn from(tier: Tier) -> Self {
        tier as u8
    }
}

impl TryFrom<u8> for Tier {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        [Self::Whole, Self::Other, Self::Part, Self::Words, Self::Role]
            .into_iter()
            .find(|tier| u8::from(*tier) == number)
            .ok_or_else(|| format!("no tier {number}"))
    }
}

/// One way to understand a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    /// The name to look for, normalised; empty when only the role counts.
    pub name: String,
    /// The roles that fit; empty means any control.
    pub roles: Vec<String>,
    /// Which of the equally good elements, in document order: from 0, or from -1 backwards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nth: Option<i32>,
    /// How much was stripped: 0 nothing but role words, 1 a verb, 2 an ordinal.
    pub group: u8,
    /// The worst tier that still counts.
    pub loosest: Tier,
}

/// A description and its readings, in the order in which they are preferred.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// As it was written.
    pub text: String,
    /// Never empty unless the text has no letter or digit.
    pub guesses: Vec<Guess>,
}

impl Description {
    /// Reads a description.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let guesses = quoted_guesses(text).unwrap_or_else(|| plain_guesses(text));
        Self { text: text.to_owned(), guesses }
    }

    /// What the last, most stripped reading looks for, in words.
    pub fn told(&self) -> String {
        let Some(guess) = self.guesses.last() else {
            return "anything".to_owned();
        };
        let mut out = match guess.nth {
            Some(-1) => "last ".to_owned(),
            Some(n) if n < 0 => format!("number {} from the end: ", -n),
            Some(n) => format!("number {}: ", n + 1),
            None => String::new(),
        };
        out.push_str(guess.roles.first().map_or("control", String::as_str));
        if !guess.name.is_empty() {
            out.push_str(" named ");
            out.push_str(&lex::quote(&guess.name));
        }
        out
    }
}

impl Guess {
    /// How well an element with this role, accessible name and other strings fits, if it does.
    ///
    /// The page script follows the same table; the tests compare the two.
    pub fn tier(&self, role: &str, name: &str, others: &[&str]) -> Option<Tier> {
        if !self.roles.is_empty() && !self.roles.iter().any(|r| r == role) {
            return None;
        }
        let tier = if self.name.is_empty() {
            Tier::Role
        } else {
            let name = normalise(name);
            let others: Vec<String> = others.iter().map(|other| normalise(other)).collect();
            if same(&name, &self.name) {
                Tier::Whole
            } else if others.iter().any(|other| same(other, &self.name)) {
                Tier::Other
            } else if contains_at_edges(&name, &self.name) {
                Tier::Part
            } else if self
                .name
                .split(' ')
                .all(|word| contains_at_edges(&name, word) || others.iter().any(|o| contains_at_edges(o, word)))
            {
                Tier::Words
            } else {
                return None;
            }
        };
        (tier <= self.loosest).then_some(tier)
    }
}

fn same(a: &str, b: &str) -> bool {
    a == b || {
        let (a, b) = (squash(a), squash(b));
        !a.is_empty() && a == b
    }
}

/// Whether `part` occurs in `whole` and is not cut out of a longer word. CJK has no word edges.
fn contains_at_edges(whole: &str, part: &str) -> bool {
    let edge = |inner: Option<char>, outer: Option<char>| match (inner, outer) {
        (Some(a), Some(b)) => !(a.is_alphanumeric() && b.is_alphanumeric()) || is_cjk(a) || is_cjk(b),
        _ => true,
    };
    !part.is_empty()
        && whole.match_indices(part).any(|(at, found)| {
            edge(found.chars().next(), whole[..at].chars().next_back())
                && edge(found.chars().next_back(), whole[at + found.len()..].chars().next())
        })
}

/// `the "Save" button`: the quoted words are the whole name, if all the rest is understood.
fn quoted_guesses(text: &str) -> Option<Vec<Guess>> {
    let (start, found) = lex::first_quoted(text)?;
    let name = normalise(&found.content);
    if name.is_empty() {
        return None;
    }
    let rest = normalise(&format!("{} {}", &text[..start], &text[found.end..]));
    let rest = strip_verb(&rest).map_or(rest.as_str(), |(rest, _)| rest);
    let (rest, nth) = match strip_ordinal(rest) {
        Some(ordinal) => (ordinal.rest, Some(ordinal.nth)),
        None => (rest.to_owned(), None),
    };
    let rest = strip_fillers(&rest);
    let (roles, left) = match role_at_edge(rest) {
        Some((word, left)) => (word.1, strip_links(left)),
        None => (&[] as &[&str], strip_links(rest)),
    };
    if !left.is_empty() {
        return None;
    }
    // A row, a dialog or a list is named by something in it.
    let container = roles.iter().any(|role| {
        matches!(*role, "row" | "dialog" | "table" | "list" | "listitem" | "cell" | "form" | "frame" | "menu")
    });
    Some(vec![Guess {
        name,
        roles: owned(roles),
        nth,
        group: 0,
        loosest: if container { Tier::Part } else { Tier::Other },
    }])
}

fn plain_guesses(text: &str) -> Vec<Guess> {
    // Quotes that were not understood say nothing more than their words.
    let phrase = normalise(text);
    let phrase = phrase.trim_matches(|c: char| "\"'`“”‘’「」『』《》«»。.!?;,、 ".contains(c)).to_owned();
    let mut guesses = Vec::new();
    if phrase.is_empty() {
        let name = normalise(text);
        if !name.is_empty() {
            guesses.push(Guess { name, roles: Vec::new(), nth: None, group: 0, loosest: Tier::Other });
        }
        return guesses;
    }
    variants(&mut guesses, &phrase, None, 0, Tier::Words);
    let mut stripped = phrase.as_str();
    if let Some((rest, clear)) = strip_verb(&phrase) {
        stripped = rest;
        // `Check out` must not fall back on anything that merely contains "out".
        let loosest = if clear { Tier::Part } else { Tier::Other };
        variants(&mut guesses, rest, None, 1, loosest);
    }
    if let Some(ordinal) = strip_ordinal(stripped) {
        let rest = strip_fillers(&ordinal.rest).to_owned();
        let loosest = if ordinal.clear { Tier::Part } else { Tier::Other };
        if rest.is_empty() {
            if ordinal.row {
                guesses.push(role_only(&["row"], Some(ordinal.nth), 2));
            }
        } else {
            variants(&mut guesses, &rest, Some(ordinal.nth), 2, loosest);
        }
    }
    guesses
}

fn role_only(roles: &[&str], nth: Option<i32>, group: u8) -> Guess {
    Guess { name: String::new(), roles: owned(roles), nth, group, loosest: Tier::Role }
}

/// The phrase as a name, and, if it has a role word at an edge, the rest of it with that role.
fn variants(guesses: &mut Vec<Guess>, phrase: &str, nth: Option<i32>, group: u8, loosest: Tier) {
    let mut add = |guess: Guess| {
        if !guesses.iter().any(|g| g.name == guess.name && g.roles == guess.roles && g.nth == guess.nth) {
            guesses.push(guess);
        }
    };
    add(Guess { name: phrase.to_owned(), roles: Vec::new(), nth, group, loosest });
    let phrase = strip_fillers(phrase);
    if let Some((word, rest)) = role_at_edge(phrase) {
        let name = strip_links(rest);
        if name.is_empty() {
            add(role_only(word.1, nth, group));
        } else {
            add(Guess {
                name: name.to_owned(),
                roles: owned(word.1),
                nth,
                group,
                // The role narrows the search, so that words in any order are safe again.
                loosest: Tier::Words,
            });
        }
    }
}

fn owned(roles: &[&str]) -> Vec<String> {
    roles.iter().map(|role| (*role).to_owned()).collect()
}

/// A role word at the end (`save button`, `登录按钮`) or the start (`button save`).
fn role_at_edge(phrase: &str) -> Option<(&'static RoleWord, &str)> {
    let found = |word: &'static RoleWord, rest: &str, at_end: bool| {
        let latin = word.0.is_ascii();
        let touching = if at_end { rest.chars().next_back() } else { rest.chars().next() };
        // `Scroll` does not end in the role word `roll`, nor `endlink` in `link`.
        !latin || touching.is_none_or(|c| !c.is_alphanumeric() || is_cjk(c))
    };
    let at_end = roles::WORDS.iter().find_map(|word| {
        let rest = phrase.strip_suffix(word.0)?;
        found(word, rest, true).then_some((word, rest))
    });
    at_end.or_else(|| {
        roles::WORDS.iter().find_map(|word| {
            // One character at the start of a Chinese phrase is part of a word, not a role.
            if word.0.chars().count() == 1 {
                return None;
            }
            let rest = phrase.strip_prefix(word.0)?;
            found(word, rest, false).then_some((word, rest))
        })
    })
}

/// Verbs that name an action and hardly ever start a name.
const CLEAR_VERBS: &[&str] = &[
    "double-click on",
    "double-click",
    "double click",
    "right-click on",
    "right-click",
    "right click",
    "click on",
    "click",
    "press",
    "tap on",
    "tap",
    "hover over",
    "hover",
    "focus on",
    "focus",
    "点击一下",
    "点击",
    "单击",
    "双击",
    "右击",
    "点一下",
    "点选",
    "按下",
    "轻触",
];

/// Verbs that names start with as well (`Open menu`, `Select all`, `打开文件`).
const OTHER_VERBS: &[&str] = &[
    "type into",
    "type in",
    "type",
    "enter",
    "fill in",
    "fill out",
    "fill",
    "open",
    "select",
    "choose",
    "check",
    "tick",
    "uncheck",
    "toggle",
    "go to",
    "find",
    "push",
    "hit",
    "勾选",
    "取消勾选",
    "选择",
    "选中",
    "输入",
    "填写",
    "打开",
    "切换到",
    "切换",
    "找到",
];

/// What follows the leading verb, and whether the verb was a clear one.
fn strip_verb(phrase: &str) -> Option<(&str, bool)> {
    let polite = phrase.strip_prefix("please ").or_else(|| phrase.strip_prefix('请')).unwrap_or(phrase);
    let after = |verb: &&str| {
        let rest = polite.strip_prefix(*verb)?;
        let cut = verb.is_ascii() && rest.starts_with(char::is_alphanumeric) && !rest.starts_with(is_cjk);
        (!cut).then(|| strip_fillers(rest))
    };
    let clear = CLEAR_VERBS.iter().find_map(after).map(|rest| (rest, true));
    clear
        .or_else(|| OTHER_VERBS.iter().find_map(after).map(|rest| (rest, false)))
        .or_else(|| (polite.len() < phrase.len()).then(|| (strip_fillers(polite), true)))
        .filter(|(rest, _)| !rest.is_empty())
}

/// Articles and the like, that carry no meaning before a name.
fn strip_fillers(mut phrase: &str) -> &str {
    const BEFORE: &[&str] = &["the ", "a ", "an ", "on ", "into ", "this ", "that "];
    const BEFORE_ZH: &[&str] = &["这个", "那个", "该", "上面的", "下面的"];
    loop {
        phrase = phrase.trim();
        let Some(rest) = BEFORE.iter().chain(BEFORE_ZH).find_map(|filler| phrase.strip_prefix(filler)) else {
            return phrase;
        };
        phrase = rest;
    }
}

/// What links a name and a role word: `button labelled …`, `名为…的按钮`.
fn strip_links(mut phrase: &str) -> &str {
    const BEFORE: &[&str] = &[
        "with the text ",
        "with text ",
        "with the name ",
        "with name ",
        "with label ",
        "that says ",
        "labelled ",
        "labeled ",
        "named ",
        "called ",
        "titled ",
        "saying ",
        "containing ",
        "with ",
        "for ",
        "to ",
        "of ",
        "the ",
        "名称为",
        "名字为",
        "名为",
        "文字为",
        "标题为",
        "叫做",
        "写着",
        "标有",
        "包含",
    ];
    const WHOLE: &[&str] = &[
        "with the text",
        "with text",
        "with the name",
        "with name",
        "with label",
        "that says",
        "labelled",
        "labeled",
        "named",
        "called",
        "titled",
        "saying",
        "containing",
        "with",
        "for",
        "to",
        "of",
        "the",
        "的",
        "名为",
        "名称为",
        "文字为",
        "标题为",
        "叫做",
        "写着",
        "标有",
        "包含",
        "名为的",
        "写着的",
        "标有的",
        "包含的",
        "叫做的",
        "名为 的",
        "包含 的",
        "写着 的",
        "标有 的",
    ];
    loop {
        phrase = phrase.trim().trim_matches(|c: char| ":,.、。，：".contains(c)).trim();
        if WHOLE.contains(&phrase) {
            return "";
        }
        let next = BEFORE
            .iter()
            .find_map(|link| phrase.strip_prefix(link))
            .or_else(|| phrase.strip_suffix('的').filter(|rest| !rest.is_empty()));
        match next {
            Some(rest) => phrase = rest,
            None => return phrase,
        }
    }
}

struct Ordinal {
    rest: String,
    nth: i32,
    /// It cannot well be part of a name.
    clear: bool,
    /// Its counter is the one for rows (`第2行`).
    row: bool,
}

const ENGLISH: &[(&str, i32)] = &[
    ("second to last", -2),
    ("second last", -2),
    ("next to last", -2),
    ("last", -1),
    ("first", 0),
    ("second", 1),
    ("third", 2),
    ("fourth", 3),
    ("fifth", 4),
    ("sixth", 5),
    ("seventh", 6),
    ("eighth", 7),
    ("ninth", 8),
    ("tenth", 9),
];

fn strip_ordinal(phrase: &str) -> Option<Ordinal> {
    english_ordinal(phrase).or_else(|| chinese_ordinal(phrase))
}

fn english_ordinal(phrase: &str) -> Option<Ordinal> {
    let phrase = strip_fillers(phrase);
    for (word, nth) in ENGLISH {
        if let Some(rest) = phrase.strip_prefix(word)
            && (rest.is_empty() || rest.starts_with(' '))
        {
            return Some(Ordinal { rest: rest.trim().to_owned(), nth: *nth, clear: false, row: false });
        }
    }
    let digits = phrase.len() - phrase.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = ["st", "nd", "rd", "th"].iter().find_map(|end| phrase[digits..].strip_prefix(end))?;
    if !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let number: i32 = phrase[..digits].parse().ok()?;
    Some(Ordinal {
        rest: rest.trim().to_owned(),
        nth: number.checked_sub(1).filter(|n| *n >= 0)?,
        clear: true,
        row: false,
    })
}

const COUNTERS: &[char] = &['个', '条', '项', '行', '张', '排', '列', '篇', '款'];

/// `第2个…`, `…第二个`, `最后一个…`, `倒数第2个…`, `首个…`, at either end of the phrase.
fn chinese_ordinal(phrase: &str) -> Option<Ordinal> {
    for (word, nth) in [("最后一", -1), ("最后", -1), ("首", 0)] {
        let Some(at) = phrase.find(word) else {
            continue;
        };
        let behind = &phrase[at + word.len()..];
        let counter = behind.chars().next().filter(|c| COUNTERS.contains(c));
        // Without a counter only the word at the start counts: `最后更新` is a name.
        let Some(counter) = counter else { continue };
        return edge_ordinal(phrase, at, at + word.len() + counter.len_utf8(), nth, counter);
    }
    let at = phrase.find('第')?;
    let digits = &phrase[at + '第'.len_utf8()..];
    let end = digits.find(|c: char| !(c.is_ascii_digit() || chinese_digit(c).is_some())).unwrap_or(digits.len());
    let number = chinese_number(digits[..end].trim())?;
    let behind = digits[end..].trim_start();
    let counter = behind.chars().next().filter(|c| COUNTERS.contains(c))?;
    let stop = phrase.len() - behind.len() + counter.len_utf8();
    let (start, nth) = if phrase[..at].ends_with("倒数") { (at - "倒数".len(), -number) } else { (at, number - 1) };
    edge_ordinal(phrase, start, stop, nth, counter)
}

fn edge_ordinal(phrase: &str, start: usize, stop: usize, nth: i32, counter: char) -> Option<Ordinal> {
    let before = phrase[..start].trim();
    let behind = phrase[stop..].trim();
    if !before.is_empty() && !behind.is_empty() {
        return None;
    }
    let rest = if before.is_empty() { behind } else { before };
    Some(Ordinal {
        rest: rest.trim_start_matches('的').trim_end_matches('的').to_owned(),
        nth,
        clear: true,
        row: counter == '行',
    })
}

fn chinese_digit(c: char) -> Option<i32> {
    let at = "零一二三四五六七八九十".chars().position(|digit| digit == c);
    at.and_then(|n| i32::try_from(n).ok()).or(if c == '两' { Some(2) } else { None })
}

/// A number from 1 to 999 in digits, or to 99 in Chinese.
fn chinese_number(text: &str) -> Option<i32> {
    if text.len() <= 3
        && let Ok(number) = text.parse::<i32>()
    {
        return (number > 0).then_some(number);
    }
    let digits: Option<Vec<i32>> = text.chars().map(chinese_digit).collect();
    match digits?.as_slice() {
        [n @ 1..=10] => Some(*n),
        [10, n @ 1..=9] => Some(10 + n),
        [n @ 2..=9, 10] => Some(n * 10),
        [tens @ 2..=9, 10, n @ 1..=9] => Some(tens * 10 + n),
        _ => None,
    }
}
