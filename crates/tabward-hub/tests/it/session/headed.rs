//! SES-1, SES-4: headed browsers, on a display of the test's own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tabward_hub::session::Decided;
use tabward_hub::session::headless::Confidence;
use tabward_hub::session::process;
use tabward_model::{Mode, SessionSpec};

use super::soon;
use super::world::{World, answers, mode, who};

pub(crate) struct Display {
    server: Child,
    pub(crate) name: String,
}

impl Display {
    pub(crate) fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { server, name: format!(":{}", line.trim()) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// `auto` with a display launches the persistent profile headed; a headed launch finds it; a second identity is another
/// profile; what was launched headless is told when a headed one is asked for.
#[tokio::test]
async fn ses_04_headed_browsers_keep_their_profile_and_a_second_identity_is_another_one() {
    let display = Display::start();
    let mut world = World::new();
    world.config.display = vec![("DISPLAY".to_owned(), display.name.clone())];
    let hub = world.hub();
    let opened = hub.ensure(&SessionSpec::default(), &who("a"), soon()).await.unwrap();
    assert_eq!((opened.decided, opened.headless), (Decided::AutoLaunched, false));
    assert!(answers(&opened).await.is_ok());
    let record = hub.record(opened.session).unwrap();
    assert!(!process::arguments(record.pid.unwrap()).iter().any(|a| a.starts_with("--headless")));
    let listed = hub.list(&[]).await.unwrap();
    assert_eq!(
        (listed.sessions[0].hint.headless, listed.sessions[0].hint.confidence),
        (Some(false), Confidence::Certain)
    );

    let headed = hub.ensure(&mode(Mode::LaunchHeaded), &who("b"), soon()).await.unwrap();
    assert_eq!((headed.session, headed.decided), (opened.session, Decided::Recorded));
    let other = SessionSpec { user_data_dir: Some("other".into()), ..mode(Mode::LaunchHeaded) };
    let second = hub.ensure(&other, &who("a"), soon()).await.unwrap();
    assert_ne!(second.instance, opened.instance);
    hub.close(second.session).await.unwrap();
    hub.close(opened.session).await.unwrap();

    let headless = SessionSpec { user_data_dir: Some("other".into()), ..mode(Mode::LaunchHeadless) };
    let first = hub.ensure(&headless, &who("a"), soon()).await.unwrap();
    assert_eq!(first.instance, second.instance, "the same profile is the same instance");
    let told = hub.ensure(&other, &who("a"), soon()).await.unwrap();
    assert_eq!(told.session, first.session);
    assert!(told.warnings.iter().any(|w| w.contains("runs headless already")), "{:?}", told.warnings);
    hub.close(first.session).await.unwrap();
}
