//! A test bed: a headless Chromium of its own, a small site, and one tab with every permit.
//!
//! ```ignore
//! let bed = Bed::open("<button>Save</button>").await;
//! let text: String = bed.page.call(&bed.permit::<Read>(), &bed.main(), "method", &json!({}), soon()).await?;
//! assert_eq!(bed.eval("document.title").await, json!("…"));
//! ```

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{OriginalUri, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use command_fds::{CommandFdExt as _, FdMapping};
use serde_json::Value;
use tabward_cdp::protocol::{page as cdp, runtime, target};
use tabward_cdp::{Cdp as _, Channel, ConnectOptions, Connection};
use tabward_fixtures::Fixtures;
use tabward_model::capability::{Capability, Hold, Navigate, Script};
use tabward_model::ownership::{InstanceKind, InstanceOwnership, Ownership, State as Owned};
use tabward_model::{Cap, FrameId, Grants, InstanceId, Permit, TabId, TaskId};
use tabward_page::{FrameInfo, Notice, Page, PageOptions};
use tempfile::TempDir;
use tokio::net::unix::pipe;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// A deadline that a healthy page keeps even on a busy machine.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

/// A deadline in so many milliseconds.
pub(crate) fn within(ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(ms)
}

/// Chromium over a debugging pipe, ended with all its processes when dropped.
pub(crate) struct Chromium {
    process: Child,
    pub(crate) connection: Connection,
    profile: Option<TempDir>,
}

impl Chromium {
    pub(crate) fn start() -> Self {
        Self::start_with("{}")
    }

    /// With these preferences in its profile, as JSON.
    pub(crate) fn start_with(preferences: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        std::fs::create_dir(profile.path().join("Default")).unwrap();
        std::fs::write(profile.path().join("Default/Preferences"), preferences).unwrap();
        let program = tabward_testkit::need::browser().unwrap();
        let (from_us, to_browser) = std::io::pipe().unwrap();
        let (from_browser, to_us) = std::io::pipe().unwrap();
        let mut command = Command::new(program);
        command
            .args(if headed() {
                &["--window-size=1280,900", "--allow-pre-commit-input"][..]
            } else {
                &["--headless=new"]
            })
            .args([
                "--no-sandbox",
                "--no-first-run",
                "--site-per-process",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-breakpad",
                "--disable-quic",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        command
            .fd_mappings(vec![
                FdMapping { parent_fd: from_us.into(), child_fd: 3 },
                FdMapping { parent_fd: to_us.into(), child_fd: 4 },
            ])
            .unwrap();
        let process = command.spawn().unwrap();
        // With it go our copies of the browser's ends.
        drop(command);
        let reader = pipe::Receiver::from_owned_fd(OwnedFd::from(from_browser)).unwrap();
        let writer = pipe::Sender::from_owned_fd(OwnedFd::from(to_browser)).unwrap();
        let connection = Connection::from_stream(reader, writer, ConnectOptions::default());
        Self { process, connection, profile: Some(profile) }
    }

    /// Ends it at once, as a crash would.
    pub(crate) fn kill(&self) {
        if let Some(pid) = self.process.id().and_then(|pid| rustix::process::Pid::from_raw(pid.cast_signed())) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }
}

/// Whether this run is one with windows: `TABWARD_TEST_BROWSER=headed`, with a display.
pub(crate) fn headed() -> bool {
    std::env::var("TABWARD_TEST_BROWSER").is_ok_and(|browser| browser == "headed")
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.kill();
        if let Some(profile) = self.profile.take() {
            // Its processes may still write for an instant: what is left then goes with the system's temporary files.
            let _ = profile.close();
        }
    }
}

type Pages = Arc<Mutex<BTreeMap<String, String>>>;

/// A site of HTML pages by path, on a port of its own. `127.0.0.1` and `localhost` are two sites.
pub(crate) struct Site {
    pages: Pages,
    port: u16,
    task: tokio::task::JoinHandle<()>,
}

impl Site {
    pub(crate) async fn start() -> Self {
        let pages = Pages::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let router = axum::Router::new().fallback(serve).with_state(pages.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { pages, port, task }
    }

    /// Puts a page at a path. In it `SELF` and `OTHER` stand for the two sites' addresses.
    pub(crate) fn put(&self, path: &str, html: &str) {
        let html = html.replace("SELF", &self.url("")).replace("OTHER", &self.other_url(""));
        self.pages.lock().unwrap().insert(path.to_owned(), html);
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(State(pages): State<Pages>, OriginalUri(uri): OriginalUri) -> Response {
    let page = pages.lock().unwrap().get(uri.path()).cloned();
    match page {
        Some(html) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        None => (StatusCode::NOT_FOUND, "no such page").into_response(),
    }
}

/// A tab with every permit.
pub(crate) struct Bed {
    pub(crate) page: Arc<Page>,
    pub(crate) notices: mpsc::Receiver<Notice>,
    pub(crate) site: Site,
    pub(crate) fixtures: Fixtures,
    pub(crate) browser: Channel,
    pub(crate) channel: Channel,
    ownership: Ownership,
    instance: InstanceOwnership,
    pub(crate) chromium: Chromium,
}

fn task() -> TaskId {
    TaskId::new("task")
}

fn grants() -> Grants {
    Grants::of([Cap::Script, Cap::Observe, Cap::Debug, Cap::Storage, Cap::Files, Cap::Clipboard, Cap::Focus, Cap::Raw])
}

impl Bed {
    /// A tab that shows this page (at `/` of the bed's site), loaded.
    pub(crate) async fn open(html: &str) -> Self {
        let bed = Self::blank().await;
        bed.site.put("/", html);
        bed.load(&bed.site.url("/")).await;
        bed
    }

    /// A tab that shows one of these pages, the first, loaded.
    pub(crate) async fn open_site(pages: &[(&str, &str)]) -> Self {
        let bed = Self::blank().await;
        for (path, html) in pages {
            bed.site.put(path, html);
        }
        bed.load(&bed.site.url(pages[0].0)).await;
        bed
    }

    /// A tab that shows a page of the fixtures, e.g. `/t/frames`, loaded.
    pub(crate) async fn open_fixture(path: &str) -> Self {
        let bed = Self::blank().await;
        bed.load(&bed.fixtures.url(path)).await;
        bed
    }

    /// A tab that shows nothing yet.
    pub(crate) async fn blank() -> Self {
        Self::blank_with(PageOptions::default()).await
    }

    /// As [`Bed::blank`], held in another way.
    pub(crate) async fn blank_with(options: PageOptions) -> Self {
        Self::blank_in(Chromium::start(), options).await
    }

    /// As [`Bed::blank_with`], in this browser.
    pub(crate) async fn blank_in(chromium: Chromium, options: PageOptions) -> Self {
        let (instance, tab, channel, browser) = new_tab(&chromium.connection).await;
        let ownership = own(&tab);
        let (tell, notices) = mpsc::channel(1024);
        let hold = ownership.permit::<Hold>(&task(), &grants()).unwrap();
        let page = Page::attach(channel.clone(), hold, tell, options).await.unwrap();
        Self {
            page,
            notices,
            site: Site::start().await,
            fixtures: Fixtures::start().await.unwrap(),
            browser,
            channel,
            ownership,
            instance,
            chromium,
        }
    }

    /// A permit for anything.
    pub(crate) fn permit<C: Capability>(&self) -> Permit<C> {
        self.ownership.permit::<C>(&task(), &grants()).unwrap()
    }

    /// The hub's own permit for the browser.
    pub(crate) fn instance_permit(&self) -> Permit<tabward_model::capability::Instance> {
        self.instance.permit()
    }

    /// The hub's permit to open tabs.
    pub(crate) fn instance_open_permit(&self) -> Permit<Navigate> {
        self.instance.permit_open()
    }

    /// The main frame's id.
    pub(crate) fn main(&self) -> FrameId {
        self.page.main_frame().unwrap().id
    }

    /// Loads an address and waits until it is loaded with its frames.
    pub(crate) async fn load(&self, url: &str) {
        let before = self.page.main_frame().unwrap().document;
        self.channel.send(&self.permit::<Navigate>(), cdp::Navigate::new(url)).await.unwrap();
        self.page
            .until("the page", soon(), |page| {
                let main = page.main_frame().ok()?;
                (main.document != before && main.loaded).then_some(())
            })
            .await
            .unwrap();
    }

    /// Waits for a frame whose address contains `part`, loaded.
    pub(crate) async fn frame(&self, part: &str) -> FrameInfo {
        let find = |page: &Page| page.frames().into_iter().find(|frame| frame.url.contains(part) && frame.loaded);
        match self.page.until("the frame", soon(), find).await {
            Ok(frame) => frame,
            Err(error) => panic!("{error}; there are {:#?}", self.page.frames()),
        }
    }

    /// Evaluates in the page's own world, to see what the page sees. A promise is waited for.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        let command = runtime::Evaluate {
            return_by_value: Some(true),
            await_promise: Some(true),
            ..runtime::Evaluate::new(script)
        };
        let done = self.channel.send(&self.permit::<Script>(), command).await.unwrap();
        if let Some(thrown) = done.exception_details {
            panic!("{script}: {:?}", thrown.exception.and_then(|e| e.description).unwrap_or(thrown.text));
        }
        done.result.value.map_or(Value::Null, |value| serde_json::from_str(value.get()).unwrap())
    }

    /// The next notice that `want` takes.
    pub(crate) async fn notice<T>(&mut self, mut want: impl FnMut(Notice) -> Option<T>) -> T {
        tokio::time::timeout_at(soon(), async {
            loop {
                let notice = self.notices.recv().await.expect("the page tells no more");
                if let Some(found) = want(notice) {
                    return found;
                }
            }
        })
        .await
        .expect("no such notice came")
    }
}

fn own(tab: &TabId) -> Ownership {
    Ownership::new(InstanceId::new("i1"), tab.clone(), Owned::managed(task(), InstanceKind::Launched))
}

async fn new_tab(connection: &Connection) -> (InstanceOwnership, TabId, Channel, Channel) {
    let instance_id = InstanceId::new("i1");
    let instance = InstanceOwnership::new(instance_id.clone());
    let browser = connection.browser(instance_id.clone());
    let made = browser.send(&instance.permit_open(), target::CreateTarget::new("about:blank")).await.unwrap();
    let tab = TabId::new(made.target_id.0.clone());
    let hold = own(&tab).permit::<Hold>(&task(), &grants()).unwrap();
    let session = browser.send(&hold, target::AttachToTarget::new(made.target_id)).await.unwrap();
    let channel = connection.target(instance_id, tab.clone(), &session.session_id.0);
    (instance, tab, channel, browser)
}
