// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Backend node with a friendly name.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackendNode {
    /// `Node`'s nodeType.
    pub node_type: i64,
    /// `Node`'s nodeName.
    pub node_name: String,
    /// `backendNodeId`.
    pub backend_node_id: BackendNodeId,
}

/// Unique DOM node identifier used to reference a node that may not have been pushed to the
/// front-end.
#[derive(Debug, Clone, Default, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct BackendNodeId(pub i64);

/// Box model.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoxModel {
    /// Content box
    pub content: Quad,
    /// Padding box
    pub padding: Quad,
    /// Border box
    pub border: Quad,
    /// Margin box
    pub margin: Quad,
    /// Node width
    pub width: i64,
    /// Node height
    pub height: i64,
    /// Shape outside coordinates
    pub shape_outside: Option<ShapeOutsideInfo>,
}

/// Describes node given its id, does not require domain to be enabled. Does not start tracking any
/// objects, can be used for automation. (`DOM.describeNode`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNode {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    /// The maximum depth at which children should be retrieved, defaults to 1. Use -1 for the entire
    /// subtree or provide an integer larger than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Whether or not iframes and shadow roots should be traversed when returning the subtree (default
    /// is false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}
impl crate::command::Sealed for DescribeNode {}
impl crate::Command for DescribeNode {
    const METHOD: &'static str = "DOM.describeNode";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = DescribeNodeReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.describeNode` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNodeReturns {
    /// Node description.
    pub node: Node,
}

/// Enables DOM agent for the given page. (`DOM.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// Whether to include whitespaces in the children array of returned Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_whitespace: Option<EnableIncludeWhitespace>,
}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "DOM.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// `includeWhitespace` of `DOM.enable`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum EnableIncludeWhitespace {
    /// `none`.
    #[serde(rename = "none")]
    None,
    /// `all`.
    #[serde(rename = "all")]
    All,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl EnableIncludeWhitespace {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::None => "none",
            Self::All => "all",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Focuses the given element. (`DOM.focus`; needs `Act`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Focus {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}
impl crate::command::Sealed for Focus {}
impl crate::Command for Focus {
    const METHOD: &'static str = "DOM.focus";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Returns boxes for the given node. (`DOM.getBoxModel`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetBoxModel {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}
impl crate::command::Sealed for GetBoxModel {}
impl crate::Command for GetBoxModel {
    const METHOD: &'static str = "DOM.getBoxModel";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetBoxModelReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.getBoxModel` returns.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetBoxModelReturns {
    /// Box model for the node.
    pub model: BoxModel,
}

/// Returns quads that describe node position on the page. This method might return multiple quads
/// for inline nodes. (`DOM.getContentQuads`; needs `Read`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuads {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}
impl crate::command::Sealed for GetContentQuads {}
impl crate::Command for GetContentQuads {
    const METHOD: &'static str = "DOM.getContentQuads";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetContentQuadsReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.getContentQuads` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuadsReturns {
    /// Quads that describe node layout relative to viewport.
    pub quads: Vec<Quad>,
}

/// Returns the root DOM node (and optionally the subtree) to the caller. Implicitly enables the DOM
/// domain events for the current target. (`DOM.getDocument`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetDocument {
    /// The maximum depth at which children should be retrieved, defaults to 1. Use -1 for the entire
    /// subtree or provide an integer larger than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Whether or not iframes and shadow roots should be traversed when returning the subtree (default
    /// is false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}
impl crate::command::Sealed for GetDocument {}
impl crate::Command for GetDocument {
    const METHOD: &'static str = "DOM.getDocument";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetDocumentReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.getDocument` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetDocumentReturns {
    /// Resulting node.
    pub root: Node,
}

/// Returns iframe node that owns iframe with the given domain. (`DOM.getFrameOwner`; needs `Read`.
/// Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwner {
    /// `frameId`.
    pub frame_id: super::page::FrameId,
}
impl GetFrameOwner {
    /// With what must be given; all else is absent.
    pub fn new(frame_id: super::page::FrameId) -> Self {
        Self { frame_id }
    }
}
impl crate::command::Sealed for GetFrameOwner {}
impl crate::Command for GetFrameOwner {
    const METHOD: &'static str = "DOM.getFrameOwner";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetFrameOwnerReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.getFrameOwner` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwnerReturns {
    /// Resulting node.
    pub backend_node_id: BackendNodeId,
    /// Id of the node at given coordinates, only when enabled and requested document.
    pub node_id: Option<NodeId>,
}

/// Returns iframe node that owns iframe with the given domain. (`DOM.getFrameOwner`; needs `Hold`.
/// Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwnerToHold {
    /// `frameId`.
    pub frame_id: super::page::FrameId,
}
impl GetFrameOwnerToHold {
    /// With what must be given; all else is absent.
    pub fn new(frame_id: super::page::FrameId) -> Self {
        Self { frame_id }
    }
}
impl crate::command::Sealed for GetFrameOwnerToHold {}
impl crate::Command for GetFrameOwnerToHold {
    const METHOD: &'static str = "DOM.getFrameOwner";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetFrameOwnerReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Returns node id at given location. Depending on whether DOM domain is enabled, nodeId is either
/// returned or not. (`DOM.getNodeForLocation`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocation {
    /// X coordinate.
    pub x: i64,
    /// Y coordinate.
    pub y: i64,
    /// False to skip to the nearest non-UA shadow root ancestor (default: false).
    #[serde(rename = "includeUserAgentShadowDOM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_user_agent_shadow_dom: Option<bool>,
    /// Whether to ignore pointer-events: none on elements and hit test them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_pointer_events_none: Option<bool>,
}
impl GetNodeForLocation {
    /// With what must be given; all else is absent.
    pub fn new(x: i64, y: i64) -> Self {
        Self { x, y, include_user_agent_shadow_dom: None, ignore_pointer_events_none: None }
    }
}
impl crate::command::Sealed for GetNodeForLocation {}
impl crate::Command for GetNodeForLocation {
    const METHOD: &'static str = "DOM.getNodeForLocation";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetNodeForLocationReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.getNodeForLocation` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocationReturns {
    /// Resulting node.
    pub backend_node_id: BackendNodeId,
    /// Frame this node belongs to.
    pub frame_id: super::page::FrameId,
    /// Id of the node at given coordinates, only when enabled and requested document.
    pub node_id: Option<NodeId>,
}

/// DOM interaction is implemented in terms of mirror objects that represent the actual DOM nodes.
/// DOMNode is a base node mirror type.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Node identifier that is passed into the rest of the DOM messages as the `nodeId`. Backend will
    /// only push node with given `id` once. It is aware of all requested nodes and will only fire DOM
    /// events for nodes known to the client.
    pub node_id: NodeId,
    /// The id of the parent node if any.
    pub parent_id: Option<NodeId>,
    /// The BackendNodeId for this node.
    pub backend_node_id: BackendNodeId,
    /// `Node`'s nodeType.
    pub node_type: i64,
    /// `Node`'s nodeName.
    pub node_name: String,
    /// `Node`'s localName.
    pub local_name: String,
    /// `Node`'s nodeValue.
    pub node_value: String,
    /// Child count for `Container` nodes.
    pub child_node_count: Option<i64>,
    /// Child nodes of this node when requested with children.
    pub children: Option<Vec<Node>>,
    /// Attributes of the `Element` node in the form of flat array `[name1, value1, name2, value2]`.
    pub attributes: Option<Vec<String>>,
    /// Document URL that `Document` or `FrameOwner` node points to.
    #[serde(rename = "documentURL")]
    pub document_url: Option<String>,
    /// Base URL that `Document` or `FrameOwner` node uses for URL completion.
    #[serde(rename = "baseURL")]
    pub base_url: Option<String>,
    /// `DocumentType`'s publicId.
    pub public_id: Option<String>,
    /// `DocumentType`'s systemId.
    pub system_id: Option<String>,
    /// `DocumentType`'s internalSubset.
    pub internal_subset: Option<String>,
    /// `Document`'s XML version in case of XML documents.
    pub xml_version: Option<String>,
    /// `Attr`'s name.
    pub name: Option<String>,
    /// `Attr`'s value.
    pub value: Option<String>,
    /// Pseudo element type for this node.
    pub pseudo_type: Option<PseudoType>,
    /// Pseudo element identifier for this node. Only present if there is a valid pseudoType.
    pub pseudo_identifier: Option<String>,
    /// Shadow root type.
    pub shadow_root_type: Option<ShadowRootType>,
    /// Frame ID for frame owner elements.
    pub frame_id: Option<super::page::FrameId>,
    /// Content document for frame owner elements.
    pub content_document: Option<Box<Node>>,
    /// Shadow root list for given element host.
    pub shadow_roots: Option<Vec<Node>>,
    /// Content document fragment for template elements.
    pub template_content: Option<Box<Node>>,
    /// Pseudo elements associated with this node.
    pub pseudo_elements: Option<Vec<Node>>,
    /// Distributed nodes for given insertion point.
    pub distributed_nodes: Option<Vec<BackendNode>>,
    /// Whether the node is SVG.
    #[serde(rename = "isSVG")]
    pub is_svg: Option<bool>,
    /// `assignedSlot`.
    pub assigned_slot: Option<BackendNode>,
    /// `adoptedStyleSheets`.
    pub adopted_style_sheets: Option<Vec<StyleSheetId>>,
}

/// Unique DOM node identifier.
#[derive(Debug, Clone, Default, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub i64);

/// Pseudo element type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum PseudoType {
    /// `first-line`.
    #[serde(rename = "first-line")]
    FirstLine,
    /// `first-letter`.
    #[serde(rename = "first-letter")]
    FirstLetter,
    /// `checkmark`.
    #[serde(rename = "checkmark")]
    Checkmark,
    /// `before`.
    #[serde(rename = "before")]
    Before,
    /// `after`.
    #[serde(rename = "after")]
    After,
    /// `expand-icon`.
    #[serde(rename = "expand-icon")]
    ExpandIcon,
    /// `picker-icon`.
    #[serde(rename = "picker-icon")]
    PickerIcon,
    /// `interest-button`.
    #[serde(rename = "interest-button")]
    InterestButton,
    /// `marker`.
    #[serde(rename = "marker")]
    Marker,
    /// `backdrop`.
    #[serde(rename = "backdrop")]
    Backdrop,
    /// `column`.
    #[serde(rename = "column")]
    Column,
    /// `selection`.
    #[serde(rename = "selection")]
    Selection,
    /// `search-text`.
    #[serde(rename = "search-text")]
    SearchText,
    /// `target-text`.
    #[serde(rename = "target-text")]
    TargetText,
    /// `spelling-error`.
    #[serde(rename = "spelling-error")]
    SpellingError,
    /// `grammar-error`.
    #[serde(rename = "grammar-error")]
    GrammarError,
    /// `highlight`.
    #[serde(rename = "highlight")]
    Highlight,
    /// `first-line-inherited`.
    #[serde(rename = "first-line-inherited")]
    FirstLineInherited,
    /// `scroll-marker`.
    #[serde(rename = "scroll-marker")]
    ScrollMarker,
    /// `scroll-marker-group`.
    #[serde(rename = "scroll-marker-group")]
    ScrollMarkerGroup,
    /// `scroll-button`.
    #[serde(rename = "scroll-button")]
    ScrollButton,
    /// `scrollbar`.
    #[serde(rename = "scrollbar")]
    Scrollbar,
    /// `scrollbar-thumb`.
    #[serde(rename = "scrollbar-thumb")]
    ScrollbarThumb,
    /// `scrollbar-button`.
    #[serde(rename = "scrollbar-button")]
    ScrollbarButton,
    /// `scrollbar-track`.
    #[serde(rename = "scrollbar-track")]
    ScrollbarTrack,
    /// `scrollbar-track-piece`.
    #[serde(rename = "scrollbar-track-piece")]
    ScrollbarTrackPiece,
    /// `scrollbar-corner`.
    #[serde(rename = "scrollbar-corner")]
    ScrollbarCorner,
    /// `resizer`.
    #[serde(rename = "resizer")]
    Resizer,
    /// `input-list-button`.
    #[serde(rename = "input-list-button")]
    InputListButton,
    /// `view-transition`.
    #[serde(rename = "view-transition")]
    ViewTransition,
    /// `view-transition-group`.
    #[serde(rename = "view-transition-group")]
    ViewTransitionGroup,
    /// `view-transition-image-pair`.
    #[serde(rename = "view-transition-image-pair")]
    ViewTransitionImagePair,
    /// `view-transition-group-children`.
    #[serde(rename = "view-transition-group-children")]
    ViewTransitionGroupChildren,
    /// `view-transition-old`.
    #[serde(rename = "view-transition-old")]
    ViewTransitionOld,
    /// `view-transition-new`.
    #[serde(rename = "view-transition-new")]
    ViewTransitionNew,
    /// `placeholder`.
    #[serde(rename = "placeholder")]
    Placeholder,
    /// `file-selector-button`.
    #[serde(rename = "file-selector-button")]
    FileSelectorButton,
    /// `details-content`.
    #[serde(rename = "details-content")]
    DetailsContent,
    /// `picker`.
    #[serde(rename = "picker")]
    Picker,
    /// `select-listbox`.
    #[serde(rename = "select-listbox")]
    SelectListbox,
    /// `permission-icon`.
    #[serde(rename = "permission-icon")]
    PermissionIcon,
    /// `overscroll-area-parent`.
    #[serde(rename = "overscroll-area-parent")]
    OverscrollAreaParent,
    /// `overscroll-backdrop`.
    #[serde(rename = "overscroll-backdrop")]
    OverscrollBackdrop,
    /// `skeleton`.
    #[serde(rename = "skeleton")]
    Skeleton,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl PseudoType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::FirstLine => "first-line",
            Self::FirstLetter => "first-letter",
            Self::Checkmark => "checkmark",
            Self::Before => "before",
            Self::After => "after",
            Self::ExpandIcon => "expand-icon",
            Self::PickerIcon => "picker-icon",
            Self::InterestButton => "interest-button",
            Self::Marker => "marker",
            Self::Backdrop => "backdrop",
            Self::Column => "column",
            Self::Selection => "selection",
            Self::SearchText => "search-text",
            Self::TargetText => "target-text",
            Self::SpellingError => "spelling-error",
            Self::GrammarError => "grammar-error",
            Self::Highlight => "highlight",
            Self::FirstLineInherited => "first-line-inherited",
            Self::ScrollMarker => "scroll-marker",
            Self::ScrollMarkerGroup => "scroll-marker-group",
            Self::ScrollButton => "scroll-button",
            Self::Scrollbar => "scrollbar",
            Self::ScrollbarThumb => "scrollbar-thumb",
            Self::ScrollbarButton => "scrollbar-button",
            Self::ScrollbarTrack => "scrollbar-track",
            Self::ScrollbarTrackPiece => "scrollbar-track-piece",
            Self::ScrollbarCorner => "scrollbar-corner",
            Self::Resizer => "resizer",
            Self::InputListButton => "input-list-button",
            Self::ViewTransition => "view-transition",
            Self::ViewTransitionGroup => "view-transition-group",
            Self::ViewTransitionImagePair => "view-transition-image-pair",
            Self::ViewTransitionGroupChildren => "view-transition-group-children",
            Self::ViewTransitionOld => "view-transition-old",
            Self::ViewTransitionNew => "view-transition-new",
            Self::Placeholder => "placeholder",
            Self::FileSelectorButton => "file-selector-button",
            Self::DetailsContent => "details-content",
            Self::Picker => "picker",
            Self::SelectListbox => "select-listbox",
            Self::PermissionIcon => "permission-icon",
            Self::OverscrollAreaParent => "overscroll-area-parent",
            Self::OverscrollBackdrop => "overscroll-backdrop",
            Self::Skeleton => "skeleton",
            Self::UnknownValue(value) => value,
        }
    }
}

/// An array of quad vertices, x immediately followed by y for each point, points clock-wise.
#[derive(Debug, Clone, Default, PartialEq, serde::Deserialize)]
#[serde(transparent)]
pub struct Quad(pub Vec<f64>);

/// A structure holding an RGBA color.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RGBA {
    /// The red component, in the `[0-255]` range.
    pub r: i64,
    /// The green component, in the `[0-255]` range.
    pub g: i64,
    /// The blue component, in the `[0-255]` range.
    pub b: i64,
    /// The alpha component, in the `[0-1]` range (default: 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<f64>,
}
impl RGBA {
    /// With what must be given; all else is absent.
    pub fn new(r: i64, g: i64, b: i64) -> Self {
        Self { r, g, b, a: None }
    }
}

/// Rectangle.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rect {
    /// X coordinate
    pub x: f64,
    /// Y coordinate
    pub y: f64,
    /// Rectangle width
    pub width: f64,
    /// Rectangle height
    pub height: f64,
}
impl Rect {
    /// With what must be given; all else is absent.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }
}

/// Requests that the node is sent to the caller given the JavaScript node object reference. All
/// nodes that form the path from the node to the root are also sent to the client as a series of
/// `setChildNodes` notifications. (`DOM.requestNode`; needs `Read`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNode {
    /// JavaScript object id to convert into node.
    pub object_id: super::runtime::RemoteObjectId,
}
impl RequestNode {
    /// With what must be given; all else is absent.
    pub fn new(object_id: super::runtime::RemoteObjectId) -> Self {
        Self { object_id }
    }
}
impl crate::command::Sealed for RequestNode {}
impl crate::Command for RequestNode {
    const METHOD: &'static str = "DOM.requestNode";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = RequestNodeReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.requestNode` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNodeReturns {
    /// Node id for given object.
    pub node_id: NodeId,
}

/// Resolves the JavaScript node object for a given NodeId or BackendNodeId. (`DOM.resolveNode`;
/// needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNode {
    /// Id of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Backend identifier of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Execution context in which to resolve the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<super::runtime::ExecutionContextId>,
}
impl crate::command::Sealed for ResolveNode {}
impl crate::Command for ResolveNode {
    const METHOD: &'static str = "DOM.resolveNode";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = ResolveNodeReturns;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `DOM.resolveNode` returns.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNodeReturns {
    /// JavaScript object wrapper for given node.
    pub object: super::runtime::RemoteObject,
}

/// Resolves the JavaScript node object for a given NodeId or BackendNodeId. (`DOM.resolveNode`;
/// needs `Read`. Into our isolated world.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveOurs {
    /// Id of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Backend identifier of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Execution context in which to resolve the node.
    pub execution_context_id: crate::OurContextId,
}
impl ResolveOurs {
    /// With what must be given; all else is absent.
    pub fn new(execution_context_id: crate::OurContextId) -> Self {
        Self { node_id: None, backend_node_id: None, object_group: None, execution_context_id }
    }
}
impl crate::command::Sealed for ResolveOurs {}
impl crate::Command for ResolveOurs {
    const METHOD: &'static str = "DOM.resolveNode";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = ResolveNodeReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Scrolls the specified rect of the given node into view if not already visible. Note: exactly one
/// between nodeId, backendNodeId and objectId should be passed to identify the node.
/// (`DOM.scrollIntoViewIfNeeded`; needs `Act`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScrollIntoViewIfNeeded {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    /// The rect to be scrolled into view, relative to the node's border box, in CSS pixels. When
    /// omitted, center of the node will be used, similar to Element.scrollIntoView.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
}
impl crate::command::Sealed for ScrollIntoViewIfNeeded {}
impl crate::Command for ScrollIntoViewIfNeeded {
    const METHOD: &'static str = "DOM.scrollIntoViewIfNeeded";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Sets files for the given file input element. (`DOM.setFileInputFiles`; needs `Files`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFileInputFiles {
    /// Array of file paths to set.
    pub files: Vec<String>,
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}
impl SetFileInputFiles {
    /// With what must be given; all else is absent.
    pub fn new(files: Vec<String>) -> Self {
        Self { files, node_id: None, backend_node_id: None, object_id: None }
    }
}
impl crate::command::Sealed for SetFileInputFiles {}
impl crate::Command for SetFileInputFiles {
    const METHOD: &'static str = "DOM.setFileInputFiles";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Files;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Shadow root type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum ShadowRootType {
    /// `user-agent`.
    #[serde(rename = "user-agent")]
    UserAgent,
    /// `open`.
    #[serde(rename = "open")]
    Open,
    /// `closed`.
    #[serde(rename = "closed")]
    Closed,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ShadowRootType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::UserAgent => "user-agent",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::UnknownValue(value) => value,
        }
    }
}

/// CSS Shape Outside details.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShapeOutsideInfo {
    /// Shape bounds
    pub bounds: Quad,
    /// Shape coordinate details
    pub shape: Vec<Box<serde_json::value::RawValue>>,
    /// Margin shape bounds
    pub margin_shape: Vec<Box<serde_json::value::RawValue>>,
}

/// Unique identifier for a CSS stylesheet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(transparent)]
pub struct StyleSheetId(pub String);
impl StyleSheetId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for StyleSheetId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for StyleSheetId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for StyleSheetId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
