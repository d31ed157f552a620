//! Keys by name, independent of the keyboard's layout: what an agent writes (`Control+A`, `ArrowDown ArrowDown`, `é`) and
//! what the browser is told.

use super::error::ActError;

/// Bits of modifiers, as the browser counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers(pub i64);

impl Modifiers {
    /// Alt, or Option.
    pub const ALT: Self = Self(1);
    /// Control.
    pub const CONTROL: Self = Self(2);
    /// Meta: Command, or the Windows key.
    pub const META: Self = Self(4);
    /// Shift.
    pub const SHIFT: Self = Self(8);

    /// Both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` are held.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Reads the name of one modifier.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "control" | "ctrl" => Self::CONTROL,
            "shift" => Self::SHIFT,
            "alt" | "option" => Self::ALT,
            "meta" | "cmd" | "command" | "win" | "super" => Self::META,
            // What a shortcut means on the platform of the browser.
            "controlormeta" | "cmdorctrl" | "commandorcontrol" | "mod" => {
                if cfg!(target_os = "macos") {
                    Self::META
                } else {
                    Self::CONTROL
                }
            }
            _ => return None,
        })
    }
}

/// One key as it is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// `KeyboardEvent.key`.
    pub key: String,
    /// `KeyboardEvent.code`; empty for what no key of the layout makes.
    pub code: &'static str,
    /// The virtual key code.
    pub virtual_code: i64,
    /// The text that it enters.
    pub text: Option<String>,
    /// 0 standard, 1 left, 2 right, 3 keypad.
    pub location: i64,
}

/// A key with the modifiers that are held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// Held meanwhile.
    pub modifiers: Modifiers,
    /// The key.
    pub key: Key,
}

/// Keys that enter no text: name, code, virtual key code, location.
const NAMED: &[(&str, &str, i64, i64)] = &[
    ("Backspace", "Backspace", 8, 0),
    ("Tab", "Tab", 9, 0),
    ("Shift", "ShiftLeft", 16, 1),
    ("Control", "ControlLeft", 17, 1),
    ("Alt", "AltLeft", 18, 1),
    ("Pause", "Pause", 19, 0),
    ("CapsLock", "CapsLock", 20, 0),
    ("Escape", "Escape", 27, 0),
    ("PageUp", "PageUp", 33, 0),
    ("PageDown", "PageDown", 34, 0),
    ("End", "End", 35, 0),
    ("Home", "Home", 36, 0),
    ("ArrowLeft", "ArrowLeft", 37, 0),
    ("ArrowUp", "ArrowUp", 38, 0),
    ("ArrowRight", "ArrowRight", 39, 0),
    ("ArrowDown", "ArrowDown", 40, 0),
    ("PrintScreen", "PrintScreen", 44, 0),
    ("Insert", "Insert", 45, 0),
    ("Delete", "Delete", 46, 0),
    ("Meta", "MetaLeft", 91, 1),
    ("ContextMenu", "ContextMenu", 93, 0),
    ("F1", "F1", 112, 0),
    ("F2", "F2", 113, 0),
    ("F3", "F3", 114, 0),
    ("F4", "F4", 115, 0),
    ("F5", "F5", 116, 0),
    ("F6", "F6", 117, 0),
    ("F7", "F7", 118, 0),
    ("F8", "F8", 119, 0),
    ("F9", "F9", 120, 0),
    ("F10", "F10", 121, 0),
    ("F11", "F11", 122, 0),
    ("F12", "F12", 123, 0),
    ("NumLock", "NumLock", 144, 0),
    ("ScrollLock", "ScrollLock", 145, 0),
];

const ALIASES: &[(&str, &str)] = &[
    ("esc", "Escape"),
    ("return", "Enter"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("up", "ArrowUp"),
    ("down", "ArrowDown"),
    ("left", "ArrowLeft"),
    ("right", "ArrowRight"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("page_up", "PageUp"),
    ("page_down", "PageDown"),
    ("spacebar", "Space"),
    ("back", "Backspace"),
    ("ctrl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("option", "Alt"),
    ("plus", "+"),
    ("minus", "-"),
];

/// Keys that enter text: without Shift, with it, code, virtual key code.
const PRINTED: &[(char, char, &str, i64)] = &[
    ('`', '~', "Backquote", 192),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

const LETTERS: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM", "KeyN",
    "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
];

/// The key for a character, and whether Shift is held for it; none when the layout has no such key.
pub fn of_char(character: char) -> Option<(Key, bool)> {
    let printed = |code, virtual_code, shift| {
        let key =
            Key { key: character.to_string(), code, virtual_code, text: Some(character.to_string()), location: 0 };
        Some((key, shift))
    };
    match character {
        'a'..='z' | 'A'..='Z' => {
            let lower = character.to_ascii_lowercase();
            let place = usize::from(u8::try_from(lower).ok()? - b'a');
            let upper = i64::from(u32::from(character.to_ascii_uppercase()));
            printed(LETTERS[place], upper, character.is_ascii_uppercase())
        }
        ' ' => printed("Space", 32, false),
        '\n' | '\r' => Some((enter(), false)),
        _ => {
            let (plain, _, code, virtual_code) =
                PRINTED.iter().find(|(plain, shifted, ..)| *plain == character || *shifted == character)?;
            printed(code, *virtual_code, *plain != character)
        }
    }
}

/// Enter.
pub fn enter() -> Key {
    Key { key: "Enter".to_owned(), code: "Enter", virtual_code: 13, text: Some("\r".to_owned()), location: 0 }
}

/// A key without text, by its own name; none when there is none such.
pub fn named(name: &str) -> Option<Key> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, name)| *name);
    let name = alias.unwrap_or(name);
    if name.eq_ignore_ascii_case("Enter") {
        return Some(enter());
    }
    if name.eq_ignore_ascii_case("Space") {
        return of_char(' ').map(|(key, _)| key);
    }
    if name.eq_ignore_ascii_case("NumpadEnter") {
        return Some(Key { code: "NumpadEnter", location: 3, ..enter() });
    }
    NAMED.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name)).map(|(key, code, virtual_code, location)| Key {
        key: (*key).to_owned(),
        code,
        virtual_code: *virtual_code,
        text: None,
        location: *location,
    })
}

/// Reads one chord: `Enter`, `a`, `Control+A`, `Control++`, `Shift+Tab`.
pub fn chord(text: &str) -> Result<Chord, ActError> {
    let unknown = || ActError::Key { written: text.to_owned() };
    let mut modifiers = Modifiers::default();
    let mut rest = text;
    // A plus at the end is the key itself.
    while let Some((before, after)) = rest.split_once('+') {
        if before.is_empty() || after.is_empty() {
            break;
        }
        let Some(modifier) = Modifiers::named(before) else { break };
        modifiers = modifiers.with(modifier);
        rest = after;
    }
    let mut characters = rest.chars();
    let (mut key, shifted) = match (characters.next(), characters.next()) {
        (Some(character), None) => match of_char(character) {
            Some(found) => found,
            // Not on the layout: a key that enters it all the same.
            None if !character.is_control() => {
                let entered = character.to_string();
                (Key { key: entered.clone(), code: "", virtual_code: 0, text: Some(entered), location: 0 }, false)
            }
            None => return Err(unknown()),
        },
        (Some(_), Some(_)) => (named(rest).ok_or_else(unknown)?, false),
        (None, _) => return Err(unknown()),
    };
    let commanding =
        [Modifiers::CONTROL, Modifiers::ALT, Modifiers::META].iter().any(|modifier| modifiers.has(*modifier));
    if let [letter] = key.key.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        // `Control+A` is written with a capital and meant without Shift.
        if commanding {
            let lower = letter.to_ascii_lowercase();
            let letter = if modifiers.has(Modifiers::SHIFT) { lower.to_ascii_uppercase() } else { lower };
            key.key = char::from(letter).to_string();
        } else if modifiers.has(Modifiers::SHIFT) {
            key.key = char::from(letter.to_ascii_uppercase()).to_string();
            key.text = Some(key.key.clone());
        } else if shifted {
            modifiers = modifiers.with(Modifiers::SHIFT);
        }
    } else if shifted {
        modifiers = modifiers.with(Modifiers::SHIFT);
    } else if modifiers.has(Modifiers::SHIFT)
        && let Some((_, capital, ..)) = PRINTED.iter().find(|(plain, ..)| key.key == plain.to_string())
    {
        key.key = capital.to_string();
        key.text = Some(key.key.clone());
    }
    if commanding {
        key.text = None;
    }
    Ok(Chord { modifiers, key })
}

/// The most chords of one call.
pub const MAX_CHORDS: usize = 200;

/// Reads a sequence of chords, separated by white space; a single space is the space bar.
pub fn sequence(text: &str) -> Result<Vec<Chord>, ActError> {
    if !text.is_empty() && text.chars().all(|character| character == ' ') {
        return text.chars().map(|_| chord(" ")).collect();
    }
    let chords = text.split_whitespace().map(chord).collect::<Result<Vec<_>, _>>()?;
    if chords.is_empty() || chords.len() > MAX_CHORDS {
        return Err(ActError::Key { written: text.to_owned() });
    }
    Ok(chords)
}

/// How a part of a text is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stroke {
    /// By its key.
    Key(Chord),
    /// As text, through a composition, since no key makes it.
    Compose(String),
    /// As text at once: what is neither typed nor composed (line breaks where Enter would submit).
    Insert(String),
}

/// What a line break in a typed text becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineBreak {
    /// Text: Enter would submit a form, or a chat.
    Insert,
    /// Shift+Enter, which editors take as a line break and chats do not send.
    ShiftEnter,
}

/// Splits a text into strokes.
pub fn strokes(text: &str, breaks: LineBreak) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for character in text.chars() {
        let stroke = match character {
            '\n' if breaks == LineBreak::ShiftEnter => Stroke::Key(Chord { modifiers: Modifiers::SHIFT, key: enter() }),
            '\n' | '\t' => Stroke::Insert(character.to_string()),
            _ => match of_char(character) {
                Some((key, shifted)) => {
                    Stroke::Key(Chord { modifiers: if shifted { Modifiers::SHIFT } else { Modifiers::default() }, key })
                }
                None => Stroke::Compose(character.to_string()),
            },
        };
        match (strokes.last_mut(), stroke) {
            (Some(Stroke::Compose(run)), Stroke::Compose(more)) | (Some(Stroke::Insert(run)), Stroke::Insert(more)) => {
                run.push_str(&more);
            }
            (_, stroke) => strokes.push(stroke),
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> (i64, String, Option<String>, &'static str) {
        let chord = chord(text).unwrap();
        (chord.modifiers.0, chord.key.key, chord.key.text, chord.key.code)
    }

    #[test]
    fn act_09_chords_are_read_as_they_are_meant() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(read("a"), (0, "a".into(), text("a"), "KeyA"));
        assert_eq!(read("A"), (8, "A".into(), text("A"), "KeyA"));
        assert_eq!(read("Control+A"), (2, "a".into(), None, "KeyA"));
        assert_eq!(read("ctrl+shift+a"), (10, "A".into(), None, "KeyA"));
        assert_eq!(read("Shift+a"), (8, "A".into(), text("A"), "KeyA"));
        assert_eq!(read("Shift+1"), (8, "!".into(), text("!"), "Digit1"));
        assert_eq!(read("!"), (8, "!".into(), text("!"), "Digit1"));
        assert_eq!(read("Control++").1, "+");
        assert_eq!(read("+").1, "+");
        assert_eq!(read("Shift+Tab"), (8, "Tab".into(), None, "Tab"));
        assert_eq!(read("enter"), (0, "Enter".into(), text("\r"), "Enter"));
        assert_eq!(read("Esc").1, "Escape");
        assert_eq!(read("é"), (0, "é".into(), text("é"), ""));
        assert_eq!(read("Control").1, "Control");
    }

    #[test]
    fn unknown_keys_are_refused_by_name() {
        for text in ["Foo", "Control+Foo", "", "Hyper+A"] {
            assert!(chord(text).is_err(), "{text}");
        }
        assert!(sequence("  \n").is_err());
    }

    #[test]
    fn a_sequence_is_separated_by_spaces() {
        let keys: Vec<String> =
            sequence("ArrowDown ArrowDown Enter").unwrap().into_iter().map(|chord| chord.key.key).collect();
        assert_eq!(keys, ["ArrowDown", "ArrowDown", "Enter"]);
        assert_eq!(sequence(" ").unwrap()[0].key.code, "Space");
    }

    #[test]
    fn act_05_what_has_no_key_is_composed_in_runs() {
        let strokes = strokes("a你好b\n", LineBreak::Insert);
        assert_eq!(strokes.len(), 4);
        assert_eq!(strokes[1], Stroke::Compose("你好".into()));
        assert_eq!(strokes[3], Stroke::Insert("\n".into()));
    }

    proptest! {
        #[test]
        fn strokes_enter_exactly_the_text(text in "[ -~你好é\n]{0,40}") {
            let mut entered = String::new();
            for stroke in strokes(&text, LineBreak::Insert) {
                match stroke {
                    Stroke::Key(chord) => entered.push_str(&chord.key.text.unwrap()),
                    Stroke::Compose(run) | Stroke::Insert(run) => entered.push_str(&run),
                }
            }
            prop_assert_eq!(entered, text);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,30}") {
            let _ = sequence(&text);
        }
    }
}
