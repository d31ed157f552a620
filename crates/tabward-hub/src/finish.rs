//! The end of a task, in this order: refuse new calls, revoke permits, close what it opened, verify, receipt. An intent is
//! written before each close, so that a second finish completes the first (LIFE-6 to 10).

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::target;
use tabward_model::capability::{CleanUp, Close};
use tabward_model::ownership::Event;
use tabward_model::{Code, Failure, Grants, Outcome, Status};
use tabward_store::{Intent, OutcomeEntry, Receipt, TaskState};
use tokio::time::Instant;

use crate::dispatch::store_failure;
use crate::hub::{Hub, now_ms};
use crate::instance::Instance;
use crate::tab::Tab;
use crate::task::Task;

/// How long one tab may take to close.
const CLOSE: Duration = Duration::from_secs(5);

/// Why a task ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Its caller, or the person, asked.
    Asked,
    /// No call for too long.
    Idle,
    /// Its bridge is gone for too long.
    Orphaned,
}

impl Why {
    /// The word for the record.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Idle => "idle",
            Self::Orphaned => "client_gone",
        }
    }
}

/// How a tab ended, or would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Closed { verified: bool },
    Kept,
    LeftToPerson,
}

impl Hub {
    /// What finishing would do (LIFE-9).
    pub fn predict_finish(&self, task: &Task) -> Map<String, Value> {
        let ends: Vec<(Arc<Tab>, End)> = task
            .tabs()
            .into_iter()
            .map(|tab| {
                let end = planned(&tab).unwrap_or(End::Closed { verified: true });
                (tab, end)
            })
            .collect();
        Self::receipt_body(task, &ends, &[], Why::Asked)
    }

    /// Finishes a task. Safe to call twice, and after a crash.
    pub async fn finish(self: &Arc<Self>, task: &Arc<Task>, why: Why) -> Result<Receipt, Failure> {
        let _one = task.opening.lock().await;
        if let Some(receipt) = self.store.receipt_of(task.id.as_str()).await.map_err(|e| store_failure(&e))? {
            return Ok(receipt);
        }
        task.begin_finish();
        let result = self.finish_now(task, why).await;
        if result.is_err() {
            task.abort_finish();
        }
        result
    }

    async fn finish_now(self: &Arc<Self>, task: &Arc<Task>, why: Why) -> Result<Receipt, Failure> {
        self.write_task(task, TaskState::Finishing, Some(why.as_str())).await.map_err(|e| store_failure(&e))?;
        let (mut ends, mut errors) = (Vec::new(), Vec::new());
        for tab in task.tabs() {
            if let Some(end) = planned(&tab) {
                self.let_go(&tab).await;
                ends.push((tab, end));
                continue;
            }
            match self.close_tab(task, &tab).await {
                Ok(verified) => ends.push((tab, End::Closed { verified })),
                Err(failure) => {
                    errors.push(format!("{}: {}", tab.handle, failure.code));
                    ends.push((tab, End::Closed { verified: false }));
                }
            }
        }
        let body = Self::receipt_body(task, &ends, &errors, why);
        let id = format!("r{}", crate::random::hex(8));
        let receipt = self
            .store
            .receipt_append(
                task.id.as_str(),
                &id,
                Value::Object(body).to_string(),
                i64::try_from(now_ms()).unwrap_or(i64::MAX),
            )
            .await
            .map_err(|e| store_failure(&e))?;
        self.write_task(task, TaskState::Finished, Some(why.as_str())).await.map_err(|e| store_failure(&e))?;
        crate::lock(&self.tasks).retain(|_, known| known.id != task.id);
        self.changed.notify_waiters();
        Ok(receipt)
    }

    /// Closes one tab and looks whether it is gone. True if it is.
    pub async fn close_tab(self: &Arc<Self>, task: &Arc<Task>, tab: &Arc<Tab>) -> Result<bool, Failure> {
        let intent = Intent {
            task: task.id.as_str().to_owned(),
            caller: Some(task.caller.as_str().to_owned()),
            // What could not be closed may be tried again.
            call: format!("close-{}-{}", tab.handle, crate::random::hex(4)),
            tool: "close".to_owned(),
            instance: Some(tab.target.instance.as_str().to_owned()),
            tab: Some(tab.target.tab.as_str().to_owned()),
            at: i64::try_from(now_ms()).unwrap_or(i64::MAX),
            ..Intent::default()
        };
        self.store.closing_intent(intent.clone()).await.map_err(|e| store_failure(&e))?;
        let closed = self.close_now(task, tab).await;
        let (code, delivered) = match &closed {
            Ok(true) => ("OK", None),
            Ok(false) => (Code::DeadlineExceeded.as_str(), Some("unknown")),
            Err(failure) => (failure.code.as_str(), Some("unknown")),
        };
        let entry = OutcomeEntry {
            of: Intent { at: i64::try_from(now_ms()).unwrap_or(i64::MAX), ..intent },
            code: code.to_owned(),
            delivered: delivered.map(str::to_owned),
            ..OutcomeEntry::default()
        };
        if let Err(error) = self.store.outcome(entry).await {
            tracing::error!(%error, tab = %tab.handle, "ledger");
        }
        closed
    }

    async fn close_now(self: &Arc<Self>, task: &Arc<Task>, tab: &Arc<Tab>) -> Result<bool, Failure> {
        let Some(instance) = self.instance(&tab.target.instance) else {
            // The browser is gone, and its tabs with it.
            self.tab_closed(tab);
            return Ok(true);
        };
        let deadline = Instant::now() + CLOSE;
        let permit = tab
            .permit::<Close>(&task.id, &Grants::default())
            .map_err(|refusal| crate::dispatch::refused(refusal, tab))?;
        // `beforeunload` must not keep the tab.
        let _leaving = tab.page().ok().map(|page| page.leaving());
        let close = target::CloseTarget::new(tab.target.tab.as_str().to_owned().into());
        let closed = instance.browser.until(deadline).send(&permit, close).await;
        let verified = self.verify_closed(&instance, tab, deadline).await;
        if !verified {
            closed.map_err(|error| tabward_page::PageError::from(error).failure())?;
        }
        if verified {
            self.tab_closed(tab);
            self.write_tab(tab, Some(now_ms()), Some(true)).await.map_err(|e| store_failure(&e))?;
            task.tally(|tally| {
                tally.closed += 1;
                tally.verified += 1;
            });
        }
        Ok(verified)
    }

    /// Whether a fresh listing shows the tab no more.
    async fn verify_closed(&self, instance: &Arc<Instance>, tab: &Tab, deadline: Instant) -> bool {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match instance.list(deadline).await {
                Ok(tabs) if !tabs.contains(&tab.target.tab) => return true,
                Ok(_) => {}
                // A browser that is gone has no tabs.
                Err(_) => return instance.connection.is_closed(),
            }
            // The browser closes a tab a moment after it said so, and tells when it is done.
            if tokio::time::timeout_at(deadline, changed).await.is_err() {
                return false;
            }
        }
    }

    /// Lets go of a tab that lives on: our channel to it is detached, and it is the person's.
    async fn let_go(self: &Arc<Self>, tab: &Arc<Tab>) {
        if let (Ok(page), Ok(permit)) = (tab.page(), tab.permit::<CleanUp>(&tab.task, &Grants::default()))
            && let Err(error) = page.channel().until(Instant::now() + CLOSE).detach(&permit).await
        {
            tracing::debug!(%error, tab = %tab.handle, "detach");
        }
        let kept = tab.is_kept();
        let _ = tab.apply(&Event::Released { task: tab.task.clone() });
        crate::write(&self.tabs).remove(&tab.handle);
        if let Some(instance) = self.instance(&tab.target.instance) {
            instance.name_seen(&tab.target.tab, tab.handle);
        }
        if let Err(error) = self.write_released(tab, kept).await {
            tracing::warn!(%error, "released tab");
        }
    }

    async fn write_released(&self, tab: &Tab, kept: bool) -> Result<(), tabward_store::StoreError> {
        let state = tab.ownership();
        self.store
            .tab_put(tabward_store::TabRecord {
                key: tabward_store::TabKey {
                    instance: tab.target.instance.as_str().to_owned(),
                    epoch: tab.epoch,
                    tab: tab.target.tab.as_str().to_owned(),
                },
                handle: tab.handle.0,
                task: None,
                ownership: serde_json::to_string(&state).unwrap_or_default(),
                keep: kept,
                opener: None,
                purpose: None,
                opened: i64::try_from(tab.opened_ms).unwrap_or(i64::MAX),
                closed: None,
                verified: None,
            })
            .await
    }

    fn receipt_body(task: &Task, ends: &[(Arc<Tab>, End)], errors: &[String], why: Why) -> Map<String, Value> {
        let tally = task.counted();
        let count = |pick: fn(&End) -> bool| ends.iter().filter(|(_, end)| pick(end)).count();
        let predicted_closed = count(|end| matches!(end, End::Closed { .. }));
        let unverified = count(|end| matches!(end, End::Closed { verified: false }));
        // What was closed by finishing was counted into the tally as it happened, unless this is a prediction.
        let done = !ends.iter().any(|(tab, end)| matches!(end, End::Closed { verified: true }) && !tab.is_gone());
        let closed = if done { tally.closed as usize } else { tally.closed as usize + predicted_closed };
        let verified =
            if done { tally.verified as usize } else { tally.verified as usize + predicted_closed - unverified };
        let tabs: Vec<Value> = ends
            .iter()
            .map(|(tab, end)| {
                json!({
                    "handle": tab.handle,
                    "browser_instance_id": tab.target.instance,
                    "tab_id": tab.target.tab,
                    "end": match end {
                        End::Closed { verified: true } => "closed",
                        End::Closed { verified: false } => "unverified",
                        End::Kept => "kept",
                        End::LeftToPerson => "left_to_person",
                    },
                })
            })
            .collect();
        let body = json!({
            "task": task.name,
            "workspace": task.workspace,
            "consent_mode": "none",
            "ended_because": why.as_str(),
            "opened": tally.opened,
            "closed": closed,
            "verified": verified,
            "kept": count(|end| *end == End::Kept),
            "released": 0,
            "left_to_person": count(|end| *end == End::LeftToPerson),
            "pruned": tally.pruned,
            "remaining": unverified,
            "errors": errors,
            "tabs": tabs,
        });
        match body {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

/// How a tab ends that is not closed.
fn planned(tab: &Tab) -> Option<End> {
    if tab.is_taken_over() {
        Some(End::LeftToPerson)
    } else if tab.is_kept() {
        Some(End::Kept)
    } else {
        None
    }
}

/// A receipt as an outcome.
pub fn receipt_outcome(receipt: &Receipt) -> Outcome {
    let mut body: Map<String, Value> = serde_json::from_str(&receipt.body).unwrap_or_default();
    let count = |name: &str| body.get(name).and_then(Value::as_u64).unwrap_or(0);
    let (opened, closed, kept, left, remaining) =
        (count("opened"), count("closed"), count("kept"), count("left_to_person"), count("remaining"));
    let mut headline = format!(
        "finished task {}: opened {opened}, closed {closed}",
        tabward_model::text::quote_clipped(body.get("task").and_then(Value::as_str).unwrap_or(""), 80)
    );
    for (number, word) in [(kept, "kept"), (left, "left to the person"), (remaining, "not verified")] {
        if number > 0 {
            headline.push_str(&format!(", {word} {number}"));
        }
    }
    headline.push_str(&format!("; receipt {} {}", receipt.receipt_id, &receipt.hash[..12.min(receipt.hash.len())]));
    let partial =
        remaining > 0 || body.get("errors").and_then(Value::as_array).is_some_and(|errors| !errors.is_empty());
    for (name, value) in [
        ("receipt_id", json!(receipt.receipt_id)),
        ("seq", json!(receipt.seq)),
        ("previous", json!(receipt.previous)),
        ("hash", json!(receipt.hash)),
    ] {
        body.insert(name.to_owned(), value);
    }
    let mut outcome = Outcome::done(headline).field("receipt", Value::Object(body));
    if partial {
        outcome.status = Status::Partial;
    }
    outcome
}
