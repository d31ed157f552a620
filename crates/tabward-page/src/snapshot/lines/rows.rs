//! Rows of tables, cards and items: one line each, its cells joined.

use std::fmt::Write as _;

use super::{ALL, At, Detail, Flags, Kind, Lines, Mode, NAME, Node, ROW, ROW_PARTS, bare, is_separator, parts, roles};

impl<'a> Lines<'a> {
    /// One line for a row, card or item; false if it is too much for one.
    pub(super) fn row(&mut self, at: At, node: &'a Node, indent: usize) -> bool {
        let role = node.role();
        let Some(cells) = self.cells(node) else { return false };
        let controls = self.style.mode == Mode::Controls;
        let cells: Vec<Cell> = if controls { cells.into_iter().filter_map(Cell::controls).collect() } else { cells };
        let told = cells.iter().filter(|cell| !cell.0.is_empty()).count();
        if told == 0 {
            return true;
        }
        if role == "item" || role == "listitem" {
            let fields = cells.iter().flat_map(|cell| &cell.0).any(|part| part.is_field(self));
            if fields || told == 1 && !node.is(Flags::CLICKABLE) && node.reference.is_none() {
                // A single thing needs no wrapper; a form's fields have a line each.
                if fields || role == "item" || cells.iter().all(|cell| cell.0.len() <= 1) {
                    self.siblings(&node.children, indent);
                    self.open = None;
                    return true;
                }
            }
        }
        let tell = |detail: Detail| {
            let mut line = parts::head(node, detail.refs) + &parts::states(node, detail);
            let mut cells: Vec<String> = cells.iter().map(|cell| cell.tell(detail)).collect();
            while cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            let _ = write!(line, " {}", cells.join(" | "));
            line
        };
        let line = tell(ALL);
        if role != "row" && (line.chars().count() > ROW || cells.len() > ROW_PARTS) || line.chars().count() > ROW * 3 {
            return false;
        }
        self.push(indent, Kind::Row, Some(at), tell);
        true
    }

    /// The cells of a row, or the parts of a card; none if it holds what needs lines of its own.
    pub(super) fn cells(&self, node: &'a Node) -> Option<Vec<Cell<'a>>> {
        let mut cells = Vec::new();
        if node.role() == "row" {
            for child in &node.children {
                let child = self.get(*child);
                if child.is(Flags::INERT) {
                    continue;
                }
                let mut parts = Vec::new();
                if matches!(child.role(), "cell" | "gridcell" | "columnheader" | "rowheader") {
                    let mut inner = Vec::new();
                    self.flatten(&child.children, &mut inner, 0)?;
                    parts.extend(inner.into_iter().flat_map(|cell| cell.0));
                    if parts.is_empty() && !child.name.is_empty() {
                        parts.push(Part::Words(&child.name));
                    }
                } else {
                    let mut inner = Vec::new();
                    self.flatten_one(child, &mut inner, 0)?;
                    parts.extend(inner.into_iter().flat_map(|cell| cell.0));
                }
                cells.push(Cell(parts));
            }
        } else {
            self.flatten(&node.children, &mut cells, 0)?;
        }
        Some(cells)
    }

    pub(super) fn flatten(&self, children: &[At], cells: &mut Vec<Cell<'a>>, level: usize) -> Option<()> {
        for at in children {
            self.flatten_one(self.get(*at), cells, level)?;
        }
        Some(())
    }

    pub(super) fn flatten_one(&self, node: &'a Node, cells: &mut Vec<Cell<'a>>, level: usize) -> Option<()> {
        if node.is(Flags::INERT) {
            return Some(());
        }
        if level > 6 {
            return None;
        }
        let role = node.role();
        if node.is_text() {
            if !is_separator(&node.name) || node.name.chars().count() > 3 {
                add(cells, Part::Words(&node.name), node.is(Flags::GLUE));
            }
            return Some(());
        }
        match role {
            "heading" => {
                if node.children.is_empty() {
                    add(cells, Part::Words(&node.name), false);
                }
                return self.flatten(&node.children, cells, level + 1);
            }
            "img" => {
                add(cells, Part::Element(node, false), node.is(Flags::GLUE));
                return Some(());
            }
            "table" | "grid" | "treegrid" | "dialog" | "alertdialog" | "frame" | "area" | "tree" | "menu"
            | "listbox" | "tabpanel" | "row" | "popup" | "article" | "feed" => return None,
            "list" if node.children.len() > 4 => return None,
            _ => {}
        }
        if roles::is_control(role) {
            if node.name.is_empty() && node.more.is_none() && role == "link" && node.is(Flags::NO_BOX) {
                return Some(());
            }
            add(cells, Part::Element(node, true), node.is(Flags::GLUE));
        } else if matches!(role, "meter" | "progressbar") {
            add(cells, Part::Element(node, true), false);
            return Some(());
        } else if !node.name.is_empty()
            && !node.is(Flags::REPEATED_NAME)
            && !matches!(role, "list" | "listitem" | "item")
        {
            // Named groups inside a card need lines of their own.
            return None;
        }
        self.flatten(&node.children, cells, level + 1)
    }

    /// Controls among some children, as parts.
    pub(super) fn parts_of(&self, children: &[At]) -> Vec<Part<'a>> {
        let mut cells = Vec::new();
        let _ = self.flatten(children, &mut cells, 0);
        cells.into_iter().flat_map(|cell| cell.0).filter(|part| matches!(part, Part::Element(_, true))).collect()
    }
}

fn add<'a>(cells: &mut Vec<Cell<'a>>, part: Part<'a>, glued: bool) {
    match cells.last_mut() {
        Some(cell) if glued => cell.0.push(part),
        _ => cells.push(Cell(vec![part])),
    }
}

/// What stands between two ` | `.
pub(super) struct Cell<'a>(Vec<Part<'a>>);

#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Words(&'a str),
    /// An element; whether it is a control.
    Element(&'a Node, bool),
}

impl<'a> Cell<'a> {
    fn controls(self) -> Option<Self> {
        let parts: Vec<Part<'a>> = self.0.into_iter().filter(|part| matches!(part, Part::Element(_, true))).collect();
        if parts.is_empty() { None } else { Some(Self(parts)) }
    }

    pub(super) fn tell(&self, detail: Detail) -> String {
        let mut line = String::new();
        let mut words = String::new();
        let flush = |words: &mut String, line: &mut String| {
            if !words.is_empty() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&bare(words, NAME * 2));
                words.clear();
            }
        };
        for part in &self.0 {
            match part {
                Part::Words(text) => {
                    if !words.is_empty() {
                        words.push(' ');
                    }
                    words.push_str(text);
                }
                Part::Element(..) => {
                    flush(&mut words, &mut line);
                    if !line.is_empty() {
                        line.push(' ');
                    }
                    line.push_str(&part.tell(detail));
                }
            }
        }
        flush(&mut words, &mut line);
        line
    }
}

impl Part<'_> {
    pub(super) fn tell(&self, detail: Detail) -> String {
        match self {
            Self::Words(text) => bare(text, NAME * 2),
            Self::Element(node, true) => parts::control(node, detail),
            Self::Element(node, false) => parts::head(node, false),
        }
    }

    fn is_field(&self, _lines: &Lines<'_>) -> bool {
        matches!(self, Self::Element(node, true) if roles::is_field(node.role()) && !matches!(node.role(), "checkbox" | "radio" | "switch"))
    }
}
