//! What cannot be seen from outside: the gate and the ledger of one call, and an event of the debug log while it is off.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Result, anyhow};
use tabward_model::capability::{Act, CleanUp, Read};
use tabward_model::ownership::{InstanceKind, State};
use tabward_model::{Grants, InstanceId, Ownership, TabId, TaskId};
use tabward_store::{Intent, OutcomeEntry, Store, StoreOptions};

/// Calls of which the gate and the ledger are timed.
const CALLS: usize = 2_000;
/// Events of which one is timed.
const EVENTS: u32 = 1_000_000;

/// How long the gate and the ledger keep one acting call: three permits, its intent and its outcome. In milliseconds, at
/// the median and at the 99th percentile.
pub(super) async fn gate_and_ledger() -> Result<(f64, f64)> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(folder.path(), &StoreOptions::default())?;
    let task = TaskId::new("bench");
    let state = State::managed(task.clone(), InstanceKind::Launched);
    let ownership = Ownership::new(InstanceId::new("bench"), TabId::new("tab"), state);
    let grants = Grants::default();
    let mut times = Vec::with_capacity(CALLS);
    for call in 0..CALLS {
        let intent = Intent {
            task: "bench".to_owned(),
            call: call.to_string(),
            tool: "browser_click".to_owned(),
            instance: Some("bench".to_owned()),
            tab: Some("tab".to_owned()),
            args: Some(r#"{"selector":"e12"}"#.to_owned()),
            ..Intent::default()
        };
        let start = Instant::now();
        let refused = |refusal| anyhow!("refused: {refusal:?}");
        black_box(ownership.permit::<Read>(&task, &grants).map_err(refused)?);
        black_box(ownership.permit::<Act>(&task, &grants).map_err(refused)?);
        black_box(ownership.permit::<CleanUp>(&task, &grants).map_err(refused)?);
        store.intent(intent.clone()).await?;
        let outcome = OutcomeEntry { of: intent, code: "ok".to_owned(), ..OutcomeEntry::default() };
        store.outcome(outcome).await?;
        times.push(super::millis(start.elapsed()));
    }
    times.sort_by(f64::total_cmp);
    Ok((times[CALLS / 2], times[CALLS * 99 / 100]))
}

/// What one event costs that nobody subscribes to, in nanoseconds.
pub(super) fn event_off() -> f64 {
    let start = Instant::now();
    for number in 0..EVENTS {
        tracing::debug!(number = black_box(number), "an event that nobody hears");
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(EVENTS)
}
