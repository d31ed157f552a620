//! The bridge's way to the hub, against a hub of our own making (HUB-9, HUB-10).

use std::path::Path;
use std::sync::Arc;

use serde_json::Map;
use tabward_hub::client::Client;
use tabward_hub::paths::Paths;
use tabward_hub::tools::Profile;
use tabward_hub::wire::{self, Answer, Call, Hello, Reply, Request, Welcome};
use tabward_mcp::{Ask, Backend as _, Bridge};
use tabward_model::caller::Door;
use tabward_model::{Code, Delivered};
use tokio::net::{UnixListener, UnixStream};

struct Hub {
    listener: UnixListener,
    _folder: tempfile::TempDir,
    client: Client,
}

fn hub() -> Hub {
    let folder = tempfile::tempdir().unwrap();
    let paths = Paths::below(folder.path());
    paths.make().unwrap();
    let listener = UnixListener::bind(paths.socket()).unwrap();
    let client = Client {
        paths,
        exe: Path::new("/does/not/exist").to_owned(),
        door: Door::Stdio,
        bridge: Some("b".repeat(32)),
        workspace: "/project".to_owned(),
        client: None,
    };
    Hub { listener, _folder: folder, client }
}

impl Hub {
    async fn accept(&self) -> (UnixStream, Hello) {
        let (mut stream, _) = self.listener.accept().await.unwrap();
        let Some(Request::Hello(hello)) = wire::read(&mut stream, wire::MAX_REQUEST).await.unwrap() else {
            panic!("no greeting");
        };
        wire::write(&mut stream, &Reply::Welcome(Welcome { pid: 1, version: "0".to_owned() })).await.unwrap();
        (stream, hello)
    }
}

async fn next_call(stream: &mut UnixStream) -> Call {
    match wire::read(stream, wire::MAX_REQUEST).await.unwrap() {
        Some(Request::Call(call)) => call,
        other => panic!("{other:?}"),
    }
}

async fn answer(stream: &mut UnixStream, id: u64, code: Option<Code>) {
    let answer = Answer {
        id,
        ok: code.is_none(),
        status: if code.is_some() { "failed" } else { "done" }.to_owned(),
        code: code.map(|code| code.as_str().to_owned()),
        text: "ok".to_owned(),
        outcome: None,
        inline: None,
    };
    wire::write(stream, &Reply::Answer(answer)).await.unwrap();
}

fn ask(tool: &str) -> Ask {
    Ask {
        tool: tool.to_owned(),
        arguments: Map::new(),
        conversation: Some("c".to_owned()),
        json: false,
        progress: None,
    }
}

#[tokio::test]
async fn the_hub_is_greeted_at_once_and_again_with_the_same_id() {
    let hub = hub();
    // Nothing is called: the bridge connects by itself, so that the first call finds a hub.
    let _bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let (stream, first) = hub.accept().await;
    drop(stream);
    let (_stream, second) = hub.accept().await;
    assert_eq!(first.bridge, Some("b".repeat(32)));
    assert_eq!(second.bridge, first.bridge);
    assert_eq!((second.door, second.workspace.as_str()), (Door::Stdio, "/project"));
}

#[tokio::test]
async fn answers_are_passed_on() {
    let hub = hub();
    let bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let (mut stream, _) = hub.accept().await;
    let serve = async {
        let call = next_call(&mut stream).await;
        assert_eq!((call.tool.as_str(), call.conversation.as_deref()), ("browser_click", Some("c")));
        answer(&mut stream, call.id, None).await;
        let call = next_call(&mut stream).await;
        answer(&mut stream, call.id, Some(Code::StaleRef)).await;
    };
    let calls = async {
        let reply = bridge.call(ask("browser_click")).await.unwrap();
        assert_eq!((reply.failed, reply.text.as_str()), (false, "ok"));
        assert!(bridge.call(ask("browser_click")).await.unwrap().failed);
    };
    tokio::join!(serve, calls);
}

// HUB-9: a mutation that may have run is never sent again.
#[tokio::test]
async fn hub_09_a_lost_mutation_is_not_repeated_and_a_lost_read_is() {
    let hub = hub();
    let bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let (mut stream, _) = hub.accept().await;
    let serve = async {
        assert_eq!(next_call(&mut stream).await.tool, "browser_click");
        drop(stream);
        let (mut stream, _) = hub.accept().await;
        assert_eq!(next_call(&mut stream).await.tool, "browser_snapshot");
        drop(stream);
        let (mut stream, _) = hub.accept().await;
        let call = next_call(&mut stream).await;
        assert_eq!(call.tool, "browser_snapshot");
        answer(&mut stream, call.id, None).await;
    };
    let calls = async {
        let failure = bridge.call(ask("browser_click")).await.unwrap_err();
        assert_eq!((failure.code, failure.delivered), (Code::HubUnavailable, Delivered::Unknown));
        assert!(failure.next_step.unwrap().contains("do not repeat"));
        assert_eq!(bridge.call(ask("browser_snapshot")).await.unwrap().text, "ok");
    };
    tokio::join!(serve, calls);
}

// HUB-10
#[tokio::test]
async fn hub_10_a_call_that_a_hub_refused_while_handing_over_goes_to_its_successor() {
    let hub = hub();
    let bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let (mut stream, _) = hub.accept().await;
    let serve = async {
        let call = next_call(&mut stream).await;
        answer(&mut stream, call.id, Some(Code::HubRestarting)).await;
        wire::write(&mut stream, &Reply::Restarting).await.unwrap();
        drop(stream);
        let (mut stream, _) = hub.accept().await;
        let call = next_call(&mut stream).await;
        answer(&mut stream, call.id, None).await;
    };
    let calls = async {
        assert_eq!(bridge.call(ask("browser_click")).await.unwrap().text, "ok");
    };
    tokio::join!(serve, calls);
}

#[tokio::test]
async fn a_hub_that_cannot_be_started_is_told_with_the_next_step() {
    let hub = hub();
    drop(hub.listener);
    std::fs::remove_file(hub.client.paths.socket()).unwrap();
    let bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let failure = bridge.call(ask("browser_click")).await.unwrap_err();
    assert_eq!((failure.code, failure.delivered), (Code::HubUnavailable, Delivered::No));
    assert!(failure.next_step.unwrap().contains("tabward doctor"));
}

#[tokio::test]
async fn dropping_a_call_cancels_it_in_the_hub() {
    let hub = hub();
    let bridge = Bridge::start(hub.client.clone(), Profile::Core);
    let (mut stream, _) = hub.accept().await;
    let calling = {
        let bridge = Arc::clone(&bridge);
        tokio::spawn(async move { bridge.call(ask("browser_wait")).await })
    };
    let call = next_call(&mut stream).await;
    calling.abort();
    match wire::read::<Request>(&mut stream, wire::MAX_REQUEST).await.unwrap() {
        Some(Request::Cancel { id }) => assert_eq!(id, call.id),
        other => panic!("{other:?}"),
    }
}
