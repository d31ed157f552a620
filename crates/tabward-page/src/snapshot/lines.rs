//! The outline as lines: what is told, folded or dropped.

mod rows;

use std::fmt::Write as _;

use tabward_model::text::quote_clipped;

use super::outline::{At, Node, Outline};
use super::parts::{self, ALL, Detail};
use super::roles;
use super::walk::Flags;
use super::words::{NAME, bare, bare_in_list, is_separator};

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Headings, text, controls, messages, dialogs; menus, footers and long lists folded.
    #[default]
    Auto,
    /// Controls only.
    Controls,
    /// Nothing folded.
    Full,
}

/// What kind of line it is, for choosing context and what to leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Heading,
    Text,
    Control,
    Row,
    /// Holds the lines below it.
    Container,
    Message,
    /// Says what was folded.
    Fold,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) indent: usize,
    pub(super) text: String,
    /// The text without refs and focus, for comparing.
    pub(super) plain: String,
    pub(super) kind: Kind,
    /// The element it tells of; none for text.
    pub(super) at: Option<At>,
    /// Lines that this one stands for beyond itself.
    pub(super) hidden: usize,
    /// The landmark that would be one line if landmarks were folded.
    pub(super) landmark: Option<At>,
}

/// How lines are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) mode: Mode,
    /// Landmarks outside the main part become one line.
    pub(super) fold: bool,
    /// Long runs of alike rows are cut.
    pub(super) collapse: bool,
    /// Characters of one text.
    pub(super) text: usize,
}

/// Above so many alike siblings …
const ALIKE: usize = 16;
/// … so many are told.
const SHOWN: usize = 12;
/// Longest one-line row in characters.
const ROW: usize = 420;
/// Most parts of a one-line row.
const ROW_PARTS: usize = 28;
/// Longest one-line strip of controls, in characters, and most of its parts.
const STRIP: usize = 200;
const STRIP_PARTS: usize = 8;
const DEEPEST: usize = 24;

pub(super) struct Lines<'a> {
    outline: &'a Outline,
    style: Style,
    made: Vec<Line>,
    /// A line of glued text that may go on, with the kind of its last part.
    open: Option<Open>,
    in_main: bool,
    landmark: Option<At>,
}

#[derive(Clone, Copy, PartialEq)]
enum Open {
    Text,
    Link,
}

/// The lines of what can be used now, and how many stand behind a modal dialog.
pub(super) struct Made {
    pub(super) lines: Vec<Line>,
    pub(super) behind: Vec<Line>,
}

pub(super) fn make(outline: &Outline, style: Style) -> Made {
    let mut modals = Vec::new();
    let mut hoisted = Vec::new();
    for (at, node) in outline.nodes.iter().enumerate() {
        if node.is(Flags::INERT) && !node.is(Flags::MODAL) {
            continue;
        }
        if node.is(Flags::MODAL) {
            modals.push(at);
        } else if node.is(Flags::TOP) {
            hoisted.push(at);
        }
    }
    // The last opened is on top, and only it can be used.
    let modal = modals.pop();
    let mut front = Lines::new(outline, style);
    if let Some(modal) = modal {
        front.node(modal, 0);
        for at in hoisted {
            if !is_within(outline, at, modal) {
                front.node(at, 0);
            }
        }
        let mut back = Lines::new(outline, style);
        for root in &outline.roots {
            back.node_except(*root, modal);
        }
        return Made { lines: front.made, behind: back.made };
    }
    front.siblings(&outline.roots, 0);
    Made { lines: front.made, behind: Vec::new() }
}

/// A landmark as one line, if anything of it is told.
pub(super) fn folded(outline: &Outline, at: At, style: Style) -> Option<String> {
    let mut lines = Lines::new(outline, Style { fold: true, ..style });
    lines.landmark(at, &outline.nodes[at], 0);
    lines.made.into_iter().next().filter(|line| line.kind == Kind::Fold).map(|line| line.text)
}

fn is_within(outline: &Outline, at: At, above: At) -> bool {
    let mut climb = Some(at);
    while let Some(at) = climb {
        if at == above {
            return true;
        }
        climb = outline.nodes[at].parent;
    }
    false
}

impl<'a> Lines<'a> {
    fn new(outline: &'a Outline, style: Style) -> Self {
        Self { outline, style, made: Vec::new(), open: None, in_main: false, landmark: None }
    }

    fn get(&self, at: At) -> &'a Node {
        &self.outline.nodes[at]
    }

    /// A tree without one branch.
    fn node_except(&mut self, at: At, branch: At) {
        if at == branch {
            return;
        }
        if is_within(self.outline, branch, at) {
            for child in &self.get(at).children {
                self.node_except(*child, branch);
            }
        } else {
            self.node(at, 0);
        }
    }

    fn push(&mut self, indent: usize, kind: Kind, at: Option<At>, make: impl Fn(Detail) -> String) {
        self.open = None;
        let text = make(ALL);
        let plain = make(Detail { refs: false, focus: false });
        self.made.push(Line { indent: indent.min(DEEPEST), text, plain, kind, at, hidden: 0, landmark: self.landmark });
    }

    fn push_words(&mut self, indent: usize, kind: Kind, at: Option<At>, words: &str) {
        self.push(indent, kind, at, |_| words.to_owned());
    }

    fn siblings(&mut self, children: &[At], indent: usize) {
        let mut index = 0;
        while index < children.len() {
            let at = children[index];
            let role = self.get(at).role();
            if self.style.collapse && roles::is_row(role) {
                let run = children[index..].iter().take_while(|next| self.get(**next).role() == role).count();
                if run > ALIKE {
                    self.collapsed(&children[index..index + run], indent);
                    index += run;
                    continue;
                }
            }
            self.node(at, indent);
            index += 1;
        }
    }

    /// A long run of rows: a head row, the first ones in view, and how many more there are.
    fn collapsed(&mut self, run: &[At], indent: usize) {
        let heads = run.iter().take_while(|at| self.is_head_row(**at)).count();
        for at in &run[..heads] {
            self.node(*at, indent);
        }
        let body = &run[heads..];
        let start = body
            .iter()
            .position(|at| self.get(*at).is(Flags::IN_VIEW))
            .unwrap_or(0)
            .min(body.len().saturating_sub(SHOWN));
        let word = match self.get(body[0]).role() {
            "row" => "rows",
            _ => "items",
        };
        if start > 0 {
            self.fold_line(indent, &format!("… {start} {word} before; use find"), start);
        }
        for at in &body[start..start + SHOWN] {
            self.node(*at, indent);
        }
        let rest = body.len() - start - SHOWN;
        if rest > 0 {
            self.fold_line(indent, &format!("… {rest} more {word}; use find"), rest);
        }
    }

    fn fold_line(&mut self, indent: usize, text: &str, hidden: usize) {
        self.push_words(indent, Kind::Fold, None, text);
        if let Some(line) = self.made.last_mut() {
            line.hidden = hidden;
        }
    }

    fn is_head_row(&self, at: At) -> bool {
        let children = &self.get(at).children;
        !children.is_empty() && children.iter().all(|cell| self.get(*cell).role() == "columnheader")
    }

    fn node(&mut self, at: At, indent: usize) {
        let node = self.get(at);
        if node.is(Flags::INERT) {
            return;
        }
        let landmark = self.landmark;
        if roles::is_popup(node.role()) || node.is(Flags::TOP) {
            self.landmark = None;
        } else if roles::is_folded_landmark(node.role()) && !self.in_main {
            self.landmark.get_or_insert(at);
        }
        self.tell(at, node, indent);
        self.landmark = landmark;
    }

    fn tell(&mut self, at: At, node: &'a Node, indent: usize) {
        if node.is_text() {
            self.text(node, indent);
            return;
        }
        let role = node.role();
        if self.outline.rooted && node.parent.is_none() && !roles::is_control(role) && role != "heading" {
            // What was asked for is the first line.
            self.push(indent, Kind::Container, Some(at), |detail| {
                parts::head(node, detail.refs) + &parts::states(node, detail)
            });
            self.siblings(&node.children, indent + 1);
        } else if role == "heading" {
            self.heading(at, node, indent);
        } else if roles::is_control(role) {
            self.control(at, node, indent);
        } else if roles::is_message(role) && self.message(at, node, indent) {
        } else if roles::is_folded_landmark(role) && self.style.fold && !self.in_main {
            self.landmark(at, node, indent);
        } else if roles::is_row(role) && self.row(at, node, indent) {
        } else {
            self.container(at, node, indent);
        }
    }

    fn text(&mut self, node: &Node, indent: usize) {
        if self.style.mode == Mode::Controls || is_separator(&node.name) {
            return;
        }
        let quoted = quote_clipped(&node.name, self.style.text);
        if node.is(Flags::GLUE) && self.open.is_some() {
            self.append(&quoted, &quoted);
        } else {
            self.push_words(indent, Kind::Text, None, &quoted);
        }
        self.open = Some(Open::Text);
    }

    fn append(&mut self, text: &str, plain: &str) {
        if let Some(line) = self.made.last_mut() {
            let _ = write!(line.text, " {text}");
            let _ = write!(line.plain, " {plain}");
        }
    }

    fn heading(&mut self, at: At, node: &Node, indent: usize) {
        let level = node.more.as_ref().map_or(2, |more| more.level).clamp(1, 6);
        if let Some(parent) = node.parent {
            // A dialog's title repeats its name.
            let parent = self.get(parent);
            if matches!(parent.role(), "dialog" | "alertdialog") && parent.name == node.name && node.children.is_empty()
            {
                return;
            }
        }
        if self.style.mode == Mode::Controls {
            self.siblings(&node.children, indent);
            return;
        }
        let marks = "#".repeat(usize::from(level));
        let controls = self.parts_of(&node.children);
        let single = match node.children.as_slice() {
            [only] if self.get(*only).name == node.name && controls.len() == 1 => Some(*only),
            _ => None,
        };
        if node.name.is_empty() && controls.is_empty() {
            return;
        }
        self.push(indent, Kind::Heading, Some(single.unwrap_or(at)), |detail| {
            let mut line = marks.clone();
            if single.is_none() {
                let _ = write!(line, " {}", bare(&node.name, NAME));
            }
            for (index, part) in controls.iter().enumerate() {
                line.push_str(if index == 0 && single.is_some() { " " } else { " | " });
                line.push_str(&part.tell(detail));
            }
            line
        });
    }

    fn control(&mut self, at: At, node: &'a Node, indent: usize) {
        let role = node.role();
        let inner = self.controls_below(&node.children);
        if role == "link" && inner.is_empty() {
            let glued = node.is(Flags::GLUE) && self.open == Some(Open::Text);
            if node.name.is_empty() && node.more.is_none() && !node.is(Flags::IN_VIEW) {
                return;
            }
            if glued {
                self.append(&parts::control(node, ALL), &parts::control(node, Detail { refs: false, focus: false }));
            } else {
                self.push(indent, Kind::Control, Some(at), |detail| parts::control(node, detail));
            }
            self.open = Some(Open::Link);
            return;
        }
        if roles::is_strip(role) && self.strip(at, node, indent) {
            return;
        }
        self.push(indent, Kind::Control, Some(at), |detail| parts::control(node, detail));
        let indent = indent + 1;
        self.siblings(&node.children, indent);
    }

    /// `status: Saved`; false if it has more than text.
    fn message(&mut self, at: At, node: &Node, indent: usize) -> bool {
        let texts: Option<Vec<&str>> = node
            .children
            .iter()
            .map(|child| {
                let child = self.get(*child);
                (child.is_text() || child.role() == "heading" && child.children.is_empty()).then_some(&*child.name)
            })
            .collect();
        let Some(texts) = texts else { return false };
        let text = texts.join(" ");
        if text.is_empty() && node.name.is_empty() {
            return true;
        }
        if self.style.mode == Mode::Controls && node.role() != "alert" {
            return true;
        }
        let role = node.role().to_owned();
        let name = if node.name.is_empty() || *node.name == *text {
            String::new()
        } else {
            format!(" {}", quote_clipped(&node.name, NAME))
        };
        let words = if text.is_empty() {
            format!("{role}{name}")
        } else {
            format!("{role}{name}: {}", bare(&text, self.style.text))
        };
        self.push_words(indent, Kind::Message, Some(at), &words);
        true
    }

    /// `banner: Acme home, Dashboard, searchbox "Search"`.
    fn landmark(&mut self, at: At, node: &'a Node, indent: usize) {
        let mut names = Vec::new();
        let mut texts = Vec::new();
        let mut popups = Vec::new();
        self.gather(&node.children, &mut names, &mut texts, &mut popups);
        let name = if node.name.is_empty() { String::new() } else { format!(" {}", quote_clipped(&node.name, NAME)) };
        let role = node.role();
        if names.is_empty() {
            if self.style.mode != Mode::Controls && !texts.is_empty() {
                let text = texts.join(" ");
                self.push_words(indent, Kind::Fold, Some(at), &format!("{role}{name}: {}", bare_in_list(&text, 100)));
            }
        } else {
            const MOST: usize = 30;
            let hidden = names.len();
            let more = names.len().saturating_sub(MOST);
            names.truncate(MOST);
            let mut line = format!("{role}{name}: {}", names.join(", "));
            if more > 0 {
                let _ = write!(line, ", … {more} more");
            }
            self.push_words(indent, Kind::Fold, Some(at), &line);
            if let Some(line) = self.made.last_mut() {
                line.hidden = hidden;
            }
        }
        for popup in popups {
            self.node(popup, indent);
        }
    }

    fn gather(&self, children: &[At], names: &mut Vec<String>, texts: &mut Vec<String>, popups: &mut Vec<At>) {
        for at in children {
            let node = self.get(*at);
            if node.is(Flags::INERT) {
                continue;
            }
            if node.is_text() {
                texts.push(node.name.to_string());
            } else if roles::is_popup(node.role()) || node.is(Flags::TOP) {
                popups.push(*at);
            } else {
                if node.role() == "link" {
                    if !node.name.is_empty() {
                        names.push(bare_in_list(&node.name, 60));
                    }
                } else if roles::is_control(node.role()) {
                    names.push(parts::control(node, Detail { refs: false, focus: true }));
                }
                self.gather(&node.children, names, texts, popups);
            }
        }
    }

    fn controls_below(&self, children: &[At]) -> Vec<At> {
        children.iter().copied().filter(|at| !self.get(*at).is_text()).collect()
    }

    fn container(&mut self, at: At, node: &'a Node, indent: usize) {
        let role = node.role();
        let was_main = self.in_main;
        self.in_main |= matches!(role, "main" | "dialog" | "alertdialog" | "frame");
        self.contained(at, node, indent);
        self.in_main = was_main;
        self.open = None;
    }

    fn contained(&mut self, at: At, node: &'a Node, indent: usize) {
        let role = node.role();
        let scrolls = node.more.as_ref().is_some_and(|more| more.scroll.is_some());
        let repeated = node.is(Flags::REPEATED_NAME) || self.first_heading_repeats(node);
        if roles::is_strip(role) && self.strip(at, node, indent) {
            return;
        }
        if role == "img" {
            if self.style.mode != Mode::Controls {
                self.push(indent, Kind::Text, Some(at), |_| parts::head(node, false));
            }
            self.siblings(&node.children, indent + 1);
            return;
        }
        if role == "frame" {
            self.frame(at, node, indent);
            return;
        }
        let dissolves = roles::is_wrapper(role)
            && !scrolls
            && !node.is(Flags::CLICKABLE)
            && (node.name.is_empty() || role == "main" || role == "tabpanel" || repeated && role != "list");
        if dissolves {
            self.open = None;
            self.siblings(&node.children, indent);
            self.open = None;
            return;
        }
        if node.children.is_empty()
            && !scrolls
            && !matches!(role, "meter" | "progressbar" | "video" | "audio" | "separator")
        {
            return;
        }
        if self.style.mode == Mode::Controls && matches!(role, "meter" | "progressbar") {
            return;
        }
        let before = self.made.len();
        self.push(indent, Kind::Container, Some(at), |detail| parts::control(node, detail));
        if self.style.mode == Mode::Full && role == "table" || role == "grid" {
            self.open = None;
        }
        self.siblings(&node.children, indent + 1);
        if self.made.len() == before + 1 && !node.children.is_empty() && !scrolls {
            // Nothing of it is told.
            self.made.pop();
        }
    }

    fn frame(&mut self, at: At, node: &'a Node, indent: usize) {
        let (host, why) =
            node.more.as_ref().map_or((String::new(), ""), |more| (parts::host(&more.url), more.error.as_str()));
        if node.children.is_empty() && why.is_empty() && node.name.is_empty() {
            return;
        }
        self.push(indent, Kind::Container, Some(at), |_| {
            let mut line = parts::head(node, false);
            if !host.is_empty() {
                let _ = write!(line, " ({host})");
            }
            if !why.is_empty() {
                let _ = write!(line, " not read: {why}");
            }
            line
        });
        self.siblings(&node.children, indent + 1);
    }

    fn first_heading_repeats(&self, node: &Node) -> bool {
        if node.name.is_empty() || matches!(node.role(), "dialog" | "alertdialog") {
            return false;
        }
        let mut first = node.children.first();
        while let Some(at) = first {
            let child = self.get(*at);
            if child.name == node.name {
                return true;
            }
            if child.role() == "heading" || child.is_text() {
                return false;
            }
            first = child.children.first();
        }
        false
    }

    /// `menu: menuitem "CSV" e29 | menuitem "PDF" e31`; false if it is not a few plain controls.
    fn strip(&mut self, at: At, node: &Node, indent: usize) -> bool {
        if node.children.is_empty() || node.children.len() > STRIP_PARTS {
            return false;
        }
        if matches!(node.role(), "group" | "toolbar" | "radiogroup") && node.name.is_empty() {
            return false;
        }
        let plain = node.children.iter().all(|child| {
            let child = self.get(*child);
            roles::is_control(child.role())
                && child.children.is_empty()
                && !child.is(Flags::INERT)
                && (node.role() != "group" || matches!(child.role(), "radio" | "checkbox" | "button" | "link"))
        });
        if !plain {
            return false;
        }
        let tell = |detail: Detail| {
            let children: Vec<String> =
                node.children.iter().map(|child| parts::control(self.get(*child), detail)).collect();
            format!("{}: {}", parts::control(node, detail), children.join(" | "))
        };
        if tell(ALL).chars().count() > STRIP {
            return false;
        }
        let line = Line {
            indent: indent.min(DEEPEST),
            text: tell(ALL),
            plain: tell(Detail { refs: false, focus: false }),
            kind: Kind::Control,
            at: Some(at),
            hidden: 0,
            landmark: self.landmark,
        };
        self.open = None;
        self.made.push(line);
        true
    }
}
