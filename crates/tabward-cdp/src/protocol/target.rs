// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Activates (focuses) the target. (`Target.activateTarget`; needs `Focus`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivateTarget {
    /// `targetId`.
    pub target_id: TargetID,
}
impl ActivateTarget {
    /// With what must be given; all else is absent.
    pub fn new(target_id: TargetID) -> Self {
        Self { target_id }
    }
}
impl crate::command::Sealed for ActivateTarget {}
impl crate::Command for ActivateTarget {
    const METHOD: &'static str = "Target.activateTarget";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Focus;
    fn check(&self, scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::own_tab(scope, "targetId", self.target_id.as_str())?;
        Ok(())
    }
}

/// Attaches to the target with given id. (`Target.attachToTarget`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTarget {
    /// `targetId`.
    pub target_id: TargetID,
    /// Enables "flat" access to the session via specifying sessionId attribute in the commands. We plan
    /// to make this the default, deprecate non-flattened mode, and eventually retire it. See
    /// crbug.com/991325.
    pub flatten: crate::Always<true>,
}
impl AttachToTarget {
    /// With what must be given; all else is absent.
    pub fn new(target_id: TargetID) -> Self {
        Self { target_id, flatten: crate::Always }
    }
}
impl crate::command::Sealed for AttachToTarget {}
impl crate::Command for AttachToTarget {
    const METHOD: &'static str = "Target.attachToTarget";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = AttachToTargetReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::own_tab(scope, "targetId", self.target_id.as_str())?;
        Ok(())
    }
}

/// What `Target.attachToTarget` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTargetReturns {
    /// Id assigned to the session.
    pub session_id: SessionID,
}

/// Issued when attached to target because of auto-attach or `attachToTarget` command.
/// (`Target.attachedToTarget`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedToTarget {
    /// Identifier assigned to the session used to send/receive messages.
    pub session_id: SessionID,
    /// `targetInfo`.
    pub target_info: TargetInfo,
    /// `waitingForDebugger`.
    pub waiting_for_debugger: bool,
}
impl crate::Event for AttachedToTarget {
    const METHOD: &'static str = "Target.attachedToTarget";
}

/// Closes the target. If the target is a page that gets closed too. (`Target.closeTarget`; needs
/// `Close`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTarget {
    /// `targetId`.
    pub target_id: TargetID,
}
impl CloseTarget {
    /// With what must be given; all else is absent.
    pub fn new(target_id: TargetID) -> Self {
        Self { target_id }
    }
}
impl crate::command::Sealed for CloseTarget {}
impl crate::Command for CloseTarget {
    const METHOD: &'static str = "Target.closeTarget";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Close;
    fn check(&self, scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::own_tab(scope, "targetId", self.target_id.as_str())?;
        Ok(())
    }
}

/// Creates a new empty BrowserContext. Similar to an incognito profile but you can have more than
/// one. (`Target.createBrowserContext`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateBrowserContext {
    /// If specified, disposes this context when debugging session disconnects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispose_on_detach: Option<bool>,
    /// Proxy server, similar to the one passed to --proxy-server
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_server: Option<String>,
    /// Proxy bypass list, similar to the one passed to --proxy-bypass-list
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_bypass_list: Option<String>,
    /// An optional list of origins to grant unlimited cross-origin access to. Parts of the URL other
    /// than those constituting origin are ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origins_with_universal_network_access: Option<Vec<String>>,
}
impl crate::command::Sealed for CreateBrowserContext {}
impl crate::Command for CreateBrowserContext {
    const METHOD: &'static str = "Target.createBrowserContext";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = CreateBrowserContextReturns;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Target.createBrowserContext` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateBrowserContextReturns {
    /// The id of the context created.
    pub browser_context_id: super::browser::BrowserContextID,
}

/// Creates a new page. (`Target.createTarget`; needs `Navigate`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTarget {
    /// The initial URL the page will be navigated to. An empty string indicates about:blank.
    pub url: String,
    /// Frame left origin in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// Frame top origin in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<i64>,
    /// Frame width in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Frame height in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    /// Frame window state (requires newWindow to be true or headless shell). Default is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_state: Option<WindowState>,
    /// The browser context to create the page in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextID>,
    /// Whether to create a new Window or Tab (false by default, not supported by headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_window: Option<bool>,
    /// Whether to create the target in background or foreground (false by default, not supported by
    /// headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<bool>,
    /// Whether to create a hidden target. The hidden target is observable via protocol, but not present
    /// in the tab UI strip. Cannot be created with `forTab: true`, `newWindow: true` or `background:
    /// false`. The life-time of the tab is limited to the life-time of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// If specified, determines whether the new target should be focused. By default, the focus behavior
    /// depends on the `background` parameter: - If `background` is false (default) and `focus` is
    /// omitted, the new target is focused and the browser window is brought to the foreground. - If
    /// `background` is false and `focus` is false, the target is opened but the browser window's focus
    /// remains unchanged (e.g., if the window was in the background, it stays there). - If `background`
    /// is true, setting `focus` to true is not supported and will result in an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<bool>,
}
impl CreateTarget {
    /// With what must be given; all else is absent.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            left: None,
            top: None,
            width: None,
            height: None,
            window_state: None,
            browser_context_id: None,
            new_window: None,
            background: None,
            hidden: None,
            focus: None,
        }
    }
}
impl crate::command::Sealed for CreateTarget {}
impl crate::Command for CreateTarget {
    const METHOD: &'static str = "Target.createTarget";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = CreateTargetReturns;
    type Capability = tabward_model::capability::Navigate;
    fn check(&self, scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::no_tab(scope)?;
        crate::rules::page_url("url", &self.url)?;
        Ok(())
    }
}

/// What `Target.createTarget` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTargetReturns {
    /// The id of the page opened.
    pub target_id: TargetID,
}

/// Issued when detached from target for any reason (including `detachFromTarget` command). Can be
/// issued multiple times per target if multiple sessions have been attached to it.
/// (`Target.detachedFromTarget`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachedFromTarget {
    /// Detached session identifier.
    pub session_id: SessionID,
}
impl crate::Event for DetachedFromTarget {
    const METHOD: &'static str = "Target.detachedFromTarget";
}

/// Deletes a BrowserContext. All the belonging pages will be closed without calling their
/// beforeunload hooks. (`Target.disposeBrowserContext`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisposeBrowserContext {
    /// `browserContextId`.
    pub browser_context_id: super::browser::BrowserContextID,
}
impl DisposeBrowserContext {
    /// With what must be given; all else is absent.
    pub fn new(browser_context_id: super::browser::BrowserContextID) -> Self {
        Self { browser_context_id }
    }
}
impl crate::command::Sealed for DisposeBrowserContext {}
impl crate::Command for DisposeBrowserContext {
    const METHOD: &'static str = "Target.disposeBrowserContext";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// A filter used by target query/discovery/auto-attach operations.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterEntry {
    /// If set, causes exclusion of matching targets from the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude: Option<bool>,
    /// If not present, matches any type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
}

/// Returns all browser contexts created with `Target.createBrowserContext` method.
/// (`Target.getBrowserContexts`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetBrowserContexts {}
impl crate::command::Sealed for GetBrowserContexts {}
impl crate::Command for GetBrowserContexts {
    const METHOD: &'static str = "Target.getBrowserContexts";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = GetBrowserContextsReturns;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Target.getBrowserContexts` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetBrowserContextsReturns {
    /// An array of browser context ids.
    pub browser_context_ids: Vec<super::browser::BrowserContextID>,
    /// The id of the default browser context if available.
    pub default_browser_context_id: Option<super::browser::BrowserContextID>,
}

/// Returns information about a target. (`Target.getTargetInfo`; needs `Hold`. The channel's own
/// target. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct GetOwnTargetInfo {}
impl crate::command::Sealed for GetOwnTargetInfo {}
impl crate::Command for GetOwnTargetInfo {
    const METHOD: &'static str = "Target.getTargetInfo";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetTargetInfoReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Returns information about a target. (`Target.getTargetInfo`; needs `Instance`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargetInfo {
    /// `targetId`.
    pub target_id: TargetID,
}
impl GetTargetInfo {
    /// With what must be given; all else is absent.
    pub fn new(target_id: TargetID) -> Self {
        Self { target_id }
    }
}
impl crate::command::Sealed for GetTargetInfo {}
impl crate::Command for GetTargetInfo {
    const METHOD: &'static str = "Target.getTargetInfo";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = GetTargetInfoReturns;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Target.getTargetInfo` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargetInfoReturns {
    /// `targetInfo`.
    pub target_info: TargetInfo,
}

/// Retrieves a list of available targets. (`Target.getTargets`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargets {
    /// Only targets matching filter will be reported. If filter is not specified and target discovery is
    /// currently enabled, a filter used for target discovery is used for consistency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}
impl crate::command::Sealed for GetTargets {}
impl crate::Command for GetTargets {
    const METHOD: &'static str = "Target.getTargets";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = GetTargetsReturns;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Target.getTargets` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargetsReturns {
    /// The list of targets.
    pub target_infos: Vec<TargetInfo>,
}

/// Unique identifier of attached debugging session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(transparent)]
pub struct SessionID(pub String);
impl SessionID {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for SessionID {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for SessionID {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for SessionID {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Controls whether to automatically attach to new targets which are considered to be directly
/// related to this one (for example, iframes or workers). When turned on, attaches to all existing
/// related targets as well. When turned off, automatically detaches from all currently attached
/// targets. This also clears all targets added by `autoAttachRelated` from the list of targets to
/// watch for creation of related targets. You might want to call this recursively for auto-attached
/// targets to attach to all available targets. (`Target.setAutoAttach`; needs `Hold`. To the frames
/// and workers of the channel's target.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAutoAttach {
    /// Whether to auto-attach to related targets.
    pub auto_attach: bool,
    /// Whether to pause new targets when attaching to them. Use `Runtime.runIfWaitingForDebugger` to run
    /// paused targets.
    pub wait_for_debugger_on_start: bool,
    /// Enables "flat" access to the session via specifying sessionId attribute in the commands. We plan
    /// to make this the default, deprecate non-flattened mode, and eventually retire it. See
    /// crbug.com/991325.
    pub flatten: crate::Always<true>,
    /// Only targets matching filter will be attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}
impl SetAutoAttach {
    /// With what must be given; all else is absent.
    pub fn new(auto_attach: bool, wait_for_debugger_on_start: bool) -> Self {
        Self { auto_attach, wait_for_debugger_on_start, flatten: crate::Always, filter: None }
    }
}
impl crate::command::Sealed for SetAutoAttach {}
impl crate::Command for SetAutoAttach {
    const METHOD: &'static str = "Target.setAutoAttach";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Controls whether to automatically attach to new targets which are considered to be directly
/// related to this one (for example, iframes or workers). When turned on, attaches to all existing
/// related targets as well. When turned off, automatically detaches from all currently attached
/// targets. This also clears all targets added by `autoAttachRelated` from the list of targets to
/// watch for creation of related targets. You might want to call this recursively for auto-attached
/// targets to attach to all available targets. (`Target.setAutoAttach`; needs `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetBrowserAutoAttach {
    /// Whether to auto-attach to related targets.
    pub auto_attach: bool,
    /// Whether to pause new targets when attaching to them. Use `Runtime.runIfWaitingForDebugger` to run
    /// paused targets.
    pub wait_for_debugger_on_start: bool,
    /// Enables "flat" access to the session via specifying sessionId attribute in the commands. We plan
    /// to make this the default, deprecate non-flattened mode, and eventually retire it. See
    /// crbug.com/991325.
    pub flatten: crate::Always<true>,
    /// Only targets matching filter will be attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}
impl SetBrowserAutoAttach {
    /// With what must be given; all else is absent.
    pub fn new(auto_attach: bool, wait_for_debugger_on_start: bool) -> Self {
        Self { auto_attach, wait_for_debugger_on_start, flatten: crate::Always, filter: None }
    }
}
impl crate::command::Sealed for SetBrowserAutoAttach {}
impl crate::Command for SetBrowserAutoAttach {
    const METHOD: &'static str = "Target.setAutoAttach";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Controls whether to discover available targets and notify via
/// `targetCreated/targetInfoChanged/targetDestroyed` events. (`Target.setDiscoverTargets`; needs
/// `Instance`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDiscoverTargets {
    /// Whether to discover available targets.
    pub discover: bool,
    /// Only targets matching filter will be attached. If `discover` is false, `filter` must be omitted
    /// or empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}
impl SetDiscoverTargets {
    /// With what must be given; all else is absent.
    pub fn new(discover: bool) -> Self {
        Self { discover, filter: None }
    }
}
impl crate::command::Sealed for SetDiscoverTargets {}
impl crate::Command for SetDiscoverTargets {
    const METHOD: &'static str = "Target.setDiscoverTargets";
    const LEVEL: crate::Level = crate::Level::Browser;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Instance;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Issued when a target has crashed. (`Target.targetCrashed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {
    /// `targetId`.
    pub target_id: TargetID,
    /// Termination status type.
    pub status: String,
    /// Termination error code.
    pub error_code: i64,
}
impl crate::Event for TargetCrashed {
    const METHOD: &'static str = "Target.targetCrashed";
}

/// Issued when a possible inspection target is created. (`Target.targetCreated`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCreated {
    /// `targetInfo`.
    pub target_info: TargetInfo,
}
impl crate::Event for TargetCreated {
    const METHOD: &'static str = "Target.targetCreated";
}

/// Issued when a target is destroyed. (`Target.targetDestroyed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetDestroyed {
    /// `targetId`.
    pub target_id: TargetID,
}
impl crate::Event for TargetDestroyed {
    const METHOD: &'static str = "Target.targetDestroyed";
}

/// The entries in TargetFilter are matched sequentially against targets and the first entry that
/// matches determines if the target is included or not, depending on the value of `exclude` field in
/// the entry. If filter is not specified, the one assumed is `[{type`: "browser", exclude: true},
/// {type: "tab", exclude: true}, {}] (i.e. include everything but `browser` and `tab`).
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(transparent)]
pub struct TargetFilter(pub Vec<FilterEntry>);

/// `Target.TargetID`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct TargetID(pub String);
impl TargetID {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for TargetID {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for TargetID {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for TargetID {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// `Target.TargetInfo`.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfo {
    /// `targetId`.
    pub target_id: TargetID,
    /// List of types:
    /// `https://source.chromium.org/chromium/chromium/src/+/main:content/browser/devtools/devtools_agent_host_impl.cc?ss=chromium&q=f:devtools%20-f:out%20%22::kTypeTab%5B%5D%22`
    pub r#type: String,
    /// `title`.
    pub title: String,
    /// `url`.
    pub url: String,
    /// Whether the target has an attached client.
    pub attached: bool,
    /// Id of the parent target, if any. For example, "iframe" target may have a "page" parent.
    pub parent_id: Option<TargetID>,
    /// Opener target Id
    pub opener_id: Option<TargetID>,
    /// Whether the target has access to the originating window.
    pub can_access_opener: bool,
    /// Frame id of originating window (is only set if target has an opener).
    pub opener_frame_id: Option<super::page::FrameId>,
    /// Id of the parent frame, present for "iframe" and "worker" targets. For nested workers, this is
    /// the "ancestor" frame that created the first worker in the nested chain.
    pub parent_frame_id: Option<super::page::FrameId>,
    /// `browserContextId`.
    pub browser_context_id: Option<super::browser::BrowserContextID>,
    /// Provides additional details for specific target types. For example, for the type of "page", this
    /// may be set to "prerender".
    pub subtype: Option<String>,
    /// Embedder-specific target metadata. This is only set for targets of type "tab".
    pub embedder_data: Option<Box<serde_json::value::RawValue>>,
}

/// Issued when some information about a target has changed. This only happens between
/// `targetCreated` and `targetDestroyed`. (`Target.targetInfoChanged`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfoChanged {
    /// `targetInfo`.
    pub target_info: TargetInfo,
}
impl crate::Event for TargetInfoChanged {
    const METHOD: &'static str = "Target.targetInfoChanged";
}

/// The state of the target window.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
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
