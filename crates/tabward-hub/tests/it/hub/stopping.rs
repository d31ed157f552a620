//! The end of browsers whose callers have gone.

use std::time::Duration;

use serde_json::json;
use tabward_hub::admin;
use tabward_hub::wire::Admin;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::{Bed, processes_naming};

/// Starts a launch and gives it up as soon as it is written down.
async fn given_up(bed: &Bed) {
    let cancel = CancellationToken::new();
    let arguments = json!({"url": bed.fixtures.url("/t/small"), "session": {"mode": "launch_headless"}});
    let caller = super::caller("agent");
    let call = bed.cancellable(&caller, "browser_navigate", arguments, cancel.clone());
    let written = async {
        let until = Instant::now() + Duration::from_secs(20);
        while bed.hub.sessions.records().await.unwrap().is_empty() {
            assert!(Instant::now() < until, "no launch was written down");
            sleep_until(Instant::now() + Duration::from_millis(5)).await;
        }
        cancel.cancel();
    };
    let (answer, ()) = tokio::join!(call, written);
    assert_eq!(answer["error_code"], "CANCELLED", "{answer:#}");
}

// HUB-15, LIFE-8: a browser that was on its way when its caller gave up is ended with the others.
#[tokio::test(flavor = "multi_thread")]
async fn hub_15_a_launch_that_was_given_up_is_ended_by_a_stop() {
    let bed = Bed::start().await;
    given_up(&bed).await;
    let stopped = admin::run(&bed.hub, Admin::Stop { browsers: true }).await;
    assert_eq!(stopped["browsers_ended"].as_array().unwrap().len(), 1, "{stopped:#}");
    assert_eq!(processes_naming(&bed.home().display().to_string()), Vec::<String>::new());
    assert!(bed.hub.sessions.records().await.unwrap().is_empty());
    bed.stop().await;
}

// LIFE-13: and without a stop it is connected, and so ends when nobody has used it for its time.
#[tokio::test(flavor = "multi_thread")]
async fn life_13_a_launch_that_was_given_up_ends_unused() {
    let mut settings = super::Settings::default();
    settings.launch.headless_idle_s = Some(1);
    let bed = Bed::with(settings).await;
    given_up(&bed).await;
    let until = Instant::now() + Duration::from_secs(30);
    while !bed.hub.sessions.records().await.unwrap().is_empty() {
        assert!(Instant::now() < until, "{:?}", bed.hub.sessions.records().await);
        sleep_until(Instant::now() + Duration::from_millis(50)).await;
    }
    bed.stop().await;
}
