//! The hub's local wire: frames of a 32-bit big-endian length and one JSON message. One connection declares one role.

use std::io;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabward_model::caller::Door;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// Revision of this wire. Another one is refused by name.
pub const REVISION: u32 = 1;
/// The longest message that a client may send, in bytes.
pub const MAX_REQUEST: usize = 16 << 20;
/// The longest message that the hub sends, in bytes.
pub const MAX_REPLY: usize = 96 << 20;

/// What a client says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// First, once.
    Hello(Hello),
    /// Runs a tool.
    Call(Call),
    /// Ends a call that runs.
    Cancel {
        /// The call's id.
        id: u64,
    },
    /// A command of the person's command line, which is no tool.
    Admin {
        /// Settled by this id.
        id: u64,
        /// What to do.
        command: Admin,
    },
}

/// Who connects.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// Revision of the wire.
    pub revision: u32,
    /// Version of the client's binary.
    pub version: String,
    /// The client's executable, to tell a newer build of the same version.
    pub build: Build,
    /// The role; only `client` exists so far.
    pub role: Role,
    /// Through which door the call came to the client.
    pub door: Door,
    /// The bridge's random id, made at its start and sent again when it reconnects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridge: Option<String>,
    /// The folder that tasks belong to.
    pub workspace: String,
    /// The host program's name, as it gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// What a connection may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Calls tools.
    Client,
}

/// One build of the binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Path of the executable.
    pub exe: String,
    /// When it was written, in milliseconds since 1970.
    pub modified_ms: u64,
}

/// A tool call.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Settled by this id.
    pub id: u64,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The host's conversation: a default for the task, never an authority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Whether the whole outcome is wanted, or the text.
    #[serde(default)]
    pub json: bool,
}

/// Commands of the command line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Admin {
    /// Process id, version, sessions, tasks.
    Status,
    /// How each layer is, from a probe of its own. Takes as long as the slowest of them, at most a few seconds.
    Health,
    /// Ends the hub; browsers live on with their keepers unless `browsers`.
    Stop {
        /// End the launched browsers too.
        browsers: bool,
    },
    /// Opens the HTTP door on this loopback port (0: any), and says where.
    Http {
        /// The port.
        port: u16,
    },
}

/// What the hub says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The connection is accepted.
    Welcome(Welcome),
    /// The connection is refused; it closes.
    Refused {
        /// Published code.
        code: String,
        /// Why, and what mends it.
        message: String,
    },
    /// The hub hands over to another one; connect again.
    Restarting,
    /// A call's answer.
    Answer(Answer),
    /// A call is still running.
    Progress {
        /// The call.
        id: u64,
        /// What it does.
        message: String,
    },
    /// An admin command's answer.
    Admin {
        /// The command's id.
        id: u64,
        /// Its result.
        result: Value,
    },
}

/// The hub's greeting.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Welcome {
    /// The hub's process.
    pub pid: u32,
    /// Its version.
    pub version: String,
}

/// A call's answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// The call.
    pub id: u64,
    /// True only if done and seen.
    pub ok: bool,
    /// `done`, `partial`, `waiting`, `failed`.
    pub status: String,
    /// The published code of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The text form.
    pub text: String,
    /// The whole outcome, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Map<String, Value>>,
    /// A picture: media type and base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inline: Option<(String, String)>,
}

/// Reads one message; none at a clean end.
pub async fn read<T: DeserializeOwned>(from: &mut (impl AsyncRead + Unpin), max: usize) -> io::Result<Option<T>> {
    let mut head = [0; 4];
    match from.read_exact(&mut head).await {
        Ok(_) => {}
        Err(end) if end.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(other) => return Err(other),
    }
    let length = usize::try_from(u32::from_be_bytes(head)).unwrap_or(usize::MAX);
    if length > max {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("message of {length} bytes; at most {max} pass"),
        ));
    }
    // Grows with what arrives, so that a length alone reserves no memory.
    let mut body = Vec::with_capacity(length.min(64 << 10));
    let arrived = from.take(length as u64).read_to_end(&mut body).await?;
    if arrived < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&body).map(Some).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

/// Writes one message.
pub async fn write<T: Serialize>(to: &mut (impl AsyncWrite + Unpin), message: &T) -> io::Result<()> {
    let mut frame = vec![0; 4];
    serde_json::to_writer(&mut frame, message).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
    let length =
        u32::try_from(frame.len() - 4).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "message over 4 GiB"))?;
    frame[..4].copy_from_slice(&length.to_be_bytes());
    to.write_all(&frame).await?;
    to.flush().await
}
