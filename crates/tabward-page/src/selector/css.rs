//! Whether a string is a CSS selector that `querySelectorAll` would take, and whether it is made
//! of bare names only.

/// What a string that parses as CSS is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// It has one of the marks `# . [ > : * ~ + =`.
    pub(super) marked: bool,
    /// Every type name in it is a known tag or has a hyphen.
    pub(super) known: bool,
}

/// Why a string is no CSS selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// At this character offset something else was expected.
    Syntax(usize),
    /// `:name` is no CSS pseudo-class.
    Pseudo(String),
}

/// Parses `text` as a selector list.
pub(super) fn parse(text: &str) -> Result<Shape, Fault> {
    let mut parser = Parser {
        chars: text.chars().collect(),
        at: 0,
        depth: 0,
        shape: Shape { marked: text.contains(['#', '.', '[', '>', ':', '*', '~', '+', '=']), known: true },
    };
    parser.list(false)?;
    if parser.at < parser.chars.len() {
        return Err(parser.fault());
    }
    Ok(parser.shape)
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: u8,
    shape: Shape,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.chars.get(self.at + by).copied()
    }

    fn fault(&self) -> Fault {
        Fault::Syntax(self.at)
    }

    fn space(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at > start
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn list(&mut self, relative: bool) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > 8 {
            return Err(self.fault());
        }
        loop {
            self.space();
            if relative && self.peek().is_some_and(|c| matches!(c, '>' | '+' | '~')) {
                self.at += 1;
                self.space();
            }
            self.complex()?;
            self.space();
            if !self.eat(',') {
                self.depth -= 1;
                return Ok(());
            }
        }
    }

    fn complex(&mut self) -> Result<(), Fault> {
        self.compound()?;
        loop {
            let spaced = self.space();
            match self.peek() {
                None | Some(',' | ')') => return Ok(()),
                Some('>' | '+' | '~') => {
                    self.at += 1;
                    self.space();
                }
                Some(_) if spaced => {}
                Some(_) => return Err(self.fault()),
            }
            self.compound()?;
        }
    }

    fn compound(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.eat('*') {
        } else if let Some(name) = self.ident() {
            self.shape.known &= known_tag(&name);
        }
        loop {
            match self.peek() {
                Some('#' | '.') => {
                    self.at += 1;
                    self.ident().ok_or_else(|| self.fault())?;
                }
                Some('[') => self.attribute()?,
                Some(':') => self.pseudo()?,
                _ if self.at > start => return Ok(()),
                _ => return Err(self.fault()),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        self.at += 1;
        let first = self.peek()?;
        if first == '\n' {
            return None;
        }
        if !first.is_ascii_hexdigit() {
            self.at += 1;
            return Some(first);
        }
        let mut code = 0_u32;
        for _ in 0..6 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) else {
                break;
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        if self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
        Some(char::from_u32(code).unwrap_or('\u{FFFD}'))
    }

    fn ident(&mut self) -> Option<String> {
        let start = self.at;
        let mut name = String::new();
        if self.peek() == Some('-') {
            name.push('-');
            self.at += 1;
            if self.peek() == Some('-') {
                name.push('-');
                self.at += 1;
            }
        }
        let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
        let double = name == "--";
        match self.peek() {
            Some('\\') => {
                if let Some(c) = self.escape() {
                    name.push(c);
                } else {
                    self.at = start;
                    return None;
                }
            }
            Some(c) if begins(c) || (double && c.is_ascii_digit()) => {
                name.push(c);
                self.at += 1;
            }
            _ if double => return Some(name),
            _ => {
                self.at = start;
                return None;
            }
        }
        while let Some(c) = self.peek() {
            if c == '\\' {
                if let Some(c) = self.escape() {
                    name.push(c);
                } else {
                    self.at = start;
                    return None;
                }
            } else if begins(c) || c.is_ascii_digit() || c == '-' {
                name.push(c);
                self.at += 1;
            } else {
                break;
            }
        }
        Some(name)
    }

    fn string(&mut self) -> Result<(), Fault> {
        let quote = self.peek();
        self.at += 1;
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                '\\' => self.at += 1,
                '\n' => return Err(self.fault()),
                _ if Some(c) == quote => return Ok(()),
                _ => {}
            }
        }
        Err(self.fault())
    }

    fn attribute(&mut self) -> Result<(), Fault> {
        self.at += 1;
        self.space();
        self.ident().ok_or_else(|| self.fault())?;
        self.space();
        if self.eat(']') {
            return Ok(());
        }
        if !self.eat('=') {
            match (self.peek(), self.ahead(1)) {
                (Some('~' | '|' | '^' | '$' | '*'), Some('=')) => self.at += 2,
                _ => return Err(self.fault()),
            }
        }
        self.space();
        match self.peek() {
            Some('"' | '\'') => self.string()?,
            _ => {
                self.ident().ok_or_else(|| self.fault())?;
            }
        }
        if self.space() | self.peek().is_some_and(|c| c != ']') {
            if self.peek().is_some_and(|c| matches!(c, 'i' | 'I' | 's' | 'S')) {
                self.at += 1;
            }
            self.space();
        }
        if self.eat(']') { Ok(()) } else { Err(self.fault()) }
    }

    fn pseudo(&mut self) -> Result<(), Fault> {
        self.at += 1;
        if self.peek() == Some(':') {
            return Err(self.fault());
        }
        let name = self.ident().ok_or_else(|| self.fault())?.to_ascii_lowercase();
        if self.peek() != Some('(') {
            return if PSEUDO_CLASSES.contains(&name.as_str()) { Ok(()) } else { Err(Fault::Pseudo(name)) };
        }
        self.at += 1;
        match name.as_str() {
            "not" | "is" | "where" | "host" | "host-context" | "-webkit-any" => self.list(false)?,
            "has" => self.list(true)?,
            "nth-child" | "nth-last-child" => {
                self.nth()?;
                if self.chars[self.at..].starts_with(&['o', 'f', ' ']) {
                    self.at += 3;
                    self.list(false)?;
                }
            }
            "nth-of-type" | "nth-last-of-type" => self.nth()?,
            "lang" | "dir" => {
                self.space();
                if self.ident().is_none() {
                    if !matches!(self.peek(), Some('"' | '\'')) {
                        return Err(self.fault());
                    }
                    self.string()?;
                }
            }
            "state" => {
                self.ident().ok_or_else(|| self.fault())?;
            }
            _ => return Err(Fault::Pseudo(name)),
        }
        self.space();
        if self.eat(')') { Ok(()) } else { Err(self.fault()) }
    }

    /// An+B: digits, `n`, signs, `odd`, `even`.
    fn nth(&mut self) -> Result<(), Fault> {
        self.space();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || matches!(c, 'n' | 'N' | '+' | '-' | ' ')) {
            self.at += 1;
        }
        if self.at == start {
            let word = self.ident().ok_or_else(|| self.fault())?;
            if !matches!(word.as_str(), "odd" | "even") {
                return Err(self.fault());
            }
            self.space();
        }
        Ok(())
    }
}

/// Whether a type name is a tag of HTML, SVG or MathML, or could be a custom element.
fn known_tag(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    TAGS.split_ascii_whitespace().any(|tag| tag == lower)
        || (lower.contains('-') && lower.starts_with(|c: char| c.is_ascii_lowercase()) && !lower.ends_with('-'))
}

const TAGS: &str = "a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button \
canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed \
fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr \
html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr noframes \
noscript object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script \
search section select selectedcontent slot small source span strike strong style sub summary sup table tbody td \
template textarea tfoot th thead time title tr track tt u ul var video wbr xmp \
animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix \
fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight \
fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology \
feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter foreignobject g image line \
lineargradient marker mask metadata mpath path pattern polygon polyline radialgradient rect set stop svg switch \
symbol text textpath tspan use view \
annotation maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts \
mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics";

const PSEUDO_CLASSES: &[&str] = &[
    "active",
    "any-link",
    "autofill",
    "blank",
    "buffering",
    "checked",
    "closed",
    "current",
    "default",
    "defined",
    "disabled",
    "empty",
    "enabled",
    "first-child",
    "first-of-type",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "host",
    "hover",
    "in-range",
    "indeterminate",
    "invalid",
    "last-child",
    "last-of-type",
    "link",
    "modal",
    "muted",
    "only-child",
    "only-of-type",
    "open",
    "optional",
    "out-of-range",
    "past",
    "paused",
    "picture-in-picture",
    "placeholder-shown",
    "playing",
    "popover-open",
    "read-only",
    "read-write",
    "required",
    "root",
    "scope",
    "seeking",
    "stalled",
    "target",
    "target-within",
    "user-invalid",
    "user-valid",
    "valid",
    "visited",
    "volume-locked",
];
