//! Our roles, names, descriptions and states against the browser's own accessibility tree. (SEE-1)
//!
//! The page script that reads is run in the page's own world here, so that each node of the tree can be handed to it.

use std::collections::BTreeSet;

use serde_json::Value;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::accessibility::{AXNode, AXValue, GetFullAXTree};
use tabward_cdp::protocol::{dom, runtime};
use tabward_model::capability::{Read, Script};

use crate::support::Bed;

const SCRIPTS: [&str; 4] = [
    include_str!("../../../../page-scripts/handles.js"),
    include_str!("../../../../page-scripts/roles.js"),
    include_str!("../../../../page-scripts/names.js"),
    include_str!("../../../../page-scripts/walk.js"),
];

/// Roles by which Chromium calls what we call otherwise. `-`: no element of its own.
fn our_role(chromium: &str) -> &str {
    match chromium {
        "image" | "SvgRoot" => "img",
        "Iframe" => "frame",
        "Date" => "date",
        "DateTime" => "datetime",
        "InputTime" => "time input",
        "ColorWell" => "color",
        "DisclosureTriangle" => "button",
        "Details" => "group",
        "Canvas" => "canvas",
        "Video" => "video",
        "Figcaption" => "caption",
        "Time" => "time",
        "DescriptionList" => "list",
        "DescriptionListTerm" => "term",
        "DescriptionListDetail" => "definition",
        "MathMLMath" => "math",
        "Legend" | "LabelText" | "Section" | "Pre" | "generic" | "Abbr" | "GenericContainer" => "",
        "MenuListPopup" | "RootWebArea" | "StaticText" | "InlineTextBox" | "ListMarker" | "LineBreak" | "none" => "-",
        other => other,
    }
}

/// Where we differ on purpose, each with its reason.
fn is_listed(tag: &str, kind: &str, ours: &str, theirs: &str) -> bool {
    match (kind, tag) {
        // A form without a name, a section's header and footer say nothing to an agent.
        ("role", "form" | "header" | "footer") => ours.is_empty(),
        // What can be edited is a text box, whether its author says so or not.
        ("role", "div") => ours == "textbox" && theirs.is_empty(),
        // ARIA has one date; HTML tells them apart.
        ("role", "input") => matches!(
            (ours, theirs),
            ("month" | "week", "datetime") | ("password" | "date", "textbox") | ("file", "button")
        ),
        // Tables for layout are still told by row.
        ("role", "table" | "tr" | "td") => theirs.starts_with("LayoutTable"),
        ("role" | "name", "mi") => true,
        // A row is found by what it says.
        ("name", "tr") => theirs.is_empty(),
        // Text is told as written, not as CSS shows it.
        ("name", _) if ours.to_uppercase() == theirs => true,
        // Signs of icon fonts are no words.
        ("name", _) if theirs.chars().any(|c| matches!(c, '\u{e000}'..='\u{f8ff}')) => {
            theirs.replace(|c| matches!(c, '\u{e000}'..='\u{f8ff}'), "").trim() == ours
        }
        // Chromium speaks for a video that cannot play.
        ("name" | "disabled", "video") => true,
        ("name", "div") => ours.is_empty() && theirs.len() == 1,
        ("description", "summary") => ours.is_empty(),
        // A refused value is told when the person was told: after their attempt, or by the author.
        ("invalid", _) => ours == "false",
        // Chromium does not tell that a box must be checked.
        ("required", "input") => ours == "true",
        // A group's being disabled is told by each of its controls there, by itself too here.
        ("disabled", "fieldset" | "optgroup") => ours == "true",
        ("disabled", "div") => ours == "false",
        // A drop-down that is closed is told by its value.
        ("expanded", "select") => ours.is_empty() && theirs == "false",
        // Options of a closed drop-down are not on the screen.
        ("hidden", "option" | "optgroup") => true,
        _ => false,
    }
}

fn text(value: Option<&AXValue>) -> String {
    let Some(raw) = value.and_then(|value| value.value.as_ref()) else { return String::new() };
    match serde_json::from_str(raw.get()).unwrap() {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn property(node: &AXNode, name: &str) -> String {
    node.properties
        .iter()
        .flatten()
        .find(|property| format!("{:?}", property.name).eq_ignore_ascii_case(name))
        .map_or(String::new(), |property| text(Some(&property.value)))
}

async fn compare(html: &str) -> (usize, Vec<String>) {
    let bed = Bed::open(html).await;
    let read = bed.permit::<Read>();
    bed.eval(&format!(
        "window.describe = (() => {{ {}; window.told = () => JSON.parse(tw.snapshot({{}}));
         window.unselected = () => [...document.querySelectorAll('*')].filter((each) => {{
           const selector = tw.selectorOfRole(tw.roleOf(each));
           return selector !== null && !each.matches(selector);
         }}).map((each) => `<${{each.localName}}> ${{tw.roleOf(each)}}`);
         return function () {{
           const root = this.getRootNode();
           if (this.nodeType !== 1 || root.host?.localName === 'input' || root.host?.localName === 'video') return null;
           return {{...tw.describe(this), id: tw.idOf(this)}};
         }} }})(); 0",
        SCRIPTS.join("\n")
    ))
    .await;
    let nodes = bed.channel.send(&read, GetFullAXTree::default()).await.unwrap().nodes;
    let (mut compared, mut wrong) = (0, Vec::new());
    let (mut seen, mut in_tree) = (BTreeSet::new(), BTreeSet::new());
    for node in nodes.iter().filter(|node| !node.ignored) {
        let Some(backend) = node.backend_dom_node_id else { continue };
        let theirs = text(node.role.as_ref());
        let role = our_role(&theirs);
        if role == "-" || !seen.insert(backend.0) {
            continue;
        }
        let resolve = dom::ResolveNode { backend_node_id: Some(backend), ..Default::default() };
        let object = bed.channel.send(&bed.permit::<Script>(), resolve).await.unwrap().object.object_id;
        let call = runtime::CallFunctionOn {
            object_id: object,
            return_by_value: Some(true),
            ..runtime::CallFunctionOn::new("function () { return describe.call(this) }")
        };
        let told = bed.channel.send(&bed.permit::<Script>(), call).await.unwrap().result.value;
        let ours: Value = told.map_or(Value::Null, |value| serde_json::from_str(value.get()).unwrap());
        if ours.is_null() {
            continue;
        }
        compared += 1;
        in_tree.insert(ours["id"].as_u64().unwrap());
        let get = |key: &str| match &ours[key] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let truth =
            |text: String| if text.is_empty() || text == "false" { "false".to_owned() } else { "true".to_owned() };
        let tag = get("tag");
        let mine = if get("role") == "none" { String::new() } else { get("role") };
        let pressed = property(node, "pressed");
        for (kind, ours, theirs) in [
            ("role", mine, role.to_owned()),
            ("name", get("name"), text(node.name.as_ref())),
            ("description", get("description"), text(node.description.as_ref())),
            ("hidden", get("hidden"), "false".to_owned()),
            ("disabled", get("disabled"), truth(property(node, "disabled"))),
            ("checked", get("checked"), property(node, "checked")),
            ("expanded", get("expanded"), property(node, "expanded")),
            ("pressed", get("pressed"), if pressed == "false" { String::new() } else { pressed }),
            ("selected", get("selected"), truth(property(node, "selected"))),
            ("invalid", get("invalid"), truth(property(node, "invalid"))),
            ("required", get("required"), truth(property(node, "required"))),
        ] {
            if ours != theirs && !is_listed(&tag, kind, &ours, &theirs) {
                wrong.push(format!("<{tag}> {kind}: ours {ours:?}, the tree's {theirs:?}"));
            }
        }
    }
    // And back: each control that we tell is in the tree, but for what is marked as hidden from it or out of use.
    let told = bed.eval("told()").await;
    let entries = told["n"].as_array().unwrap();
    // What stands behind a modal dialog is counted here; the tree drops it.
    let from = entries.iter().position(|entry| entry[4].as_u64().is_some_and(|flags| flags & 32768 != 0)).unwrap_or(0);
    for entry in &entries[from..] {
        let Some(id) = entry[3].as_u64() else { continue };
        let role = told["roles"][usize::try_from(entry[1].as_u64().unwrap()).unwrap()].as_str().unwrap();
        let out_of_tree = entry[4].as_u64().unwrap() & (8192 | 16384) != 0;
        // `item` and `area` are ours; a hidden box stands here for its label.
        let of_ours = matches!(role, "item" | "area" | "clickable" | "popup") || entry[2] == "Hidden box";
        if !out_of_tree && !of_ours && !in_tree.contains(&id) {
            wrong.push(format!("{role} {}: told, not in the tree", entry[2]));
        }
    }
    // Selectors by role look only where an element can have it.
    for missed in bed.eval("unselected()").await.as_array().unwrap() {
        wrong.push(format!("{missed}: not among what its role selects"));
    }
    (compared, wrong)
}

#[tokio::test]
async fn see_01_roles_names_and_states_are_those_of_the_accessibility_tree() {
    let mut all = Vec::new();
    for (page, least, html) in [
        ("forms", 100, include_str!("../../../../fixtures/pages/snapshot/forms.html")),
        ("structure", 100, include_str!("../../../../fixtures/pages/snapshot/structure.html")),
        ("names", 180, include_str!("../../../../fixtures/pages/snapshot/names.html")),
        ("hidden", 20, include_str!("../../../../fixtures/pages/snapshot/hidden.html")),
        ("modal", 8, include_str!("../../../../fixtures/pages/snapshot/modal.html")),
    ] {
        let (compared, wrong) = compare(html).await;
        assert!(compared >= least, "{page}: only {compared} compared");
        all.extend(wrong.into_iter().map(|wrong| format!("{page}: {wrong}")));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}
