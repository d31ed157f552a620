//! From lines to the text of an answer, within a budget.

use std::fmt::Write as _;

use regex::{Regex, RegexBuilder};

use super::lines::{self, Kind, Line, Made, Mode, Style};
use super::outline::Outline;
use super::tokens::estimate;

/// How an outline is told.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// How much is told.
    pub mode: Mode,
    /// Only what is at most so many levels deep.
    pub depth: Option<usize>,
    /// Most tokens (o200k, estimated) of the text.
    pub max_tokens: usize,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { mode: Mode::Auto, depth: None, max_tokens: 2000 }
    }
}

/// What was left out, for those who read it by machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Omitted {
    /// Lines beyond the budget or the depth.
    pub lines: usize,
    /// Rows, items and names that folded lines stand for.
    pub folded: usize,
    /// Lines behind a modal dialog.
    pub behind_dialog: usize,
    /// The page has more than a walk may tell.
    pub cut: bool,
}

/// The text of an outline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// Lines of ours that belong above the `page` line: what was left out and how to get it.
    pub notes: Vec<String>,
    /// The page's lines, to stand below the `page` line.
    pub text: String,
    /// What was left out.
    pub omitted: Omitted,
    /// Estimated tokens of `text`.
    pub tokens: usize,
}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Find(Pattern);

#[derive(Debug, Clone)]
enum Pattern {
    Text(String),
    Regex(Regex),
}

impl Find {
    /// Reads `text` or `/regex/`, `/regex/i`. Text matches in any case.
    ///
    /// # Errors
    /// Says what is wrong with the expression.
    pub fn parse(given: &str) -> Result<Self, String> {
        if let Some(rest) = given.strip_prefix('/')
            && let Some(end) = rest.rfind('/')
            && end > 0
            && rest[end + 1..].chars().all(|c| matches!(c, 'i' | 'u' | 'm' | 's' | 'g'))
        {
            return RegexBuilder::new(&rest[..end])
                .case_insensitive(rest[end + 1..].contains('i'))
                .size_limit(1 << 20)
                .build()
                .map(|regex| Self(Pattern::Regex(regex)))
                .map_err(|error| error.to_string());
        }
        if given.trim().is_empty() {
            return Err("nothing to find".to_owned());
        }
        Ok(Self(Pattern::Text(fold(given))))
    }

    fn matches(&self, line: &Line) -> bool {
        self.matches_text(&line.text)
    }

    /// Whether a text has what is looked for.
    pub fn matches_text(&self, text: &str) -> bool {
        match &self.0 {
            Pattern::Text(wanted) => fold(text).contains(wanted.as_str()),
            Pattern::Regex(regex) => regex.is_match(text),
        }
    }
}

/// Case, and the escapes that quoting adds, do not matter for finding.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("\\\"", "\"").to_lowercase()
}

/// Most groups of lines that `find` tells.
const MATCHES: usize = 50;

fn style(options: &RenderOptions) -> Style {
    match options.mode {
        Mode::Auto | Mode::Controls => Style { mode: options.mode, fold: true, collapse: true, text: 500 },
        Mode::Full => Style { mode: Mode::Full, fold: false, collapse: false, text: 4000 },
    }
}

impl Outline {
    fn made(&self, options: &RenderOptions) -> Made {
        let mut style = style(options);
        if self.rooted {
            style.fold = false;
            style.collapse = false;
        }
        let mut made = lines::make(self, style);
        if style.fold && made.behind.is_empty() && made.lines.iter().all(|line| line.kind == Kind::Fold) {
            // A page that consists of a menu is its menu.
            style.fold = false;
            made = lines::make(self, style);
        }
        made
    }

    /// The text of the whole outline.
    pub fn render(&self, options: &RenderOptions) -> Rendered {
        let Made { mut lines, behind } = self.made(options);
        let mut omitted = Omitted { behind_dialog: behind.len(), cut: self.cut, ..Omitted::default() };
        if let Some(depth) = options.depth {
            let before = lines.len();
            lines.retain(|line| line.indent <= depth);
            omitted.lines = before - lines.len();
        }
        let mut notes = Vec::new();
        let all: usize = lines.iter().map(cost).sum();
        if all > options.max_tokens {
            // Long texts first: what can be acted on is worth more.
            for line in &mut lines {
                if line.kind == Kind::Text && line.text.chars().count() > 140 {
                    line.text = shorten(&line.text, 140);
                }
            }
        }
        let mut room = options.max_tokens.saturating_sub(12);
        let total = lines.len();
        let kept = lines
            .iter()
            .take_while(|line| {
                let cost = cost(line);
                let fits = cost <= room;
                room = room.saturating_sub(cost);
                fits
            })
            .count();
        if kept < total {
            omitted.lines += total - kept;
            lines.truncate(kept);
            notes.push(format!(
                "first {kept} of {total} lines, of about {all} tokens; more: browser_snapshot with find, root or max_tokens"
            ));
        } else if options.depth.is_some() && omitted.lines > 0 {
            notes.push(format!(
                "{} deeper lines left out; more: browser_snapshot with root or a larger depth",
                omitted.lines
            ));
        }
        if self.cut {
            notes.push("the page is larger than one snapshot may be; its rest is missing: use root".to_owned());
        }
        omitted.folded = lines.iter().map(|line| line.hidden).sum();
        let mut text = join(&lines);
        if !behind.is_empty() {
            let _ = writeln!(text, "… behind the dialog: {} lines", behind.len());
        }
        text.truncate(text.trim_end_matches('\n').len());
        Rendered { notes, tokens: estimate(&text), text, omitted }
    }

    /// Only the lines that match, each with what is needed to act on it: below a heading its section's beginning, beside a
    /// text its neighbours. Nothing is folded.
    pub fn find(&self, find: &Find, options: &RenderOptions) -> Rendered {
        let style = Style { mode: options.mode, fold: false, collapse: false, text: 500 };
        let Made { lines, behind } = lines::make(self, style);
        let mut found = matching(&lines, find);
        let mut hidden = matching(&behind, find);
        let (mut lines, mut note) = (lines, "");
        if found.0 == 0 && hidden.0 > 0 {
            std::mem::swap(&mut found, &mut hidden);
            lines = behind;
            note = ", behind the dialog";
        }
        let (count, mut groups) = found;
        let mut notes = Vec::new();
        let mut omitted = Omitted { cut: self.cut, ..Omitted::default() };
        let plural = if count == 1 { "match" } else { "matches" };
        let mut text = if count == 0 {
            format!("0 matches in {} lines\n", lines.len())
        } else {
            format!("{count} {plural}{note}\n")
        };
        let mut room = options.max_tokens.saturating_sub(estimate(&text));
        let left = groups.len().saturating_sub(MATCHES);
        groups.truncate(MATCHES);
        let mut told = 0;
        for group in &groups {
            let indent = lines[group.clone()].iter().map(|line| line.indent).min().unwrap_or(0);
            let part: Vec<Line> = lines[group.clone()]
                .iter()
                .map(|line| {
                    let mut line = clipped(line, find);
                    line.indent -= indent;
                    line
                })
                .collect();
            let part = join(&part);
            let cost = estimate(&part);
            if cost > room {
                break;
            }
            room -= cost;
            told += 1;
            text.push_str(&part);
        }
        let left = left + groups.len() - told;
        if left > 0 {
            omitted.lines = left;
            notes.push(format!("{left} more matches left out; narrow find or raise max_tokens"));
        }
        text.truncate(text.trim_end_matches('\n').len());
        Rendered { notes, tokens: estimate(&text), text, omitted }
    }
}

/// How many lines match, and the runs of lines to tell.
fn matching(lines: &[Line], find: &Find) -> (usize, Vec<std::ops::Range<usize>>) {
    let mut count = 0;
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !find.matches(line) {
            continue;
        }
        count += 1;
        let range = match line.kind {
            Kind::Control | Kind::Row | Kind::Fold | Kind::Message => at..at + 1,
            Kind::Heading => at..section_end(lines, at, 8),
            Kind::Container => at..deeper_end(lines, at, 8),
            Kind::Text => {
                let end = (at + 3).min(lines.len());
                let end =
                    (at + 1..end).find(|next| matches!(lines[*next].kind, Kind::Heading | Kind::Row)).unwrap_or(end);
                at.saturating_sub(usize::from(at > 0 && lines[at - 1].kind != Kind::Row))..end
            }
        };
        match ranges.last_mut() {
            Some(last) if last.end > range.start => last.end = last.end.max(range.end),
            _ => ranges.push(range),
        }
    }
    (count, ranges)
}

fn section_end(lines: &[Line], at: usize, most: usize) -> usize {
    let end = (at + 1 + most).min(lines.len());
    (at + 1..end)
        .find(|next| lines[*next].kind == Kind::Heading || lines[*next].indent < lines[at].indent)
        .unwrap_or(end)
}

fn deeper_end(lines: &[Line], at: usize, most: usize) -> usize {
    let end = (at + 1 + most).min(lines.len());
    (at + 1..end).find(|next| lines[*next].indent <= lines[at].indent).unwrap_or(end)
}

/// A long line around its match.
fn clipped(line: &Line, find: &Find) -> Line {
    const LONG: usize = 700;
    let mut line = line.clone();
    if line.kind == Kind::Text
        && line.text.chars().count() > LONG
        && !find.matches(&Line { text: shorten(&line.text, LONG), ..line.clone() })
    {
        return line;
    }
    if line.kind == Kind::Text {
        line.text = shorten(&line.text, LONG);
    }
    line
}

/// A line of quoted text cut, with its quotes whole. Only for lines that consist of one quoted text; others stay.
fn shorten(text: &str, max: usize) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return text.to_owned() };
    let mut escaped = false;
    let single = !inner.chars().any(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    if !single {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next().unwrap_or('\\') } else { c });
    }
    tabward_model::text::quote_clipped(&plain, max)
}

fn cost(line: &Line) -> usize {
    estimate(&line.text) + 1
}

pub(super) fn join(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        text.extend(std::iter::repeat_n(' ', line.indent));
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}
