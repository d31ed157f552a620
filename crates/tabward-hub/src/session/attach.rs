//! Attaching to a browser that somebody else started.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tabward_cdp::protocol::{browser, target};
use tabward_cdp::{Cdp as _, CdpError, ConnectOptions, Connection};
use tabward_model::InstanceId;
use tabward_model::ownership::InstanceOwnership;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::SessionError;
use super::config::SessionConfig;
use super::endpoint::{self, Endpoint, Spoken, Version};
use super::ports::Holder;

/// How long the person may take to answer the browser's question, over any number of calls.
const CONSENT: Duration = Duration::from_mins(5);

/// A connection that was made, with what the browser says of itself.
#[derive(Debug, Clone)]
pub struct Met {
    /// The connection.
    pub connection: Connection,
    /// Product and version.
    pub product: String,
    /// The user agent.
    pub user_agent: String,
    /// Its default browser context.
    pub context: Option<String>,
}

/// Asks a browser who it is. `instance` is a name for the permit only.
pub async fn meet(connection: Connection, instance: &InstanceId, deadline: Instant) -> Result<Met, CdpError> {
    let ownership = InstanceOwnership::new(instance.clone());
    let permit = ownership.permit();
    let channel = connection.browser(instance.clone()).until(deadline);
    let (version, contexts) = tokio::join!(
        channel.send(&permit, browser::GetVersion::default()),
        channel.send(&permit, target::GetBrowserContexts::default()),
    );
    let version = version?;
    // Older browsers do not say which context is the default one.
    let context = match contexts {
        Ok(contexts) => contexts.default_browser_context_id.map(|id| id.as_str().to_owned()),
        Err(CdpError::Protocol { .. }) => None,
        Err(other) => return Err(other),
    };
    Ok(Met { connection, product: version.product, user_agent: version.user_agent, context })
}

/// An attached browser.
#[derive(Debug)]
pub struct Attached {
    /// What it says of itself.
    pub met: Met,
    /// Its GUID, the last part of its WebSocket's path.
    pub guid: Option<String>,
    /// The WebSocket's URL.
    pub url: String,
    /// Who listens on its port.
    pub holder: Option<Holder>,
}

type Attempt = watch::Receiver<Option<Result<Connection, String>>>;

/// Connections that wait for the person's answer to the browser's question. They outlive the call that began them, so
/// that the person is asked once.
#[derive(Debug, Default)]
pub struct Attempts(Arc<Mutex<HashMap<String, Attempt>>>);

impl Attempts {
    fn join(&self, url: &str) -> Attempt {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = attempts.get(url) {
            return running.clone();
        }
        let (tell, attempt) = watch::channel(None);
        attempts.insert(url.to_owned(), attempt.clone());
        let (all, url) = (Arc::clone(&self.0), url.to_owned());
        tokio::spawn(async move {
            let options = ConnectOptions { connect: CONSENT, ..ConnectOptions::default() };
            let done = Connection::websocket(&url, options).await.map_err(|error| error.to_string());
            all.lock().unwrap_or_else(PoisonError::into_inner).remove(&url);
            // Nobody waits any more: the connection closes, and the next call begins anew, without a question.
            tell.send(Some(done)).ok();
        });
        attempt
    }
}

/// Attaches to the browser at `endpoint`.
pub async fn attach(
    config: &SessionConfig,
    attempts: &Attempts,
    endpoint: &Endpoint,
    deadline: Instant,
) -> Result<Attached, SessionError> {
    let holder = endpoint.admit(config)?;
    let (path, version, asks) = find_path(config, endpoint, holder.as_ref(), deadline).await?;
    let url = endpoint.url(&path);
    let connection = open(attempts, endpoint, &url, asks, deadline).await?;
    let met = meet(connection, &InstanceId::new("attaching"), deadline).await?;
    let met = Met { user_agent: if met.user_agent.is_empty() { version.user_agent } else { met.user_agent }, ..met };
    let guid = path.split('?').next().and_then(|p| p.rsplit('/').next()).filter(|g| !g.is_empty() && *g != "browser");
    Ok(Attached { met, guid: guid.map(str::to_owned), url: url.clone(), holder })
}

/// The path of the WebSocket, and whether the browser will ask its person first.
async fn find_path(
    config: &SessionConfig,
    endpoint: &Endpoint,
    holder: Option<&Holder>,
    deadline: Instant,
) -> Result<(String, Version, bool), SessionError> {
    let dead =
        |detail: Option<String>| SessionError::PortDead { host: endpoint.host.clone(), port: endpoint.port, detail };
    if let Some(path) = &endpoint.path {
        return Ok((path.clone(), Version::default(), true));
    }
    match endpoint::ask(endpoint, deadline.min(Instant::now() + Duration::from_secs(5))).await {
        Spoken::Version(version) => match version.path() {
            Some(path) => Ok((path, version, false)),
            None => Err(dead(Some("it names no WebSocket of a browser".to_owned()))),
        },
        Spoken::Silent(_) => match endpoint::noted_path(config, endpoint.port, holder) {
            Some(path) => Ok((path, Version::default(), true)),
            None => Err(dead(Some(match holder {
                Some(holder) => {
                    format!("{holder} listens there, and no profile notes a debugging port {}", endpoint.port)
                }
                None => "what listens there is no debugging endpoint".to_owned(),
            }))),
        },
        Spoken::Other => Err(dead(Some(match holder {
            Some(holder) => format!("{holder} listens there and is no debugging endpoint"),
            None => "what listens there is no debugging endpoint".to_owned(),
        }))),
        Spoken::Dead => Err(dead(endpoint.loopback().and_then(|_| endpoint::why_dead(endpoint.port)))),
    }
}

async fn open(
    attempts: &Attempts,
    endpoint: &Endpoint,
    url: &str,
    asks: bool,
    deadline: Instant,
) -> Result<Connection, SessionError> {
    if !asks {
        let connect = deadline.saturating_duration_since(Instant::now());
        let options = ConnectOptions { connect, ..ConnectOptions::default() };
        return Ok(Connection::websocket(url, options).await?);
    }
    let mut attempt = attempts.join(url);
    let done = timeout_at(deadline, attempt.wait_for(Option::is_some)).await;
    match done {
        Err(_) => Err(SessionError::ConsentPending { endpoint: endpoint.to_string() }),
        Ok(Err(_)) => Err(SessionError::Deadline("attaching")),
        Ok(Ok(found)) => match found.clone() {
            Some(Ok(connection)) => Ok(connection),
            Some(Err(why)) if why.contains("403") => {
                Err(SessionError::ConsentDenied { endpoint: endpoint.to_string() })
            }
            Some(Err(why)) => {
                Err(SessionError::PortDead { host: endpoint.host.clone(), port: endpoint.port, detail: Some(why) })
            }
            None => Err(SessionError::Deadline("attaching")),
        },
    }
}
