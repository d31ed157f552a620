//! ID-4, ID-5: which browser a call means.

use tabward_model::resolve::{Known, Resolved, SessionNamed, Step, Unresolved, resolve};
use tabward_model::{Code, InstanceId};

fn id(name: &str) -> InstanceId {
    InstanceId::new(name)
}

fn known(connected: &[&str]) -> Known {
    Known { connected: connected.iter().map(|name| id(name)).collect(), ..Known::default() }
}

// ID-4: the order, step by step.
#[test]
fn id_04_the_order_of_resolution() {
    let mut k = known(&["a", "b", "c", "d", "e"]);
    assert!(matches!(resolve(&k), Err(Unresolved::Ambiguous(all)) if all.len() == 5));
    k.default = Some(id("d"));
    assert_eq!(resolve(&k), Ok(Resolved::Use(id("d"), Step::Default)));
    k.task = Some(id("c"));
    assert_eq!(resolve(&k), Ok(Resolved::Use(id("c"), Step::Task)));
    k.tab = Some(id("b"));
    assert_eq!(resolve(&k), Ok(Resolved::Use(id("b"), Step::Tab)));
    k.tab = None;
    k.session = Some(SessionNamed::Connected(id("e")));
    assert_eq!(resolve(&k), Ok(Resolved::Use(id("e"), Step::Session)));
    k.session = None;
    k.named = Some(id("a"));
    assert_eq!(resolve(&k), Ok(Resolved::Use(id("a"), Step::Instance)));
}

#[test]
fn id_04_one_alone_or_none() {
    assert_eq!(resolve(&known(&["a"])), Ok(Resolved::Use(id("a"), Step::Only)));
    assert_eq!(resolve(&known(&[])), Ok(Resolved::Auto));
    let k = Known { session: Some(SessionNamed::ToMake), ..known(&["a"]) };
    assert_eq!(resolve(&k), Ok(Resolved::MakeSession));
}

// ID-4: arguments that name different browsers are refused.
#[test]
fn id_04_disagreement_is_refused() {
    let named = || Some(id("a"));
    for k in [
        Known { named: named(), session: Some(SessionNamed::Connected(id("b"))), ..known(&["a", "b"]) },
        Known { named: named(), session: Some(SessionNamed::ToMake), ..known(&["a", "b"]) },
        Known { named: named(), tab: Some(id("b")), ..known(&["a", "b"]) },
        Known { session: Some(SessionNamed::Connected(id("a"))), tab: Some(id("b")), ..known(&["a", "b"]) },
        Known { session: Some(SessionNamed::ToMake), tab: Some(id("b")), ..known(&["a", "b"]) },
    ] {
        assert_eq!(resolve(&k).unwrap_err().code(), Code::InvalidArgument);
    }
}

// ID-5, HUB-16, ID-12: what is named and gone is never replaced by another one.
#[test]
fn id_05_nothing_takes_the_place_of_what_is_gone() {
    let k = Known { named: Some(id("x")), ..known(&["a"]) };
    assert_eq!(resolve(&k).unwrap_err().code(), Code::BrowserInstanceUnavailable);
    let k = Known { default: Some(id("x")), ..known(&["a"]) };
    assert_eq!(resolve(&k).unwrap_err().code(), Code::BrowserInstanceUnavailable);
    let k = Known { task: Some(id("x")), ..known(&["a"]) };
    assert_eq!(resolve(&k).unwrap_err().code(), Code::BrowserGone);
    let k = Known { tab: Some(id("x")), ..known(&["a"]) };
    assert_eq!(resolve(&k).unwrap_err().code(), Code::BrowserGone);
}
