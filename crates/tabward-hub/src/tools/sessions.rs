//! Sessions: `browser_list_sessions`, `browser_close_session`.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tabward_model::session::{DEFAULT_HOST, DEFAULT_PORT};
use tabward_model::{Cap, Code, Failure, Outcome, Status};

use crate::dispatch::{Ctx, run};
use crate::tools::{Annotations, Tool, schema};

/// A place where a browser may listen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// Default 127.0.0.1
    #[serde(default)]
    pub host: Option<String>,
    #[expect(missing_docs, reason = "the listing stays short")]
    pub port: u16,
}

/// The browsers that tabward launched or attached to, whether they live, and what listens on the ports that you name.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListSessions {
    /// Ports to look at; at most 16, on loopback
    #[serde(default)]
    pub probe: Option<Vec<Endpoint>>,
}

/// Close a session. Only browsers that tabward started are ended, and only when nobody else works in them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CloseSession {
    /// Default 127.0.0.1
    #[serde(default)]
    pub host: Option<String>,
    /// The session's port
    #[serde(default)]
    pub port: Option<u16>,
    /// All sessions of yours
    #[serde(default)]
    pub all: bool,
    /// End the browser; default true
    #[serde(default)]
    pub kill_process: Option<bool>,
}

/// `browser_list_sessions`
pub static LIST_SESSIONS: Tool = Tool {
    name: "browser_list_sessions",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::List,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<ListSessions>,
    answers: &[("sessions", "array"), ("probed", "array")],
    run: run!(list_sessions),
};

/// `browser_close_session`
pub static CLOSE_SESSION: Tool = Tool {
    name: "browser_close_session",
    core: false,
    contract: true,
    mutating: true,
    capability: Cap::List,
    annotations: Annotations { read_only: false, destructive: None, idempotent: true, open_world: None },
    schema: schema::of::<CloseSession>,
    answers: &[
        ("closed_our_session", "boolean"),
        ("killed_process", "boolean"),
        ("pid", "any"),
        ("host", "string"),
        ("port", "integer"),
        ("note", "string"),
        ("closed", "array"),
    ],
    run: run!(close_session),
};

/// At most so many ports are probed in one call (SES-9).
const PROBES: usize = 16;

async fn list_sessions(ctx: Ctx, arguments: ListSessions) -> Result<Outcome, Failure> {
    let probe = arguments.probe.unwrap_or_default();
    if probe.len() > PROBES {
        return Err(Failure::new(Code::InvalidArgument, format!("argument \"probe\" takes at most {PROBES} places")));
    }
    let probe: Vec<(String, u16)> =
        probe.into_iter().map(|place| (place.host.unwrap_or_else(|| DEFAULT_HOST.to_owned()), place.port)).collect();
    let found = ctx.hub.sessions.list(&probe).await.map_err(|error| error.failure())?;
    let mut body = String::new();
    for session in &found.sessions {
        let alive = if session.alive { "alive" } else { "dead" };
        let pid = session.pid.map_or_else(String::new, |pid| format!(", pid {pid}"));
        let ours = if session.spawned_by_us { "started by tabward" } else { "attached" };
        let _ = writeln!(body, "{}:{} {alive}, {}, {ours}{pid}", session.host, session.port, session.mode.as_str());
    }
    for place in &found.probed {
        let _ = writeln!(
            body,
            "{}:{} {}",
            place.host,
            place.port,
            if place.alive { "a browser answers" } else { "nothing answers" }
        );
    }
    let mut outcome = Outcome::done(format!("{} sessions", found.sessions.len()))
        .field("sessions", serde_json::to_value(&found.sessions).unwrap_or_default())
        .field("probed", serde_json::to_value(&found.probed).unwrap_or_default());
    outcome.body = body;
    Ok(outcome)
}

async fn close_session(ctx: Ctx, arguments: CloseSession) -> Result<Outcome, Failure> {
    let kill = arguments.kill_process.unwrap_or(true);
    if arguments.all {
        if arguments.port.is_some() || arguments.host.is_some() {
            return Err(Failure::new(Code::InvalidArgument, "arguments \"all\" and \"port\" exclude each other"));
        }
        return close_all(&ctx, kill).await;
    }
    let host = arguments.host.unwrap_or_else(|| DEFAULT_HOST.to_owned());
    let port = match (arguments.port, &ctx.common.session) {
        (Some(port), _) => port,
        (None, Some(spec)) => spec.port.unwrap_or(DEFAULT_PORT),
        (None, None) => return Err(Failure::new(Code::InvalidArgument, "name a \"port\", or \"all\"")),
    };
    ctx.record_intent().await?;
    let (row, partial) = close_one(&ctx, &host, port, kill).await?;
    let mut outcome = Outcome::done(told(&row, &host, port));
    outcome.fields = row;
    if partial {
        outcome.status = Status::Partial;
    }
    Ok(outcome)
}

async fn close_all(ctx: &Ctx, kill: bool) -> Result<Outcome, Failure> {
    ctx.record_intent().await?;
    let records = ctx.hub.sessions.records().await.map_err(|error| error.failure())?;
    let mine: Vec<(String, u16)> = records
        .into_iter()
        .filter(|record| record.caller.as_deref() == Some(ctx.caller.id.as_str()))
        .map(|record| (record.host, record.port))
        .collect();
    let (mut rows, mut any_partial) = (Vec::new(), false);
    let mut killed = false;
    for (host, port) in &mine {
        let (row, partial) = close_one(ctx, host, *port, kill).await?;
        any_partial |= partial;
        killed |= row.get("killed_process").and_then(Value::as_bool).unwrap_or(false);
        rows.push(Value::Object(row));
    }
    let mut outcome = Outcome::done(format!("closed {} sessions", rows.len()))
        .field("closed_our_session", !rows.is_empty())
        .field("killed_process", killed)
        .field("pid", Value::Null)
        .field("closed", rows);
    if mine.is_empty() {
        outcome.fields.insert("note".to_owned(), Value::String("no session of yours is on record".to_owned()));
    }
    if any_partial {
        outcome.status = Status::Partial;
    }
    Ok(outcome)
}

fn told(row: &Map<String, Value>, host: &str, port: u16) -> String {
    let is = |name: &str| row.get(name).and_then(Value::as_bool).unwrap_or(false);
    match (is("closed_our_session"), is("killed_process"), row.get("note").and_then(Value::as_str)) {
        (_, _, Some(note)) => format!("{host}:{port}: {note}"),
        (true, true, None) => format!("closed session {host}:{port} and ended its browser"),
        (true, false, None) => format!("closed session {host}:{port}; its browser lives"),
        (false, _, None) => format!("{host}:{port}: nothing to close"),
    }
}

/// Closes one session: the task's tabs in it, and the browser if tabward started it and nobody else works in it (SES-6).
async fn close_one(ctx: &Ctx, host: &str, port: u16, kill: bool) -> Result<(Map<String, Value>, bool), Failure> {
    let hub = &ctx.hub;
    let mut row = Map::new();
    row.insert("host".to_owned(), json!(host));
    row.insert("port".to_owned(), json!(port));
    let Some(session) = hub.sessions.recorded(host, port).await.map_err(|error| error.failure())? else {
        row.insert("closed_our_session".to_owned(), json!(false));
        row.insert("killed_process".to_owned(), json!(false));
        row.insert("pid".to_owned(), Value::Null);
        row.insert("note".to_owned(), json!("no session of this name is on record; nothing was ended"));
        return Ok((row, false));
    };
    row.insert("pid".to_owned(), json!(session.pid));
    let instance = session.instance.as_deref().and_then(|id| hub.instance(&id.into()));
    let mut note = None;
    if let Some(instance) = &instance {
        let own: Vec<_> = hub
            .tabs_of(&instance.id)
            .into_iter()
            .filter(|tab| hub.task_of(&tab.task).is_some_and(|task| task.caller == ctx.caller.id))
            .collect();
        for tab in own.iter().filter(|tab| !tab.is_kept() && !tab.is_taken_over()) {
            if let Some(task) = hub.task_of(&tab.task) {
                hub.close_tab(&task, tab).await?;
            }
        }
        let others = hub.tabs_of(&instance.id);
        let foreign =
            others.iter().filter(|tab| hub.task_of(&tab.task).is_some_and(|task| task.caller != ctx.caller.id)).count();
        let kept = others.iter().filter(|tab| tab.is_kept() || tab.is_taken_over()).count();
        let persons = instance.seen().iter().filter(|(id, _)| !others.iter().any(|tab| tab.target.tab == *id)).count();
        let mut holds = Vec::new();
        for (count, who) in
            [(foreign, "tabs of other tasks"), (kept, "kept or taken-over tabs"), (persons, "tabs of the person's")]
        {
            if count > 0 {
                holds.push(format!("{count} {who}"));
            }
        }
        if session.spawned_by_us && kill && !holds.is_empty() {
            note = Some(format!("the browser lives on: it holds {}", holds.join(", ")));
        }
    }
    if !session.spawned_by_us && kill {
        note.get_or_insert_with(|| "tabward did not start this browser, so it lives on".to_owned());
    }
    let end = session.spawned_by_us && kill && note.is_none();
    let partial = session.spawned_by_us && kill && note.is_some();
    let killed = if end {
        hub.sessions.close(session.id).await.map_err(|error| error.failure())?;
        true
    } else {
        if !session.spawned_by_us {
            hub.sessions.close(session.id).await.map_err(|error| error.failure())?;
            if let Some(instance) = &instance {
                instance.connection.close();
            }
        }
        false
    };
    row.insert("closed_our_session".to_owned(), json!(!partial && (killed || !session.spawned_by_us)));
    row.insert("killed_process".to_owned(), json!(killed));
    if let Some(note) = note {
        row.insert("note".to_owned(), json!(note));
    }
    Ok((row, partial))
}
