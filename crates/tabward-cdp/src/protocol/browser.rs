// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Browser window bounds information
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bounds {
    /// The offset from the left edge of the screen to the window in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// The offset from the top edge of the screen to the window in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<i64>,
    /// The window width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// The window height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    /// The window state. Default to normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_state: Option<WindowState>,
}

/// `Browser.BrowserContextID`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct BrowserContextID(pub String);
impl BrowserContextID {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for BrowserContextID {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for BrowserContextID {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for BrowserContextID {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Cancel a download if in progress (`Browser.cancelDownload`; needs `Instance`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelDownload {
    /// Global unique identifier of the download.
    pub guid: String,
    /// BrowserContext to perform the action in. When omitted, default browser context is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<BrowserContextID>,
}
impl CancelDownload {
    /// With what must be given; all else is absent.
    pub fn new(guid: impl Into<String>) -> Self {
        Self { guid: guid.into(), browser_context_id: None }
    }
}
impl crate::command::Sealed for CancelDownload {}
impl crate::Command for CancelDownload {
    const METHOD: &'static str = "Browser.cancelDownload";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Close browser gracefully. (`Browser.close`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Close {}
impl crate::command::Sealed for Close {}
impl crate::Command for Close {
    const METHOD: &'static str = "Browser.close";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Fired when download makes progress. Last call has |done| == true. (`Browser.downloadProgress`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadProgress {
    /// Global unique identifier of the download.
    pub guid: String,
    /// Total expected bytes to download.
    pub total_bytes: f64,
    /// Total bytes received.
    pub received_bytes: f64,
    /// Download status.
    pub state: DownloadProgressState,
    /// If download is "completed", provides the path of the downloaded file. Depending on the platform,
    /// it is not guaranteed to be set, nor the file is guaranteed to exist.
    pub file_path: Option<String>,
}
impl crate::Event for DownloadProgress {
    const METHOD: &'static str = "Browser.downloadProgress";
}

/// `state` of `Browser.downloadProgress`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum DownloadProgressState {
    /// `inProgress`.
    #[serde(rename = "inProgress")]
    InProgress,
    /// `completed`.
    #[serde(rename = "completed")]
    Completed,
    /// `canceled`.
    #[serde(rename = "canceled")]
    Canceled,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DownloadProgressState {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::InProgress => "inProgress",
            Self::Completed => "completed",
            Self::Canceled => "canceled",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fired when page is about to start a download. (`Browser.downloadWillBegin`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadWillBegin {
    /// Id of the frame that caused the download to begin.
    pub frame_id: super::page::FrameId,
    /// Global unique identifier of the download.
    pub guid: String,
    /// URL of the resource being downloaded.
    pub url: String,
    /// Suggested file name of the resource (the actual name of the file saved on disk may differ).
    pub suggested_filename: String,
}
impl crate::Event for DownloadWillBegin {
    const METHOD: &'static str = "Browser.downloadWillBegin";
}

/// Returns version information. (`Browser.getVersion`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetVersion {}
impl crate::command::Sealed for GetVersion {}
impl crate::Command for GetVersion {
    const METHOD: &'static str = "Browser.getVersion";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = GetVersionReturns;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Browser.getVersion` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetVersionReturns {
    /// Protocol version.
    pub protocol_version: String,
    /// Product name.
    pub product: String,
    /// Product revision.
    pub revision: String,
    /// User-Agent.
    pub user_agent: String,
    /// V8 version.
    pub js_version: String,
}

/// Get the browser window that contains the devtools target. (`Browser.getWindowForTarget`; needs
/// `Read`. The window of the channel's own target. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetWindowForTarget {}
impl crate::command::Sealed for GetWindowForTarget {}
impl crate::Command for GetWindowForTarget {
    const METHOD: &'static str = "Browser.getWindowForTarget";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetWindowForTargetReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Browser.getWindowForTarget` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetWindowForTargetReturns {
    /// Browser window id.
    pub window_id: WindowID,
    /// Bounds information of the window. When window state is 'minimized', the restored window position
    /// and size are returned.
    pub bounds: Bounds,
}

/// Set the behavior when downloading a file. (`Browser.setDownloadBehavior`; needs `Instance`.
/// Experimental.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDownloadBehavior {
    /// Whether to allow all or deny all download requests, or use default Chrome behavior if available
    /// (otherwise deny). |allowAndName| allows download and names files according to their download
    /// guids.
    pub behavior: SetDownloadBehaviorBehavior,
    /// BrowserContext to set download behavior. When omitted, default browser context is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<BrowserContextID>,
    /// The default path to save downloaded files to. This is required if behavior is set to 'allow' or
    /// 'allowAndName'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_path: Option<String>,
    /// Whether to emit download events (defaults to false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_enabled: Option<bool>,
}
impl SetDownloadBehavior {
    /// With what must be given; all else is absent.
    pub fn new(behavior: SetDownloadBehaviorBehavior) -> Self {
        Self { behavior, browser_context_id: None, download_path: None, events_enabled: None }
    }
}
impl crate::command::Sealed for SetDownloadBehavior {}
impl crate::Command for SetDownloadBehavior {
    const METHOD: &'static str = "Browser.setDownloadBehavior";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `behavior` of `Browser.setDownloadBehavior`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SetDownloadBehaviorBehavior {
    /// `deny`.
    #[serde(rename = "deny")]
    Deny,
    /// `allow`.
    #[serde(rename = "allow")]
    Allow,
    /// `allowAndName`.
    #[serde(rename = "allowAndName")]
    AllowAndName,
    /// `default`.
    #[serde(rename = "default")]
    Default,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SetDownloadBehaviorBehavior {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Deny => "deny",
            Self::Allow => "allow",
            Self::AllowAndName => "allowAndName",
            Self::Default => "default",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Set position and/or size of the browser window. (`Browser.setWindowBounds`; needs `Focus`.
/// Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetWindowBounds {
    /// Browser window id.
    pub window_id: WindowID,
    /// New window bounds. The 'minimized', 'maximized' and 'fullscreen' states cannot be combined with
    /// 'left', 'top', 'width' or 'height'. Leaves unspecified fields unchanged.
    pub bounds: Bounds,
}
impl SetWindowBounds {
    /// With what must be given; all else is absent.
    pub fn new(window_id: WindowID, bounds: Bounds) -> Self {
        Self { window_id, bounds }
    }
}
impl crate::command::Sealed for SetWindowBounds {}
impl crate::Command for SetWindowBounds {
    const METHOD: &'static str = "Browser.setWindowBounds";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Focus;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `Browser.WindowID`.
#[derive(Debug, Clone, Default, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct WindowID(pub i64);

/// The state of the browser window.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum WindowState {
    /// `normal`.
    #[serde(rename = "normal")]
    Normal,
    /// `minimized`.
    #[serde(rename = "minimized")]
    Minimized,
    /// `maximized`.
    #[serde(rename = "maximized")]
    Maximized,
    /// `fullscreen`.
    #[serde(rename = "fullscreen")]
    Fullscreen,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl WindowState {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Normal => "normal",
            Self::Minimized => "minimized",
            Self::Maximized => "maximized",
            Self::Fullscreen => "fullscreen",
            Self::UnknownValue(value) => value,
        }
    }
}
