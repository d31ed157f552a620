//! SES-1, 2, 4, 5, 6: launching, finding again, closing.

use std::path::Path;

use tabward_hub::session::headless::Confidence;
use tabward_hub::session::process::{self, ProcessId};
use tabward_hub::session::{Decided, SessionError};
use tabward_model::ownership::InstanceKind;
use tabward_model::{Code, Mode, SessionSpec};

use super::soon;
use super::world::{World, answers, free_port, headless, mode, tabs, who};

/// A headless launch: written down, found again by the same caller, listed with certainty, ended with everything.
#[tokio::test]
async fn ses_01_a_headless_browser_is_launched_found_again_listed_and_ended() {
    let world = World::new();
    let hub = world.hub();
    let opened = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    assert_eq!(
        (opened.kind, opened.decided, opened.fresh, opened.headless),
        (InstanceKind::Launched, Decided::Launched, true, true)
    );
    assert_eq!((opened.host.as_str(), opened.real_port), ("127.0.0.1", None));
    assert!(answers(&opened).await.unwrap().contains('/'));
    assert!(tabs(&opened).await.is_empty(), "a browser without windows starts without a tab");
    let record = hub.record(opened.session).unwrap();
    assert!(record.temporary && record.pid.is_some() && record.keeper_pid.is_some());
    // No port is open for every local program.
    let arguments = process::arguments(record.pid.unwrap()).join(" ");
    assert!(!arguments.contains("remote-debugging-port") && arguments.contains("remote-debugging-pipe"), "{arguments}");

    let again = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    assert_eq!((again.session, again.decided, again.fresh), (opened.session, Decided::Recorded, false));
    let by_name = SessionSpec { port: Some(opened.port), ..headless() };
    assert_eq!(hub.find(&by_name), Some(opened.instance.clone()));

    let listed = hub.list(&[]).await.unwrap();
    assert_eq!(listed.sessions.len(), 1);
    let session = &listed.sessions[0];
    assert!(session.alive && session.spawned_by_us && session.pid == record.pid);
    assert_eq!((session.hint.headless, session.hint.confidence), (Some(true), Confidence::Certain));
    assert_eq!(listed.probed.len(), 1, "the default port is probed by itself");
    assert!(!listed.probed[0].alive);

    let closed = hub.close(opened.session).await.unwrap();
    assert_eq!((closed.closed_our_session, closed.killed_process, closed.pid), (true, true, record.pid));
    assert!(!ProcessId { pid: record.pid.unwrap(), start: record.pid_start.clone() }.alive());
    let profile = record.profile_dir.clone().unwrap();
    assert!(!Path::new(&profile).exists() && process::using_profile(Path::new(&profile)).is_empty());
    assert!(hub.list(&[]).await.unwrap().sessions.is_empty());
    assert!(opened.connection.is_closed());
}

/// SES-7: another caller gets another browser; two calls of one caller at once get one.
#[tokio::test]
async fn ses_07_callers_do_not_share_and_do_not_launch_twice() {
    let world = World::new();
    let hub = world.hub();
    let (a, b) = (who("a"), who("b"));
    let spec = headless();
    let (first, second, other) =
        tokio::join!(hub.ensure(&spec, &a, soon()), hub.ensure(&spec, &a, soon()), hub.ensure(&spec, &b, soon()),);
    let (first, second, other) = (first.unwrap(), second.unwrap(), other.unwrap());
    assert_eq!(first.session, second.session);
    assert_ne!(first.session, other.session);
    assert_ne!((first.host, first.port), (other.host.clone(), other.port));
    assert_ne!(first.handle, other.handle);
    for session in [first.session, other.session] {
        hub.close(session).await.unwrap();
    }
}

/// SES-2: a port that is taken is named with its holder, before anything is started; a free one is opened beside the
/// pipe, and names the session.
#[tokio::test]
async fn ses_02_a_launch_port_is_real_and_a_taken_one_is_named() {
    let world = World::new();
    let hub = world.hub();
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = socket.local_addr().unwrap().port();
    let spec = SessionSpec { port: Some(port), ..headless() };
    let error = hub.ensure(&spec, &who("a"), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::PortInUse);
    assert!(
        error.to_string().contains(&format!(
            "{} (process {})",
            process::name(std::process::id()).unwrap(),
            std::process::id()
        )),
        "{error}"
    );
    assert!(hub.list(&[]).await.unwrap().sessions.is_empty());
    assert!(std::fs::read_dir(world.path("state/tmp")).unwrap().next().is_none(), "a profile is left");
    drop(socket);

    let opened = hub.ensure(&spec, &who("a"), soon()).await.unwrap();
    assert_eq!((opened.port, opened.real_port), (port, Some(port)));
    assert!(answers(&opened).await.is_ok(), "the pipe works beside the port");
    // Another caller that names the port gets this session, also by attaching: never the same browser twice (ID-14).
    let attach = SessionSpec { port: Some(port), ..mode(Mode::Attach) };
    let same = hub.ensure(&attach, &who("b"), soon()).await.unwrap();
    assert_eq!((same.session, same.decided), (opened.session, Decided::Recorded));
    hub.close(opened.session).await.unwrap();
}

/// SES-4: a named profile keeps its instance over restarts of the browser; its handle is new. A locked one says by whom.
#[tokio::test]
async fn ses_04_a_profile_keeps_its_identity_and_says_who_has_it_open() {
    let world = World::new();
    let hub = world.hub();
    let spec = SessionSpec { user_data_dir: Some("second".into()), ..headless() };
    let first = hub.ensure(&spec, &who("a"), soon()).await.unwrap();
    let pid = hub.record(first.session).unwrap().pid.unwrap();
    // Whoever names the profile gets the session that has it.
    let again = hub.ensure(&spec, &who("b"), soon()).await.unwrap();
    assert_eq!(again.session, first.session);

    // A hub that knows nothing of it: the profile is locked, by that process.
    let stranger = {
        let mut other = World::new();
        other.config.profiles = world.config.profiles.clone();
        other
    };
    let error = stranger.hub().ensure(&spec, &who("a"), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::ProfileLocked);
    assert!(error.to_string().contains(&format!("process {pid}")), "{error}");
    assert!(matches!(error, SessionError::ProfileLocked { here: true, .. }));

    hub.close(first.session).await.unwrap();
    let second = hub.ensure(&spec, &who("a"), soon()).await.unwrap();
    assert_eq!(second.instance, first.instance);
    assert_ne!(second.handle, first.handle);
    assert_eq!(second.epoch, first.epoch + 1);
    hub.close(second.session).await.unwrap();
    assert!(world.path("state/profiles/second").exists(), "a named profile stays");
}

/// SES-9: what an agent may not name is refused before anything is started.
#[tokio::test]
async fn ses_09_folders_and_hosts_outside_are_refused() {
    let world = World::new();
    let hub = world.hub();
    let own = world.path("home/.config/chromium");
    std::fs::create_dir_all(&own).unwrap();
    for dir in [own, "/etc".into(), "../up".into()] {
        let spec = SessionSpec { user_data_dir: Some(dir), ..headless() };
        let error = hub.ensure(&spec, &who("a"), soon()).await.unwrap_err();
        assert_eq!(error.code(), Code::ProfileNotAllowed, "{error}");
    }
    let away = SessionSpec { host: Some("10.1.2.3".into()), ..headless() };
    assert_eq!(hub.ensure(&away, &who("a"), soon()).await.unwrap_err().code(), Code::InvalidArgument);
    let attach = SessionSpec { host: Some("10.1.2.3".into()), ..mode(Mode::Attach) };
    assert_eq!(hub.ensure(&attach, &who("a"), soon()).await.unwrap_err().code(), Code::EndpointNotOurs);
    let many: Vec<_> = (1..=17).map(|p| ("127.0.0.1".to_owned(), p)).collect();
    assert_eq!(hub.list(&many).await.unwrap_err().code(), Code::InvalidArgument);
    let far = [("example.com".to_owned(), 80)];
    assert_eq!(hub.list(&far).await.unwrap_err().code(), Code::EndpointNotOurs);
}

/// SES-1: `auto` without display and without a browser on the default port launches the persistent profile headless and
/// says so; the next `auto` finds it.
#[tokio::test]
async fn ses_01_auto_launches_the_persistent_profile_and_finds_it_again() {
    let world = World::new();
    let hub = world.hub();
    let auto = SessionSpec::default();
    let opened = hub.ensure(&auto, &who("a"), soon()).await.unwrap();
    assert_eq!((opened.decided, opened.headless), (Decided::AutoLaunched, true));
    assert!(opened.warnings.iter().any(|w| w.contains("no display")), "{:?}", opened.warnings);
    assert!(world.path("state/profiles/default").exists());
    let again = hub.ensure(&auto, &who("b"), soon()).await.unwrap();
    assert_eq!((again.session, again.decided), (opened.session, Decided::AutoPersistent));
    hub.close(opened.session).await.unwrap();
}

/// SES-1: `auto` attaches to the default port when a browser answers there.
#[tokio::test]
async fn ses_01_auto_prefers_a_browser_on_the_default_port() {
    let world = World::new();
    let hub = world.hub();
    let other = World::new();
    let others = other.hub();
    let spec = SessionSpec { port: Some(world.config.default_port), ..headless() };
    let theirs = others.ensure(&spec, &who("x"), soon()).await.unwrap();
    let opened = hub.ensure(&SessionSpec::default(), &who("a"), soon()).await.unwrap();
    assert_eq!((opened.decided, opened.kind), (Decided::AutoPort, InstanceKind::Attached));
    // Closing lets go of it and leaves it running (SES-6).
    let closed = hub.close(opened.session).await.unwrap();
    assert!(closed.closed_our_session && !closed.killed_process);
    assert!(answers(&theirs).await.is_ok());
    others.close(theirs.session).await.unwrap();
}

/// SES-8: without a browser the error says where it looked and how to install one.
#[tokio::test]
async fn ses_08_no_browser_says_where_it_looked() {
    let mut world = World::new();
    world.config.places.explicit = Some(world.path("no-browser"));
    let error = world.hub().ensure(&headless(), &who("a"), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::BrowserNotFound);
    assert!(error.to_string().contains("no-browser"), "{error}");
    assert!(error.next_step().contains("TABWARD_CHROME"));
}

/// A browser that ends at once is told with its last words, and nothing is left.
#[tokio::test]
async fn ses_01_a_browser_that_ends_at_once_is_told() {
    let mut world = World::new();
    let script = world.path("broken");
    std::fs::write(&script, "#!/bin/sh\necho 'GPU on fire' >&2\nexit 9\n").unwrap();
    std::os::unix::fs::PermissionsExt::set_mode(&mut std::fs::metadata(&script).unwrap().permissions(), 0o755);
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    world.config.places.explicit = Some(script);
    let hub = world.hub();
    let error = hub.ensure(&headless(), &who("a"), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::BrowserFailed);
    assert!(error.to_string().contains("GPU on fire") && error.to_string().contains("exit code 9"), "{error}");
    assert!(hub.list(&[]).await.unwrap().sessions.is_empty());
    for folder in ["state/tmp", "run"] {
        assert!(std::fs::read_dir(world.path(folder)).unwrap().next().is_none(), "something is left in {folder}");
    }
}

/// HUB-16: a browser that is killed is noticed, its session is gone, and only a new `ensure` launches another.
#[tokio::test]
async fn hub_16_a_killed_browser_is_gone_and_not_relaunched_by_itself() {
    let world = World::new();
    let hub = world.hub();
    let opened = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    let record = hub.record(opened.session).unwrap();
    process::kill(&ProcessId { pid: record.pid.unwrap(), start: record.pid_start });
    tokio::time::timeout_at(soon(), opened.connection.closed()).await.unwrap();
    assert_eq!(hub.find(&SessionSpec { port: Some(opened.port), ..headless() }), None);
    let again = hub.ensure(&headless(), &who("a"), soon()).await.unwrap();
    assert_ne!(again.session, opened.session);
    hub.close(again.session).await.unwrap();
}

/// Closing a name that nobody knows says so, and leaves whoever listens there alone.
#[tokio::test]
async fn ses_05_closing_an_unknown_name_is_a_note() {
    let world = World::new();
    let hub = world.hub();
    let closed = hub.close_named("127.0.0.1", free_port(), true).await.unwrap();
    assert!(!closed.closed_our_session && !closed.killed_process);
    assert!(closed.note.unwrap().contains("no session of ours"));
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = hub.close_named("127.0.0.1", socket.local_addr().unwrap().port(), true).await.unwrap();
    assert!(closed.note.unwrap().contains("was left alone"));
}
