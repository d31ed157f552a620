// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Evaluates given script in every frame upon creation (before loading frame's scripts).
/// (`Page.addScriptToEvaluateOnNewDocument`; needs `Hold`. In an isolated world only.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddOurScript {
    /// `source`.
    pub source: String,
    /// If specified, creates an isolated world with the given name and evaluates given script in it.
    /// This world name will be used as the ExecutionContextDescription::name when the corresponding
    /// event is emitted.
    pub world_name: String,
    /// If true, runs the script immediately on existing execution contexts or worlds. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_immediately: Option<bool>,
}
impl AddOurScript {
    /// With what must be given; all else is absent.
    pub fn new(source: impl Into<String>, world_name: impl Into<String>) -> Self {
        Self { source: source.into(), world_name: world_name.into(), run_immediately: None }
    }
}
impl crate::command::Sealed for AddOurScript {}
impl crate::Command for AddOurScript {
    const METHOD: &'static str = "Page.addScriptToEvaluateOnNewDocument";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = AddScriptToEvaluateOnNewDocumentReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::not_empty("worldName", &self.world_name)?;
        Ok(())
    }
}

/// Evaluates given script in every frame upon creation (before loading frame's scripts).
/// (`Page.addScriptToEvaluateOnNewDocument`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddScriptToEvaluateOnNewDocument {
    /// `source`.
    pub source: String,
    /// If specified, creates an isolated world with the given name and evaluates given script in it.
    /// This world name will be used as the ExecutionContextDescription::name when the corresponding
    /// event is emitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world_name: Option<String>,
    /// If true, runs the script immediately on existing execution contexts or worlds. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_immediately: Option<bool>,
}
impl AddScriptToEvaluateOnNewDocument {
    /// With what must be given; all else is absent.
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), world_name: None, run_immediately: None }
    }
}
impl crate::command::Sealed for AddScriptToEvaluateOnNewDocument {}
impl crate::Command for AddScriptToEvaluateOnNewDocument {
    const METHOD: &'static str = "Page.addScriptToEvaluateOnNewDocument";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = AddScriptToEvaluateOnNewDocumentReturns;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Page.addScriptToEvaluateOnNewDocument` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddScriptToEvaluateOnNewDocumentReturns {
    /// Identifier of the added script.
    pub identifier: ScriptIdentifier,
}

/// Brings page to front (activates tab). (`Page.bringToFront`; needs `Focus`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct BringToFront {}
impl crate::command::Sealed for BringToFront {}
impl crate::Command for BringToFront {
    const METHOD: &'static str = "Page.bringToFront";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Focus;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Capture page screenshot. (`Page.captureScreenshot`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshot {
    /// Image compression format (defaults to png).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<CaptureScreenshotFormat>,
    /// Compression quality from range `[0..100]` (jpeg only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i64>,
    /// Capture the screenshot of a given region only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<Viewport>,
    /// Capture the screenshot from the surface, rather than the view. Defaults to true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_surface: Option<bool>,
    /// Capture the screenshot beyond the viewport. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_beyond_viewport: Option<bool>,
    /// Optimize image encoding for speed, not for resulting size (defaults to false)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimize_for_speed: Option<bool>,
}
impl crate::command::Sealed for CaptureScreenshot {}
impl crate::Command for CaptureScreenshot {
    const METHOD: &'static str = "Page.captureScreenshot";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CaptureScreenshotReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `format` of `Page.captureScreenshot`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum CaptureScreenshotFormat {
    /// `jpeg`.
    #[serde(rename = "jpeg")]
    Jpeg,
    /// `png`.
    #[serde(rename = "png")]
    Png,
    /// `webp`.
    #[serde(rename = "webp")]
    Webp,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl CaptureScreenshotFormat {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::UnknownValue(value) => value,
        }
    }
}

/// What `Page.captureScreenshot` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshotReturns {
    /// Base64-encoded image data. (Encoded as a base64 string when passed over JSON)
    pub data: String,
}

/// `Page.ClientNavigationDisposition`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum ClientNavigationDisposition {
    /// `currentTab`.
    #[serde(rename = "currentTab")]
    CurrentTab,
    /// `newTab`.
    #[serde(rename = "newTab")]
    NewTab,
    /// `newWindow`.
    #[serde(rename = "newWindow")]
    NewWindow,
    /// `download`.
    #[serde(rename = "download")]
    Download,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ClientNavigationDisposition {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::CurrentTab => "currentTab",
            Self::NewTab => "newTab",
            Self::NewWindow => "newWindow",
            Self::Download => "download",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `Page.ClientNavigationReason`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum ClientNavigationReason {
    /// `anchorClick`.
    #[serde(rename = "anchorClick")]
    AnchorClick,
    /// `formSubmissionGet`.
    #[serde(rename = "formSubmissionGet")]
    FormSubmissionGet,
    /// `formSubmissionPost`.
    #[serde(rename = "formSubmissionPost")]
    FormSubmissionPost,
    /// `httpHeaderRefresh`.
    #[serde(rename = "httpHeaderRefresh")]
    HttpHeaderRefresh,
    /// `initialFrameNavigation`.
    #[serde(rename = "initialFrameNavigation")]
    InitialFrameNavigation,
    /// `metaTagRefresh`.
    #[serde(rename = "metaTagRefresh")]
    MetaTagRefresh,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// `pageBlockInterstitial`.
    #[serde(rename = "pageBlockInterstitial")]
    PageBlockInterstitial,
    /// `reload`.
    #[serde(rename = "reload")]
    Reload,
    /// `scriptInitiated`.
    #[serde(rename = "scriptInitiated")]
    ScriptInitiated,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ClientNavigationReason {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::AnchorClick => "anchorClick",
            Self::FormSubmissionGet => "formSubmissionGet",
            Self::FormSubmissionPost => "formSubmissionPost",
            Self::HttpHeaderRefresh => "httpHeaderRefresh",
            Self::InitialFrameNavigation => "initialFrameNavigation",
            Self::MetaTagRefresh => "metaTagRefresh",
            Self::Other => "other",
            Self::PageBlockInterstitial => "pageBlockInterstitial",
            Self::Reload => "reload",
            Self::ScriptInitiated => "scriptInitiated",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Tries to close page, running its beforeunload hooks, if any. (`Page.close`; needs `Close`. Asks
/// the page's beforeunload handlers.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Close {}
impl crate::command::Sealed for Close {}
impl crate::Command for Close {
    const METHOD: &'static str = "Page.close";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Close;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Crashes renderer on the IO thread, generates minidumps. (`Page.crash`; needs `Raw`.
/// Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Crash {}
impl crate::command::Sealed for Crash {}
impl crate::Command for Crash {
    const METHOD: &'static str = "Page.crash";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Raw;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Creates an isolated world for the given frame. (`Page.createIsolatedWorld`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorld {
    /// Id of the frame in which the isolated world should be created.
    pub frame_id: FrameId,
    /// An optional name which is reported in the Execution Context.
    pub world_name: String,
}
impl CreateIsolatedWorld {
    /// With what must be given; all else is absent.
    pub fn new(frame_id: FrameId, world_name: impl Into<String>) -> Self {
        Self { frame_id, world_name: world_name.into() }
    }
}
impl crate::command::Sealed for CreateIsolatedWorld {}
impl crate::Command for CreateIsolatedWorld {
    const METHOD: &'static str = "Page.createIsolatedWorld";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CreateIsolatedWorldReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::not_empty("worldName", &self.world_name)?;
        Ok(())
    }
}

/// What `Page.createIsolatedWorld` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorldReturns {
    /// Execution context of the isolated world.
    pub execution_context_id: super::runtime::ExecutionContextId,
}

/// Indicates whether the frame is cross-origin isolated and why it is the case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum CrossOriginIsolatedContextType {
    /// `Isolated`.
    #[serde(rename = "Isolated")]
    Isolated,
    /// `NotIsolated`.
    #[serde(rename = "NotIsolated")]
    NotIsolated,
    /// `NotIsolatedFeatureDisabled`.
    #[serde(rename = "NotIsolatedFeatureDisabled")]
    NotIsolatedFeatureDisabled,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl CrossOriginIsolatedContextType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Isolated => "Isolated",
            Self::NotIsolated => "NotIsolated",
            Self::NotIsolatedFeatureDisabled => "NotIsolatedFeatureDisabled",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Javascript dialog type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum DialogType {
    /// `alert`.
    #[serde(rename = "alert")]
    Alert,
    /// `confirm`.
    #[serde(rename = "confirm")]
    Confirm,
    /// `prompt`.
    #[serde(rename = "prompt")]
    Prompt,
    /// `beforeunload`.
    #[serde(rename = "beforeunload")]
    Beforeunload,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl DialogType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::Beforeunload => "beforeunload",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fired when opening document to write to. (`Page.documentOpened`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentOpened {
    /// Frame object.
    pub frame: Frame,
}
impl crate::Event for DocumentOpened {
    const METHOD: &'static str = "Page.documentOpened";
}

/// An event. (`Page.domContentEventFired`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DomContentEventFired {
    /// `timestamp`.
    pub timestamp: super::network::MonotonicTime,
}
impl crate::Event for DomContentEventFired {
    const METHOD: &'static str = "Page.domContentEventFired";
}

/// Enables page domain notifications. (`Page.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// If true, the `Page.fileChooserOpened` event will be emitted regardless of the state set by
    /// `Page.setInterceptFileChooserDialog` command (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_file_chooser_opened_event: Option<bool>,
}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Page.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Emitted only when `page.interceptFileChooser` is enabled. (`Page.fileChooserOpened`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChooserOpened {
    /// Id of the frame containing input node.
    pub frame_id: FrameId,
    /// Input mode.
    pub mode: FileChooserOpenedMode,
    /// Input node id. Only present for file choosers opened via an `<input type="file">` element.
    pub backend_node_id: Option<super::dom::BackendNodeId>,
}
impl crate::Event for FileChooserOpened {
    const METHOD: &'static str = "Page.fileChooserOpened";
}

/// `mode` of `Page.fileChooserOpened`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum FileChooserOpenedMode {
    /// `selectSingle`.
    #[serde(rename = "selectSingle")]
    SelectSingle,
    /// `selectMultiple`.
    #[serde(rename = "selectMultiple")]
    SelectMultiple,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl FileChooserOpenedMode {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::SelectSingle => "selectSingle",
            Self::SelectMultiple => "selectMultiple",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Information about the Frame on the page.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Frame unique identifier.
    pub id: FrameId,
    /// Parent frame identifier.
    pub parent_id: Option<FrameId>,
    /// Identifier of the loader associated with this frame.
    pub loader_id: super::network::LoaderId,
    /// Frame's name as specified in the tag.
    pub name: Option<String>,
    /// Frame document's URL without fragment.
    pub url: String,
    /// Frame document's URL fragment including the '#'.
    pub url_fragment: Option<String>,
    /// Frame document's registered domain, taking the public suffixes list into account. Extracted from
    /// the Frame's url. Example URLs: `http://www.google.com/file.html` -> "google.com"
    /// `http://a.b.co.uk/file.html` -> "b.co.uk"
    pub domain_and_registry: String,
    /// Frame document's security origin.
    pub security_origin: String,
    /// Additional details about the frame document's security origin.
    pub security_origin_details: Option<SecurityOriginDetails>,
    /// Frame document's mimeType as determined by the browser.
    pub mime_type: String,
    /// If the frame failed to load, this contains the URL that could not be loaded. Note that unlike url
    /// above, this URL may contain a fragment.
    pub unreachable_url: Option<String>,
    /// Indicates whether the main document is a secure context and explains why that is the case.
    pub secure_context_type: SecureContextType,
    /// Indicates whether this is a cross origin isolated context.
    pub cross_origin_isolated_context_type: CrossOriginIsolatedContextType,
}

/// Fired when frame has been attached to its parent. (`Page.frameAttached`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameAttached {
    /// Id of the frame that has been attached.
    pub frame_id: FrameId,
    /// Parent frame identifier.
    pub parent_frame_id: FrameId,
    /// JavaScript stack trace of when frame was attached, only set if frame initiated from script.
    pub stack: Option<super::runtime::StackTrace>,
}
impl crate::Event for FrameAttached {
    const METHOD: &'static str = "Page.frameAttached";
}

/// Fired when frame has been detached from its parent. (`Page.frameDetached`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetached {
    /// Id of the frame that has been detached.
    pub frame_id: FrameId,
    /// `reason`.
    pub reason: FrameDetachedReason,
}
impl crate::Event for FrameDetached {
    const METHOD: &'static str = "Page.frameDetached";
}

/// `reason` of `Page.frameDetached`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum FrameDetachedReason {
    /// `remove`.
    #[serde(rename = "remove")]
    Remove,
    /// `swap`.
    #[serde(rename = "swap")]
    Swap,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl FrameDetachedReason {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Remove => "remove",
            Self::Swap => "swap",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Unique frame identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub String);
impl FrameId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for FrameId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for FrameId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for FrameId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Fired once navigation of the frame has completed. Frame is now associated with the new loader.
/// (`Page.frameNavigated`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameNavigated {
    /// Frame object.
    pub frame: Frame,
    /// `type`.
    pub r#type: NavigationType,
}
impl crate::Event for FrameNavigated {
    const METHOD: &'static str = "Page.frameNavigated";
}

/// Fired when a renderer-initiated navigation is requested. Navigation may still be cancelled after
/// the event is issued. (`Page.frameRequestedNavigation`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameRequestedNavigation {
    /// Id of the frame that is being navigated.
    pub frame_id: FrameId,
    /// The reason for the navigation.
    pub reason: ClientNavigationReason,
    /// The destination URL for the requested navigation.
    pub url: String,
    /// The disposition for the navigation.
    pub disposition: ClientNavigationDisposition,
}
impl crate::Event for FrameRequestedNavigation {
    const METHOD: &'static str = "Page.frameRequestedNavigation";
}

/// An event. (`Page.frameResized`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
pub struct FrameResized {}
impl crate::Event for FrameResized {
    const METHOD: &'static str = "Page.frameResized";
}

/// Fired when frame has started loading. (`Page.frameStartedLoading`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStartedLoading {
    /// Id of the frame that has started loading.
    pub frame_id: FrameId,
}
impl crate::Event for FrameStartedLoading {
    const METHOD: &'static str = "Page.frameStartedLoading";
}

/// Fired when a navigation starts. This event is fired for both renderer-initiated and
/// browser-initiated navigations. For renderer-initiated navigations, the event is fired after
/// `frameRequestedNavigation`. Navigation may still be cancelled after the event is issued. Multiple
/// events can be fired for a single navigation, for example, when a same-document navigation becomes
/// a cross-document navigation (such as in the case of a frameset). (`Page.frameStartedNavigating`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStartedNavigating {
    /// ID of the frame that is being navigated.
    pub frame_id: FrameId,
    /// The URL the navigation started with. The final URL can be different.
    pub url: String,
    /// Loader identifier. Even though it is present in case of same-document navigation, the previously
    /// committed loaderId would not change unless the navigation changes from a same-document to a
    /// cross-document navigation.
    pub loader_id: super::network::LoaderId,
    /// `navigationType`.
    pub navigation_type: FrameStartedNavigatingNavigationType,
}
impl crate::Event for FrameStartedNavigating {
    const METHOD: &'static str = "Page.frameStartedNavigating";
}

/// `navigationType` of `Page.frameStartedNavigating`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum FrameStartedNavigatingNavigationType {
    /// `reload`.
    #[serde(rename = "reload")]
    Reload,
    /// `reloadBypassingCache`.
    #[serde(rename = "reloadBypassingCache")]
    ReloadBypassingCache,
    /// `restore`.
    #[serde(rename = "restore")]
    Restore,
    /// `restoreWithPost`.
    #[serde(rename = "restoreWithPost")]
    RestoreWithPost,
    /// `historySameDocument`.
    #[serde(rename = "historySameDocument")]
    HistorySameDocument,
    /// `historyDifferentDocument`.
    #[serde(rename = "historyDifferentDocument")]
    HistoryDifferentDocument,
    /// `sameDocument`.
    #[serde(rename = "sameDocument")]
    SameDocument,
    /// `differentDocument`.
    #[serde(rename = "differentDocument")]
    DifferentDocument,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl FrameStartedNavigatingNavigationType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Reload => "reload",
            Self::ReloadBypassingCache => "reloadBypassingCache",
            Self::Restore => "restore",
            Self::RestoreWithPost => "restoreWithPost",
            Self::HistorySameDocument => "historySameDocument",
            Self::HistoryDifferentDocument => "historyDifferentDocument",
            Self::SameDocument => "sameDocument",
            Self::DifferentDocument => "differentDocument",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fired when frame has stopped loading. (`Page.frameStoppedLoading`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStoppedLoading {
    /// Id of the frame that has stopped loading.
    pub frame_id: FrameId,
}
impl crate::Event for FrameStoppedLoading {
    const METHOD: &'static str = "Page.frameStoppedLoading";
}

/// Fired before frame subtree is detached. Emitted before any frame of the subtree is actually
/// detached. (`Page.frameSubtreeWillBeDetached`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameSubtreeWillBeDetached {
    /// Id of the frame that is the root of the subtree that will be detached.
    pub frame_id: FrameId,
}
impl crate::Event for FrameSubtreeWillBeDetached {
    const METHOD: &'static str = "Page.frameSubtreeWillBeDetached";
}

/// Information about the Frame hierarchy.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTree {
    /// Frame information for this tree item.
    pub frame: Frame,
    /// Child frames.
    pub child_frames: Option<Vec<FrameTree>>,
}

/// Returns present frame tree structure. (`Page.getFrameTree`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetFrameTree {}
impl crate::command::Sealed for GetFrameTree {}
impl crate::Command for GetFrameTree {
    const METHOD: &'static str = "Page.getFrameTree";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetFrameTreeReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Page.getFrameTree` returns.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameTreeReturns {
    /// Present frame tree structure.
    pub frame_tree: FrameTree,
}

/// Returns metrics relating to the layouting of the page, such as viewport bounds/scale.
/// (`Page.getLayoutMetrics`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetLayoutMetrics {}
impl crate::command::Sealed for GetLayoutMetrics {}
impl crate::Command for GetLayoutMetrics {
    const METHOD: &'static str = "Page.getLayoutMetrics";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetLayoutMetricsReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Page.getLayoutMetrics` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetLayoutMetricsReturns {
    /// Metrics relating to the layout viewport in CSS pixels.
    pub css_layout_viewport: LayoutViewport,
    /// Metrics relating to the visual viewport in CSS pixels.
    pub css_visual_viewport: VisualViewport,
    /// Size of scrollable area in CSS pixels.
    pub css_content_size: super::dom::Rect,
}

/// Returns navigation history for the current page. (`Page.getNavigationHistory`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetNavigationHistory {}
impl crate::command::Sealed for GetNavigationHistory {}
impl crate::Command for GetNavigationHistory {
    const METHOD: &'static str = "Page.getNavigationHistory";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetNavigationHistoryReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Page.getNavigationHistory` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNavigationHistoryReturns {
    /// Index of the current navigation history entry.
    pub current_index: i64,
    /// Array of navigation history entries.
    pub entries: Vec<NavigationEntry>,
}

/// Accepts or dismisses a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload).
/// (`Page.handleJavaScriptDialog`; needs `Act`. The agent's own answer.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandleJavaScriptDialog {
    /// Whether to accept or dismiss the dialog.
    pub accept: bool,
    /// The text to enter into the dialog prompt before accepting. Used only if this is a prompt dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_text: Option<String>,
}
impl HandleJavaScriptDialog {
    /// With what must be given; all else is absent.
    pub fn new(accept: bool) -> Self {
        Self { accept, prompt_text: None }
    }
}
impl crate::command::Sealed for HandleJavaScriptDialog {}
impl crate::Command for HandleJavaScriptDialog {
    const METHOD: &'static str = "Page.handleJavaScriptDialog";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Fired when a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload) has been
/// closed. (`Page.javascriptDialogClosed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogClosed {
    /// Frame id.
    pub frame_id: FrameId,
    /// Whether dialog was confirmed.
    pub result: bool,
    /// User input in case of prompt.
    pub user_input: String,
}
impl crate::Event for JavascriptDialogClosed {
    const METHOD: &'static str = "Page.javascriptDialogClosed";
}

/// Fired when a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload) is about to
/// open. (`Page.javascriptDialogOpening`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogOpening {
    /// Frame url.
    pub url: String,
    /// Frame id.
    pub frame_id: FrameId,
    /// Message that will be displayed by the dialog.
    pub message: String,
    /// Dialog type.
    pub r#type: DialogType,
    /// True iff browser is capable showing or acting on the given dialog. When browser has no dialog
    /// handler for given target, calling alert while Page domain is engaged will stall the page
    /// execution. Execution can be resumed via calling Page.handleJavaScriptDialog.
    pub has_browser_handler: bool,
    /// Default dialog prompt.
    pub default_prompt: Option<String>,
}
impl crate::Event for JavascriptDialogOpening {
    const METHOD: &'static str = "Page.javascriptDialogOpening";
}

/// Layout viewport position and dimensions.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutViewport {
    /// Horizontal offset relative to the document (CSS pixels).
    pub page_x: i64,
    /// Vertical offset relative to the document (CSS pixels).
    pub page_y: i64,
    /// Width (CSS pixels), excludes scrollbar if present.
    pub client_width: i64,
    /// Height (CSS pixels), excludes scrollbar if present.
    pub client_height: i64,
}

/// Fired for lifecycle events (navigation, load, paint, etc) in the current target (including local
/// frames). (`Page.lifecycleEvent`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LifecycleEvent {
    /// Id of the frame.
    pub frame_id: FrameId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: super::network::LoaderId,
    /// `name`.
    pub name: String,
    /// `timestamp`.
    pub timestamp: super::network::MonotonicTime,
}
impl crate::Event for LifecycleEvent {
    const METHOD: &'static str = "Page.lifecycleEvent";
}

/// An event. (`Page.loadEventFired`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadEventFired {
    /// `timestamp`.
    pub timestamp: super::network::MonotonicTime,
}
impl crate::Event for LoadEventFired {
    const METHOD: &'static str = "Page.loadEventFired";
}

/// Navigates current page to the given URL. (`Page.navigate`; needs `Navigate`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Navigate {
    /// URL to navigate the page to.
    pub url: String,
    /// Referrer URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer: Option<String>,
    /// Intended transition type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition_type: Option<TransitionType>,
    /// Frame id to navigate, if not specified navigates the top frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_id: Option<FrameId>,
    /// Referrer-policy used for the navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer_policy: Option<ReferrerPolicy>,
}
impl Navigate {
    /// With what must be given; all else is absent.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), referrer: None, transition_type: None, frame_id: None, referrer_policy: None }
    }
}
impl crate::command::Sealed for Navigate {}
impl crate::Command for Navigate {
    const METHOD: &'static str = "Page.navigate";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = NavigateReturns;
    type Capability = tabward_model::capability::Navigate;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::page_url("url", &self.url)?;
        Ok(())
    }
}

/// What `Page.navigate` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateReturns {
    /// Frame id that has navigated (or failed to navigate)
    pub frame_id: FrameId,
    /// Loader identifier. This is omitted in case of same-document navigation, as the previously
    /// committed loaderId would not change.
    pub loader_id: Option<super::network::LoaderId>,
    /// User friendly error message, present if and only if navigation has failed.
    pub error_text: Option<String>,
    /// Whether the navigation resulted in a download.
    pub is_download: Option<bool>,
}

/// Navigates current page to the given history entry. (`Page.navigateToHistoryEntry`; needs
/// `Navigate`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateToHistoryEntry {
    /// Unique id of the entry to navigate to.
    pub entry_id: i64,
}
impl NavigateToHistoryEntry {
    /// With what must be given; all else is absent.
    pub fn new(entry_id: i64) -> Self {
        Self { entry_id }
    }
}
impl crate::command::Sealed for NavigateToHistoryEntry {}
impl crate::Command for NavigateToHistoryEntry {
    const METHOD: &'static str = "Page.navigateToHistoryEntry";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Navigate;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Fired when same-document navigation happens, e.g. due to history API usage or anchor navigation.
/// (`Page.navigatedWithinDocument`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigatedWithinDocument {
    /// Id of the frame.
    pub frame_id: FrameId,
    /// Frame's new url.
    pub url: String,
    /// Navigation type
    pub navigation_type: NavigatedWithinDocumentNavigationType,
}
impl crate::Event for NavigatedWithinDocument {
    const METHOD: &'static str = "Page.navigatedWithinDocument";
}

/// `navigationType` of `Page.navigatedWithinDocument`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum NavigatedWithinDocumentNavigationType {
    /// `fragment`.
    #[serde(rename = "fragment")]
    Fragment,
    /// `historyApi`.
    #[serde(rename = "historyApi")]
    HistoryApi,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl NavigatedWithinDocumentNavigationType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fragment => "fragment",
            Self::HistoryApi => "historyApi",
            Self::Other => "other",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Navigation history entry.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigationEntry {
    /// Unique id of the navigation history entry.
    pub id: i64,
    /// URL of the navigation history entry.
    pub url: String,
    /// URL that the user typed in the url bar.
    #[serde(rename = "userTypedURL")]
    pub user_typed_url: String,
    /// Title of the navigation history entry.
    pub title: String,
    /// Transition type.
    pub transition_type: TransitionType,
}

/// The type of a frameNavigated event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum NavigationType {
    /// `Navigation`.
    #[serde(rename = "Navigation")]
    Navigation,
    /// `BackForwardCacheRestore`.
    #[serde(rename = "BackForwardCacheRestore")]
    BackForwardCacheRestore,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl NavigationType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Navigation => "Navigation",
            Self::BackForwardCacheRestore => "BackForwardCacheRestore",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Print page as PDF. (`Page.printToPDF`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintToPDF {
    /// Paper orientation. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landscape: Option<bool>,
    /// Display header and footer. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_header_footer: Option<bool>,
    /// Print background graphics. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub print_background: Option<bool>,
    /// Scale of the webpage rendering. Defaults to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Paper width in inches. Defaults to 8.5 inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_width: Option<f64>,
    /// Paper height in inches. Defaults to 11 inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_height: Option<f64>,
    /// Top margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_top: Option<f64>,
    /// Bottom margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_bottom: Option<f64>,
    /// Left margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_left: Option<f64>,
    /// Right margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_right: Option<f64>,
    /// Paper ranges to print, one based, e.g., '1-5, 8, 11-13'. Pages are printed in the document order,
    /// not in the order specified, and no more than once. Defaults to empty string, which implies the
    /// entire document is printed. The page numbers are quietly capped to actual page count of the
    /// document, and ranges beyond the end of the document are ignored. If this results in no pages to
    /// print, an error is reported. It is an error to specify a range with start greater than end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_ranges: Option<String>,
    /// HTML template for the print header. Should be valid HTML markup with following classes used to
    /// inject printing values into them: - `date`: formatted print date - `title`: document title -
    /// `url`: document location - `pageNumber`: current page number - `totalPages`: total pages in the
    /// document For example, `<span class=title></span>` would generate span containing the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_template: Option<String>,
    /// HTML template for the print footer. Should use the same format as the `headerTemplate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer_template: Option<String>,
    /// Whether or not to prefer page size as defined by css. Defaults to false, in which case the
    /// content will be scaled to fit the paper size.
    #[serde(rename = "preferCSSPageSize")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefer_css_page_size: Option<bool>,
    /// Whether or not to generate tagged (accessible) PDF. Defaults to embedder choice.
    #[serde(rename = "generateTaggedPDF")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_tagged_pdf: Option<bool>,
    /// Whether or not to embed the document outline into the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_document_outline: Option<bool>,
}
impl crate::command::Sealed for PrintToPDF {}
impl crate::Command for PrintToPDF {
    const METHOD: &'static str = "Page.printToPDF";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = PrintToPDFReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Page.printToPDF` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintToPDFReturns {
    /// Base64-encoded pdf data. Empty if |returnAsStream| is specified. (Encoded as a base64 string when
    /// passed over JSON)
    pub data: String,
}

/// The referring-policy used for the navigation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ReferrerPolicy {
    /// `noReferrer`.
    #[serde(rename = "noReferrer")]
    NoReferrer,
    /// `noReferrerWhenDowngrade`.
    #[serde(rename = "noReferrerWhenDowngrade")]
    NoReferrerWhenDowngrade,
    /// `origin`.
    #[serde(rename = "origin")]
    Origin,
    /// `originWhenCrossOrigin`.
    #[serde(rename = "originWhenCrossOrigin")]
    OriginWhenCrossOrigin,
    /// `sameOrigin`.
    #[serde(rename = "sameOrigin")]
    SameOrigin,
    /// `strictOrigin`.
    #[serde(rename = "strictOrigin")]
    StrictOrigin,
    /// `strictOriginWhenCrossOrigin`.
    #[serde(rename = "strictOriginWhenCrossOrigin")]
    StrictOriginWhenCrossOrigin,
    /// `unsafeUrl`.
    #[serde(rename = "unsafeUrl")]
    UnsafeUrl,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ReferrerPolicy {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::NoReferrer => "noReferrer",
            Self::NoReferrerWhenDowngrade => "noReferrerWhenDowngrade",
            Self::Origin => "origin",
            Self::OriginWhenCrossOrigin => "originWhenCrossOrigin",
            Self::SameOrigin => "sameOrigin",
            Self::StrictOrigin => "strictOrigin",
            Self::StrictOriginWhenCrossOrigin => "strictOriginWhenCrossOrigin",
            Self::UnsafeUrl => "unsafeUrl",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Reloads given page optionally ignoring the cache. (`Page.reload`; needs `Navigate`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reload {
    /// If true, browser cache is ignored (as if the user pressed Shift+refresh).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_cache: Option<bool>,
    /// If set, an error will be thrown if the target page's main frame's loader id does not match the
    /// provided id. This prevents accidentally reloading an unintended target in case there's a racing
    /// navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loader_id: Option<super::network::LoaderId>,
}
impl crate::command::Sealed for Reload {}
impl crate::Command for Reload {
    const METHOD: &'static str = "Page.reload";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Navigate;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Removes given script from the list. (`Page.removeScriptToEvaluateOnNewDocument`; needs
/// `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveScriptToEvaluateOnNewDocument {
    /// `identifier`.
    pub identifier: ScriptIdentifier,
}
impl RemoveScriptToEvaluateOnNewDocument {
    /// With what must be given; all else is absent.
    pub fn new(identifier: ScriptIdentifier) -> Self {
        Self { identifier }
    }
}
impl crate::command::Sealed for RemoveScriptToEvaluateOnNewDocument {}
impl crate::Command for RemoveScriptToEvaluateOnNewDocument {
    const METHOD: &'static str = "Page.removeScriptToEvaluateOnNewDocument";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Unique script identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ScriptIdentifier(pub String);
impl ScriptIdentifier {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for ScriptIdentifier {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for ScriptIdentifier {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for ScriptIdentifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Indicates whether the frame is a secure context and why it is the case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum SecureContextType {
    /// `Secure`.
    #[serde(rename = "Secure")]
    Secure,
    /// `SecureLocalhost`.
    #[serde(rename = "SecureLocalhost")]
    SecureLocalhost,
    /// `InsecureScheme`.
    #[serde(rename = "InsecureScheme")]
    InsecureScheme,
    /// `InsecureAncestor`.
    #[serde(rename = "InsecureAncestor")]
    InsecureAncestor,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SecureContextType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Secure => "Secure",
            Self::SecureLocalhost => "SecureLocalhost",
            Self::InsecureScheme => "InsecureScheme",
            Self::InsecureAncestor => "InsecureAncestor",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Additional information about the frame document's security origin.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecurityOriginDetails {
    /// Indicates whether the frame document's security origin is one of the local hostnames (e.g.
    /// "localhost") or IP addresses (IPv4 127.0.0.0/8 or IPv6 ::1).
    pub is_localhost: bool,
}

/// Enable page Content Security Policy by-passing. (`Page.setBypassCSP`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetBypassCSP {
    /// Whether to bypass page CSP.
    pub enabled: bool,
}
impl SetBypassCSP {
    /// With what must be given; all else is absent.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}
impl crate::command::Sealed for SetBypassCSP {}
impl crate::Command for SetBypassCSP {
    const METHOD: &'static str = "Page.setBypassCSP";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Intercept file chooser requests and transfer control to protocol clients. When file chooser
/// interception is enabled, native file chooser dialog is not shown. Instead, a protocol event
/// `Page.fileChooserOpened` is emitted. (`Page.setInterceptFileChooserDialog`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetInterceptFileChooserDialog {
    /// `enabled`.
    pub enabled: bool,
    /// If true, cancels the dialog by emitting relevant events (if any) in addition to not showing it if
    /// the interception is enabled (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<bool>,
}
impl SetInterceptFileChooserDialog {
    /// With what must be given; all else is absent.
    pub fn new(enabled: bool) -> Self {
        Self { enabled, cancel: None }
    }
}
impl crate::command::Sealed for SetInterceptFileChooserDialog {}
impl crate::Command for SetInterceptFileChooserDialog {
    const METHOD: &'static str = "Page.setInterceptFileChooserDialog";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Controls whether page will emit lifecycle events. (`Page.setLifecycleEventsEnabled`; needs
/// `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetLifecycleEventsEnabled {
    /// If true, starts emitting lifecycle events.
    pub enabled: bool,
}
impl SetLifecycleEventsEnabled {
    /// With what must be given; all else is absent.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}
impl crate::command::Sealed for SetLifecycleEventsEnabled {}
impl crate::Command for SetLifecycleEventsEnabled {
    const METHOD: &'static str = "Page.setLifecycleEventsEnabled";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Accepts or dismisses a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload).
/// (`Page.handleJavaScriptDialog`; needs `Hold`. The answer that is given when nobody answers.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SettleDialog {
    /// Whether to accept or dismiss the dialog.
    pub accept: bool,
}
impl SettleDialog {
    /// With what must be given; all else is absent.
    pub fn new(accept: bool) -> Self {
        Self { accept }
    }
}
impl crate::command::Sealed for SettleDialog {}
impl crate::Command for SettleDialog {
    const METHOD: &'static str = "Page.handleJavaScriptDialog";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Force the page stop all navigations and pending resource fetches. (`Page.stopLoading`; needs
/// `Navigate`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct StopLoading {}
impl crate::command::Sealed for StopLoading {}
impl crate::Command for StopLoading {
    const METHOD: &'static str = "Page.stopLoading";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Navigate;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Transition type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum TransitionType {
    /// `link`.
    #[serde(rename = "link")]
    Link,
    /// `typed`.
    #[serde(rename = "typed")]
    Typed,
    /// `address_bar`.
    #[serde(rename = "address_bar")]
    AddressBar,
    /// `auto_bookmark`.
    #[serde(rename = "auto_bookmark")]
    AutoBookmark,
    /// `auto_subframe`.
    #[serde(rename = "auto_subframe")]
    AutoSubframe,
    /// `manual_subframe`.
    #[serde(rename = "manual_subframe")]
    ManualSubframe,
    /// `generated`.
    #[serde(rename = "generated")]
    Generated,
    /// `auto_toplevel`.
    #[serde(rename = "auto_toplevel")]
    AutoToplevel,
    /// `form_submit`.
    #[serde(rename = "form_submit")]
    FormSubmit,
    /// `reload`.
    #[serde(rename = "reload")]
    Reload,
    /// `keyword`.
    #[serde(rename = "keyword")]
    Keyword,
    /// `keyword_generated`.
    #[serde(rename = "keyword_generated")]
    KeywordGenerated,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl TransitionType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Link => "link",
            Self::Typed => "typed",
            Self::AddressBar => "address_bar",
            Self::AutoBookmark => "auto_bookmark",
            Self::AutoSubframe => "auto_subframe",
            Self::ManualSubframe => "manual_subframe",
            Self::Generated => "generated",
            Self::AutoToplevel => "auto_toplevel",
            Self::FormSubmit => "form_submit",
            Self::Reload => "reload",
            Self::Keyword => "keyword",
            Self::KeywordGenerated => "keyword_generated",
            Self::Other => "other",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Viewport for capturing screenshot.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    /// X offset in device independent pixels (dip).
    pub x: f64,
    /// Y offset in device independent pixels (dip).
    pub y: f64,
    /// Rectangle width in device independent pixels (dip).
    pub width: f64,
    /// Rectangle height in device independent pixels (dip).
    pub height: f64,
    /// Page scale factor.
    pub scale: f64,
}
impl Viewport {
    /// With what must be given; all else is absent.
    pub fn new(x: f64, y: f64, width: f64, height: f64, scale: f64) -> Self {
        Self { x, y, width, height, scale }
    }
}

/// Visual viewport position, dimensions, and scale.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VisualViewport {
    /// Horizontal offset relative to the layout viewport (CSS pixels).
    pub offset_x: f64,
    /// Vertical offset relative to the layout viewport (CSS pixels).
    pub offset_y: f64,
    /// Horizontal offset relative to the document (CSS pixels).
    pub page_x: f64,
    /// Vertical offset relative to the document (CSS pixels).
    pub page_y: f64,
    /// Width (CSS pixels), excludes scrollbar if present.
    pub client_width: f64,
    /// Height (CSS pixels), excludes scrollbar if present.
    pub client_height: f64,
    /// Scale relative to the ideal viewport (size at width=device-width).
    pub scale: f64,
    /// Page zoom factor (CSS to device independent pixels ratio).
    pub zoom: Option<f64>,
}

/// Fired when a new window is going to be opened, via window.open(), link click, form submission,
/// etc. (`Page.windowOpen`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowOpen {
    /// The URL for the new window.
    pub url: String,
    /// Window name.
    pub window_name: String,
    /// An array of enabled window features.
    pub window_features: Vec<String>,
    /// Whether or not it was triggered by user gesture.
    pub user_gesture: bool,
}
impl crate::Event for WindowOpen {
    const METHOD: &'static str = "Page.windowOpen";
}
