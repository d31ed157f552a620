//! The selector grammar: how an agent names an element.
//!
//! [`read`] turns a string into a [`Selector`], a chain of [`Step`]s; each step looks inside what
//! the one before it found, the first one in the page. The page script `tw.locate` carries it
//! out. What it gets is the JSON of [`Selector`]:
//!
//! ```json
//! {"steps": [
//!   {"kind": "ref", "number": 57},
//!   {"kind": "id", "id": 3},
//!   {"kind": "css", "css": "tr > td", "has_text": MATCH?, "loose": DESCRIPTION?},
//!   {"kind": "xpath", "xpath": "//button"},
//!   {"kind": "role", "role": "button", "name": MATCH?, "states": {"checked": "true"}},
//!   {"kind": "text" | "label" | "placeholder" | "alt" | "title" | "testid", "match": MATCH},
//!   {"kind": "desc", "text": "save button", "guesses": [GUESS]},
//!   {"kind": "nth", "index": -1}
//! ]}
//! MATCH: {"op": "text", "value": "Save"} | {"op": "exact", "value": "Save"}
//!      | {"op": "regex", "source": "^sav", "flags": "i"}
//! GUESS: {"name": "save", "roles": ["button"], "nth": 1?, "group": 0, "loosest": 3}
//! ```
//!
//! # What each step means
//!
//! Strings are compared after [`normal::normalise`] on both sides (regular expressions see the
//! string as it is, its white space collapsed).
//!
//! - `ref`: the hub replaces it by `id` (the number that `tw.idOf` gave, in the frame and document
//!   of the ref) before the page sees it. An `id` that is gone is `STALE_REF`.
//! - `css`: all matches in document order, open shadow roots pierced. `has_text`: only those whose
//!   text contains the value (`text`), equals it (`exact`) or matches. `loose`: when nothing that
//!   is rendered matches, the description is tried, and the answer says so.
//! - `role`: elements with this role; `name` as below; `states` compare with what the snapshot
//!   prints (`checked`: true, false or mixed; `level`: a number; `disabled`, `expanded`,
//!   `pressed`, `selected`, `required`, `invalid`).
//! - `text`: the innermost elements whose own text matches. `label`: controls by their label or
//!   `aria-label`. `testid`: `data-testid`, `data-test-id`, `data-test`, `data-cy`, `data-qa`, as
//!   they are, without normalisation.
//! - `MATCH` `text`: equal; if nothing is, one unique element that contains it (the answer says
//!   so). `exact`: equal. `regex`: found.
//! - `desc`: candidates are the rendered controls (roles `button` to `textbox`, and what is
//!   clickable without a role); only when none fits, other elements. For each candidate and guess
//!   [`Guess::tier`] gives a tier or nothing. The best is the smallest
//!   `(group, tier, place of the guess in the list)`. A candidate that contains another of the
//!   same rank is dropped. One left: it. More: the guess's `nth` picks (document order, negative
//!   from the end); without it `AMBIGUOUS_ELEMENT`.
//! - `nth`: that one of what the step before it found.
//! - A step that found a frame element goes on in that frame's document.
//!
//! [`Guess::tier`]: describe::Guess::tier

mod css;
pub mod describe;
mod lex;
pub mod normal;
mod roles;
mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use describe::{Description, Guess, Tier};

/// The longest selector that is read, in characters.
pub const MAX_CHARS: usize = 4_000;
/// The most steps of a chain.
pub const MAX_STEPS: usize = 12;

/// Where an element is, in a form that the page script carries out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selector {
    /// At least one.
    pub steps: Vec<Step>,
}

/// One step of a [`Selector`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// `e57`: an element that the hub numbered.
    Ref {
        /// The number without its `e`.
        number: u64,
    },
    /// An element by the page script's own number; made by the hub from a ref, never read.
    Id {
        /// What `tw.idOf` gave.
        id: u64,
    },
    /// A CSS selector.
    Css {
        /// For `querySelectorAll`.
        css: String,
        /// From `:has-text("…")`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        has_text: Option<Match>,
        /// Tried when the CSS finds nothing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        loose: Option<Description>,
    },
    /// An XPath 1.0 expression; sees no shadow roots.
    Xpath {
        /// For `document.evaluate`.
        xpath: String,
    },
    /// An ARIA role (or a name the snapshot gives where ARIA has none) and an accessible name.
    Role {
        /// Lower case.
        role: String,
        /// The accessible name.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<Match>,
        /// State names and the values they must have.
        #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
        states: BTreeMap<String, String>,
    },
    /// Visible text.
    Text {
        /// The text.
        r#match: Match,
    },
    /// A control by its label.
    Label {
        /// The label.
        r#match: Match,
    },
    /// A field by its placeholder.
    Placeholder {
        /// The placeholder.
        r#match: Match,
    },
    /// An image by its alternative text.
    Alt {
        /// The alternative text.
        r#match: Match,
    },
    /// An element by its `title`.
    Title {
        /// The title.
        r#match: Match,
    },
    /// An element by its test id.
    Testid {
        /// The id.
        r#match: Match,
    },
    /// A semantic description.
    Desc(Description),
    /// One of what the step before it found.
    Nth {
        /// From 0, or from -1 backwards.
        index: i32,
    },
}

/// How a string of the page is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Match {
    /// Whole first, else as a unique part.
    Text {
        /// As it was written.
        value: String,
    },
    /// Whole.
    Exact {
        /// As it was written between the quotes.
        value: String,
    },
    /// A JavaScript regular expression.
    Regex {
        /// Between the slashes.
        source: String,
        /// Of `imsuv`.
        flags: String,
    },
}

/// A selector and how it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What to look for.
    pub selector: Selector,
    /// For the answer, when the string could have meant something else.
    pub how_read: Option<String>,
}

impl Selector {
    /// The ref's number if the chain starts with one.
    pub fn first_ref(&self) -> Option<u64> {
        match self.steps.first() {
            Some(Step::Ref { number }) => Some(*number),
            _ => None,
        }
    }

    /// Whether it names an element in so many words, and is no plain text or description.
    pub fn is_explicit(&self) -> bool {
        !matches!(self.steps.as_slice(), [Step::Text { .. } | Step::Desc(_)])
    }

    /// Whether several matches without an index are taken as the first that can be acted on:
    /// plain CSS; everything else is refused with the candidates.
    pub fn takes_first(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Css { has_text: None, .. }))
    }
}

/// Why a string is no selector. All are `INVALID_ARGUMENT`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectorError {
    /// Nothing in it.
    #[error("the selector is empty")]
    Empty,
    /// Over [`MAX_CHARS`].
    #[error("the selector has {chars} characters; at most {MAX_CHARS} are read")]
    TooLong {
        /// How many it has.
        chars: usize,
    },
    /// Over [`MAX_STEPS`].
    #[error("the selector has {steps} steps; at most {MAX_STEPS} are read")]
    TooManySteps {
        /// How many it has.
        steps: usize,
    },
    /// `text=` with nothing behind it.
    #[error("nothing stands behind {form}=")]
    NoValue {
        /// The form's name.
        form: String,
    },
    /// A ref inside a chain, where nothing can precede it.
    #[error("a ref names one element by itself; write it first in a chain, not behind >>")]
    RefInside,
    /// `role=` with a role that does not exist.
    #[error("{role} is no role{}", hint(*.nearest))]
    Role {
        /// As it was written.
        role: String,
        /// The role that is spelled most like it.
        nearest: Option<&'static str>,
    },
    /// `role=button[…]` with something else than a name or a state.
    #[error(
        "{attribute} is no attribute of role=; take name, checked, disabled, expanded, invalid, level, pressed, required or selected"
    )]
    RoleAttribute {
        /// As it was written.
        attribute: String,
    },
    /// Flags that JavaScript does not have.
    #[error("{flags} are no flags of a regular expression; take those of i, m, s, u, v")]
    RegexFlags {
        /// As they were written.
        flags: String,
    },
    /// `css=` with what is no CSS.
    #[error("not CSS: {why}")]
    Css {
        /// What is wrong with it.
        why: String,
    },
    /// `nth=` with something else than a number, or as the first step.
    #[error("nth= takes a number (from 0, or from -1 backwards) and stands behind >>")]
    Nth,
}

fn hint(nearest: Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |role| format!("; did you mean {role}?"))
}

/// Reads a selector.
pub fn read(text: &str) -> Result<Reading, SelectorError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(SelectorError::Empty);
    }
    let chars = text.chars().count();
    if chars > MAX_CHARS {
        return Err(SelectorError::TooLong { chars });
    }
    let mut steps = Vec::new();
    let mut how = Vec::new();
    for part in lex::chain(text) {
        text::part(part, &mut steps, &mut how)?;
    }
    if steps.len() > MAX_STEPS {
        return Err(SelectorError::TooManySteps { steps: steps.len() });
    }
    if steps[1..].iter().any(|step| matches!(step, Step::Ref { .. })) {
        return Err(SelectorError::RefInside);
    }
    if matches!(steps.first(), Some(Step::Nth { .. })) {
        return Err(SelectorError::Nth);
    }
    Ok(Reading { selector: Selector { steps }, how_read: (!how.is_empty()).then(|| how.join("; ")) })
}
