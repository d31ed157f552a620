//! MCP over Streamable HTTP on loopback: a bearer token, `Host` and `Origin` checks, and nothing that a web page can use.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use subtle::ConstantTimeEq as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::backend::Backend;
use crate::server::{Form, Server};

/// Where the endpoint is.
pub const PATH: &str = "/mcp";

/// At most so many connections at once; more wait at the door.
const CONNECTIONS: usize = 256;

/// The longest request body, in bytes.
const BODY: usize = 4 << 20;

/// Told at each refusal, with the reason.
pub type OnRefused = Arc<dyn Fn(&'static str) + Send + Sync>;

/// How the door is opened.
#[derive(Clone)]
pub struct Door {
    /// The token that every request must bear; at least 128 random bits.
    pub token: String,
    /// The form of answers.
    pub form: Form,
    /// Counts refusals.
    pub on_refused: OnRefused,
    /// Closes the door.
    pub cancel: CancellationToken,
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Door").field("form", &self.form).finish_non_exhaustive()
    }
}

/// An open door.
#[derive(Debug)]
pub struct Open {
    /// Where it listens.
    pub address: SocketAddr,
    /// Ends when the door is closed.
    pub served: tokio::task::JoinHandle<io::Result<()>>,
}

/// Opens the door on this loopback port (0: any free one).
pub async fn open<B: Backend>(backend: B, port: u16, door: Door) -> io::Result<Open> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?;
    let cancel = door.cancel.clone();
    let router = router(backend, address.port(), door);
    let listener = Capped { listener, free: Arc::new(Semaphore::new(CONNECTIONS)) };
    let served =
        tokio::spawn(
            async move { axum::serve(listener, router).with_graceful_shutdown(cancel.cancelled_owned()).await },
        );
    Ok(Open { address, served })
}

fn router<B: Backend>(backend: B, port: u16, door: Door) -> Router {
    let server = Arc::new(backend);
    let form = door.form;
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts.clone())
        // No other page has any business here, and none is served here.
        .with_allowed_origins(hosts.iter().map(|host| format!("http://{host}")))
        .enforce_origin_validation()
        .with_max_request_body_bytes(BODY)
        .with_cancellation_token(door.cancel.child_token());
    let service = StreamableHttpService::new(
        move || Ok(Server::new(Arc::clone(&server), form)),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let guard = Arc::new(Guard { token: door.token, hosts, on_refused: door.on_refused });
    Router::new().route_service(PATH, service).layer(from_fn_with_state(guard, check))
}

struct Guard {
    token: String,
    hosts: [String; 3],
    on_refused: OnRefused,
}

/// Before anything else of a request is looked at.
async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let refused =
        if !host_fits(request.uri().authority().map(axum::http::uri::Authority::as_str), headers, &guard.hosts) {
            Some((StatusCode::FORBIDDEN, "host"))
        } else if from_a_page(headers, &guard.hosts) {
            Some((StatusCode::FORBIDDEN, "origin"))
        } else if !bears(headers, &guard.token) {
            Some((StatusCode::UNAUTHORIZED, "token"))
        } else {
            None
        };
    let Some((status, why)) = refused else {
        return next.run(request).await;
    };
    (guard.on_refused)(why);
    tracing::debug!(why, "http request refused");
    let mut response = (status, format!("refused: {why}\n")).into_response();
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
    }
    response
}

fn host_fits(authority: Option<&str>, headers: &HeaderMap, hosts: &[String]) -> bool {
    let mut named = headers.get_all(header::HOST).iter();
    let host = match (named.next(), named.next()) {
        (Some(host), None) => host.to_str().ok(),
        (None, None) => authority,
        _ => None,
    };
    host.is_some_and(|host| hosts.iter().any(|known| known.eq_ignore_ascii_case(host)))
}

/// Whether a browser sent this on behalf of a page. Programs send no `Sec-Fetch-Site`, which browsers always add; some
/// name the server's own address as `Origin`, and no page has that origin, since none is served here.
fn from_a_page(headers: &HeaderMap, hosts: &[String]) -> bool {
    let foreign = headers.get_all(header::ORIGIN).iter().any(|origin| {
        let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        !host.is_some_and(|host| hosts.iter().any(|known| known.eq_ignore_ascii_case(host)))
    });
    foreign || headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() != b"none")
}

fn bears(headers: &HeaderMap, token: &str) -> bool {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else {
        return false;
    };
    let Some((scheme, value)) = value.to_str().ok().and_then(|value| value.split_once(' ')) else {
        return false;
    };
    scheme.eq_ignore_ascii_case("bearer") && bool::from(value.trim().as_bytes().ct_eq(token.as_bytes()))
}

/// A listener that lets in only so many connections at once.
struct Capped {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

impl Listener for Capped {
    type Io = Counted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Counted, SocketAddr) {
        loop {
            let Ok(permit) = Arc::clone(&self.free).acquire_owned().await else {
                // The semaphore is never closed.
                std::future::pending::<()>().await;
                continue;
            };
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let _ = stream.set_nodelay(true);
            return (Counted { stream, _permit: permit }, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that counts until it ends.
struct Counted {
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
}

impl tokio::io::AsyncRead for Counted {
    fn poll_read(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
        buf: &mut tokio::io::ReadBuf<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        std::pin::Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl tokio::io::AsyncWrite for Counted {
    fn poll_write(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
        buf: &[u8],
    ) -> std::task::Poll<io::Result<usize>> {
        std::pin::Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        std::pin::Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        std::pin::Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
