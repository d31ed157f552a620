// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Dispatches a drag event into the page. (`Input.dispatchDragEvent`; needs `CleanUp`.
/// Experimental.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelDrag {
    /// Type of the drag event.
    pub r#type: DispatchDragEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to the
    /// top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// `data`.
    pub data: DragData,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
}
impl CancelDrag {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchDragEventType, x: f64, y: f64, data: DragData) -> Self {
        Self { r#type, x, y, data, modifiers: None }
    }
}
impl crate::command::Sealed for CancelDrag {}
impl crate::Command for CancelDrag {
    const METHOD: &'static str = "Input.dispatchDragEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::one_of("type", self.r#type.as_str(), &["dragCancel"])?;
        Ok(())
    }
}

/// Dispatches a touch event to the page. (`Input.dispatchTouchEvent`; needs `CleanUp`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTouch {
    /// Type of the touch event. TouchEnd and TouchCancel must not contain any touch points, while
    /// TouchStart and TouchMove must contains at least one.
    pub r#type: DispatchTouchEventType,
    /// Active touch points on the touch device. One event per any changed point (compared to previous
    /// touch event in a sequence) is generated, emulating pressing/moving/releasing points one by one.
    pub touch_points: Vec<TouchPoint>,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
}
impl CancelTouch {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchTouchEventType, touch_points: Vec<TouchPoint>) -> Self {
        Self { r#type, touch_points, modifiers: None, timestamp: None }
    }
}
impl crate::command::Sealed for CancelTouch {}
impl crate::Command for CancelTouch {
    const METHOD: &'static str = "Input.dispatchTouchEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::one_of("type", self.r#type.as_str(), &["touchCancel", "touchEnd"])?;
        Ok(())
    }
}

/// Dispatches a drag event into the page. (`Input.dispatchDragEvent`; needs `Act`. Experimental.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchDragEvent {
    /// Type of the drag event.
    pub r#type: DispatchDragEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to the
    /// top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// `data`.
    pub data: DragData,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
}
impl DispatchDragEvent {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchDragEventType, x: f64, y: f64, data: DragData) -> Self {
        Self { r#type, x, y, data, modifiers: None }
    }
}
impl crate::command::Sealed for DispatchDragEvent {}
impl crate::Command for DispatchDragEvent {
    const METHOD: &'static str = "Input.dispatchDragEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `type` of `Input.dispatchDragEvent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum DispatchDragEventType {
    /// `dragEnter`.
    #[serde(rename = "dragEnter")]
    DragEnter,
    /// `dragOver`.
    #[serde(rename = "dragOver")]
    DragOver,
    /// `drop`.
    #[serde(rename = "drop")]
    Drop,
    /// `dragCancel`.
    #[serde(rename = "dragCancel")]
    DragCancel,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DispatchDragEventType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::DragEnter => "dragEnter",
            Self::DragOver => "dragOver",
            Self::Drop => "drop",
            Self::DragCancel => "dragCancel",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Dispatches a key event to the page. (`Input.dispatchKeyEvent`; needs `Act`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchKeyEvent {
    /// Type of the key event.
    pub r#type: DispatchKeyEventType,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Text as generated by processing a virtual key code with a keyboard layout. Not needed for for
    /// `keyUp` and `rawKeyDown` events (default: "")
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Text that would have been generated by the keyboard if no modifiers were pressed (except for
    /// shift). Useful for shortcut (accelerator) key handling (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmodified_text: Option<String>,
    /// Unique key identifier (e.g., 'U+0041') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_identifier: Option<String>,
    /// Unique DOM defined string value for each physical key (e.g., 'KeyA') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Unique DOM defined string value describing the meaning of the key in the context of active
    /// modifiers, keyboard layout, etc (e.g., 'AltGr') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Windows virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_virtual_key_code: Option<i64>,
    /// Native virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native_virtual_key_code: Option<i64>,
    /// Whether the event was generated from auto repeat (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_repeat: Option<bool>,
    /// Whether the event was generated from the keypad (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_keypad: Option<bool>,
    /// Whether the event was a system key event (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_system_key: Option<bool>,
    /// Whether the event was from the left or right side of the keyboard. 1=Left, 2=Right (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<i64>,
    /// Editing commands to send with the key event (e.g., 'selectAll') (default: `[]`). These are
    /// related to but not equal the command names used in `document.execCommand` and
    /// NSStandardKeyBindingResponding. See
    /// `https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/core/editing/commands/editor_command_names.h`
    /// for valid command names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<String>>,
}
impl DispatchKeyEvent {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchKeyEventType) -> Self {
        Self {
            r#type,
            modifiers: None,
            timestamp: None,
            text: None,
            unmodified_text: None,
            key_identifier: None,
            code: None,
            key: None,
            windows_virtual_key_code: None,
            native_virtual_key_code: None,
            auto_repeat: None,
            is_keypad: None,
            is_system_key: None,
            location: None,
            commands: None,
        }
    }
}
impl crate::command::Sealed for DispatchKeyEvent {}
impl crate::Command for DispatchKeyEvent {
    const METHOD: &'static str = "Input.dispatchKeyEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `type` of `Input.dispatchKeyEvent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum DispatchKeyEventType {
    /// `keyDown`.
    #[serde(rename = "keyDown")]
    KeyDown,
    /// `keyUp`.
    #[serde(rename = "keyUp")]
    KeyUp,
    /// `rawKeyDown`.
    #[serde(rename = "rawKeyDown")]
    RawKeyDown,
    /// `char`.
    #[serde(rename = "char")]
    Char,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DispatchKeyEventType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::KeyDown => "keyDown",
            Self::KeyUp => "keyUp",
            Self::RawKeyDown => "rawKeyDown",
            Self::Char => "char",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Dispatches a mouse event to the page. (`Input.dispatchMouseEvent`; needs `Act`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchMouseEvent {
    /// Type of the mouse event.
    pub r#type: DispatchMouseEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to the
    /// top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Mouse button (default: "none").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// A number indicating which buttons are pressed on the mouse when a mouse event is triggered.
    /// Left=1, Right=2, Middle=4, Back=8, Forward=16, None=0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buttons: Option<i64>,
    /// Number of times the mouse button was clicked (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_count: Option<i64>,
    /// The normalized pressure, which has a range of `[0,1]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    /// The normalized tangential pressure, which has a range of `[-1,1]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangential_pressure: Option<f64>,
    /// The plane angle between the Y-Z plane and the plane containing both the stylus axis and the Y
    /// axis, in degrees of the range `[-90,90]`, a positive tiltX is to the right (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_x: Option<f64>,
    /// The plane angle between the X-Z plane and the plane containing both the stylus axis and the X
    /// axis, in degrees of the range `[-90,90]`, a positive tiltY is towards the user (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_y: Option<f64>,
    /// The clockwise rotation of a pen stylus around its own major axis, in degrees in the range
    /// `[0,359]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist: Option<i64>,
    /// X delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_x: Option<f64>,
    /// Y delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_y: Option<f64>,
    /// Pointer type (default: "mouse").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer_type: Option<DispatchMouseEventPointerType>,
}
impl DispatchMouseEvent {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchMouseEventType, x: f64, y: f64) -> Self {
        Self {
            r#type,
            x,
            y,
            modifiers: None,
            timestamp: None,
            button: None,
            buttons: None,
            click_count: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            delta_x: None,
            delta_y: None,
            pointer_type: None,
        }
    }
}
impl crate::command::Sealed for DispatchMouseEvent {}
impl crate::Command for DispatchMouseEvent {
    const METHOD: &'static str = "Input.dispatchMouseEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `pointerType` of `Input.dispatchMouseEvent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum DispatchMouseEventPointerType {
    /// `mouse`.
    #[serde(rename = "mouse")]
    Mouse,
    /// `pen`.
    #[serde(rename = "pen")]
    Pen,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DispatchMouseEventPointerType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Mouse => "mouse",
            Self::Pen => "pen",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `type` of `Input.dispatchMouseEvent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum DispatchMouseEventType {
    /// `mousePressed`.
    #[serde(rename = "mousePressed")]
    MousePressed,
    /// `mouseReleased`.
    #[serde(rename = "mouseReleased")]
    MouseReleased,
    /// `mouseMoved`.
    #[serde(rename = "mouseMoved")]
    MouseMoved,
    /// `mouseWheel`.
    #[serde(rename = "mouseWheel")]
    MouseWheel,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DispatchMouseEventType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::MousePressed => "mousePressed",
            Self::MouseReleased => "mouseReleased",
            Self::MouseMoved => "mouseMoved",
            Self::MouseWheel => "mouseWheel",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Dispatches a touch event to the page. (`Input.dispatchTouchEvent`; needs `Act`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchTouchEvent {
    /// Type of the touch event. TouchEnd and TouchCancel must not contain any touch points, while
    /// TouchStart and TouchMove must contains at least one.
    pub r#type: DispatchTouchEventType,
    /// Active touch points on the touch device. One event per any changed point (compared to previous
    /// touch event in a sequence) is generated, emulating pressing/moving/releasing points one by one.
    pub touch_points: Vec<TouchPoint>,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
}
impl DispatchTouchEvent {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchTouchEventType, touch_points: Vec<TouchPoint>) -> Self {
        Self { r#type, touch_points, modifiers: None, timestamp: None }
    }
}
impl crate::command::Sealed for DispatchTouchEvent {}
impl crate::Command for DispatchTouchEvent {
    const METHOD: &'static str = "Input.dispatchTouchEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `type` of `Input.dispatchTouchEvent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum DispatchTouchEventType {
    /// `touchStart`.
    #[serde(rename = "touchStart")]
    TouchStart,
    /// `touchEnd`.
    #[serde(rename = "touchEnd")]
    TouchEnd,
    /// `touchMove`.
    #[serde(rename = "touchMove")]
    TouchMove,
    /// `touchCancel`.
    #[serde(rename = "touchCancel")]
    TouchCancel,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DispatchTouchEventType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::TouchStart => "touchStart",
            Self::TouchEnd => "touchEnd",
            Self::TouchMove => "touchMove",
            Self::TouchCancel => "touchCancel",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `Input.DragData`.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragData {
    /// `items`.
    pub items: Vec<DragDataItem>,
    /// List of filenames that should be included when dropping
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    /// Bit field representing allowed drag operations. Copy = 1, Link = 2, Move = 16
    pub drag_operations_mask: i64,
}
impl DragData {
    /// With what must be given; all else is absent.
    pub fn new(items: Vec<DragDataItem>, drag_operations_mask: i64) -> Self {
        Self { items, files: None, drag_operations_mask }
    }
}

/// `Input.DragDataItem`.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragDataItem {
    /// Mime type of the dragged data.
    pub mime_type: String,
    /// Depending of the value of `mimeType`, it contains the dragged link, text, HTML markup or any
    /// other data.
    pub data: String,
    /// Title associated with a link. Only valid when `mimeType` == "text/uri-list".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Stores the base URL for the contained markup. Only valid when `mimeType` == "text/html".
    #[serde(rename = "baseURL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
}
impl DragDataItem {
    /// With what must be given; all else is absent.
    pub fn new(mime_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self { mime_type: mime_type.into(), data: data.into(), title: None, base_url: None }
    }
}

/// Emitted only when `Input.setInterceptDrags` is enabled. Use this data with
/// `Input.dispatchDragEvent` to restore normal drag and drop behavior. (`Input.dragIntercepted`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragIntercepted {
    /// `data`.
    pub data: DragData,
}
impl crate::Event for DragIntercepted {
    const METHOD: &'static str = "Input.dragIntercepted";
}

/// This method sets the current candidate text for IME. Use imeCommitComposition to commit the final
/// text. Use imeSetComposition with empty string as text to cancel composition.
/// (`Input.imeSetComposition`; needs `Act`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImeSetComposition {
    /// The text to insert
    pub text: String,
    /// selection start
    pub selection_start: i64,
    /// selection end
    pub selection_end: i64,
    /// replacement start
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement_start: Option<i64>,
    /// replacement end
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement_end: Option<i64>,
}
impl ImeSetComposition {
    /// With what must be given; all else is absent.
    pub fn new(text: impl Into<String>, selection_start: i64, selection_end: i64) -> Self {
        Self { text: text.into(), selection_start, selection_end, replacement_start: None, replacement_end: None }
    }
}
impl crate::command::Sealed for ImeSetComposition {}
impl crate::Command for ImeSetComposition {
    const METHOD: &'static str = "Input.imeSetComposition";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// This method emulates inserting text that doesn't come from a key press, for example an emoji
/// keyboard or an IME. (`Input.insertText`; needs `Act`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InsertText {
    /// The text to insert.
    pub text: String,
}
impl InsertText {
    /// With what must be given; all else is absent.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}
impl crate::command::Sealed for InsertText {}
impl crate::Command for InsertText {
    const METHOD: &'static str = "Input.insertText";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `Input.MouseButton`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum MouseButton {
    /// `none`.
    #[serde(rename = "none")]
    None,
    /// `left`.
    #[serde(rename = "left")]
    Left,
    /// `middle`.
    #[serde(rename = "middle")]
    Middle,
    /// `right`.
    #[serde(rename = "right")]
    Right,
    /// `back`.
    #[serde(rename = "back")]
    Back,
    /// `forward`.
    #[serde(rename = "forward")]
    Forward,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl MouseButton {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::None => "none",
            Self::Left => "left",
            Self::Middle => "middle",
            Self::Right => "right",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Dispatches a key event to the page. (`Input.dispatchKeyEvent`; needs `CleanUp`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseKey {
    /// Type of the key event.
    pub r#type: DispatchKeyEventType,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Text as generated by processing a virtual key code with a keyboard layout. Not needed for for
    /// `keyUp` and `rawKeyDown` events (default: "")
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Text that would have been generated by the keyboard if no modifiers were pressed (except for
    /// shift). Useful for shortcut (accelerator) key handling (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmodified_text: Option<String>,
    /// Unique key identifier (e.g., 'U+0041') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_identifier: Option<String>,
    /// Unique DOM defined string value for each physical key (e.g., 'KeyA') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Unique DOM defined string value describing the meaning of the key in the context of active
    /// modifiers, keyboard layout, etc (e.g., 'AltGr') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Windows virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_virtual_key_code: Option<i64>,
    /// Native virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native_virtual_key_code: Option<i64>,
    /// Whether the event was generated from auto repeat (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_repeat: Option<bool>,
    /// Whether the event was generated from the keypad (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_keypad: Option<bool>,
    /// Whether the event was a system key event (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_system_key: Option<bool>,
    /// Whether the event was from the left or right side of the keyboard. 1=Left, 2=Right (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<i64>,
    /// Editing commands to send with the key event (e.g., 'selectAll') (default: `[]`). These are
    /// related to but not equal the command names used in `document.execCommand` and
    /// NSStandardKeyBindingResponding. See
    /// `https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/core/editing/commands/editor_command_names.h`
    /// for valid command names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<String>>,
}
impl ReleaseKey {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchKeyEventType) -> Self {
        Self {
            r#type,
            modifiers: None,
            timestamp: None,
            text: None,
            unmodified_text: None,
            key_identifier: None,
            code: None,
            key: None,
            windows_virtual_key_code: None,
            native_virtual_key_code: None,
            auto_repeat: None,
            is_keypad: None,
            is_system_key: None,
            location: None,
            commands: None,
        }
    }
}
impl crate::command::Sealed for ReleaseKey {}
impl crate::Command for ReleaseKey {
    const METHOD: &'static str = "Input.dispatchKeyEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::one_of("type", self.r#type.as_str(), &["keyUp"])?;
        Ok(())
    }
}

/// Dispatches a mouse event to the page. (`Input.dispatchMouseEvent`; needs `CleanUp`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseMouse {
    /// Type of the mouse event.
    pub r#type: DispatchMouseEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to the
    /// top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8 (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Mouse button (default: "none").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// A number indicating which buttons are pressed on the mouse when a mouse event is triggered.
    /// Left=1, Right=2, Middle=4, Back=8, Forward=16, None=0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buttons: Option<i64>,
    /// Number of times the mouse button was clicked (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_count: Option<i64>,
    /// The normalized pressure, which has a range of `[0,1]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    /// The normalized tangential pressure, which has a range of `[-1,1]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangential_pressure: Option<f64>,
    /// The plane angle between the Y-Z plane and the plane containing both the stylus axis and the Y
    /// axis, in degrees of the range `[-90,90]`, a positive tiltX is to the right (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_x: Option<f64>,
    /// The plane angle between the X-Z plane and the plane containing both the stylus axis and the X
    /// axis, in degrees of the range `[-90,90]`, a positive tiltY is towards the user (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_y: Option<f64>,
    /// The clockwise rotation of a pen stylus around its own major axis, in degrees in the range
    /// `[0,359]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist: Option<i64>,
    /// X delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_x: Option<f64>,
    /// Y delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_y: Option<f64>,
    /// Pointer type (default: "mouse").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer_type: Option<DispatchMouseEventPointerType>,
}
impl ReleaseMouse {
    /// With what must be given; all else is absent.
    pub fn new(r#type: DispatchMouseEventType, x: f64, y: f64) -> Self {
        Self {
            r#type,
            x,
            y,
            modifiers: None,
            timestamp: None,
            button: None,
            buttons: None,
            click_count: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            delta_x: None,
            delta_y: None,
            pointer_type: None,
        }
    }
}
impl crate::command::Sealed for ReleaseMouse {}
impl crate::Command for ReleaseMouse {
    const METHOD: &'static str = "Input.dispatchMouseEvent";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::one_of("type", self.r#type.as_str(), &["mouseReleased"])?;
        Ok(())
    }
}

/// Prevents default drag and drop behavior and instead emits `Input.dragIntercepted` events. Drag
/// and drop behavior can be directly controlled via `Input.dispatchDragEvent`.
/// (`Input.setInterceptDrags`; needs `Act`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetInterceptDrags {
    /// `enabled`.
    pub enabled: bool,
}
impl SetInterceptDrags {
    /// With what must be given; all else is absent.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}
impl crate::command::Sealed for SetInterceptDrags {}
impl crate::Command for SetInterceptDrags {
    const METHOD: &'static str = "Input.setInterceptDrags";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Prevents default drag and drop behavior and instead emits `Input.dragIntercepted` events. Drag
/// and drop behavior can be directly controlled via `Input.dispatchDragEvent`.
/// (`Input.setInterceptDrags`; needs `CleanUp`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StopInterceptDrags {
    /// `enabled`.
    pub enabled: crate::Always<false>,
}
impl crate::command::Sealed for StopInterceptDrags {}
impl crate::Command for StopInterceptDrags {
    const METHOD: &'static str = "Input.setInterceptDrags";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// UTC time in seconds, counted from January 1, 1970.
#[derive(Debug, Clone, Default, Copy, PartialEq, PartialOrd, serde::Serialize)]
#[serde(transparent)]
pub struct TimeSinceEpoch(pub f64);

/// `Input.TouchPoint`.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TouchPoint {
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to the
    /// top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// X radius of the touch area (default: 1.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius_x: Option<f64>,
    /// Y radius of the touch area (default: 1.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius_y: Option<f64>,
    /// Rotation angle (default: 0.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation_angle: Option<f64>,
    /// Force (default: 1.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    /// The normalized tangential pressure, which has a range of `[-1,1]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangential_pressure: Option<f64>,
    /// The plane angle between the Y-Z plane and the plane containing both the stylus axis and the Y
    /// axis, in degrees of the range `[-90,90]`, a positive tiltX is to the right (default: 0)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_x: Option<f64>,
    /// The plane angle between the X-Z plane and the plane containing both the stylus axis and the X
    /// axis, in degrees of the range `[-90,90]`, a positive tiltY is towards the user (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_y: Option<f64>,
    /// The clockwise rotation of a pen stylus around its own major axis, in degrees in the range
    /// `[0,359]` (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist: Option<i64>,
    /// Identifier used to track touch sources between events, must be unique within an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<f64>,
}
impl TouchPoint {
    /// With what must be given; all else is absent.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            radius_x: None,
            radius_y: None,
            rotation_angle: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            id: None,
        }
    }
}
