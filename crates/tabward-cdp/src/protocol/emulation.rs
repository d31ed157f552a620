// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Clears the overridden device metrics. (`Emulation.clearDeviceMetricsOverride`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct ClearDeviceMetricsOverride {}
impl crate::command::Sealed for ClearDeviceMetricsOverride {}
impl crate::Command for ClearDeviceMetricsOverride {
    const METHOD: &'static str = "Emulation.clearDeviceMetricsOverride";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `Emulation.MediaFeature`.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MediaFeature {
    /// `name`.
    pub name: String,
    /// `value`.
    pub value: String,
}
impl MediaFeature {
    /// With what must be given; all else is absent.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// Screen orientation.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreenOrientation {
    /// Orientation type.
    pub r#type: ScreenOrientationType,
    /// Orientation angle.
    pub angle: i64,
}
impl ScreenOrientation {
    /// With what must be given; all else is absent.
    pub fn new(r#type: ScreenOrientationType, angle: i64) -> Self {
        Self { r#type, angle }
    }
}

/// `type` of `Emulation.ScreenOrientation`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ScreenOrientationType {
    /// `portraitPrimary`.
    #[serde(rename = "portraitPrimary")]
    PortraitPrimary,
    /// `portraitSecondary`.
    #[serde(rename = "portraitSecondary")]
    PortraitSecondary,
    /// `landscapePrimary`.
    #[serde(rename = "landscapePrimary")]
    LandscapePrimary,
    /// `landscapeSecondary`.
    #[serde(rename = "landscapeSecondary")]
    LandscapeSecondary,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ScreenOrientationType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PortraitPrimary => "portraitPrimary",
            Self::PortraitSecondary => "portraitSecondary",
            Self::LandscapePrimary => "landscapePrimary",
            Self::LandscapeSecondary => "landscapeSecondary",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Sets or clears an override of the default background color of the frame. This override is used if
/// the content does not specify one. (`Emulation.setDefaultBackgroundColorOverride`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDefaultBackgroundColorOverride {
    /// RGBA of the default background color. If not specified, any existing override will be cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<super::dom::RGBA>,
}
impl crate::command::Sealed for SetDefaultBackgroundColorOverride {}
impl crate::Command for SetDefaultBackgroundColorOverride {
    const METHOD: &'static str = "Emulation.setDefaultBackgroundColorOverride";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Overrides the values of device screen dimensions (window.screen.width, window.screen.height,
/// window.innerWidth, window.innerHeight, and "device-width"/"device-height"-related CSS media query
/// results). (`Emulation.setDeviceMetricsOverride`; needs `Act`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDeviceMetricsOverride {
    /// Overriding width value in pixels (minimum 0, maximum 10000000). 0 disables the override.
    pub width: i64,
    /// Overriding height value in pixels (minimum 0, maximum 10000000). 0 disables the override.
    pub height: i64,
    /// Overriding device scale factor value. 0 disables the override.
    pub device_scale_factor: f64,
    /// Whether to emulate mobile device. This includes viewport meta tag, overlay scrollbars, text
    /// autosizing and more.
    pub mobile: bool,
    /// Scale to apply to resulting view image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Overriding screen width value in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_width: Option<i64>,
    /// Overriding screen height value in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_height: Option<i64>,
    /// Overriding view X position on screen in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_x: Option<i64>,
    /// Overriding view Y position on screen in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_y: Option<i64>,
    /// Do not set visible view size, rely upon explicit setVisibleSize call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dont_set_visible_size: Option<bool>,
    /// Screen orientation override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation: Option<ScreenOrientation>,
    /// Scrollbar type. Default: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrollbar_type: Option<SetDeviceMetricsOverrideScrollbarType>,
    /// If set to true, enables screen orientation lock emulation, which intercepts
    /// screen.orientation.lock() calls from the page and reports orientation changes via
    /// screenOrientationLockChanged events. This is useful for emulating mobile device orientation lock
    /// behavior in responsive design mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation_lock_emulation: Option<bool>,
    /// Viewport meta tag behavior. Default: `default`. Note: if `mobile` is `true`, the viewport meta
    /// tag is always enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport_meta: Option<SetDeviceMetricsOverrideViewportMeta>,
    /// Text layout mode. Default: `default`. Note: if `mobile` is `true`, mobile text layout mode (text
    /// autosizing) is always enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_layout_mode: Option<SetDeviceMetricsOverrideTextLayoutMode>,
}
impl SetDeviceMetricsOverride {
    /// With what must be given; all else is absent.
    pub fn new(width: i64, height: i64, device_scale_factor: f64, mobile: bool) -> Self {
        Self {
            width,
            height,
            device_scale_factor,
            mobile,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            scrollbar_type: None,
            screen_orientation_lock_emulation: None,
            viewport_meta: None,
            text_layout_mode: None,
        }
    }
}
impl crate::command::Sealed for SetDeviceMetricsOverride {}
impl crate::Command for SetDeviceMetricsOverride {
    const METHOD: &'static str = "Emulation.setDeviceMetricsOverride";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `scrollbarType` of `Emulation.setDeviceMetricsOverride`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SetDeviceMetricsOverrideScrollbarType {
    /// `overlay`.
    #[serde(rename = "overlay")]
    Overlay,
    /// `default`.
    #[serde(rename = "default")]
    Default,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SetDeviceMetricsOverrideScrollbarType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Overlay => "overlay",
            Self::Default => "default",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `textLayoutMode` of `Emulation.setDeviceMetricsOverride`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SetDeviceMetricsOverrideTextLayoutMode {
    /// `mobile`.
    #[serde(rename = "mobile")]
    Mobile,
    /// `default`.
    #[serde(rename = "default")]
    Default,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SetDeviceMetricsOverrideTextLayoutMode {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Mobile => "mobile",
            Self::Default => "default",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `viewportMeta` of `Emulation.setDeviceMetricsOverride`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SetDeviceMetricsOverrideViewportMeta {
    /// `enable`.
    #[serde(rename = "enable")]
    Enable,
    /// `default`.
    #[serde(rename = "default")]
    Default,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SetDeviceMetricsOverrideViewportMeta {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Enable => "enable",
            Self::Default => "default",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Emulates the given media type or media feature for CSS media queries.
/// (`Emulation.setEmulatedMedia`; needs `Act`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetEmulatedMedia {
    /// Media type to emulate. Empty string disables the override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<String>,
    /// Media features to emulate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<MediaFeature>>,
}
impl crate::command::Sealed for SetEmulatedMedia {}
impl crate::Command for SetEmulatedMedia {
    const METHOD: &'static str = "Emulation.setEmulatedMedia";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Enables or disables simulating a focused and active page. (`Emulation.setFocusEmulationEnabled`;
/// needs `Act`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFocusEmulationEnabled {
    /// Whether to enable to disable focus emulation.
    pub enabled: bool,
}
impl SetFocusEmulationEnabled {
    /// With what must be given; all else is absent.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}
impl crate::command::Sealed for SetFocusEmulationEnabled {}
impl crate::Command for SetFocusEmulationEnabled {
    const METHOD: &'static str = "Emulation.setFocusEmulationEnabled";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Enables or disables simulating a focused and active page. (`Emulation.setFocusEmulationEnabled`;
/// needs `CleanUp`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StopFocusEmulation {
    /// Whether to enable to disable focus emulation.
    pub enabled: crate::Always<false>,
}
impl crate::command::Sealed for StopFocusEmulation {}
impl crate::Command for StopFocusEmulation {
    const METHOD: &'static str = "Emulation.setFocusEmulationEnabled";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}
