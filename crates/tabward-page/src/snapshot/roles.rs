//! What the roles of a walk mean for the text.

/// Operated by a person: has a ref, and a line of its own.
pub(super) fn is_control(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "combobox"
            | "link"
            | "listbox"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "radio"
            | "scrollbar"
            | "searchbox"
            | "slider"
            | "spinbutton"
            | "switch"
            | "tab"
            | "textbox"
            | "treeitem"
            | "password"
            | "date"
            | "datetime"
            | "month"
            | "week"
            | "color"
            | "file"
            | "clickable"
            | "time input"
    )
}

/// Takes a value.
pub(super) fn is_field(role: &str) -> bool {
    matches!(
        role,
        "textbox"
            | "searchbox"
            | "combobox"
            | "listbox"
            | "spinbutton"
            | "slider"
            | "password"
            | "date"
            | "datetime"
            | "month"
            | "week"
            | "color"
            | "file"
            | "time input"
            | "checkbox"
            | "radio"
            | "switch"
    )
}

/// The word that stands for a role in our lines.
pub(super) fn word(role: &str) -> &str {
    match role {
        "time input" => "time",
        "listitem" => "item",
        other => other,
    }
}

/// Told as one line if it is small: a row of a table, a card, an item.
pub(super) fn is_row(role: &str) -> bool {
    matches!(role, "row" | "listitem" | "article" | "item")
}

/// Folds to one line of names outside the main part.
pub(super) fn is_folded_landmark(role: &str) -> bool {
    matches!(role, "banner" | "navigation" | "contentinfo")
}

/// Opens over the page: told in full wherever it stands.
pub(super) fn is_popup(role: &str) -> bool {
    matches!(role, "dialog" | "alertdialog" | "menu" | "listbox" | "alert" | "status" | "popup" | "tooltip")
}

/// Says something by its content: `status: Saved`.
pub(super) fn is_message(role: &str) -> bool {
    matches!(role, "alert" | "status" | "log" | "timer" | "tooltip" | "note" | "marquee")
}

/// Holds controls that fit on one line if they are few.
pub(super) fn is_strip(role: &str) -> bool {
    matches!(role, "menu" | "menubar" | "tablist" | "listbox" | "radiogroup" | "toolbar" | "group" | "tree")
}

/// Dissolves into its parent unless it has a name.
pub(super) fn is_wrapper(role: &str) -> bool {
    matches!(
        role,
        "main"
            | "search"
            | "list"
            | "rowgroup"
            | "complementary"
            | "region"
            | "form"
            | "tabpanel"
            | "blockquote"
            | "feed"
            | "group"
            | "radiogroup"
            | "toolbar"
            | "tablist"
            | "tree"
            | "figure"
            | "banner"
            | "navigation"
            | "contentinfo"
            | "article"
            | "item"
            | "listitem"
            | "document"
            | "application"
            | "cell"
            | "gridcell"
            | "columnheader"
            | "rowheader"
            | "row"
    )
}
