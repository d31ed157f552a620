// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// A node in the accessibility tree.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AXNode {
    /// Unique identifier for this node.
    pub node_id: AXNodeId,
    /// Whether this node is ignored for accessibility
    pub ignored: bool,
    /// Collection of reasons why this node is hidden.
    pub ignored_reasons: Option<Vec<AXProperty>>,
    /// This `Node`'s role, whether explicit or implicit.
    pub role: Option<AXValue>,
    /// This `Node`'s Chrome raw role.
    pub chrome_role: Option<AXValue>,
    /// The accessible name for this `Node`.
    pub name: Option<AXValue>,
    /// The accessible description for this `Node`.
    pub description: Option<AXValue>,
    /// The value for this `Node`.
    pub value: Option<AXValue>,
    /// All other properties
    pub properties: Option<Vec<AXProperty>>,
    /// ID for this node's parent.
    pub parent_id: Option<AXNodeId>,
    /// IDs for each of this node's child nodes.
    pub child_ids: Option<Vec<AXNodeId>>,
    /// The backend ID for the associated DOM node, if any.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: Option<super::dom::BackendNodeId>,
    /// The frame ID for the frame associated with this nodes document.
    pub frame_id: Option<super::page::FrameId>,
}

/// Unique accessibility node identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(transparent)]
pub struct AXNodeId(pub String);
impl AXNodeId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for AXNodeId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for AXNodeId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for AXNodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// `Accessibility.AXProperty`.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AXProperty {
    /// The name of this property.
    pub name: AXPropertyName,
    /// The value of this property.
    pub value: AXValue,
}

/// Values of AXProperty name: - from 'busy' to 'roledescription': states which apply to every AX
/// node - from 'live' to 'root': attributes which apply to nodes in live regions - from
/// 'autocomplete' to 'valuetext': attributes which apply to widgets - from 'checked' to 'selected':
/// states which apply to widgets - from 'activedescendant' to 'owns': relationships between elements
/// other than parent/child/sibling - from 'activeFullscreenElement' to 'uninteresting': reasons why
/// this noode is hidden
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum AXPropertyName {
    /// `actions`.
    #[serde(rename = "actions")]
    Actions,
    /// `busy`.
    #[serde(rename = "busy")]
    Busy,
    /// `disabled`.
    #[serde(rename = "disabled")]
    Disabled,
    /// `editable`.
    #[serde(rename = "editable")]
    Editable,
    /// `focusable`.
    #[serde(rename = "focusable")]
    Focusable,
    /// `focused`.
    #[serde(rename = "focused")]
    Focused,
    /// `hidden`.
    #[serde(rename = "hidden")]
    Hidden,
    /// `hiddenRoot`.
    #[serde(rename = "hiddenRoot")]
    HiddenRoot,
    /// `invalid`.
    #[serde(rename = "invalid")]
    Invalid,
    /// `keyshortcuts`.
    #[serde(rename = "keyshortcuts")]
    Keyshortcuts,
    /// `settable`.
    #[serde(rename = "settable")]
    Settable,
    /// `roledescription`.
    #[serde(rename = "roledescription")]
    Roledescription,
    /// `live`.
    #[serde(rename = "live")]
    Live,
    /// `atomic`.
    #[serde(rename = "atomic")]
    Atomic,
    /// `relevant`.
    #[serde(rename = "relevant")]
    Relevant,
    /// `root`.
    #[serde(rename = "root")]
    Root,
    /// `autocomplete`.
    #[serde(rename = "autocomplete")]
    Autocomplete,
    /// `hasPopup`.
    #[serde(rename = "hasPopup")]
    HasPopup,
    /// `level`.
    #[serde(rename = "level")]
    Level,
    /// `multiselectable`.
    #[serde(rename = "multiselectable")]
    Multiselectable,
    /// `orientation`.
    #[serde(rename = "orientation")]
    Orientation,
    /// `multiline`.
    #[serde(rename = "multiline")]
    Multiline,
    /// `readonly`.
    #[serde(rename = "readonly")]
    Readonly,
    /// `required`.
    #[serde(rename = "required")]
    Required,
    /// `valuemin`.
    #[serde(rename = "valuemin")]
    Valuemin,
    /// `valuemax`.
    #[serde(rename = "valuemax")]
    Valuemax,
    /// `valuetext`.
    #[serde(rename = "valuetext")]
    Valuetext,
    /// `checked`.
    #[serde(rename = "checked")]
    Checked,
    /// `expanded`.
    #[serde(rename = "expanded")]
    Expanded,
    /// `modal`.
    #[serde(rename = "modal")]
    Modal,
    /// `pressed`.
    #[serde(rename = "pressed")]
    Pressed,
    /// `selected`.
    #[serde(rename = "selected")]
    Selected,
    /// `activedescendant`.
    #[serde(rename = "activedescendant")]
    Activedescendant,
    /// `controls`.
    #[serde(rename = "controls")]
    Controls,
    /// `describedby`.
    #[serde(rename = "describedby")]
    Describedby,
    /// `details`.
    #[serde(rename = "details")]
    Details,
    /// `errormessage`.
    #[serde(rename = "errormessage")]
    Errormessage,
    /// `flowto`.
    #[serde(rename = "flowto")]
    Flowto,
    /// `labelledby`.
    #[serde(rename = "labelledby")]
    Labelledby,
    /// `owns`.
    #[serde(rename = "owns")]
    Owns,
    /// `url`.
    #[serde(rename = "url")]
    Url,
    /// `activeFullscreenElement`.
    #[serde(rename = "activeFullscreenElement")]
    ActiveFullscreenElement,
    /// `activeModalDialog`.
    #[serde(rename = "activeModalDialog")]
    ActiveModalDialog,
    /// `activeAriaModalDialog`.
    #[serde(rename = "activeAriaModalDialog")]
    ActiveAriaModalDialog,
    /// `ariaHiddenElement`.
    #[serde(rename = "ariaHiddenElement")]
    AriaHiddenElement,
    /// `ariaHiddenSubtree`.
    #[serde(rename = "ariaHiddenSubtree")]
    AriaHiddenSubtree,
    /// `emptyAlt`.
    #[serde(rename = "emptyAlt")]
    EmptyAlt,
    /// `emptyText`.
    #[serde(rename = "emptyText")]
    EmptyText,
    /// `inertElement`.
    #[serde(rename = "inertElement")]
    InertElement,
    /// `inertSubtree`.
    #[serde(rename = "inertSubtree")]
    InertSubtree,
    /// `labelContainer`.
    #[serde(rename = "labelContainer")]
    LabelContainer,
    /// `labelFor`.
    #[serde(rename = "labelFor")]
    LabelFor,
    /// `notRendered`.
    #[serde(rename = "notRendered")]
    NotRendered,
    /// `notVisible`.
    #[serde(rename = "notVisible")]
    NotVisible,
    /// `presentationalRole`.
    #[serde(rename = "presentationalRole")]
    PresentationalRole,
    /// `probablyPresentational`.
    #[serde(rename = "probablyPresentational")]
    ProbablyPresentational,
    /// `inactiveCarouselTabContent`.
    #[serde(rename = "inactiveCarouselTabContent")]
    InactiveCarouselTabContent,
    /// `uninteresting`.
    #[serde(rename = "uninteresting")]
    Uninteresting,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AXPropertyName {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Actions => "actions",
            Self::Busy => "busy",
            Self::Disabled => "disabled",
            Self::Editable => "editable",
            Self::Focusable => "focusable",
            Self::Focused => "focused",
            Self::Hidden => "hidden",
            Self::HiddenRoot => "hiddenRoot",
            Self::Invalid => "invalid",
            Self::Keyshortcuts => "keyshortcuts",
            Self::Settable => "settable",
            Self::Roledescription => "roledescription",
            Self::Live => "live",
            Self::Atomic => "atomic",
            Self::Relevant => "relevant",
            Self::Root => "root",
            Self::Autocomplete => "autocomplete",
            Self::HasPopup => "hasPopup",
            Self::Level => "level",
            Self::Multiselectable => "multiselectable",
            Self::Orientation => "orientation",
            Self::Multiline => "multiline",
            Self::Readonly => "readonly",
            Self::Required => "required",
            Self::Valuemin => "valuemin",
            Self::Valuemax => "valuemax",
            Self::Valuetext => "valuetext",
            Self::Checked => "checked",
            Self::Expanded => "expanded",
            Self::Modal => "modal",
            Self::Pressed => "pressed",
            Self::Selected => "selected",
            Self::Activedescendant => "activedescendant",
            Self::Controls => "controls",
            Self::Describedby => "describedby",
            Self::Details => "details",
            Self::Errormessage => "errormessage",
            Self::Flowto => "flowto",
            Self::Labelledby => "labelledby",
            Self::Owns => "owns",
            Self::Url => "url",
            Self::ActiveFullscreenElement => "activeFullscreenElement",
            Self::ActiveModalDialog => "activeModalDialog",
            Self::ActiveAriaModalDialog => "activeAriaModalDialog",
            Self::AriaHiddenElement => "ariaHiddenElement",
            Self::AriaHiddenSubtree => "ariaHiddenSubtree",
            Self::EmptyAlt => "emptyAlt",
            Self::EmptyText => "emptyText",
            Self::InertElement => "inertElement",
            Self::InertSubtree => "inertSubtree",
            Self::LabelContainer => "labelContainer",
            Self::LabelFor => "labelFor",
            Self::NotRendered => "notRendered",
            Self::NotVisible => "notVisible",
            Self::PresentationalRole => "presentationalRole",
            Self::ProbablyPresentational => "probablyPresentational",
            Self::InactiveCarouselTabContent => "inactiveCarouselTabContent",
            Self::Uninteresting => "uninteresting",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `Accessibility.AXRelatedNode`.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AXRelatedNode {
    /// The BackendNodeId of the related DOM node.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: super::dom::BackendNodeId,
    /// The IDRef value provided, if any.
    pub idref: Option<String>,
    /// The text alternative of this node in the current context.
    pub text: Option<String>,
}

/// A single computed AX property.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AXValue {
    /// The type of this value.
    pub r#type: AXValueType,
    /// The computed value of this property.
    pub value: Option<Box<serde_json::value::RawValue>>,
    /// One or more related nodes, if applicable.
    pub related_nodes: Option<Vec<AXRelatedNode>>,
    /// The sources which contributed to the computation of this property.
    pub sources: Option<Vec<AXValueSource>>,
}

/// Enum of possible native property sources (as a subtype of a particular AXValueSourceType).
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum AXValueNativeSourceType {
    /// `description`.
    #[serde(rename = "description")]
    Description,
    /// `figcaption`.
    #[serde(rename = "figcaption")]
    Figcaption,
    /// `label`.
    #[serde(rename = "label")]
    Label,
    /// `labelfor`.
    #[serde(rename = "labelfor")]
    Labelfor,
    /// `labelwrapped`.
    #[serde(rename = "labelwrapped")]
    Labelwrapped,
    /// `legend`.
    #[serde(rename = "legend")]
    Legend,
    /// `rubyannotation`.
    #[serde(rename = "rubyannotation")]
    Rubyannotation,
    /// `tablecaption`.
    #[serde(rename = "tablecaption")]
    Tablecaption,
    /// `title`.
    #[serde(rename = "title")]
    Title,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AXValueNativeSourceType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Description => "description",
            Self::Figcaption => "figcaption",
            Self::Label => "label",
            Self::Labelfor => "labelfor",
            Self::Labelwrapped => "labelwrapped",
            Self::Legend => "legend",
            Self::Rubyannotation => "rubyannotation",
            Self::Tablecaption => "tablecaption",
            Self::Title => "title",
            Self::Other => "other",
            Self::UnknownValue(value) => value,
        }
    }
}

/// A single source for a computed AX property.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AXValueSource {
    /// What type of source this is.
    pub r#type: AXValueSourceType,
    /// The value of this property source.
    pub value: Option<AXValue>,
    /// The name of the relevant attribute, if any.
    pub attribute: Option<String>,
    /// The value of the relevant attribute, if any.
    pub attribute_value: Option<AXValue>,
    /// Whether this source is superseded by a higher priority source.
    pub superseded: Option<bool>,
    /// The native markup source for this value, e.g. a `<label>` element.
    pub native_source: Option<AXValueNativeSourceType>,
    /// The value, such as a node or node list, of the native source.
    pub native_source_value: Option<AXValue>,
    /// Whether the value for this property is invalid.
    pub invalid: Option<bool>,
    /// Reason for the value being invalid, if it is.
    pub invalid_reason: Option<String>,
}

/// Enum of possible property sources.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum AXValueSourceType {
    /// `attribute`.
    #[serde(rename = "attribute")]
    Attribute,
    /// `implicit`.
    #[serde(rename = "implicit")]
    Implicit,
    /// `style`.
    #[serde(rename = "style")]
    Style,
    /// `contents`.
    #[serde(rename = "contents")]
    Contents,
    /// `placeholder`.
    #[serde(rename = "placeholder")]
    Placeholder,
    /// `relatedElement`.
    #[serde(rename = "relatedElement")]
    RelatedElement,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AXValueSourceType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Attribute => "attribute",
            Self::Implicit => "implicit",
            Self::Style => "style",
            Self::Contents => "contents",
            Self::Placeholder => "placeholder",
            Self::RelatedElement => "relatedElement",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Enum of possible property types.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum AXValueType {
    /// `boolean`.
    #[serde(rename = "boolean")]
    Boolean,
    /// `tristate`.
    #[serde(rename = "tristate")]
    Tristate,
    /// `booleanOrUndefined`.
    #[serde(rename = "booleanOrUndefined")]
    BooleanOrUndefined,
    /// `idref`.
    #[serde(rename = "idref")]
    Idref,
    /// `idrefList`.
    #[serde(rename = "idrefList")]
    IdrefList,
    /// `integer`.
    #[serde(rename = "integer")]
    Integer,
    /// `node`.
    #[serde(rename = "node")]
    Node,
    /// `nodeList`.
    #[serde(rename = "nodeList")]
    NodeList,
    /// `number`.
    #[serde(rename = "number")]
    Number,
    /// `string`.
    #[serde(rename = "string")]
    String,
    /// `computedString`.
    #[serde(rename = "computedString")]
    ComputedString,
    /// `token`.
    #[serde(rename = "token")]
    Token,
    /// `tokenList`.
    #[serde(rename = "tokenList")]
    TokenList,
    /// `domRelation`.
    #[serde(rename = "domRelation")]
    DomRelation,
    /// `role`.
    #[serde(rename = "role")]
    Role,
    /// `internalRole`.
    #[serde(rename = "internalRole")]
    InternalRole,
    /// `valueUndefined`.
    #[serde(rename = "valueUndefined")]
    ValueUndefined,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AXValueType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Boolean => "boolean",
            Self::Tristate => "tristate",
            Self::BooleanOrUndefined => "booleanOrUndefined",
            Self::Idref => "idref",
            Self::IdrefList => "idrefList",
            Self::Integer => "integer",
            Self::Node => "node",
            Self::NodeList => "nodeList",
            Self::Number => "number",
            Self::String => "string",
            Self::ComputedString => "computedString",
            Self::Token => "token",
            Self::TokenList => "tokenList",
            Self::DomRelation => "domRelation",
            Self::Role => "role",
            Self::InternalRole => "internalRole",
            Self::ValueUndefined => "valueUndefined",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fetches the entire accessibility tree for the root Document (`Accessibility.getFullAXTree`; needs
/// `Read`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFullAXTree {
    /// The maximum depth at which descendants of the root node should be retrieved. If omitted, the full
    /// tree is returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// The frame for whose document the AX tree should be retrieved. If omitted, the root frame is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_id: Option<super::page::FrameId>,
}
impl crate::command::Sealed for GetFullAXTree {}
impl crate::Command for GetFullAXTree {
    const METHOD: &'static str = "Accessibility.getFullAXTree";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetFullAXTreeReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Accessibility.getFullAXTree` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFullAXTreeReturns {
    /// `nodes`.
    pub nodes: Vec<AXNode>,
}
