//! The tree of a page: the walks of its frames, stitched together.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tabward_model::{FrameId, Ref};

use super::walk::{Entry, Flags, More, Walk};

/// Names one element for as long as it lives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NodeKey {
    /// The frame that shows it.
    pub frame: FrameId,
    /// The frame's document, as the page engine numbers it (unique within a tab).
    pub document: u64,
    /// The element's number in that document.
    pub node: u64,
}

/// How an element is told from others, to find its like after its document or node is gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// Its role word.
    pub role: Arc<str>,
    /// Its accessible name, on one line.
    pub name: Arc<str>,
    /// Its place: a hash over the roles and names above it and its rank among its like.
    pub place: u64,
}

/// Gives elements their refs. The hub implements it: one counter per caller.
pub trait RefMinter {
    /// The ref of an element: the one it has, else a new one, never used before.
    fn mint(&mut self, key: &NodeKey, likeness: &Likeness) -> Ref;
}

/// What became of one frame's walk.
#[derive(Debug, Clone)]
pub enum FrameResult {
    /// It was read.
    Walked(Box<Walk>),
    /// It was not; why, in a few words of ours.
    Unread(String),
}

/// One frame with its walk.
#[derive(Debug, Clone)]
pub struct FrameWalk {
    /// The frame.
    pub frame: FrameId,
    /// Its document's number.
    pub document: u64,
    /// The frame that contains it; none for the main one, or for the one that the snapshot starts from.
    pub parent: Option<FrameId>,
    /// Its address; a frame that could not be walked is found by it.
    pub url: String,
    /// What it tells.
    pub result: FrameResult,
}

/// Index of a node.
pub(super) type At = usize;

#[derive(Debug)]
pub(super) struct Node {
    /// None for text.
    pub(super) role: Option<Arc<str>>,
    /// The accessible name, or the text.
    pub(super) name: Arc<str>,
    pub(super) id: u64,
    pub(super) frame: u16,
    pub(super) flags: Flags,
    pub(super) more: Option<Box<More>>,
    pub(super) reference: Option<Ref>,
    pub(super) parent: Option<At>,
    pub(super) children: Vec<At>,
}

impl Node {
    pub(super) fn role(&self) -> &str {
        self.role.as_deref().unwrap_or("")
    }

    pub(super) fn is_text(&self) -> bool {
        self.role.is_none()
    }

    pub(super) fn is(&self, flag: Flags) -> bool {
        self.flags.has(flag)
    }
}

#[derive(Debug)]
struct Frame {
    id: FrameId,
    document: u64,
}

/// What a page shows, as a tree.
#[derive(Debug)]
pub struct Outline {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<At>,
    frames: Vec<Frame>,
    by_ref: HashMap<Ref, At>,
    /// The main document's address.
    pub url: String,
    /// Its title, on one line.
    pub title: String,
    /// Whether a limit of the walk was hit, so that the page has more than the outline.
    pub cut: bool,
    /// Scrolled down, and how far it can be, in CSS pixels.
    pub scroll: (f64, f64),
    /// Whether the outline is of one element.
    pub rooted: bool,
}

/// How an outline is built.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuildOptions {
    /// Rows get refs too (mode `full`).
    pub row_refs: bool,
    /// The walk started from one element.
    pub rooted: bool,
}

/// Deepest level that is kept apart; what is deeper is told at it.
const MAX_DEPTH: u32 = 250;

impl Outline {
    /// Stitches walks together: the first is the main frame's (or that of the element's frame), each other one goes below
    /// its frame's placeholder, and is dropped if its parent does not show it.
    pub fn build(walks: Vec<FrameWalk>, minter: &mut dyn RefMinter, options: BuildOptions) -> Self {
        let mut outline = Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            frames: Vec::new(),
            by_ref: HashMap::new(),
            url: String::new(),
            title: String::new(),
            cut: false,
            scroll: (0.0, 0.0),
            rooted: options.rooted,
        };
        let mut placeholders: HashMap<(FrameId, usize), At> = HashMap::new();
        let mut pending: Vec<FrameWalk> = walks;
        // Parents before children, whatever order they came in.
        let mut first = true;
        while !pending.is_empty() {
            let ready = if first {
                0
            } else {
                match pending.iter().position(|walk| {
                    walk.parent.as_ref().is_some_and(|parent| outline.frames.iter().any(|frame| frame.id == *parent))
                }) {
                    Some(at) => at,
                    None => break,
                }
            };
            let walk = pending.remove(ready);
            let place = if first { None } else { outline.place_of(&walk, &placeholders) };
            if first || place.is_some() {
                outline.add(walk, place, &mut placeholders);
            }
            first = false;
        }
        outline.mint(minter, options);
        outline
    }

    /// The placeholder of a frame in its parent.
    fn place_of(&self, walk: &FrameWalk, placeholders: &HashMap<(FrameId, usize), At>) -> Option<At> {
        let parent = walk.parent.as_ref()?;
        match &walk.result {
            FrameResult::Walked(told) => {
                let index = usize::try_from(told.index).ok()?;
                placeholders.get(&(parent.clone(), index)).copied()
            }
            FrameResult::Unread(_) => placeholders
                .iter()
                .filter(|((frame, _), at)| frame == parent && self.nodes[**at].children.is_empty())
                .map(|(_, at)| *at)
                .find(|at| {
                    self.nodes[*at].more.as_ref().is_some_and(|more| more.url == walk.url && more.error.is_empty())
                }),
        }
    }

    fn add(&mut self, walk: FrameWalk, place: Option<At>, placeholders: &mut HashMap<(FrameId, usize), At>) {
        let Ok(frame) = u16::try_from(self.frames.len()) else { return };
        self.frames.push(Frame { id: walk.frame.clone(), document: walk.document });
        let told = match walk.result {
            FrameResult::Walked(told) => told,
            FrameResult::Unread(why) => {
                if let Some(place) = place {
                    let more = self.nodes[place].more.get_or_insert_default();
                    more.error = why;
                    if more.url.is_empty() {
                        more.url = walk.url;
                    }
                }
                return;
            }
        };
        if let Some(place) = place {
            self.nodes[place].more.get_or_insert_default().url.clone_from(&told.url);
        } else {
            self.url.clone_from(&told.url);
            self.title.clone_from(&told.title);
            self.scroll = (told.scrolled, told.scroll_max);
        }
        self.cut |= told.cut;
        let nothing: Arc<str> = Arc::from("");
        // The path to the last entry: (depth, node).
        let mut path: Vec<(u32, At)> = Vec::new();
        for placed in told.entries {
            let depth = placed.depth.min(MAX_DEPTH);
            while path.last().is_some_and(|(at, _)| *at >= depth) {
                path.pop();
            }
            let parent = path.last().map(|(_, at)| *at).or(place);
            let node = match placed.entry {
                Entry::Text { text, glued } => Node {
                    role: None,
                    name: text.into(),
                    id: 0,
                    frame,
                    flags: if glued { Flags::GLUE } else { Flags::default() },
                    more: None,
                    reference: None,
                    parent,
                    children: Vec::new(),
                },
                Entry::Element { role, name, id, flags, more } => {
                    let Some(role) = told.roles.get(role) else { continue };
                    Node {
                        role: Some(Arc::clone(role)),
                        name: if name.is_empty() { Arc::clone(&nothing) } else { name.into() },
                        id,
                        frame,
                        flags,
                        more,
                        reference: None,
                        parent,
                        children: Vec::new(),
                    }
                }
            };
            let at = self.nodes.len();
            if let (Some("frame"), Some(index)) =
                (node.role.as_deref(), node.more.as_ref().and_then(|more| more.frame_index))
            {
                placeholders.insert((walk.frame.clone(), index), at);
            }
            let is_text = node.is_text();
            self.nodes.push(node);
            match parent {
                Some(parent) => self.nodes[parent].children.push(at),
                None => self.roots.push(at),
            }
            if !is_text {
                path.push((depth, at));
            }
        }
    }

    fn mint(&mut self, minter: &mut dyn RefMinter, options: BuildOptions) {
        let mut ranks: HashMap<(u64, Arc<str>, Arc<str>), u32> = HashMap::new();
        let mut places: Vec<u64> = vec![0; self.nodes.len()];
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let Some(role) = node.role.clone() else { continue };
            let above = node.parent.map_or(0, |parent| places[parent]);
            // Rows are told apart by rank elsewhere; a row's own content is not its place.
            let mut hasher = DefaultHasher::new();
            (above, &role, &node.name).hash(&mut hasher);
            places[at] = hasher.finish();
            if !(self.wants_ref(at) || options.row_refs && matches!(&*role, "row" | "listitem" | "article" | "item")) {
                continue;
            }
            let rank = ranks.entry((above, Arc::clone(&role), Arc::clone(&node.name))).or_default();
            let mut hasher = DefaultHasher::new();
            (places[at], *rank).hash(&mut hasher);
            *rank += 1;
            let likeness = Likeness { role, name: Arc::clone(&node.name), place: hasher.finish() };
            let key = self.key(at);
            let reference = minter.mint(&key, &likeness);
            self.nodes[at].reference = Some(reference);
            self.by_ref.insert(reference, at);
        }
    }

    fn wants_ref(&self, at: At) -> bool {
        let node = &self.nodes[at];
        super::roles::is_control(node.role())
            || node.is(Flags::CLICKABLE)
            || node.more.as_ref().is_some_and(|more| more.scroll.is_some())
            || (self.rooted && node.parent.is_none())
    }

    /// What names the element at an index; text has the number 0.
    pub(super) fn key(&self, at: At) -> NodeKey {
        let node = &self.nodes[at];
        let frame = &self.frames[usize::from(node.frame)];
        NodeKey { frame: frame.id.clone(), document: frame.document, node: node.id }
    }

    /// A short name for the element at an index, for comparing two outlines of a tab.
    pub(super) fn anchor(&self, at: At) -> u64 {
        let node = &self.nodes[at];
        let mut hasher = DefaultHasher::new();
        (self.frames[usize::from(node.frame)].document, node.id).hash(&mut hasher);
        hasher.finish()
    }

    /// The number of the main document; 0 if nothing was read.
    pub fn document(&self) -> u64 {
        self.frames.first().map_or(0, |frame| frame.document)
    }

    /// The element that a ref names, if it is in this outline.
    pub fn find_ref(&self, reference: Ref) -> Option<NodeKey> {
        self.by_ref.get(&reference).map(|at| self.key(*at))
    }

    /// How an element is told in an answer: `button "Save" e23`. None if the ref is not in this outline.
    pub fn line_of(&self, reference: Ref) -> Option<String> {
        self.by_ref.get(&reference).map(|at| super::parts::head(&self.nodes[*at], true))
    }

    /// The ref of an element of this outline.
    pub fn ref_of(&self, key: &NodeKey) -> Option<Ref> {
        let frame = self.frames.iter().position(|frame| frame.id == key.frame && frame.document == key.document)?;
        self.nodes
            .iter()
            .find(|node| usize::from(node.frame) == frame && node.id == key.node && node.reference.is_some())
            .and_then(|node| node.reference)
    }

    /// The element that is now what a former one was: same role, name and place; else the only one with the same role
    /// and name. `place` of the former one comes from the [`Likeness`] it was minted with.
    pub fn find_like(&self, former: &Likeness) -> Option<Ref> {
        let mut alike = Vec::new();
        let mut ranks: HashMap<u64, u32> = HashMap::new();
        let mut places: Vec<u64> = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(role) = &node.role else { continue };
            let above = node.parent.map_or(0, |parent| places[parent]);
            let mut hasher = DefaultHasher::new();
            (above, role, &node.name).hash(&mut hasher);
            places[at] = hasher.finish();
            let Some(reference) = node.reference else { continue };
            if *role != former.role || node.name != former.name {
                continue;
            }
            let rank = ranks.entry(places[at]).or_default();
            let mut hasher = DefaultHasher::new();
            (places[at], *rank).hash(&mut hasher);
            *rank += 1;
            if hasher.finish() == former.place {
                return Some(reference);
            }
            alike.push(reference);
        }
        if alike.len() == 1 { alike.pop() } else { None }
    }

    /// Whether an element of this role is shown.
    pub fn shows_role(&self, role: &str) -> bool {
        self.nodes.iter().any(|node| node.role() == role)
    }

    /// The focused element's line, if one has the focus.
    pub fn focused(&self) -> Option<Ref> {
        self.nodes.iter().rev().find(|node| node.is(Flags::FOCUSED)).and_then(|node| node.reference)
    }
}
