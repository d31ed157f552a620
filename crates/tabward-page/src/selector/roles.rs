//! Role names, and the words people use for them in English and Chinese.

/// ARIA roles, and the names that the snapshot gives to controls that ARIA has no role for.
pub(super) const ROLES: &str = "alert alertdialog application article banner blockquote button caption cell \
checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document \
emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox listitem log \
main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option \
paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox \
separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term \
textbox time timer toolbar tooltip tree treegrid treeitem \
password date datetime month week color file frame iframe video audio details summary";

/// Whether this is a role that a snapshot line can start with.
pub(super) fn is_role(name: &str) -> bool {
    ROLES.split_ascii_whitespace().any(|role| role == name)
}

/// The known role that is spelled most like `name`, if one is near.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    ROLES
        .split_ascii_whitespace()
        .map(|role| (distance(name, role), role))
        .filter(|(far, _)| *far <= 2)
        .min_by_key(|(far, _)| *far)
        .map(|(_, role)| role)
}

fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

const FIELD: &[&str] = &[
    "textbox",
    "searchbox",
    "combobox",
    "spinbutton",
    "password",
    "date",
    "datetime",
    "time",
    "month",
    "week",
    "color",
    "file",
];
const SEARCH: &[&str] = &["searchbox", "textbox", "combobox"];
const DROP_DOWN: &[&str] = &["combobox", "listbox"];
const BUTTON: &[&str] = &["button"];
const LINK: &[&str] = &["link"];
const CHECK: &[&str] = &["checkbox"];
const RADIO: &[&str] = &["radio"];
const TAB: &[&str] = &["tab"];
const MENU: &[&str] = &["menu", "menubar"];
const MENU_ITEM: &[&str] = &["menuitem", "menuitemcheckbox", "menuitemradio"];
const DIALOG: &[&str] = &["dialog", "alertdialog"];
const SWITCH: &[&str] = &["switch", "checkbox"];
const SLIDER: &[&str] = &["slider"];
const OPTION: &[&str] = &["option"];
const IMAGE: &[&str] = &["img", "image"];
const ICON: &[&str] = &["img", "image", "button", "link"];
const HEADING: &[&str] = &["heading"];
const ROW: &[&str] = &["row"];
const CELL: &[&str] = &["cell", "gridcell", "columnheader", "rowheader"];
const TABLE: &[&str] = &["table", "grid", "treegrid"];
const LIST: &[&str] = &["list", "listbox"];
const LIST_ITEM: &[&str] = &["listitem"];
const FRAME: &[&str] = &["frame", "iframe"];
const FORM: &[&str] = &["form"];
const NUMBER: &[&str] = &["spinbutton", "textbox"];
const DATE: &[&str] = &["date", "datetime", "textbox"];

/// A word or phrase for a kind of element, in normalised spelling, with the roles it stands for.
pub(super) type RoleWord = (&'static str, &'static [&'static str]);

/// Longer phrases before the shorter ones that they contain.
pub(super) const WORDS: &[RoleWord] = &[
    ("radio button", RADIO),
    ("option button", RADIO),
    ("radio box", RADIO),
    ("menu item", MENU_ITEM),
    ("menuitem", MENU_ITEM),
    ("drop-down menu", DROP_DOWN),
    ("drop-down list", DROP_DOWN),
    ("dropdown menu", DROP_DOWN),
    ("dropdown list", DROP_DOWN),
    ("drop-down", DROP_DOWN),
    ("drop down", DROP_DOWN),
    ("dropdown", DROP_DOWN),
    ("select box", DROP_DOWN),
    ("combo box", DROP_DOWN),
    ("combobox", DROP_DOWN),
    ("select", DROP_DOWN),
    ("search box", SEARCH),
    ("search field", SEARCH),
    ("search bar", SEARCH),
    ("search input", SEARCH),
    ("searchbox", SEARCH),
    ("text input", FIELD),
    ("text field", FIELD),
    ("text area", FIELD),
    ("text box", FIELD),
    ("input field", FIELD),
    ("input box", FIELD),
    ("number field", NUMBER),
    ("date field", DATE),
    ("date picker", DATE),
    ("textarea", FIELD),
    ("textbox", FIELD),
    ("check box", CHECK),
    ("tick box", CHECK),
    ("checkbox", CHECK),
    ("list item", LIST_ITEM),
    ("listitem", LIST_ITEM),
    ("dialog box", DIALOG),
    ("pop-up", DIALOG),
    ("popup", DIALOG),
    ("dialog", DIALOG),
    ("modal", DIALOG),
    ("field", FIELD),
    ("input", FIELD),
    ("button", BUTTON),
    ("btn", BUTTON),
    ("hyperlink", LINK),
    ("link", LINK),
    ("radio", RADIO),
    ("tab", TAB),
    ("menu", MENU),
    ("toggle", SWITCH),
    ("switch", SWITCH),
    ("slider", SLIDER),
    ("option", OPTION),
    ("picture", IMAGE),
    ("image", IMAGE),
    ("icon", ICON),
    ("heading", HEADING),
    ("row", ROW),
    ("cell", CELL),
    ("table", TABLE),
    ("list", LIST),
    ("iframe", FRAME),
    ("frame", FRAME),
    ("form", FORM),
    ("单选按钮", RADIO),
    ("单选框", RADIO),
    ("单选项", RADIO),
    ("复选框", CHECK),
    ("勾选框", CHECK),
    ("多选框", CHECK),
    ("下拉选择框", DROP_DOWN),
    ("下拉列表", DROP_DOWN),
    ("下拉菜单", DROP_DOWN),
    ("下拉框", DROP_DOWN),
    ("选择框", DROP_DOWN),
    ("搜索框", SEARCH),
    ("搜索栏", SEARCH),
    ("检索框", SEARCH),
    ("文本输入框", FIELD),
    ("输入框", FIELD),
    ("输入栏", FIELD),
    ("文本框", FIELD),
    ("文本域", FIELD),
    ("编辑框", FIELD),
    ("数字框", NUMBER),
    ("日期框", DATE),
    ("对话框", DIALOG),
    ("弹出框", DIALOG),
    ("弹框", DIALOG),
    ("弹窗", DIALOG),
    ("超链接", LINK),
    ("链接", LINK),
    ("按钮", BUTTON),
    ("按键", BUTTON),
    ("选项卡", TAB),
    ("标签页", TAB),
    ("菜单项", MENU_ITEM),
    ("菜单", MENU),
    ("开关", SWITCH),
    ("滑动条", SLIDER),
    ("滑块", SLIDER),
    ("列表项", LIST_ITEM),
    ("选项", OPTION),
    ("图片", IMAGE),
    ("图像", IMAGE),
    ("图标", ICON),
    ("标题", HEADING),
    ("单元格", CELL),
    ("表格", TABLE),
    ("列表", LIST),
    ("表单", FORM),
    ("字段", FIELD),
    ("框", FIELD),
    ("行", ROW),
];
