//! Dispatch: one call comes in, its arguments are checked, its task and target are found, the gate is asked, the tool runs,
//! the ledger is written, and one outcome goes out.

mod target;

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabward_model::caller::Caller;
use tabward_model::outcome::Meta;
use tabward_model::{Cap, Code, Delivered, Failure, Outcome, Stage, TaskId};
use tabward_store::{Intent, OutcomeEntry, StoreError};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub use target::Held;
pub(crate) use target::{leading_ref, refused};

use crate::hub::{Hub, now_ms};
use crate::tab::Tab;
use crate::task::Task;
use crate::tools::{self, Common, Tool, schema};

/// How long a call may take unless it says otherwise.
const DEADLINE: Duration = Duration::from_secs(25);
/// What a tool gets beyond its deadline to say what it saw last.
const GRACE: Duration = Duration::from_millis(1500);
/// At most so many characters of a call's arguments stand in the ledger.
const LEDGER_ARGUMENTS: usize = 2000;

/// How a tool runs.
pub type Run = fn(Ctx, Map<String, Value>) -> BoxFuture<'static, Result<Outcome, Failure>>;

/// A tool's handler with typed arguments, as a [`Run`].
macro_rules! run {
    ($handler:ident) => {
        |ctx, arguments| {
            Box::pin(async move {
                let arguments = $crate::dispatch::parse(arguments)?;
                $handler(ctx, arguments).await
            })
        }
    };
}
pub(crate) use run;

/// Arguments as the tool's type. They were checked against its schema before.
pub(crate) fn parse<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(arguments)).map_err(|e| Failure::new(Code::InvalidArgument, e.to_string()))
}

/// A call as it came in.
#[derive(Debug)]
pub struct ToolCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The host's conversation: a default for the task.
    pub conversation: Option<String>,
    /// Cancelled when the caller does not want it any more.
    pub cancel: CancellationToken,
}

/// What a handler works with.
#[derive(Debug, Clone)]
pub struct Ctx {
    /// The hub.
    pub hub: Arc<Hub>,
    /// Who calls.
    pub caller: Arc<Caller>,
    /// For which task.
    pub task: Arc<Task>,
    /// Arguments that every tool accepts.
    pub common: Common,
    /// When the call must have an answer.
    pub deadline: Instant,
    /// The tool.
    pub tool: &'static Tool,
    call: Arc<CallRecord>,
}

#[derive(Debug)]
struct CallRecord {
    id: String,
    intent: Mutex<Intent>,
    recorded: std::sync::atomic::AtomicBool,
    held: Mutex<Option<(Arc<Tab>, tabward_model::resolve::Step)>>,
}

impl Ctx {
    /// The call's id, one in the ledger and in the answer.
    pub fn call_id(&self) -> &str {
        &self.call.id
    }

    /// Writes the intent down, before the first input. The action is refused if that cannot be done.
    pub(crate) async fn record_intent(&self) -> Result<(), Failure> {
        if !self.tool.mutating || self.call.recorded.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        let intent = crate::lock(&self.call.intent).clone();
        self.hub.store.intent(intent).await.map(drop).map_err(|e| store_failure(&e))
    }

    /// Notes on which target the call works.
    pub(crate) fn note_target(&self, tab: &Arc<Tab>, step: tabward_model::resolve::Step) {
        let mut intent = crate::lock(&self.call.intent);
        intent.instance = Some(tab.target.instance.as_str().to_owned());
        intent.tab = Some(tab.target.tab.as_str().to_owned());
        intent.document = tab.document().map(|document| document.as_str().to_owned());
        *crate::lock(&self.call.held) = Some((Arc::clone(tab), step));
    }

    /// How long is left.
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// `deadline`, or this much from now if that is earlier.
    pub fn within(&self, bound: Duration) -> Instant {
        self.deadline.min(Instant::now() + bound)
    }
}

/// A store's error as a failure of the call.
pub(crate) fn store_failure(error: &StoreError) -> Failure {
    Failure::new(error.code(), error.to_string()).at(error.stage()).next(error.next_step())
}

/// Runs one call. Whatever happens, there is one outcome.
pub async fn call(hub: &Arc<Hub>, caller: &Arc<Caller>, call: ToolCall) -> Outcome {
    let began = Instant::now();
    let id = crate::random::hex(8);
    hub.calls.fetch_add(1, Ordering::AcqRel);
    let mut outcome = match begin(hub, caller, &call, &id).await {
        Ok((ctx, arguments)) => run_call(ctx, arguments, &call.cancel).await,
        Err(failure) => Outcome::failed(failure),
    };
    hub.calls.fetch_sub(1, Ordering::AcqRel);
    hub.changed.notify_waiters();
    let duration_ms = (began.elapsed().as_secs_f64() * 1e4).round() / 10.0;
    tracing::debug!(call = id, tool = call.tool, duration_ms, status = ?outcome.status, "call");
    outcome.meta = Some(Meta { request_id: id, duration_ms });
    outcome
}

/// The hub takes no more calls.
pub(crate) fn restarting() -> Failure {
    Failure::new(Code::HubRestarting, "the hub ends or hands over to a newer one; not run").next("repeat the call")
}

/// Checks the arguments and finds the task.
async fn begin(
    hub: &Arc<Hub>,
    caller: &Arc<Caller>,
    call: &ToolCall,
    id: &str,
) -> Result<(Ctx, Map<String, Value>), Failure> {
    if hub.is_draining() {
        return Err(restarting());
    }
    let tool = tools::find(&call.tool).ok_or_else(|| {
        Failure::new(
            Code::InvalidArgument,
            format!("unknown tool {}", tabward_model::text::quote_clipped(&call.tool, 60)),
        )
    })?;
    let mut arguments = call.arguments.clone();
    if call.tool == "finalize_task" {
        arguments.entry("action").or_insert_with(|| Value::String("finish".to_owned()));
    }
    let checked = schema::check(tool, arguments)?;
    let task = task_of(hub, caller, tool, &checked, call.conversation.as_deref()).await?;
    let bound = checked.common.timeout_ms.map_or(DEADLINE, Duration::from_millis);
    let intent = Intent {
        task: task.id.as_str().to_owned(),
        caller: Some(caller.id.as_str().to_owned()),
        call: id.to_owned(),
        tool: tool.name.to_owned(),
        args: Some(ledger_arguments(&checked.own)),
        at: i64::try_from(now_ms()).unwrap_or(i64::MAX),
        ..Intent::default()
    };
    let ctx = Ctx {
        hub: Arc::clone(hub),
        caller: Arc::clone(caller),
        task,
        common: checked.common,
        deadline: Instant::now() + bound,
        tool,
        call: Arc::new(CallRecord {
            id: id.to_owned(),
            intent: Mutex::new(intent),
            recorded: std::sync::atomic::AtomicBool::new(false),
            held: Mutex::new(None),
        }),
    };
    Ok((ctx, checked.own))
}

/// A call's arguments for the ledger: what was typed is kept as its length, secrets are masked.
fn ledger_arguments(own: &Map<String, Value>) -> String {
    let mut shown = Value::Object(own.clone());
    if let Value::Object(map) = &mut shown {
        for typed in ["text", "script", "function"] {
            if let Some(value) = map.get_mut(typed)
                && let Some(text) = value.as_str()
            {
                *value = Value::String(tabward_model::redact::mask(text.chars().count()));
            }
        }
        for field in map.get_mut("fields").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(value) = field.get_mut("value")
                && let Some(text) = value.as_str()
            {
                *value = Value::String(tabward_model::redact::mask(text.chars().count()));
            }
        }
    }
    tabward_model::redact::json(&mut shown);
    tabward_model::text::clip(&shown.to_string(), LEDGER_ARGUMENTS).into_owned()
}

/// The task of a call: the argument, else the ref's or tab's, else the host's conversation, else the caller's own.
async fn task_of(
    hub: &Arc<Hub>,
    caller: &Arc<Caller>,
    tool: &'static Tool,
    checked: &schema::Checked,
    conversation: Option<&str>,
) -> Result<Arc<Task>, Failure> {
    let named = checked.common.task.as_deref();
    if named.is_none()
        && let Some(tab) = target::named_tab(hub, caller, &checked.common, &checked.own)?
        && let Some(task) = hub.tasks().into_iter().find(|task| task.id == tab.task && task.caller == caller.id)
    {
        return usable(task);
    }
    let name = named.or(conversation).or(caller.default_task.as_deref());
    let Some(name) = name else {
        if tool.capability == Cap::List && tool.name != "browser_task" && tool.name != "browser_tabs" {
            // Sessions belong to no task: the call gets one of its own that leaves no trace.
            let id = TaskId::new(format!("-/{}", crate::random::hex(8)));
            let task = Task::new(id, String::new(), caller.workspace.clone(), caller.id.clone(), now_ms());
            return Ok(Arc::new(task));
        }
        return Err(Failure::new(Code::ScopeRequired, "name a task: this door has no default one")
            .next("repeat the call with \"task\":\"NAME\""));
    };
    if name.is_empty() || name.chars().count() > 200 {
        return Err(Failure::new(Code::InvalidArgument, "argument \"task\" must have 1 to 200 characters"));
    }
    if let Some(task) = hub.find_task(caller, name) {
        return usable(task);
    }
    if tool.name == "browser_task" {
        // Asking after a task, or finishing it once more, begins none.
        let task = Task::new(caller.task(name), name.to_owned(), caller.workspace.clone(), caller.id.clone(), now_ms());
        return Ok(Arc::new(task));
    }
    hub.make_task(caller, name).await.map_err(|e| store_failure(&e))
}

fn usable(task: Arc<Task>) -> Result<Arc<Task>, Failure> {
    if task.is_finishing() {
        return Err(Failure::new(Code::TaskNotFound, "the task is being finished; not run")
            .next("repeat the call to start a new task"));
    }
    Ok(task)
}

/// Runs the tool until it is done, its deadline is over, the caller cancels or the person takes the tab over.
async fn run_call(ctx: Ctx, arguments: Map<String, Value>, cancel: &CancellationToken) -> Outcome {
    let running = ctx.task.begin(now_ms());
    let work = (ctx.tool.run)(ctx.clone(), arguments);
    let sent = || {
        if ctx.call.recorded.load(Ordering::Acquire) { Delivered::Unknown } else { Delivered::No }
    };
    let result = tokio::select! {
        result = work => result,
        tab = taken_over(&ctx) => {
            Err(refused(tabward_model::Refusal::TakenOver, &tab).delivered(sent()))
        }
        () = cancel.cancelled() => Err(Failure::new(Code::Cancelled, "cancelled by the caller").delivered(sent())),
        () = tokio::time::sleep_until(ctx.deadline + GRACE) => {
            Err(Failure::new(Code::DeadlineExceeded, "no answer within the time of the call").delivered(sent()))
        }
    };
    let mut outcome = result.unwrap_or_else(Outcome::failed);
    let held = crate::lock(&ctx.call.held).clone();
    if let Some((tab, step)) = &held {
        finish_page(&ctx, tab, *step, &mut outcome).await;
    }
    for notice in ctx.task.told().into_iter().rev() {
        outcome.notes.insert(0, notice);
    }
    record_outcome(&ctx, &mut outcome).await;
    running.end(now_ms());
    outcome
}

/// Ends when the person has taken over the tab that the call works on, and the call did not end by itself soon after.
async fn taken_over(ctx: &Ctx) -> Arc<Tab> {
    loop {
        let changed = ctx.hub.changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        let held = crate::lock(&ctx.call.held).clone();
        if let Some((tab, _)) = held
            && tab.task == ctx.task.id
            && tab.is_taken_over()
        {
            tokio::time::sleep_until(Instant::now() + GRACE).await;
            return tab;
        }
        changed.await;
    }
}

/// Says which page the call was about and, where it failed, how the page looks.
async fn finish_page(ctx: &Ctx, tab: &Arc<Tab>, step: tabward_model::resolve::Step, outcome: &mut Outcome) {
    // Of another task's tab nothing is told, not even its title (OWN-25).
    if tab.task != ctx.task.id {
        return;
    }
    let readable = tab.may_read(&ctx.task.id);
    if outcome.page.is_none() && !tab.is_gone() {
        outcome.page = Some(tab.page_info(step, readable));
    }
    let answers = outcome
        .failure
        .as_ref()
        .is_some_and(|failure| !matches!(failure.stage, Stage::Hub | Stage::Store | Stage::Client | Stage::Host));
    if answers && readable && outcome.debug.is_none() && !tab.is_gone() {
        outcome.debug = tab.debug(&ctx.task.id).await;
    }
}

/// Writes the outcome down, before the answer.
async fn record_outcome(ctx: &Ctx, outcome: &mut Outcome) {
    let of = crate::lock(&ctx.call.intent).clone();
    let entry = OutcomeEntry {
        of: Intent {
            args: if ctx.tool.mutating { None } else { of.args.clone() },
            at: i64::try_from(now_ms()).unwrap_or(i64::MAX),
            ..of
        },
        code: outcome.failure.as_ref().map_or("OK", |failure| failure.code.as_str()).to_owned(),
        delivered: outcome.failure.as_ref().map(|failure| {
            match failure.delivered {
                Delivered::No => "no",
                Delivered::Yes => "yes",
                Delivered::Unknown => "unknown",
            }
            .to_owned()
        }),
        effect: outcome.effect.as_ref().map(|effect| tabward_model::text::clip(&effect.summary, 500).into_owned()),
        artifacts: (!outcome.artifacts.is_empty()).then(|| {
            let hashes: Vec<&str> = outcome.artifacts.iter().map(|artifact| artifact.sha256.as_str()).collect();
            serde_json::to_string(&hashes).unwrap_or_default()
        }),
    };
    if let Err(error) = ctx.hub.store.outcome(entry).await {
        tracing::error!(%error, call = ctx.call.id, "ledger");
        outcome.warnings.push(format!("the ledger could not be written ({}); {}", error.code(), error.next_step()));
    }
}
