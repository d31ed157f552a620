//! What changed between two looks at a tab.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::lines::{self, Line, Mode, Style};
use super::outline::{At, Outline};
use super::tokens::estimate;

/// What is kept of an outline to compare later ones with: small, and without the page's words.
#[derive(Debug, Clone, Default)]
pub struct Look {
    document: u64,
    lines: Vec<Seen>,
}

#[derive(Debug, Clone, Copy)]
struct Seen {
    /// The element; 0 for text.
    anchor: u64,
    /// Hash of the text as told, with refs, without focus.
    told: u64,
    /// Hash of the text without refs.
    plain: u64,
    /// Hash of the text as told, without focus and whether something is expanded.
    bare: u64,
    /// Whether the line names no ref, so that another element with the same text is as good.
    free: bool,
}

/// What changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Another document: there is nothing to compare.
    pub new_document: bool,
    /// Lines that read otherwise than before, without marks.
    pub changed: Vec<String>,
    /// New lines, indented within their block.
    pub added: Vec<String>,
    /// How many lines are gone.
    pub gone: usize,
    /// Nothing but this: lines are gone, and elements were expanded or collapsed, as when a menu closes.
    pub collapsed_only: bool,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        !self.new_document && self.changed.is_empty() && self.added.is_empty() && self.gone == 0
    }

    /// The lines of an answer, `~` changed, `+` new, `- N lines gone`; at most about `max_tokens`, then how to see the
    /// rest. Empty if nothing changed.
    pub fn render(&self, max_tokens: usize) -> String {
        let marked: Vec<String> = self
            .changed
            .iter()
            .map(|line| format!("~ {line}"))
            .chain(self.added.iter().map(|line| format!("+ {line}")))
            .collect();
        let mut room = max_tokens;
        let mut text = String::new();
        let mut told = 0;
        for line in &marked {
            let cost = estimate(line) + 1;
            if cost > room {
                break;
            }
            room -= cost;
            told += 1;
            text.push_str(line);
            text.push('\n');
        }
        if self.gone > 0 {
            let _ = writeln!(text, "- {} {} gone", self.gone, if self.gone == 1 { "line" } else { "lines" });
        }
        if told < marked.len() {
            let _ = writeln!(text, "… {} more: browser_snapshot {{\"changes\":true}}", marked.len() - told);
        }
        text.truncate(text.trim_end_matches('\n').len());
        text
    }
}

/// Nothing folded, nothing cut: a change in a menu is one line, not the menu's.
const COMPARED: Style = Style { mode: Mode::Auto, fold: false, collapse: false, text: 500 };

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Outline {
    fn compared(&self) -> Vec<Line> {
        let made = lines::make(self, COMPARED);
        let mut lines = made.lines;
        // What stands behind a dialog is still there.
        lines.extend(made.behind);
        lines
    }

    /// What to keep of this outline for later comparisons.
    pub fn look(&self) -> Look {
        Look { document: self.document(), lines: self.compared().iter().map(|line| self.seen(line)).collect() }
    }

    fn seen(&self, line: &Line) -> Seen {
        let anchor = line.at.map_or(0, |at| self.anchor(at));
        let told = without(&line.text, &["focused"]);
        let bare = hash(&without(&line.text, &["focused", "expanded", "collapsed"]));
        // A page that writes itself anew writes its menus and footers anew, of which a look tells no refs.
        let free = told == line.plain || line.landmark.is_some();
        Seen { anchor, told: hash(&told), plain: hash(&line.plain), bare, free }
    }

    /// What changed since a look at the same tab. Where the focus is, and how far a box is scrolled, is no change.
    pub fn changes_since(&self, before: &Look) -> Changes {
        if before.document != self.document() {
            return Changes { new_document: true, ..Changes::default() };
        }
        let now = self.compared();
        let seen: Vec<Seen> = now.iter().map(|line| self.seen(line)).collect();
        let mut by_anchor: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut by_text: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, line) in before.lines.iter().enumerate().rev() {
            if line.anchor != 0 {
                by_anchor.entry(line.anchor).or_default().push(at);
            }
            if line.free {
                by_text.entry(line.plain).or_default().push(at);
            }
        }
        let mut used = vec![false; before.lines.len()];
        let mut fate = vec![Fate::New; now.len()];
        let mut collapsed_only = true;
        // The same element first, then the same words.
        for (index, line) in seen.iter().enumerate() {
            if line.anchor == 0 {
                continue;
            }
            if let Some(at) = by_anchor.get_mut(&line.anchor).and_then(Vec::pop) {
                used[at] = true;
                let same = before.lines[at].told == line.told || line.free && before.lines[at].plain == line.plain;
                fate[index] = if same { Fate::Same } else { Fate::Changed };
                collapsed_only &= same || before.lines[at].bare == line.bare;
            }
        }
        for (index, line) in seen.iter().enumerate() {
            if fate[index] != Fate::New || !line.free {
                continue;
            }
            while let Some(at) = by_text.get_mut(&line.plain).and_then(Vec::pop) {
                if !used[at] {
                    used[at] = true;
                    fate[index] = Fate::Same;
                    break;
                }
            }
        }
        collapsed_only &= !fate.contains(&Fate::New);
        let mut anew: HashMap<At, bool> = HashMap::new();
        for (line, fate) in now.iter().zip(&fate) {
            if let Some(landmark) = line.landmark {
                *anew.entry(landmark).or_insert(true) &= *fate == Fate::New;
            }
        }
        let gone = used.iter().filter(|used| !**used).count();
        let mut changes = Changes { gone, collapsed_only, ..Changes::default() };
        let mut base = None;
        let mut told = HashSet::new();
        for (line, fate) in now.iter().zip(fate) {
            match fate {
                Fate::Same => base = None,
                Fate::Changed => {
                    base = None;
                    changes.changed.push(line.text.clone());
                }
                // A whole new landmark is one line, as in a look.
                Fate::New if line.landmark.is_some_and(|landmark| anew.get(&landmark) == Some(&true)) => {
                    base = None;
                    let landmark = line.landmark.filter(|landmark| told.insert(*landmark));
                    changes.added.extend(landmark.and_then(|landmark| lines::folded(self, landmark, COMPARED)));
                }
                Fate::New => {
                    let from = *base.get_or_insert(line.indent);
                    if line.indent < from {
                        base = Some(line.indent);
                    }
                    changes.added.push(format!("{}{}", " ".repeat(line.indent.saturating_sub(from)), line.text));
                }
            }
        }
        changes
    }

    /// What changed since another outline of the same tab.
    pub fn diff(&self, before: &Self) -> Changes {
        self.changes_since(&before.look())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Same,
    Changed,
    New,
}

/// The line as it would read without these states, and without how far it is scrolled: our own state words only, which stand in brackets outside of
/// quotes.
fn without(text: &str, states: &[&str]) -> String {
    if !text.contains("scroll ") && !states.iter().any(|state| text.contains(state)) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !quoted
            && rest.starts_with(" [")
            && let Some(end) = rest.find(']')
        {
            let mut words: Vec<&str> = Vec::new();
            let mut parts = rest[2..end].split(' ');
            while let Some(word) = parts.next() {
                match word {
                    state if states.contains(&state) => {}
                    "scroll" => {
                        words.push(word);
                        parts.next();
                    }
                    other => words.push(other),
                }
            }
            if !words.is_empty() {
                let _ = write!(out, " [{}]", words.join(" "));
            }
            rest = &rest[end + 1..];
            continue;
        }
        if quoted {
            if c == '"' && !escaped {
                quoted = false;
            }
            escaped = c == '\\' && !escaped;
        } else if c == '"' {
            quoted = true;
            escaped = false;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}
