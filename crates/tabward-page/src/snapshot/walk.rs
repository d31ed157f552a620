//! What one frame's walk tells, parsed: the other side of `page-scripts/walk.js`.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use tabward_model::text::one_line;

/// States and facts of an element, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(pub u32);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl Flags {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)*
        }
    };
}

flags! {
    /// Checked.
    CHECKED = 0;
    /// Partly checked; with [`Self::PRESSED`], partly pressed.
    MIXED = 1;
    /// Not to be operated.
    DISABLED = 2;
    /// Its value is refused.
    INVALID = 3;
    /// What it opens is open.
    EXPANDED = 4;
    /// What it opens is closed.
    COLLAPSED = 5;
    /// Selected.
    SELECTED = 6;
    /// A toggle that is on.
    PRESSED = 7;
    /// Has the focus within its document.
    FOCUSED = 8;
    /// Must be filled.
    REQUIRED = 9;
    /// Its value cannot be changed.
    READONLY = 10;
    /// Some of its box is in the viewport.
    IN_VIEW = 11;
    /// Reacts to clicks though its role does not say so.
    CLICKABLE = 12;
    /// Shown, yet hidden from assistive technology.
    ARIA_HIDDEN = 13;
    /// Shown, yet out of use.
    INERT = 14;
    /// Blocks what is outside of it.
    MODAL = 15;
    /// On the line of what stands before.
    GLUE = 16;
    /// In the browser's top layer.
    TOP = 17;
    /// Named by something inside it.
    REPEATED_NAME = 18;
    /// Takes several choices.
    MULTIPLE = 19;
    /// Without an area.
    NO_BOX = 20;
    /// The current one of a set.
    CURRENT = 21;
}

impl Flags {
    /// Whether all bits of `other` are set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What only some elements have.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct More {
    /// The value.
    #[serde(rename = "v", deserialize_with = "line")]
    pub value: String,
    /// Length in UTF-16 units of a value that is not told.
    #[serde(rename = "s")]
    pub secret: Option<u32>,
    /// Labels of its options.
    #[serde(rename = "o", deserialize_with = "lines")]
    pub options: Vec<String>,
    /// How many options it has.
    #[serde(rename = "c")]
    pub option_count: u32,
    /// Its description.
    #[serde(rename = "d", deserialize_with = "line")]
    pub description: String,
    /// Why its value is refused.
    #[serde(rename = "e", deserialize_with = "line")]
    pub error: String,
    /// Heading level.
    #[serde(rename = "l")]
    pub level: u8,
    /// Where a link or frame leads.
    #[serde(rename = "u", deserialize_with = "line")]
    pub url: String,
    /// Placeholder beside a name.
    #[serde(rename = "p", deserialize_with = "line")]
    pub placeholder: String,
    /// Content that the name leaves out.
    #[serde(rename = "t", deserialize_with = "line")]
    pub shown: String,
    /// Scrolled down, and how far it can be, in CSS pixels.
    #[serde(rename = "sc")]
    pub scroll: Option<(u32, u32)>,
    /// Index among the window's frames.
    #[serde(rename = "fi")]
    pub frame_index: Option<usize>,
    /// Left, top, width, height in CSS pixels of its frame's viewport.
    #[serde(rename = "b")]
    pub rect: Option<(i32, i32, i32, i32)>,
}

fn line<'de, D: Deserializer<'de>>(d: D) -> Result<String, D::Error> {
    String::deserialize(d).map(|text| one_line(&text))
}

fn lines<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<String>, D::Error> {
    Vec::<String>::deserialize(d).map(|texts| texts.iter().map(|text| one_line(text)).collect())
}

/// One entry of a walk.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// Text of one block.
    Text {
        /// On one line.
        text: String,
        /// On the line of what stands before.
        glued: bool,
    },
    /// An element.
    Element {
        /// Index into [`Walk::roles`].
        role: usize,
        /// Its accessible name, on one line.
        name: String,
        /// Its number in its document.
        id: u64,
        /// States.
        flags: Flags,
        /// The rest.
        more: Option<Box<More>>,
    },
}

/// An entry and how deep it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Depth from the root, 0 for it.
    pub depth: u32,
    /// What stands there.
    pub entry: Entry,
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Entries;

        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Second<'a> {
            Role(usize),
            #[serde(borrow)]
            Text(std::borrow::Cow<'a, str>),
        }

        impl<'de> Visitor<'de> for Entries {
            type Value = Placed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[depth, text, glued] or [depth, role, name, id, flags, more]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Placed, A::Error> {
                let missing = |at| serde::de::Error::invalid_length(at, &Entries);
                let depth = seq.next_element()?.ok_or_else(|| missing(0))?;
                let entry = match seq.next_element::<Second<'de>>()?.ok_or_else(|| missing(1))? {
                    Second::Text(text) => {
                        let glued = seq.next_element::<u8>()?.is_some();
                        Entry::Text { text: one_line(&text), glued }
                    }
                    Second::Role(role) => Entry::Element {
                        role,
                        name: one_line(&seq.next_element::<String>()?.ok_or_else(|| missing(2))?),
                        id: seq.next_element()?.ok_or_else(|| missing(3))?,
                        flags: Flags(seq.next_element()?.ok_or_else(|| missing(4))?),
                        more: seq.next_element()?,
                    },
                };
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Placed { depth, entry })
            }
        }

        d.deserialize_seq(Entries)
    }
}

/// What one frame's document tells.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Walk {
    /// The document's address.
    pub url: String,
    /// Its title.
    #[serde(deserialize_with = "line")]
    pub title: String,
    /// Viewport width in CSS pixels.
    #[serde(rename = "w")]
    pub width: f64,
    /// Viewport height in CSS pixels.
    #[serde(rename = "h")]
    pub height: f64,
    /// Scrolled down by, in CSS pixels.
    #[serde(rename = "y")]
    pub scrolled: f64,
    /// How far it can be scrolled.
    #[serde(rename = "max")]
    pub scroll_max: f64,
    /// Whether a limit of the walk was hit: the document has more.
    pub cut: bool,
    /// Elements looked at.
    pub seen: u64,
    /// Its frame's rank among its parent's, as `window.frames` counts; negative for none.
    #[serde(rename = "i")]
    pub index: i64,
    /// Role words that entries point into.
    pub roles: Vec<Arc<str>>,
    /// The entries in reading order.
    #[serde(rename = "n")]
    pub entries: Vec<Placed>,
}

impl Walk {
    /// Parses the page script's answer.
    pub fn parse(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_parsed() {
        let walk = Walk::parse(
            r#"{"url":"http://a/","title":"T\nU","w":800,"h":600,"y":0,"max":10.5,"cut":false,"seen":3,
            "roles":["main","button"],"n":[[0,0,"",1,2048],[1,"a\u202e\nb",1],[1,1,"Go",2,4,{"d":"x","sc":[1,2]}]]}"#,
        )
        .unwrap();
        assert_eq!(walk.title, "T U");
        assert_eq!(walk.entries[1].entry, Entry::Text { text: "a b".into(), glued: true });
        let Entry::Element { role: 1, id: 2, flags, more: Some(more), .. } = &walk.entries[2].entry else { panic!() };
        assert!(flags.has(Flags::DISABLED));
        assert_eq!((more.description.as_str(), more.scroll), ("x", Some((1, 2))));
    }

    #[test]
    fn a_walk_of_another_shape_is_an_error() {
        assert!(Walk::parse(r#"{"n":[[0]]}"#).is_err());
        assert!(Walk::parse(r#"{"n":[[0,1,"a"]]}"#).is_err());
        assert!(Walk::parse("").is_err());
    }
}
