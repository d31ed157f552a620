//! HUB-15, SES-5: sessions over restarts of the hub.

use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::target;
use tabward_hub::session::Decided;
use tabward_hub::session::process::{self, ProcessId};
use tabward_model::ownership::InstanceOwnership;
use tabward_model::{Mode, SessionSpec};

use super::soon;
use super::world::{World, answers, headless, mode, tabs, who};

/// A hub that goes without a word: the next one has the session back, with its tabs, under the same name, instance and
/// handle.
#[tokio::test]
async fn hub_15_the_next_hub_takes_the_browser_back() {
    let world = World::new();
    let hub = world.hub();
    let opened = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    let ownership = InstanceOwnership::new(opened.instance.clone());
    let create = target::CreateTarget::new("about:blank#kept");
    opened.connection.browser(opened.instance.clone()).send(&ownership.permit_open(), create).await.unwrap();
    opened.connection.close();
    drop(hub);

    let hub = world.hub();
    let back = hub.recover().await;
    assert_eq!(back.len(), 1);
    let back = &back[0];
    assert_eq!((back.decided, back.fresh), (Decided::Recovered, false));
    assert_eq!((&back.instance, back.handle, back.epoch), (&opened.instance, opened.handle, opened.epoch));
    assert_eq!((back.session, back.port), (opened.session, opened.port));
    assert_eq!(back.greeting.as_ref().unwrap().hubs_before, 1);
    assert!(tabs(back).await.contains(&"about:blank#kept".to_owned()));
    let again = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    assert_eq!(again.session, opened.session);
    hub.close(again.session).await.unwrap();
}

/// What ended while no hub was there is cleaned up and written down as gone: browser, keeper, socket, profile.
#[tokio::test]
async fn hub_15_what_ended_meanwhile_is_cleaned_up() {
    let world = World::new();
    let hub = world.hub();
    let opened = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    let record = hub.record(opened.session).unwrap();
    opened.connection.close();
    drop(hub);
    // The keeper is killed: socket and temporary profile stay behind.
    process::kill(&ProcessId { pid: record.keeper_pid.unwrap(), start: record.keeper_start.clone() });
    assert!(process::ended(record.keeper_pid.unwrap(), soon()).await);
    assert!(process::ended(record.pid.unwrap(), soon()).await);

    let hub = world.hub();
    assert!(hub.recover().await.is_empty());
    assert!(hub.list(&[]).await.unwrap().sessions.is_empty());
    for folder in ["state/tmp", "run"] {
        assert!(std::fs::read_dir(world.path(folder)).unwrap().next().is_none(), "something is left in {folder}");
    }
    assert!(process::using_profile(std::path::Path::new(&record.profile_dir.unwrap())).is_empty());
}

/// An attached browser is taken back while its process is the same, under the same instance.
#[tokio::test]
async fn ses_05_an_attached_browser_is_taken_back() {
    let (world, other) = (World::new(), World::new());
    let others = other.hub();
    let port = super::world::free_port();
    let spec = SessionSpec { port: Some(port), ..headless() };
    let theirs = others.ensure(&spec, &who("x"), soon()).await.unwrap();

    let hub = world.hub();
    let attach = SessionSpec { port: Some(port), ..mode(Mode::Attach) };
    let opened = hub.ensure(&attach, &who("a"), soon()).await.unwrap();
    opened.connection.close();
    drop(hub);
    let hub = world.hub();
    let back = hub.recover().await;
    assert_eq!(back.len(), 1);
    assert_eq!(back[0].instance, opened.instance);
    assert!(answers(&back[0]).await.is_ok());
    back[0].connection.close();
    drop(hub);

    // Another browser on the same port is another instance, and is not taken for the old one.
    others.close(theirs.session).await.unwrap();
    let theirs = others.ensure(&spec, &who("x"), soon()).await.unwrap();
    let hub = world.hub();
    assert!(hub.recover().await.is_empty());
    let anew = hub.ensure(&attach, &who("a"), soon()).await.unwrap();
    assert_ne!(anew.instance, opened.instance);
    others.close(theirs.session).await.unwrap();
}

/// A session that is let go of without being ended is taken up again by its name.
#[tokio::test]
async fn ses_06_a_browser_that_was_let_go_of_is_taken_up_again() {
    let world = World::new();
    let hub = world.hub();
    let spec = SessionSpec { user_data_dir: Some("kept".into()), ..headless() };
    let opened = hub.ensure(&spec, &who("a"), soon()).await.unwrap();
    let closed = hub.close_with(opened.session, false).await.unwrap();
    assert!(closed.closed_our_session && !closed.killed_process && closed.note.unwrap().contains("runs on"));
    let again = hub.ensure(&spec, &who("a"), soon()).await.unwrap();
    assert_eq!((again.session, &again.instance), (opened.session, &opened.instance));
    hub.close(again.session).await.unwrap();
}
