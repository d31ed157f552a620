//! `cargo xtask soak`: cycles of start, work and `kill -9` at random moments, after each of which nothing may be left.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;
use tabward_fixtures::Fixtures;
use tabward_testkit::{Home, McpClient, Process, need};
use tokio::time::{sleep, timeout};

use crate::bench::is_hub;
use crate::workspace::build;

/// What `cargo xtask soak` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many cycles.
    #[arg(long, default_value_t = 20)]
    cycles: u32,
    /// Repeat a run: the number that it printed.
    #[arg(long)]
    seed: Option<u64>,
    /// Use the optimised program.
    #[arg(long)]
    release: bool,
}

impl Args {
    /// This many cycles with a new seed.
    pub(crate) fn cycles(cycles: u32) -> Self {
        Self { cycles, seed: None, release: false }
    }
}

/// How long the end of everything may take after the hub was told to stop.
const GONE_WITHIN: Duration = Duration::from_secs(15);
/// How long one cycle may take before it counts as hung.
const CYCLE_WITHIN: Duration = Duration::from_mins(3);

/// SplitMix64: enough for choosing moments and victims, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    Hub,
    Client,
    Keeper,
    Browser,
    Nobody,
}

impl Victim {
    const ALL: [Self; 5] = [Self::Hub, Self::Client, Self::Keeper, Self::Browser, Self::Nobody];

    fn is(self, p: &Process) -> bool {
        let has = |word: &str| p.command.split(' ').any(|w| w == word);
        match self {
            Self::Hub => is_hub(p),
            Self::Client => has("mcp"),
            Self::Keeper => has("keeper"),
            Self::Browser => p.command.contains("--user-data-dir=") && !p.command.contains("--type="),
            Self::Nobody => false,
        }
    }
}

/// Runs the cycles; the first that leaves something is an error with its seed.
pub(crate) fn run(args: &Args) -> Result<()> {
    let browser = need::browser()?;
    let binary = build(args.release)?;
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let seed = args.seed.unwrap_or_else(|| u64::from(clock.subsec_nanos()) ^ clock.as_secs());
    println!("soak: {} cycles, seed {seed}", args.cycles);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let start = Instant::now();
        let mut random = Random(seed);
        for n in 1..=args.cycles {
            let told = timeout(CYCLE_WITHIN, cycle(&binary, &browser, &mut random)).await;
            let told = told.context("hung").flatten().with_context(|| format!("cycle {n}, seed {seed}"))?;
            println!("{n:>4}  {told}");
        }
        println!("soak: {} passed, 0 failed, {:.0} s, nothing left", args.cycles, start.elapsed().as_secs_f64());
        Ok(())
    })
}

async fn cycle(binary: &Path, browser: &Path, random: &mut Random) -> Result<String> {
    let site = Fixtures::start().await?;
    let home = Home::new(binary)?.with("TABWARD_CHROME", &browser.to_string_lossy());
    let victim = Victim::ALL[usize::try_from(random.below(5))?];
    let moment = Duration::from_millis(random.below(2_500));
    let persistent = random.below(3) == 0;
    let mut client = McpClient::start(&home).await?;
    let start = Instant::now();
    let mut did = 0;
    {
        // Work until the moment comes; then the victim goes in the middle of a call, as in life.
        let work = work(&mut client, &site, random.below(1 << 32), persistent, &mut did);
        let strike = async {
            sleep(moment).await;
            let all = home.processes();
            all.iter().filter(|p| victim.is(p)).for_each(Process::kill);
            // The answer to a call that was under way must still come.
            sleep(Duration::from_secs(2)).await;
        };
        tokio::select! {
            result = work => {
                // Only the client's own death may cut the connection.
                if victim != Victim::Client && victim != Victim::Hub { result.context("work")?; }
            }
            () = strike => {}
        }
    }
    // Whoever comes next finds a hub that works, or starts one.
    drop(client);
    let mut next = McpClient::start(&home).await.context("the next client")?;
    let arguments = json!({ "url": site.url("/t/plain"), "task": "next", "session": { "mode": "launch_headless" } });
    let answer = next.call("browser_navigate", arguments).await.context("the next client's call")?;
    ensure!(answer.ok(), "the next client's call after {victim:?}: {}", answer.text);
    let receipt = next.call("browser_task", json!({ "action": "finish", "task": "next" })).await?;
    ensure!(receipt.ok(), "the next client's receipt after {victim:?}: {}", receipt.text);
    next.close().await?;
    let stopped = home.stop_hub().await?;
    ensure!(stopped.status.success(), "hub stop: {}", String::from_utf8_lossy(&stopped.stderr));
    let left = home.leftovers(GONE_WITHIN).await;
    if !left.is_empty() {
        bail!("left after {victim:?} was killed at {moment:?}:\n{left}");
    }
    let profile = if persistent { "named profile" } else { "temporary profile" };
    Ok(format!(
        "{victim:?} at {} ms, {did} calls, {profile}, {:.1} s",
        moment.as_millis(),
        start.elapsed().as_secs_f64()
    ))
}

/// Calls of all kinds, one after the other, until it is dropped.
async fn work(client: &mut McpClient, site: &Fixtures, seed: u64, persistent: bool, did: &mut u32) -> Result<()> {
    let mut random = Random(seed);
    let mut session = json!({ "mode": "launch_headless" });
    if persistent {
        session["user_data_dir"] = json!("soak");
    }
    client.call("browser_navigate", json!({ "url": site.url("/t/small"), "session": session })).await?;
    for _ in 0..60 {
        *did += 1;
        let (tool, arguments) = match random.below(7) {
            0 => ("browser_navigate", json!({ "url": site.url("/t/plain") })),
            1 => ("browser_navigate", json!({ "url": site.url("/signup") })),
            2 => ("browser_snapshot", json!({})),
            3 => ("browser_screenshot", json!({})),
            4 => ("browser_evaluate", json!({ "script": "document.title" })),
            5 => ("browser_click", json!({ "selector": "a[href]" })),
            _ => ("browser_tabs", json!({ "action": "list" })),
        };
        // A failure told in words is an answer; only silence or a broken connection is not.
        client.call(tool, arguments).await?;
    }
    Ok(())
}
