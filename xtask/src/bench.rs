//! `cargo xtask bench`: the budgets, as ratios to the barest CDP client on the same Chromium in the same run.
//!
//! Calls alternate between the two, so that a noisy machine disturbs both alike. Quote medians and ratios, never single
//! times. It fails nothing: a budget that is not met is shown as such.

mod floor;
mod inside;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_testkit::{Answer, Home, McpClient, Process, need, six_tasks, tokens};

use self::floor::Floor;
use crate::workspace::build;

/// What `cargo xtask bench` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Measured calls of each kind.
    #[arg(long, default_value_t = 30)]
    runs: usize,
    /// Starts from nothing.
    #[arg(long, default_value_t = 5)]
    cold: usize,
    /// Measure the unoptimised program (for trying the benchmark itself).
    #[arg(long)]
    debug: bool,
}

/// One line of the table.
struct Row {
    what: &'static str,
    ours: String,
    floor: String,
    figure: String,
    budget: &'static str,
    met: Option<bool>,
}

/// Runs all measurements and prints the table.
pub(crate) fn run(args: &Args) -> Result<()> {
    let browser = need::browser()?;
    let binary = build(!args.debug)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let rows = runtime.block_on(measure(args, &binary, &browser))?;
    print(&rows, &browser);
    Ok(())
}

fn print(rows: &[Row], browser: &Path) {
    let machine = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = machine
        .lines()
        .find_map(|l| l.strip_prefix("model name"))
        .map_or("", |l| l.trim_start_matches([':', ' ', '\t']));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("{model}, {cores} cores, {}\n", browser.display());
    println!("| what | tabward | barest client | figure | budget | |\n| --- | --- | --- | --- | --- | --- |");
    for r in rows {
        let met = r.met.map_or("", |m| if m { "met" } else { "NOT MET" });
        println!("| {} | {} | {} | {} | {} | {met} |", r.what, r.ours, r.floor, r.figure, r.budget);
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn ratio(what: &'static str, ours: f64, floor: f64, most: Option<f64>, budget: &'static str) -> Row {
    Row {
        what,
        ours: format!("{ours:.1} ms"),
        floor: format!("{floor:.1} ms"),
        figure: format!("{:.2} ×", ours / floor),
        budget,
        met: most.map(|m| ours / floor <= m),
    }
}

fn plain(what: &'static str, ours: String, budget: &'static str, met: bool) -> Row {
    Row { what, figure: ours.clone(), ours, floor: "–".to_owned(), budget, met: Some(met) }
}

fn session() -> Value {
    json!({ "mode": "launch_headless" })
}

fn new_home(binary: &Path, browser: &Path) -> Result<Home> {
    Ok(Home::new(binary)?.with("TABWARD_CHROME", &browser.to_string_lossy()))
}

fn done(answer: Answer) -> Result<Answer> {
    ensure!(answer.ok(), "not ok: {}", answer.text);
    Ok(answer)
}

async fn measure(args: &Args, binary: &Path, browser: &Path) -> Result<Vec<Row>> {
    let site = Fixtures::start().await?;
    let mut rows = vec![cold(args, binary, browser, &site).await?];
    let home = new_home(binary, browser)?;
    let mut client = McpClient::start(&home).await?;
    let mut floor = Floor::start(browser).await?;
    warm(args, &site, &mut client, &mut floor, &mut rows).await?;
    drop(floor);
    overhead(args, &home, &mut client, &mut rows).await?;
    memory(&home, &mut client, &site, &mut rows).await?;
    listing(&mut client, &mut rows).await?;
    client.close().await?;
    home.stop_hub().await?;
    inside(&mut rows).await?;
    debug_log(args, binary, browser, &mut rows).await?;
    tasks(binary, browser, &mut rows).await?;
    let bytes = std::fs::metadata(binary)?.len();
    #[expect(clippy::cast_precision_loss, reason = "a size for people")]
    let shown = format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
    rows.push(plain("binary", shown, "≤ 20 MiB", bytes <= 20 << 20));
    Ok(rows)
}

async fn cold(args: &Args, binary: &Path, browser: &Path, site: &Fixtures) -> Result<Row> {
    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..args.cold {
        let start = Instant::now();
        let mut floor = Floor::start(browser).await?;
        floor.navigate(&site.url("/t/small")).await?;
        floors.push(millis(start.elapsed()));
        drop(floor);
        let home = new_home(binary, browser)?;
        let start = Instant::now();
        let mut client = McpClient::start(&home).await?;
        let arguments = json!({ "url": site.url("/t/small"), "session": session() });
        done(client.call("browser_navigate", arguments).await?)?;
        ours.push(millis(start.elapsed()));
        client.close().await?;
        home.stop_hub().await?;
    }
    Ok(ratio("cold: start to first page", median(ours), median(floors), Some(1.15), "≤ 1.15 ×"))
}

async fn warm(
    args: &Args,
    site: &Fixtures,
    client: &mut McpClient,
    floor: &mut Floor,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for i in 0..=args.runs {
        let url = site.url(if i % 2 == 0 { "/t/small2" } else { "/t/small" });
        let mut arguments = json!({ "url": url });
        if i == 0 {
            arguments["session"] = session();
        }
        let answer = done(client.call("browser_navigate", arguments).await?)?;
        let start = Instant::now();
        floor.navigate(&url).await?;
        // The first call also starts the browser.
        if i > 0 {
            ours.push(millis(answer.took));
            floors.push(millis(start.elapsed()));
        }
    }
    rows.push(ratio("navigate, small page", median(ours), median(floors), None, "–"));

    let seen = done(client.call("browser_snapshot", json!({})).await?)?;
    let button = seen.reference("button \"Click me\"").context("no button")?.to_owned();
    let field = seen.reference("textbox \"Name\"").context("no field")?.to_owned();
    let point = floor.middle_of("#b").await?;
    let (mut ours, mut raw, mut framed) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.runs {
        let answer = done(client.call("browser_click", json!({ "selector": button })).await?)?;
        ours.push(millis(answer.took));
        let start = Instant::now();
        floor.click(point).await?;
        raw.push(millis(start.elapsed()));
        floor.frame().await?;
        framed.push(millis(start.elapsed()));
    }
    let (a, b, c) = (median(ours), median(raw), median(framed));
    let mut row = ratio("click, steady button", a, c, None, "raw events + ≤ 12 ms, and at most one frame");
    row.floor = format!("{b:.1} ms raw, {c:.1} ms with the next frame");
    row.figure = format!("+ {:.1} ms", a - c);
    row.met = Some(a - c <= 12.0);
    rows.push(row);

    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for i in 0..args.runs {
        let text = format!("hello {i}");
        let fields = json!({ "fields": [{ "selector": field, "value": text }] });
        ours.push(millis(done(client.call("browser_fill_form", fields).await?)?.took));
        let start = Instant::now();
        floor.fill(&text).await?;
        floors.push(millis(start.elapsed()));
    }
    rows.push(ratio("fill one field", median(ours), median(floors), None, "–"));
    let shown = done(
        client
            .call("browser_evaluate", json!({ "script": "c.textContent+'|'+document.getElementById('name').value" }))
            .await?,
    )?;
    let expected = format!("{}|hello {}", args.runs, args.runs - 1);
    ensure!(shown.text.contains(&expected), "the page shows {:?}, not {expected:?}", shown.text);

    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..args.runs {
        ours.push(millis(done(client.call("browser_screenshot", json!({})).await?)?.took));
        let start = Instant::now();
        floor.send("Page.captureScreenshot", json!({ "format": "png", "optimizeForSpeed": true })).await?;
        floors.push(millis(start.elapsed()));
    }
    rows.push(ratio("screenshot 1280×720", median(ours), median(floors), None, "–"));

    let url = site.url("/t/controls");
    done(client.call("browser_navigate", json!({ "url": url })).await?)?;
    floor.navigate(&url).await?;
    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..args.runs.div_ceil(2) {
        ours.push(millis(done(client.call("browser_snapshot", json!({ "mode": "full" })).await?)?.took));
        let start = Instant::now();
        floor.send("Accessibility.getFullAXTree", json!({})).await?;
        floors.push(millis(start.elapsed()));
    }
    let (a, b) = (median(ours), median(floors));
    let mut row =
        ratio("snapshot, 1,500 controls (beside the accessibility tree)", a, b, Some(0.2), "≤ 60 ms and ≤ 1/5");
    row.met = Some(a <= 60.0 && a / b <= 0.2);
    rows.push(row);
    Ok(())
}

/// What the doors cost: a call's time at the client, less its time inside the hub.
async fn overhead(args: &Args, home: &Home, client: &mut McpClient, rows: &mut Vec<Row>) -> Result<()> {
    let mut over = Vec::new();
    for _ in 0..args.runs {
        let answer = client.call_json("browser_evaluate", json!({ "script": "1" })).await?;
        let inside = answer.structured.as_ref().and_then(|s| s["meta"]["duration_ms"].as_f64());
        over.push(millis(answer.took) - inside.context("the outcome has no meta.duration_ms")?);
    }
    let over = median(over);
    rows.push(plain(
        "MCP over stdio, over the same call inside the hub",
        format!("+ {over:.2} ms"),
        "≤ 1.5 ms",
        over <= 1.5,
    ));

    let mut over = Vec::new();
    for _ in 0..args.runs {
        let mut command = home.command();
        command.args(["--json", "tabs"]).stdin(Stdio::null());
        let start = Instant::now();
        let output = command.output().await?;
        let took = millis(start.elapsed());
        let outcome: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("tabward --json tabs: {}", String::from_utf8_lossy(&output.stderr)))?;
        over.push(took - outcome["meta"]["duration_ms"].as_f64().context("no meta.duration_ms")?);
    }
    let over = median(over);
    rows.push(plain("CLI on a warm hub, over the same call inside", format!("+ {over:.2} ms"), "≤ 4 ms", over <= 4.0));
    Ok(())
}

async fn inside(rows: &mut Vec<Row>) -> Result<()> {
    let (median, most) = inside::gate_and_ledger().await?;
    rows.push(plain(
        "gate and ledger of one call (unoptimised)",
        format!("{median:.2} ms, {most:.2} ms at p99"),
        "≤ 0.3 ms, ≤ 1 ms at p99",
        median <= 0.3 && most <= 1.0,
    ));
    Ok(())
}

/// The same call with the debug log off and on, and what the events that are not written cost it.
async fn debug_log(args: &Args, binary: &Path, browser: &Path, rows: &mut Vec<Row>) -> Result<()> {
    let off = new_home(binary, browser)?;
    let on = new_home(binary, browser)?.with("TABWARD_DEBUG", "1");
    let mut clients = [McpClient::start(&off).await?, McpClient::start(&on).await?];
    for client in &mut clients {
        let arguments = json!({ "url": "about:blank", "session": session() });
        done(client.call("browser_navigate", arguments).await?)?;
    }
    let before = lines_logged(&on)?;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..args.runs {
        for (client, times) in clients.iter_mut().zip(&mut times) {
            times.push(millis(done(client.call("browser_evaluate", json!({ "script": "1" })).await?)?.took));
        }
    }
    let events = lines_logged(&on)?.saturating_sub(before).div_ceil(args.runs.max(1));
    for client in clients {
        client.close().await?;
    }
    off.stop_hub().await?;
    on.stop_hub().await?;
    let [without, with] = times.map(median);
    #[expect(clippy::cast_precision_loss, reason = "a count for people")]
    let cost = inside::event_off() * events as f64 / 1e6;
    rows.push(Row {
        what: "debug log: a call without it, and with it",
        ours: format!("{without:.2} ms"),
        floor: format!("{with:.2} ms"),
        figure: format!("{events} events not written: {cost:.6} ms"),
        budget: "off costs nothing",
        met: Some(cost < 0.001),
    });
    Ok(())
}

/// Lines of all debug logs of a home.
fn lines_logged(home: &Home) -> Result<usize> {
    let mut lines = 0;
    for entry in std::fs::read_dir(home.path().join("state/log"))? {
        lines += std::fs::read_to_string(entry?.path())?.lines().count();
    }
    Ok(lines)
}

fn hub_memory(home: &Home) -> Option<u64> {
    let hub = home.processes().into_iter().find(is_hub)?;
    hub.memory_kib()
}

/// The hub among a home's processes.
pub(crate) fn is_hub(process: &Process) -> bool {
    let words: Vec<_> = process.command.split(' ').collect();
    words.windows(2).any(|w| w[0] == "hub" && w[1] == "run")
}

#[expect(clippy::cast_precision_loss, reason = "sizes for people")]
async fn memory(home: &Home, client: &mut McpClient, site: &Fixtures, rows: &mut Vec<Row>) -> Result<()> {
    const TABS: u32 = 6;
    let before = hub_memory(home).context("the hub is not among its home's processes")?;
    for _ in 0..TABS {
        done(client.call("browser_navigate", json!({ "url": site.url("/t/small"), "new_tab": true })).await?)?;
    }
    let after = hub_memory(home).context("the hub is gone")?;
    let one = after.saturating_sub(before) as f64 / f64::from(TABS) / 1024.0;
    let whole = before as f64 / 1024.0;
    rows.push(plain("hub memory after the work above", format!("{whole:.1} MiB"), "≤ 20 MiB idle", whole <= 20.0));
    rows.push(plain("hub memory per tab", format!("{one:.2} MiB"), "≤ 0.5 MiB", one <= 0.5));
    Ok(())
}

async fn listing(client: &mut McpClient, rows: &mut Vec<Row>) -> Result<()> {
    let listed = client.request("tools/list", json!({})).await?;
    let text = listed["tools"].to_string();
    let (bytes, tokens) = (text.len(), tokens::count(&text));
    let shown = format!("{bytes} bytes, {tokens} tokens");
    rows.push(plain("tools/list, core", shown, "≤ 10 KiB, ≤ 2,400", bytes <= 10 << 10 && tokens <= 2_400));
    let instructions = client.hello["instructions"].as_str().unwrap_or_default().chars().count();
    rows.push(plain("server instructions", format!("{instructions} characters"), "≤ 1,200", instructions <= 1_200));
    Ok(())
}

async fn tasks(binary: &Path, browser: &Path, rows: &mut Vec<Row>) -> Result<()> {
    let home: Home = new_home(binary, browser)?;
    let site = Fixtures::start().await?;
    let mut client = McpClient::start(&home).await?;
    let mut agent = six_tasks::Agent::new(&mut client, six_tasks::Style::Refs, session()).await?;
    let (calls, tokens) = six_tasks::total(&agent.run(&site).await?);
    let kept: PathBuf = crate::workspace::root().join("target/six-tasks.txt");
    std::fs::write(&kept, &agent.transcript)?;
    client.close().await?;
    home.stop_hub().await?;
    let met = calls <= 20 && tokens <= 2_600;
    rows.push(plain("the six tasks", format!("{calls} calls, {tokens} tokens"), "≤ 20 calls, ≤ 2,600", met));
    Ok(())
}
