//! `cargo xtask demo`: the main job on a real page, through the real hub and the real MCP door.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_testkit::{Answer, Display, Home, McpClient, need};

use crate::workspace::build;

/// Longer answers are cut here on the terminal; the agent gets them whole.
const LINES: usize = 16;

/// What `cargo xtask demo` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Build with optimisations (slower to build, faster to run).
    #[arg(long)]
    release: bool,
    /// Show the browser's window; without a display it gets one of its own.
    #[arg(long)]
    headed: bool,
}

/// Runs the demo; any step that is not as it should be is an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    let browser = need::browser()?;
    println!("building tabward …");
    let binary = build(args.release)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(show(&binary, &browser, args.headed))
}

async fn show(binary: &Path, browser: &Path, headed: bool) -> Result<()> {
    let shop = Fixtures::start().await?;
    let mut home = Home::new(binary)?.with("TABWARD_CHROME", &browser.to_string_lossy());
    let mut display = None;
    if headed && cfg!(target_os = "linux") && std::env::var_os("DISPLAY").is_none() {
        need::program(&["Xvfb"], "xvfb")?;
        let own = Display::start()?;
        home = home.with("DISPLAY", own.name());
        display = Some(own);
    }
    println!(
        "a small shop is served at {}; {} drives it through `tabward mcp`\n",
        shop.url("/store"),
        browser.display()
    );
    let start = Instant::now();
    let client = McpClient::start(&home).await?;
    println!("    initialize {:.0} ms", millis(start.elapsed()));
    let mut demo = Demo { client, calls: 0, spent: Duration::ZERO };
    let done = demo.buy_a_lamp(&shop, headed).await;
    let calls = (demo.calls, demo.spent);
    let closed = demo.client.close().await;
    // Whatever failed before, the hub is stopped and what is left is told.
    let stopped = home.stop_hub().await;
    let picture = done?;
    closed.context("tabward mcp did not end well")?;
    let stopped = stopped?;
    ensure!(stopped.status.success(), "tabward hub stop --browsers: {}", String::from_utf8_lossy(&stopped.stderr));
    let left = home.leftovers(Duration::from_secs(10)).await;
    ensure!(left.is_empty(), "something was left behind:\n{left}");
    drop(display);

    let orders = shop.state().store_orders;
    ensure!(orders.len() == 1, "the shop has {} orders, not one", orders.len());
    let order = &orders[0];
    ensure!(order.fields.get("postcode").is_some_and(|p| p == "10117"), "the mended postcode did not arrive");
    ensure!(order.lines.get("birch-desk-lamp") == Some(&2), "not two birch desk lamps: {:?}", order.lines);
    println!("the shop's own books: order {} of {}, {:?}", order.id, order.fields["name"], order.lines);
    println!("the picture: {picture}");
    println!("hub and browser stopped: no process, socket, lock or temporary profile is left");
    println!("{} calls, {:.0} ms in all", calls.0, millis(calls.1));
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

struct Demo {
    client: McpClient,
    calls: u32,
    spent: Duration,
}

impl Demo {
    /// One call, shown with its answer and time. It must be `ok` and say each of `expected`.
    async fn call(&mut self, tool: &str, arguments: Value, expected: &[&str]) -> Result<Answer> {
        self.calls += 1;
        println!("\n{:>2}  {tool} {arguments}", self.calls);
        let answer = self.client.call(tool, arguments).await.with_context(|| tool.to_owned())?;
        self.spent += answer.took;
        let lines: Vec<_> = answer.text.lines().collect();
        for line in lines.iter().take(LINES) {
            println!("    │ {line}");
        }
        if lines.len() > LINES {
            println!("    │ … {} more lines", lines.len() - LINES);
        }
        println!("    {:.0} ms", millis(answer.took));
        ensure!(answer.ok(), "{tool} was not ok");
        for text in expected {
            ensure!(answer.text.contains(text), "the answer of {tool} does not say {text:?}");
        }
        Ok(answer)
    }

    /// The whole visit; the path of the picture taken on the way.
    async fn buy_a_lamp(&mut self, shop: &Fixtures, headed: bool) -> Result<String> {
        let mode = if headed { "launch_headed" } else { "launch_headless" };
        self.call(
            "browser_navigate",
            json!({ "url": shop.url("/store"), "session": { "mode": mode } }),
            &["Linden & Co.", "# Things for a calm home"],
        )
        .await?;
        self.call("browser_snapshot", json!({ "find": "lamp" }), &["Birch desk lamp"]).await?;
        self.call(
            "browser_type",
            json!({ "selector": "searchbox \"Search the shop\"", "text": "lamp", "submit": true }),
            &["3 found"],
        )
        .await?;
        let hint = json!({
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "price": { "type": "number" },
                    "stock": { "type": "string" },
                },
                "required": ["name", "price"],
            },
        });
        self.call("browser_extract_content", json!({ "schema_hint": hint }), &["Birch desk lamp", "64.5"]).await?;
        let view = self.call("browser_screenshot", json!({ "annotate": true }), &["picture"]).await?;
        let picture = picture(&view).context("the answer names no picture")?;
        ensure!(Path::new(&picture).is_file(), "there is no picture at {picture}");
        self.call("browser_click", json!({ "selector": "link \"Birch desk lamp\"" }), &["# Birch desk lamp"]).await?;
        self.call(
            "browser_fill_form",
            json!({
                "fields": [{ "selector": "label=Quantity", "value": "2" }],
                "submit": "button \"Add to basket\"",
            }),
            &["€129.00"],
        )
        .await?;
        self.call("browser_click", json!({ "selector": "link \"Go to checkout\"" }), &["textbox \"Postcode\""]).await?;
        self.call(
            "browser_fill_form",
            json!({
                "fields": [
                    { "selector": "label=\"Full name\"", "value": "Ana Lima" },
                    { "selector": "label=Email", "value": "ana@lima.pt" },
                    { "selector": "label=\"Street and number\"", "value": "Lindenstraße 7" },
                    { "selector": "label=Postcode", "value": "1011" },
                    { "selector": "label=City", "value": "Berlin" },
                    { "selector": "label=Delivery", "value": "Express (€9.90)" },
                    { "selector": "checkbox \"I accept the terms of sale\"", "value": true },
                ],
                "submit": "button \"Place order\"",
            }),
            &["[invalid]", "One field needs your attention."],
        )
        .await?;
        self.call(
            "browser_fill_form",
            json!({
                "fields": [{ "selector": "label=Postcode", "value": "10117" }],
                "submit": "button \"Place order\"",
            }),
            &["Thank you, Ana Lima"],
        )
        .await?;
        self.call("browser_wait", json!({ "text": "Payment confirmed" }), &[]).await?;
        let kept = keep(&picture)?;
        self.call("browser_task", json!({ "action": "finish" }), &["closed 1"]).await?;
        Ok(kept)
    }
}

/// The path in `picture 1280×720 ok PATH`.
fn picture(answer: &Answer) -> Option<String> {
    let line = answer.text.lines().find(|l| l.contains("picture "))?;
    let at = line.find('/')?;
    Some(line[at..].trim_end_matches([')', '"']).to_owned())
}

/// The home goes with the demo; its picture stays under `target/`.
fn keep(picture: &str) -> Result<String> {
    let ending = Path::new(picture).extension().and_then(|e| e.to_str()).unwrap_or("png");
    let kept = crate::workspace::root().join("target").join(format!("demo.{ending}"));
    // Where builds go elsewhere there may be no such folder yet.
    std::fs::create_dir_all(kept.parent().unwrap_or(&kept)).context("make a folder for the picture")?;
    std::fs::copy(picture, &kept).context("keep the picture")?;
    Ok(kept.display().to_string())
}
