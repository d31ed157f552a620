//! The text form of an outcome.

use std::fmt::Write as _;

use crate::code::Delivered;
use crate::outcome::{DialogEffect, Effect, Outcome, PageInfo, Status};
use crate::text::{one_line, quote_clipped};

/// At most so many lines of each kind (page errors, requests …) stand in an answer.
const LINES_OF_A_KIND: usize = 3;
/// At most so many characters of a title stand in an answer.
const TITLE: usize = 120;
/// At most so many characters of an address stand in an answer.
const ADDRESS: usize = 300;

impl Outcome {
    /// The text form: what was done, its effect, the page, and what is on it.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.first_lines(&mut text);
        for note in &self.notes {
            line(&mut text, note);
        }
        if let Some(effect) = &self.effect {
            effect_lines(&mut text, effect);
        }
        for warning in &self.warnings {
            line(&mut text, &format!("warning: {warning}"));
        }
        if let Some(page) = self.page.as_ref().filter(|_| self.failure.is_none() && !self.page_untold) {
            line(&mut text, &page_line(page));
        }
        // Below the `page` line all is the page's; its renderer keeps it from starting a line of ours.
        text.push_str(self.body.trim_end_matches('\n'));
        while text.ends_with('\n') {
            text.pop();
        }
        text
    }

    fn first_lines(&self, text: &mut String) {
        match (&self.failure, self.status) {
            (Some(failure), _) => {
                let mut first = format!("failed {}: {}", failure.code, failure.message);
                if failure.delivered == Delivered::Unknown {
                    if !first.ends_with(['.', '!', '?']) {
                        first.push('.');
                    }
                    first.push_str(" It may have run.");
                }
                line(text, &first);
                for detail in &failure.details {
                    line(text, detail);
                }
                if let Some(next) = &failure.next_step {
                    line(text, &format!("next: {next}"));
                }
            }
            (None, Status::Waiting) => line(text, &format!("waiting: {}", self.headline)),
            (None, Status::Partial) => line(text, format!("ok partly {}", self.headline).trim_end()),
            (None, Status::Done | Status::Failed) => line(text, format!("ok {}", self.headline).trim_end()),
        }
    }
}

/// Adds one line; whatever a caller put into it, it stays one line.
fn line(text: &mut String, given: &str) {
    if given.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        text.push_str(&one_line(given));
    } else {
        text.push_str(given);
    }
    text.push('\n');
}

fn page_line(page: &PageInfo) -> String {
    let mut shown = format!("page {} {}", page.tab, quote_clipped(&page.title, TITLE));
    if let Some(url) = page.url.as_ref().filter(|url| !url.is_empty()) {
        let address = crate::origin::shown(url, ADDRESS);
        let address = if page.whole_url { address } else { crate::origin::path_of(&address) };
        shown.push(' ');
        shown.push_str(&one_line(&address).replace(' ', "%20"));
    }
    shown
}

fn effect_lines(text: &mut String, effect: &Effect) {
    if !effect.summary.is_empty() {
        line(text, &format!("effect: {}", effect.summary));
    }
    for error in effect.page_errors.iter().take(LINES_OF_A_KIND) {
        line(text, &format!("page error: {error}"));
    }
    more(text, effect.page_errors.len(), "page errors", "console");
    for request in effect.requests.iter().take(LINES_OF_A_KIND) {
        let mut shown = format!("request {} {} {}", request.id, one_line(&request.method), one_line(&request.path));
        match (request.status, &request.failed) {
            (Some(status), _) => {
                let _ = write!(shown, " -> {status}");
            }
            (None, Some(why)) => {
                let _ = write!(shown, " -> {}", one_line(why));
            }
            (None, None) => shown.push_str(" -> pending"),
        }
        line(text, &shown);
    }
    more(text, effect.requests.len(), "requests", "requests");
    for name in effect.downloads.iter().take(LINES_OF_A_KIND) {
        line(text, &format!("download {}", quote_clipped(name, TITLE)));
    }
    for dialog in effect.dialogs.iter().take(LINES_OF_A_KIND) {
        line(text, &dialog_line(dialog));
    }
    for tab in effect.tabs.iter().take(LINES_OF_A_KIND) {
        line(text, &format!("opened {tab}"));
    }
    if !effect.pending.is_empty() {
        line(text, &format!("still pending: {}", effect.pending.join(", ")));
    }
}

fn dialog_line(dialog: &DialogEffect) -> String {
    let message = quote_clipped(&dialog.message, 200);
    match (dialog.open, dialog.answered) {
        (true, _) => format!("dialog {} {message}; next: browser_dialog {{\"action\":\"accept\"}}", dialog.kind),
        (false, Some(how)) => format!("dialog {} {message} ({how})", dialog.kind),
        (false, None) => format!("dialog {} {message}", dialog.kind),
    }
}

fn more(text: &mut String, count: usize, what: &str, inspect: &str) {
    if count > LINES_OF_A_KIND {
        line(text, &format!("… {} more {what}: browser_inspect {{\"what\":\"{inspect}\"}}", count - LINES_OF_A_KIND));
    }
}
