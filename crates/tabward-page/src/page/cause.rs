//! Who caused a new document in the tab, told by evidence and not by time (OWN-17).

use std::sync::Arc;

use tabward_model::ownership::Cause;

/// What is known of who caused a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one piece of evidence, and they are independent")]
pub struct Evidence {
    /// Our own navigate, reload or history call started it.
    pub ours: bool,
    /// The page asked for it (a link, a form, a script), and the browser's own controls did not.
    pub by_page: bool,
    /// Why the page asked, in the browser's words, e.g. `anchorClick`, `scriptInitiated`, `formSubmissionPost`.
    pub reason: Option<Arc<str>>,
    /// What kind of navigation the browser said it was, e.g. `differentDocument`, `reload`, `historyDifferentDocument`.
    pub kind: Option<Arc<str>>,
    /// Our trusted input reached the page since the document before was committed.
    pub our_input: bool,
    /// Trusted input that was not ours did.
    pub other_input: bool,
    /// Whether inputs that are not ours would have been noticed.
    pub watched: bool,
}

impl Evidence {
    /// The cause, as far as the evidence goes.
    pub fn cause(&self) -> Cause {
        match self {
            Self { ours: true, .. } => Cause::Task,
            Self { other_input: true, .. } => Cause::Person,
            Self { by_page: true, our_input: true, .. } => Cause::Task,
            Self { by_page: true, .. } => Cause::Page,
            // Browser-started and not asked for by us.
            Self { kind: Some(_), .. } => Cause::Person,
            _ => Cause::Unknown,
        }
    }
}

/// A navigation of ours that the browser was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// To an address.
    Address(String),
    /// Once more.
    Reload,
    /// Through the history, to an address.
    History(String),
}

#[derive(Debug)]
struct Started {
    loader: Arc<str>,
    kind: Arc<str>,
    ours: bool,
    reason: Option<Arc<str>>,
}

/// Gathers evidence between two commits of the main frame.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    asked: Option<Asked>,
    started: Option<Started>,
    requested: Option<Arc<str>>,
    our_input: bool,
    other_input: bool,
    watched: bool,
    presses: Presses,
}

/// Which presses are ours: those that we sent and that no interceptor has acknowledged yet may arrive where none was
/// expected (in a document that took the place of the one meant, say). They are told apart by count and order, never by time.
#[derive(Debug, Default)]
struct Presses {
    /// Of the input that is under way.
    current: u32,
    /// Of input before it, still not accounted for.
    before: u32,
    /// Unexpected ones that were taken for those of the input under way.
    taken: u32,
}

impl Presses {
    /// Input with so many presses is about to be sent.
    fn sending(&mut self, count: u32) {
        self.before += self.current.saturating_sub(self.taken);
        self.current = count;
        self.taken = 0;
    }

    /// All of the input under way arrived where it was meant to; whether someone else's came in between.
    fn arrived(&mut self) -> bool {
        std::mem::take(self).taken > 0
    }

    /// An unexpected press came; whether it is someone else's.
    fn unexpected(&mut self) -> bool {
        if self.before > 0 {
            self.before -= 1;
        } else if self.taken < self.current {
            self.taken += 1;
        } else {
            return true;
        }
        false
    }
}

impl Watch {
    /// Trusted input of ours with so many presses (of buttons and keys, and drops) is about to be sent.
    pub(crate) fn sending(&mut self, presses: u32) {
        self.our_input = true;
        self.presses.sending(presses);
    }

    /// The interceptor acknowledged all of it. Returns whether the person's input came in between.
    pub(crate) fn arrived(&mut self) -> bool {
        let person = self.presses.arrived();
        self.other_input |= person;
        person
    }

    /// Trusted input that was not expected reached the page. Returns whether it is the person's.
    pub(crate) fn unexpected(&mut self) -> bool {
        let person = self.presses.unexpected();
        self.other_input |= person;
        person
    }

    /// We are about to ask for a navigation.
    pub(crate) fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked);
    }

    /// The navigation that we asked for has ended in some way.
    pub(crate) fn ask_done(&mut self) {
        self.asked = None;
    }

    /// The page asked for a navigation.
    pub(crate) fn requested(&mut self, reason: &str) {
        self.requested = Some(Arc::from(reason));
    }

    /// A navigation of the main frame started.
    pub(crate) fn started(&mut self, loader: &str, url: &str, kind: &str) {
        // A request of the page is followed by the start that it led to; one that led to nothing says nothing of the next.
        let reason = self.requested.take();
        let ours = reason.is_none()
            && match &self.asked {
                Some(Asked::Address(wanted)) => !kind.starts_with("history") && same_address(wanted, url),
                Some(Asked::Reload) => kind.starts_with("reload"),
                Some(Asked::History(wanted)) => kind.starts_with("history") && same_address(wanted, url),
                None => false,
            };
        self.started = Some(Started { loader: Arc::from(loader), kind: Arc::from(kind), ours, reason });
    }

    /// The load that we asked for and that has started.
    pub(crate) fn our_start(&self) -> Option<Arc<str>> {
        self.started.as_ref().filter(|started| started.ours).map(|started| started.loader.clone())
    }

    /// Trusted input reached the page.
    pub(crate) fn input(&mut self, ours: bool) {
        if ours {
            self.our_input = true;
        } else {
            self.other_input = true;
        }
    }

    /// Whether the trusted input since the last commit is ours, and only ours.
    pub(crate) fn only_our_input(&self) -> bool {
        self.our_input && !self.other_input
    }

    /// From now on inputs that are not ours are noticed.
    pub(crate) fn watching(&mut self) {
        self.watched = true;
    }

    pub(crate) fn committed(&mut self, loader: &str, restored: bool) -> Evidence {
        let started = self.started.take().filter(|started| restored || *started.loader == *loader);
        let evidence = Evidence {
            ours: started.as_ref().is_some_and(|started| started.ours),
            by_page: started.as_ref().is_some_and(|started| started.reason.is_some()),
            reason: started.as_ref().and_then(|started| started.reason.clone()),
            kind: started.map(|started| started.kind),
            our_input: self.our_input,
            other_input: self.other_input,
            watched: self.watched,
        };
        self.our_input = false;
        self.other_input = false;
        evidence
    }

    /// The page replaced its own document.
    pub(crate) fn replaced(&mut self) -> Evidence {
        let ours = matches!(&self.asked, Some(Asked::Address(url)) if url.trim_start().to_ascii_lowercase().starts_with("javascript:"));
        let evidence = Evidence {
            ours,
            by_page: true,
            reason: self.requested.take(),
            kind: None,
            our_input: self.our_input,
            other_input: self.other_input,
            watched: self.watched,
        };
        self.our_input = false;
        self.other_input = false;
        evidence
    }
}

/// Whether the browser's spelling of an address is that of the one we gave it.
fn same_address(ours: &str, theirs: &str) -> bool {
    ours == theirs
        || match (url::Url::parse(ours), url::Url::parse(theirs)) {
            (Ok(ours), Ok(theirs)) => ours == theirs,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(say: impl FnOnce(&mut Watch)) -> Cause {
        let mut watch = Watch::default();
        say(&mut watch);
        watch.committed("L1", false).cause()
    }

    #[test]
    fn own_17_only_evidence_decides() {
        let asked = |watch: &mut Watch| watch.ask(Asked::Address("http://a".to_owned()));
        let ours = |watch: &mut Watch| watch.started("L1", "http://a/", "differentDocument");
        assert_eq!(cause(|w| (asked(w), ours(w)).0), Cause::Task);
        // Not asked for by us, nor by the page: the browser's own controls.
        assert_eq!(cause(ours), Cause::Person);
        // Another address than the one that we asked for.
        assert_eq!(cause(|w| (asked(w), w.started("L1", "http://b/", "differentDocument")).0), Cause::Person);
        // The page asks, while a navigation of ours is under way.
        assert_eq!(cause(|w| (asked(w), w.requested("scriptInitiated"), ours(w)).0), Cause::Page);
        assert_eq!(cause(|w| (w.input(true), w.requested("anchorClick"), ours(w)).0), Cause::Task);
        assert_eq!(cause(|w| (w.input(true), w.input(false), w.requested("anchorClick"), ours(w)).0), Cause::Person);
        // A start of another load says nothing of this commit.
        assert_eq!(cause(|w| w.started("L0", "http://a/", "differentDocument")), Cause::Unknown);
        assert_eq!(cause(|_| ()), Cause::Unknown);
    }

    #[test]
    fn own_17_presses_are_ours_by_count_and_order() {
        let mut watch = Watch::default();
        assert!(watch.unexpected(), "nothing of ours is under way");
        watch.sending(1);
        assert!(!watch.arrived() && watch.unexpected(), "ours has arrived, the next is not ours");
        // Ours did not arrive where it was meant to: the stray one may be it, a second one is not.
        watch.sending(1);
        assert!(!watch.unexpected() && watch.unexpected());
        // One came in between, and ours arrived all the same.
        watch.sending(2);
        assert!(!watch.unexpected() && watch.arrived());
        // What was lost may come late, after the next was sent.
        watch.sending(1);
        watch.sending(1);
        assert!(!watch.unexpected() && !watch.arrived());
        assert!(watch.unexpected());
    }

    #[test]
    fn own_17_what_led_to_nothing_says_nothing_of_the_next() {
        let mut watch = Watch::default();
        watch.input(true);
        watch.requested("anchorClick");
        watch.started("L1", "http://a/", "differentDocument");
        assert_eq!(watch.committed("L1", false).cause(), Cause::Task);
        watch.started("L2", "http://a/", "reload");
        assert_eq!(watch.committed("L2", false).cause(), Cause::Person, "our input was spent");
        watch.ask(Asked::History("http://a/".to_owned()));
        watch.started("L3", "http://a/", "historyDifferentDocument");
        assert_eq!(watch.committed("L1", true).cause(), Cause::Task, "the cache gives back the former load's id");
        watch.ask_done();
        watch.started("L4", "http://a/", "historyDifferentDocument");
        assert_eq!(watch.committed("L4", false).cause(), Cause::Person);
    }
}
