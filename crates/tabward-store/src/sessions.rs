//! Sessions: browsers that were launched or attached to. A row is written before the browser is started, so that a
//! crash at any instant leaves a trace of it.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// How a session came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionMode {
    /// A running browser was attached to.
    Attach,
    /// Launched without a window.
    LaunchHeadless,
    /// Launched with a window.
    LaunchHeaded,
}

/// Where a session is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// Written down; the browser may or may not run yet.
    Starting,
    /// The browser answered.
    Alive,
    /// Ended, lost, or never started; the reason says which.
    Gone,
}

macro_rules! text_column {
    ($type:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        impl $type {
            /// The word in the database and in answers.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($text => Ok(Self::$variant),)+
                    other => Err(FromSqlError::Other(format!("unknown word {other:?}").into())),
                }
            }
        }
    };
}
pub(crate) use text_column;

text_column!(SessionMode { Attach = "attach", LaunchHeadless = "launch_headless", LaunchHeaded = "launch_headed" });
text_column!(SessionState { Starting = "starting", Alive = "alive", Gone = "gone" });

/// What is known of a session before it starts.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// How it comes to be.
    pub mode: SessionMode,
    /// The host part of its name.
    pub host: String,
    /// The port part of its name; `None` takes the lowest free one from `name_from` on.
    pub port: Option<u16>,
    /// The first number for sessions without a port of their own.
    pub name_from: u16,
    /// The profile folder, if we chose it.
    pub profile_dir: Option<String>,
    /// True if the profile folder goes with the session.
    pub temporary: bool,
    /// What was asked for; what was seen comes with [`SessionAlive`].
    pub headless: Option<bool>,
    /// The socket that its keeper will listen on.
    pub keeper_socket: Option<String>,
    /// The place that the starting task belongs to.
    pub workspace: Option<String>,
    /// Who started it.
    pub caller: Option<String>,
    /// The task that started it.
    pub task: Option<String>,
    /// Now.
    pub at: Millis,
}

/// What is known of a session once its browser has answered.
#[derive(Debug, Clone, Default)]
pub struct SessionAlive {
    /// The browser instance.
    pub instance: String,
    /// A TCP debugging port that is really open.
    pub real_port: Option<u16>,
    /// The WebSocket URL, for attached ones.
    pub endpoint: Option<String>,
    /// The browser's process.
    pub pid: Option<u32>,
    /// When that process started, in the platform's own notation; tells a reused pid.
    pub pid_start: Option<String>,
    /// The keeper's process.
    pub keeper_pid: Option<u32>,
    /// When the keeper started.
    pub keeper_start: Option<String>,
    /// The browser's GUID, for those with a port.
    pub browser_guid: Option<String>,
    /// The browser context that is ours to see.
    pub browser_context: Option<String>,
    /// Product and version.
    pub product: Option<String>,
    /// Without a window?
    pub headless: Option<bool>,
    /// Now.
    pub at: Millis,
}

/// One row of the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of NewSession and SessionAlive")]
pub struct SessionRecord {
    pub id: i64,
    pub state: SessionState,
    pub mode: SessionMode,
    pub host: String,
    pub port: u16,
    pub real_port: Option<u16>,
    pub endpoint: Option<String>,
    pub instance: Option<String>,
    pub pid: Option<u32>,
    pub pid_start: Option<String>,
    pub keeper_pid: Option<u32>,
    pub keeper_start: Option<String>,
    pub keeper_socket: Option<String>,
    pub profile_dir: Option<String>,
    pub temporary: bool,
    pub browser_guid: Option<String>,
    pub browser_context: Option<String>,
    pub product: Option<String>,
    pub headless: Option<bool>,
    pub spawned_by_us: bool,
    pub workspace: Option<String>,
    pub caller: Option<String>,
    pub task: Option<String>,
    pub created: Millis,
    pub alive: Option<Millis>,
    pub used: Millis,
    pub gone: Option<Millis>,
    pub gone_reason: Option<String>,
}

const COLUMNS: &str = "id, state, mode, host, port, real_port, endpoint, instance_id, pid, pid_start, keeper_pid,
    keeper_start, keeper_socket, profile_dir, temporary, browser_guid, browser_context, product, headless,
    spawned_by_us, workspace, caller, task, created_ms, alive_ms, used_ms, gone_ms, gone_reason";

fn record(r: &Row<'_>) -> rusqlite::Result<SessionRecord> {
    Ok(SessionRecord {
        id: r.get(0)?,
        state: r.get(1)?,
        mode: r.get(2)?,
        host: r.get(3)?,
        port: r.get(4)?,
        real_port: r.get(5)?,
        endpoint: r.get(6)?,
        instance: r.get(7)?,
        pid: r.get(8)?,
        pid_start: r.get(9)?,
        keeper_pid: r.get(10)?,
        keeper_start: r.get(11)?,
        keeper_socket: r.get(12)?,
        profile_dir: r.get(13)?,
        temporary: r.get(14)?,
        browser_guid: r.get(15)?,
        browser_context: r.get(16)?,
        product: r.get(17)?,
        headless: r.get(18)?,
        spawned_by_us: r.get(19)?,
        workspace: r.get(20)?,
        caller: r.get(21)?,
        task: r.get(22)?,
        created: r.get(23)?,
        alive: r.get(24)?,
        used: r.get(25)?,
        gone: r.get(26)?,
        gone_reason: r.get(27)?,
    })
}

impl Store {
    /// Writes down a session that is about to start, and gives it its name.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a living session already has the name.
    pub async fn session_starting(&self, new: NewSession) -> Result<SessionRecord, StoreError> {
        let taken = format!("a session named {}:{} is recorded already", new.host, new.port.unwrap_or_default());
        let done = self
            .run(Kind::First, move |tx| {
                let port = match new.port {
                    Some(port) => port,
                    None => free_name(tx, &new.host, new.name_from)?,
                };
                tx.prepare_cached(
                    "INSERT INTO sessions (state, mode, host, port, profile_dir, temporary, headless, spawned_by_us,
                        keeper_socket, workspace, caller, task, created_ms, used_ms)
                     VALUES ('starting', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12)",
                )?
                .execute(params![
                    new.mode,
                    new.host,
                    port,
                    new.profile_dir,
                    new.temporary,
                    new.headless,
                    new.mode != SessionMode::Attach,
                    new.keeper_socket,
                    new.workspace,
                    new.caller,
                    new.task,
                    new.at,
                ])?;
                one(tx, tx.last_insert_rowid())
            })
            .await;
        match done {
            Err(StoreError::Conflict(_)) => Err(StoreError::Conflict(taken)),
            other => other,
        }
    }

    /// Notes the socket of the session's keeper, and its process, before the browser has answered.
    pub async fn session_keeper(
        &self,
        id: i64,
        socket: String,
        process: Option<(u32, Option<String>)>,
    ) -> Result<(), StoreError> {
        self.run(Kind::First, move |tx| {
            let (pid, start) = process.clone().unzip();
            tx.prepare_cached(
                "UPDATE sessions SET keeper_socket = ?2, keeper_pid = coalesce(?3, keeper_pid),
                    keeper_start = coalesce(?4, keeper_start) WHERE id = ?1",
            )?
            .execute(params![id, socket, pid, start.flatten()])?;
            Ok(())
        })
        .await
    }

    /// Notes that the session's browser answered.
    pub async fn session_alive(&self, id: i64, seen: SessionAlive) -> Result<SessionRecord, StoreError> {
        self.run(Kind::First, move |tx| {
            tx.prepare_cached(
                "UPDATE sessions SET state = 'alive', instance_id = ?2, real_port = ?3, endpoint = ?4, pid = ?5,
                    pid_start = ?6, keeper_pid = ?7, keeper_start = ?8, browser_guid = ?9, browser_context = ?10,
                    product = ?11, headless = coalesce(?12, headless), alive_ms = ?13, used_ms = ?13
                 WHERE id = ?1 AND state <> 'gone'",
            )?
            .execute(params![
                id,
                seen.instance,
                seen.real_port,
                seen.endpoint,
                seen.pid,
                seen.pid_start,
                seen.keeper_pid,
                seen.keeper_start,
                seen.browser_guid,
                seen.browser_context,
                seen.product,
                seen.headless,
                seen.at,
            ])?;
            one(tx, id)
        })
        .await
    }

    /// Notes that the session was used by a task.
    pub async fn session_used(&self, id: i64, at: Millis) -> Result<(), StoreError> {
        self.run(Kind::First, move |tx| {
            tx.prepare_cached("UPDATE sessions SET used_ms = ?2 WHERE id = ?1")?.execute(params![id, at])?;
            Ok(())
        })
        .await
    }

    /// Notes the end of a session; its name is free again. Doing so twice keeps the first reason.
    pub async fn session_gone(&self, id: i64, reason: &str, at: Millis) -> Result<(), StoreError> {
        let reason = reason.to_owned();
        self.run(Kind::Last, move |tx| {
            tx.prepare_cached(
                "UPDATE sessions SET state = 'gone', gone_ms = ?3, gone_reason = ?2 WHERE id = ?1 AND state <> 'gone'",
            )?
            .execute(params![id, reason, at])?;
            Ok(())
        })
        .await
    }

    /// Sessions that are not gone, oldest first.
    pub async fn sessions(&self) -> Result<Vec<SessionRecord>, StoreError> {
        self.run(Kind::Read, |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM sessions WHERE state <> 'gone' ORDER BY id"))?
                .query_map([], record)?
                .collect()
        })
        .await
    }

    /// The session with this number, gone or not.
    pub async fn session(&self, id: i64) -> Result<Option<SessionRecord>, StoreError> {
        self.run(Kind::Read, move |tx| one(tx, id).optional()).await
    }

    /// The living session that this name stands for: by its name first, then by its real port.
    pub async fn session_named(&self, host: &str, port: u16) -> Result<Option<SessionRecord>, StoreError> {
        let host = host.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM sessions WHERE state <> 'gone' AND host = ?1 AND (port = ?2 OR real_port = ?2)
                 ORDER BY (port = ?2) DESC, id LIMIT 1"
            ))?
            .query_row(params![host, port], record)
            .optional()
        })
        .await
    }
}

fn one(tx: &rusqlite::Transaction<'_>, id: i64) -> rusqlite::Result<SessionRecord> {
    tx.prepare_cached(&format!("SELECT {COLUMNS} FROM sessions WHERE id = ?1"))?.query_row([id], record)
}

fn free_name(tx: &rusqlite::Transaction<'_>, host: &str, from: u16) -> rusqlite::Result<u16> {
    let taken: Vec<u16> = tx
        .prepare_cached("SELECT port FROM sessions WHERE state <> 'gone' AND host = ?1 AND port >= ?2 ORDER BY port")?
        .query_map(params![host, from], |r| r.get(0))?
        .collect::<Result<_, _>>()?;
    let mut name = from;
    for port in taken {
        if port != name {
            break;
        }
        name = name.saturating_add(1);
    }
    Ok(name)
}
