//! Acting: `browser_click`, `browser_fill_form`, `browser_type`, `browser_press`, `browser_scroll`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tabward_model::capability::Files;
use tabward_model::{Cap, Code, Failure, Outcome, Permit};
use tabward_page::act;
use tabward_page::act::keys::Modifiers;

use crate::dispatch::{Ctx, Held, run};
use crate::look::ActPermits;
use crate::tools::{Annotations, Selector, Tool, schema};

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Button {
    #[default]
    Left,
    Right,
    Middle,
}

/// A key that is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Modifier {
    Control,
    Shift,
    Alt,
    Meta,
}

/// Click (or hover) and report what it caused, with new refs. Waits until the element can be clicked.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Click {
    /// Ref from a snapshot ("e12"), or button "Save", text=Save, label=Email, CSS, xpath=, or a description
    pub selector: Selector,
    /// Which match, from 0; without it the match must be unique
    #[serde(default)]
    pub index: Option<usize>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub button: Option<Button>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 3))]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub count: Option<u32>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub modifiers: Option<Vec<Modifier>>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub hover: bool,
}

/// A field and what it shall hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// As in browser_click
    pub selector: Selector,
    #[expect(missing_docs, reason = "the listing stays short")]
    #[schemars(schema_with = "field_value")]
    pub value: Value,
}

fn field_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "boolean", "number", "array"], "items": {"type": "string"}})
}

fn submit_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "boolean"]})
}

fn amount_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "number"]})
}

/// Set one or more fields: text, date, number, select, checkbox (true/false), radio, file (path), rich text. Replaces what was there, checks each, then submits if asked.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FillForm {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub fields: Vec<Field>,
    /// Button to click afterwards; true: the form's own
    #[serde(default)]
    #[schemars(schema_with = "submit_value")]
    pub submit: Option<Value>,
}

/// Type into a field with real key events. Replaces what was there unless append.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Type {
    /// As in browser_click
    pub selector: Selector,
    #[expect(missing_docs, reason = "the listing stays short")]
    pub text: String,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub append: bool,
    /// Press Enter afterwards
    #[serde(default)]
    pub submit: bool,
    /// Which match, from 0
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub index: Option<usize>,
}

/// Press keys.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Press {
    /// "Enter", "Control+A", "ArrowDown ArrowDown"
    pub keys: String,
    /// Focus this first
    #[serde(default)]
    pub selector: Option<Selector>,
}

/// Where to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Direction {
    #[default]
    Down,
    Up,
    Left,
    Right,
    End,
    Start,
}

/// Scroll the page or a container.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Scroll {
    /// As in browser_click
    #[serde(default)]
    pub selector: Option<Selector>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub direction: Option<Direction>,
    /// "page" or pixels
    #[serde(default)]
    #[schemars(schema_with = "amount_value")]
    pub amount: Option<Value>,
}

/// `browser_click`
pub static CLICK: Tool = Tool {
    name: "browser_click",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Click>,
    answers: &[],
    run: run!(click),
};

/// `browser_fill_form`
pub static FILL_FORM: Tool = Tool {
    name: "browser_fill_form",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<FillForm>,
    answers: &[("filled", "integer"), ("fields", "array")],
    run: run!(fill_form),
};

/// `browser_type`
pub static TYPE: Tool = Tool {
    name: "browser_type",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Type>,
    answers: &[],
    run: run!(type_text),
};

/// `browser_press`
pub static PRESS: Tool = Tool {
    name: "browser_press",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Press>,
    answers: &[],
    run: run!(press),
};

/// `browser_scroll`
pub static SCROLL: Tool = Tool {
    name: "browser_scroll",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: Some(false), idempotent: false, open_world: None },
    schema: schema::of::<Scroll>,
    answers: &[("reached_bottom", "boolean")],
    run: run!(scroll),
};

async fn click(ctx: Ctx, arguments: Click) -> Result<Outcome, Failure> {
    let held = ctx.tab(&[&arguments.selector]).await?;
    let permits = ActPermits::of(&held)?;
    let (target, how_read) = ctx.target(&held.tab, &arguments.selector, index(arguments.index)?)?;
    let before = ctx.before(&held.tab, permits.read()).await?;
    let page = held.tab.page()?;
    let modifiers = modifiers(arguments.modifiers.as_deref().unwrap_or_default());
    let count = arguments.count.unwrap_or(1);
    let result = if arguments.hover {
        act::hover(page, &permits.hands(), &target, modifiers, ctx.deadline).await
    } else {
        let button = match arguments.button.unwrap_or_default() {
            Button::Left => act::Button::Left,
            Button::Right => act::Button::Right,
            Button::Middle => act::Button::Middle,
        };
        let options = act::ClickOptions { button, count, modifiers };
        act::click(page, &permits.hands(), &target, &options, ctx.deadline).await
    };
    let report = match result {
        Ok(report) => report,
        Err(error) => return Err(ctx.act_failure(&held.tab, &arguments.selector, &error).await),
    };
    let verb = match (arguments.hover, count) {
        (true, _) => "hovered",
        (false, 1) => "clicked",
        (false, 2) => "double-clicked",
        (false, _) => "triple-clicked",
    };
    let told = report
        .element
        .as_ref()
        .map_or_else(String::new, |element| ctx.acted_on(&held.tab, element, &arguments.selector));
    let mut outcome = ctx
        .acted(&held, format!("{verb} {told}").trim_end().to_owned(), &report.consequences, &before, permits.read())
        .await;
    ctx.remarks(&held.tab, &arguments.selector, how_read, &report, &mut outcome);
    outcome.fields.insert("mode".to_owned(), Value::String(report.mode.as_str().to_owned()));
    Ok(outcome)
}

async fn fill_form(ctx: Ctx, arguments: FillForm) -> Result<Outcome, Failure> {
    if arguments.fields.is_empty() {
        return Err(Failure::new(Code::InvalidArgument, "argument \"fields\" is empty"));
    }
    let submit_selector = arguments.submit.as_ref().and_then(Value::as_str);
    let mut selectors: Vec<&str> = arguments.fields.iter().map(|field| field.selector.as_str()).collect();
    selectors.extend(submit_selector);
    let held = ctx.tab(&selectors).await?;
    let permits = ActPermits::of(&held)?;
    let files: Option<Permit<Files>> = held.permit().ok();
    let mut fields = Vec::new();
    let mut remarks = Vec::new();
    for field in &arguments.fields {
        let (target, how_read) = ctx.target(&held.tab, &field.selector, None)?;
        remarks.extend(how_read);
        fields.push(act::Field { target, value: field_value_of(&field.value)? });
    }
    let submit = match &arguments.submit {
        Some(Value::String(selector)) => Some(act::Submit::Target(ctx.target(&held.tab, selector, None)?.0)),
        Some(Value::Bool(true)) => Some(act::Submit::Own),
        _ => None,
    };
    let before = ctx.before(&held.tab, permits.read()).await?;
    let page = held.tab.page()?;
    let roots = ctx.hub.settings.files.roots.clone();
    let allowed = move |path: &std::path::Path| crate::roots::check(path, &roots);
    let result = act::fill_form(
        page,
        &permits.hands(),
        files.as_ref().map(|permit| act::FileAccess { permit, allowed: &allowed }),
        &fields,
        submit.as_ref(),
        ctx.deadline,
    )
    .await;
    match result {
        Ok(report) => {
            let count = report.fields.len();
            let mut headline = format!("filled {count} of {count}");
            if let Some(button) = &report.submitted {
                headline.push_str(&format!(
                    ", clicked {}",
                    ctx.acted_on(&held.tab, button, submit_selector.unwrap_or_default())
                ));
            } else if arguments.submit.is_some() && submit.is_some() {
                headline.push_str(", submitted");
            }
            let mut outcome = ctx.acted(&held, headline, &report.consequences, &before, permits.read()).await;
            outcome.warnings.extend(remarks);
            outcome.warnings.extend(report.notes.iter().cloned());
            let told: Vec<String> = report.fields.iter().map(|field| ctx.told(&held.tab, &field.element)).collect();
            drop_own_values(&mut outcome.body, &told);
            for field in report.fields.iter().filter(|field| field.reformatted) {
                outcome.warnings.push(format!(
                    "{} wrote it as {}",
                    ctx.told(&held.tab, &field.element),
                    tabward_model::text::quote_clipped(&field.value, 120)
                ));
            }
            Ok(outcome.field("filled", count).field("fields", fields_json(&ctx, &held, &report.fields)))
        }
        Err(failed) => {
            let (at, selector) = match failed.at {
                Some(at) => (Some(at), arguments.fields.get(at).map(|field| field.selector.clone())),
                None => (None, submit_selector.map(str::to_owned)),
            };
            let mut failure = ctx.act_failure(&held.tab, &selector.unwrap_or_default(), &failed.error).await;
            let total = arguments.fields.len();
            let filled = failed.filled.len();
            if at.is_some() || filled < total {
                failure.message = format!("{} Filled {filled} of {total}; not submitted.", with_stop(&failure.message));
            } else {
                failure.message = format!("{} Filled {filled} of {total}.", with_stop(&failure.message));
            }
            if filled > 0 {
                failure.delivered = tabward_model::Delivered::Yes;
            }
            if let Some(at) = at {
                failure.fields.insert("at".to_owned(), Value::from(at));
            }
            failure.fields.insert("filled".to_owned(), Value::from(filled));
            failure.fields.insert("fields".to_owned(), fields_json(&ctx, &held, &failed.filled));
            Err(failure)
        }
    }
}

/// Drops the lines that only say again what the call has just put into its fields. What the page objects to stays.
fn drop_own_values(body: &mut String, filled: &[String]) {
    let refs: Vec<&str> = filled.iter().filter_map(|told| told.rsplit(' ').next()).collect();
    let own = |line: &&str| {
        line.starts_with("~ ")
            && !line.contains("[invalid")
            && refs.iter().any(|reference| {
                // The ref stands after the name's closing quotation mark, so no name can pass for one.
                line.split("\" ").skip(1).any(|rest| rest.split([' ', '=']).next() == Some(*reference))
            })
    };
    *body = body.lines().filter(|line| !own(line)).collect::<Vec<_>>().join("\n");
}

fn with_stop(message: &str) -> String {
    if message.ends_with(['.', '!', '?']) { message.to_owned() } else { format!("{message}.") }
}

fn fields_json(ctx: &Ctx, held: &Held, fields: &[act::FieldReport]) -> Value {
    fields
        .iter()
        .map(|field| {
            serde_json::json!({
                "element": ctx.told(&held.tab, &field.element),
                "value": field.value,
                "mode": field.mode.as_str(),
            })
        })
        .collect()
}

async fn type_text(ctx: Ctx, arguments: Type) -> Result<Outcome, Failure> {
    let held = ctx.tab(&[&arguments.selector]).await?;
    let permits = ActPermits::of(&held)?;
    let (target, how_read) = ctx.target(&held.tab, &arguments.selector, index(arguments.index)?)?;
    let before = ctx.before(&held.tab, permits.read()).await?;
    let options = act::TypeOptions { append: arguments.append, submit: arguments.submit };
    let page = held.tab.page()?;
    let report = match act::type_text(page, &permits.hands(), &target, &arguments.text, options, ctx.deadline).await {
        Ok(report) => report,
        Err(error) => return Err(ctx.act_failure(&held.tab, &arguments.selector, &error).await),
    };
    let told = report
        .element
        .as_ref()
        .map_or_else(String::new, |element| ctx.acted_on(&held.tab, element, &arguments.selector));
    let submitted = if arguments.submit { ", pressed Enter" } else { "" };
    let headline = format!("typed into {told}{submitted}");
    let mut outcome = ctx.acted(&held, headline, &report.consequences, &before, permits.read()).await;
    ctx.remarks(&held.tab, &arguments.selector, how_read, &report, &mut outcome);
    outcome.fields.insert("mode".to_owned(), Value::String(report.mode.as_str().to_owned()));
    Ok(outcome)
}

async fn press(ctx: Ctx, arguments: Press) -> Result<Outcome, Failure> {
    let selectors: Vec<&str> = arguments.selector.iter().map(String::as_str).collect();
    let held = ctx.tab(&selectors).await?;
    let permits = ActPermits::of(&held)?;
    let target = match &arguments.selector {
        Some(selector) => Some(ctx.target(&held.tab, selector, None)?),
        None => None,
    };
    let before = ctx.before(&held.tab, permits.read()).await?;
    let page = held.tab.page()?;
    let on = target.as_ref().map(|(target, _)| target);
    let report = match act::press(page, &permits.hands(), on, &arguments.keys, ctx.deadline).await {
        Ok(report) => report,
        Err(error) => {
            return Err(ctx.act_failure(&held.tab, arguments.selector.as_deref().unwrap_or_default(), &error).await);
        }
    };
    let keys = tabward_model::text::one_line(&tabward_model::text::clip(&arguments.keys, 80));
    let on =
        report.element.as_ref().map_or_else(String::new, |element| format!(" on {}", ctx.told(&held.tab, element)));
    let mut outcome =
        ctx.acted(&held, format!("pressed {keys}{on}"), &report.consequences, &before, permits.read()).await;
    let how_read = target.and_then(|(_, how_read)| how_read);
    ctx.remarks(&held.tab, arguments.selector.as_deref().unwrap_or_default(), how_read, &report, &mut outcome);
    Ok(outcome)
}

async fn scroll(ctx: Ctx, arguments: Scroll) -> Result<Outcome, Failure> {
    let selectors: Vec<&str> = arguments.selector.iter().map(String::as_str).collect();
    let held = ctx.tab(&selectors).await?;
    let permits = ActPermits::of(&held)?;
    let target = match &arguments.selector {
        Some(selector) => Some(ctx.target(&held.tab, selector, None)?),
        None => None,
    };
    let direction = match arguments.direction.unwrap_or_default() {
        Direction::Down => act::Direction::Down,
        Direction::Up => act::Direction::Up,
        Direction::Left => act::Direction::Left,
        Direction::Right => act::Direction::Right,
        Direction::End => act::Direction::End,
        Direction::Start => act::Direction::Start,
    };
    let amount = match &arguments.amount {
        None => act::Amount::Page,
        Some(Value::String(word)) if word == "page" => act::Amount::Page,
        Some(given) => {
            let pixels = given.as_f64().or_else(|| given.as_str().and_then(|text| text.trim().parse().ok()));
            match pixels {
                Some(pixels) if pixels.is_finite() && pixels > 0.0 => act::Amount::Pixels(pixels),
                _ => {
                    return Err(Failure::new(
                        Code::InvalidArgument,
                        "argument \"amount\" must be \"page\" or pixels above 0",
                    ));
                }
            }
        }
    };
    let before = ctx.before(&held.tab, permits.read()).await?;
    let page = held.tab.page()?;
    let on = target.as_ref().map(|(target, _)| target);
    let report = match act::scroll(page, &permits.hands(), on, direction, amount, ctx.deadline).await {
        Ok(report) => report,
        Err(error) => {
            return Err(ctx.act_failure(&held.tab, arguments.selector.as_deref().unwrap_or_default(), &error).await);
        }
    };
    let what =
        report.report.element.as_ref().map_or_else(|| "the page".to_owned(), |element| ctx.told(&held.tab, element));
    let end = if report.reached_bottom { "; the bottom is reached" } else { "" };
    let moved = (report.moved.x.abs() + report.moved.y.abs()).round();
    let headline =
        if moved == 0.0 { format!("{what} did not move{end}") } else { format!("scrolled {what} by {moved} px{end}") };
    let mut outcome = ctx.acted(&held, headline, &report.report.consequences, &before, permits.read()).await;
    if let Some(effect) = &mut outcome.effect {
        effect.moved = Some(tabward_model::outcome::Moved { x: report.moved.x, y: report.moved.y });
    }
    Ok(outcome
        .field("reached_bottom", report.reached_bottom)
        .field("position", serde_json::json!({"at": report.position.0, "of": report.position.1})))
}

fn index(given: Option<usize>) -> Result<Option<i32>, Failure> {
    given
        .map(i32::try_from)
        .transpose()
        .map_err(|_| Failure::new(Code::InvalidArgument, "argument \"index\" is too large"))
}

fn modifiers(given: &[Modifier]) -> Modifiers {
    given.iter().fold(Modifiers::default(), |held, modifier| {
        held.with(match modifier {
            Modifier::Control => Modifiers::CONTROL,
            Modifier::Shift => Modifiers::SHIFT,
            Modifier::Alt => Modifiers::ALT,
            Modifier::Meta => Modifiers::META,
        })
    })
}

fn field_value_of(given: &Value) -> Result<act::Value, Failure> {
    Ok(match given {
        Value::String(text) => act::Value::Text(text.clone()),
        Value::Bool(value) => act::Value::Bool(*value),
        Value::Number(number) => act::Value::Number(number.clone()),
        Value::Array(items) => act::Value::List(items.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
        Value::Null | Value::Object(_) => {
            return Err(Failure::new(Code::InvalidArgument, "a field's value cannot be an object"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::drop_own_values;

    #[test]
    fn what_the_call_has_set_is_not_told_again() {
        let mut body = "~ textbox \"Full name\" e17 = \"Ana\"\n\
                        ~ textbox \"Work email\" e18 = \"a@b\" [invalid] (Use a company address.)\n\
                        ~ checkbox \"I agree\" e21 [checked]\n\
                        ~ textbox \"Other\" e40 = \"x\"\n\
                        + alert: There is 1 problem."
            .to_owned();
        drop_own_values(
            &mut body,
            &[
                "textbox \"Full name\" e17".into(),
                "textbox \"Work email\" e18".into(),
                "checkbox \"I agree\" e21".into(),
            ],
        );
        assert_eq!(
            body,
            "~ textbox \"Work email\" e18 = \"a@b\" [invalid] (Use a company address.)\n~ textbox \"Other\" e40 = \"x\"\n+ alert: There is 1 problem."
        );
    }
}
