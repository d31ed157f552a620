//! OWN-1, 3, 4, 19, 20, 21, 22, 25: the state machine, by random event sequences against a second, naive model.

use proptest::prelude::*;
use tabward_model::capability::{Act, CleanUp, Close, Grants, Hold, Navigate, Read, Script};
use tabward_model::origin::Verdict;
use tabward_model::ownership::{
    Cause, Column, Event, Holder, InstanceKind, InstanceOwnership, ManagedState, Need, State, StepEffect, column, need,
    step,
};
use tabward_model::{Cap, Ownership, Refusal, TaskId};

const CAPS: [Cap; 14] = [
    Cap::List,
    Cap::Read,
    Cap::Act,
    Cap::Navigate,
    Cap::Close,
    Cap::Focus,
    Cap::Script,
    Cap::Observe,
    Cap::Debug,
    Cap::Storage,
    Cap::Files,
    Cap::Clipboard,
    Cap::Raw,
    Cap::Instance,
];

fn mine() -> TaskId {
    TaskId::new("mine")
}

fn causes() -> impl Strategy<Value = Cause> {
    prop_oneof![Just(Cause::Task), Just(Cause::Page), Just(Cause::Person), Just(Cause::Unknown)]
}

fn verdicts() -> impl Strategy<Value = Verdict> {
    prop_oneof![4 => Just(Verdict::Allowed), 1 => Just(Verdict::Scheme), 1 => Just(Verdict::Origin)]
}

fn tasks() -> impl Strategy<Value = TaskId> {
    prop_oneof![Just(mine()), Just(TaskId::new("other"))]
}

fn events() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (causes(), verdicts()).prop_map(|(cause, verdict)| Event::Committed { cause, verdict }),
        1 => Just(Event::PersonInput),
        2 => (tasks(), any::<bool>()).prop_map(|(task, kept)| Event::Keep { task, kept }),
        1 => tasks().prop_map(|task| Event::Released { task }),
        1 => Just(Event::Closed),
    ]
}

fn kinds() -> impl Strategy<Value = InstanceKind> {
    prop_oneof![Just(InstanceKind::Launched), Just(InstanceKind::Attached)]
}

#[expect(clippy::struct_excessive_bools, reason = "as naive as it is meant to be")]
/// What a person would say of a tab, written without a look at the state machine.
#[derive(Debug)]
struct Naive {
    mine: bool,
    person_was_here: bool,
    closed: bool,
    forbidden: bool,
    commits: u64,
}

impl Naive {
    fn hear(&mut self, event: &Event) {
        if self.closed {
            return;
        }
        match event {
            Event::Committed { cause, verdict } => {
                self.commits += 1;
                self.person_was_here |= *cause == Cause::Person && self.mine;
                self.forbidden = *verdict != Verdict::Allowed;
            }
            Event::PersonInput => self.person_was_here |= self.mine,
            Event::Keep { .. } => {}
            Event::Released { task } => {
                if *task == mine() && self.mine {
                    self.mine = false;
                    self.person_was_here = false;
                }
            }
            Event::Closed => self.closed = true,
        }
    }

    fn may_act(&self) -> bool {
        self.mine && !self.person_was_here && !self.closed && !self.forbidden
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    // OWN-20: 4,000 sequences of up to 40 events: no mutation without a live permit, no state that the table does not list.
    #[test]
    fn own_20_no_sequence_leads_past_the_gate(kind in kinds(), sequence in prop::collection::vec(events(), 0..40)) {
        let mut ownership = Ownership::new("i".into(), "t".into(), State::managed(mine(), kind));
        let mut naive = Naive { mine: true, person_was_here: false, closed: false, forbidden: false, commits: 0 };
        let mut permits = vec![ownership.permit::<Act>(&mine(), &Grants::default()).unwrap()];
        for event in &sequence {
            let before = ownership.state().clone();
            let applied = ownership.apply(event);
            naive.hear(event);
            match applied {
                Ok(effects) => {
                    let revoked = effects.contains(&StepEffect::RevokePermits);
                    // Whoever may not act any more holds no live permit.
                    if !naive.may_act() && (matches!(event, Event::Committed { .. } | Event::Closed | Event::Released { .. })) {
                        prop_assert!(revoked || before == *ownership.state() || permits.iter().all(|p| !p.is_live()));
                    }
                }
                Err(_) => prop_assert_eq!(&before, ownership.state(), "a refused event changes nothing"),
            }
            let permit = ownership.permit::<Act>(&mine(), &Grants::default());
            prop_assert_eq!(permit.is_ok(), naive.may_act(), "{:?}", ownership.state());
            if !naive.may_act() {
                prop_assert!(permits.iter().all(|permit| !permit.is_live()), "a permit outlived its right");
            }
            permits.extend(permit.ok());
            // A permit of one task is never given to another.
            if !naive.closed && naive.mine {
                prop_assert_eq!(
                    ownership.permit::<Read>(&TaskId::new("other"), &Grants::default()).err(),
                    Some(Refusal::OtherTask)
                );
            }
            prop_assert_eq!(ownership.state().generation.0, naive.commits);
        }
    }

    // OWN-4: a navigation that the task caused renews, any other of the person's revokes.
    #[test]
    fn own_04_permits_live_as_long_as_their_cause(kind in kinds(), sequence in prop::collection::vec(causes(), 1..20)) {
        let mut ownership = Ownership::new("i".into(), "t".into(), State::managed(mine(), kind));
        let permit = ownership.permit::<Read>(&mine(), &Grants::default()).unwrap();
        let standing = ownership.permit::<CleanUp>(&mine(), &Grants::default()).unwrap();
        let mut person = false;
        for cause in sequence {
            ownership.apply(&Event::Committed { cause, verdict: Verdict::Allowed }).unwrap();
            person |= cause == Cause::Person;
            prop_assert_eq!(permit.is_live(), !person);
            if !person {
                prop_assert_eq!(permit.generation(), ownership.state().generation);
            }
            prop_assert!(standing.is_live(), "clean-up survives revocation");
        }
        ownership.apply(&Event::Closed).unwrap();
        prop_assert!(!permit.is_live() && !standing.is_live());
    }
}

// OWN-2, 3: the capability table walked over every column.
#[test]
fn own_02_the_table_over_every_state() {
    let managed = |kind| State::managed(mine(), kind);
    let taken =
        |kind| State { holder: Holder::Managed { task: mine(), state: ManagedState::TakenOver }, ..managed(kind) };
    let states = [
        (managed(InstanceKind::Launched), Column::ManagedLaunched),
        (managed(InstanceKind::Attached), Column::ManagedPersons),
        (taken(InstanceKind::Launched), Column::TakenOver),
        (taken(InstanceKind::Attached), Column::TakenOver),
        (State::user(InstanceKind::Launched), Column::User),
        (State::user(InstanceKind::Attached), Column::User),
    ];
    for (state, expected) in states {
        assert_eq!(column(&state), expected);
        for cap in CAPS {
            let plain = state.allows(cap, &mine(), &Grants::default());
            let granted = state.allows(cap, &mine(), &Grants::of([cap]));
            match need(cap, expected) {
                Need::Nothing => assert!(plain.is_ok() && granted.is_ok(), "{cap:?} {expected:?}"),
                Need::Grant | Need::Confirm => assert!(plain.is_err() && granted.is_ok(), "{cap:?} {expected:?}"),
                Need::Never => assert!(plain.is_err() && granted.is_err(), "{cap:?} {expected:?}"),
            }
            // Nothing but the listing is open to a task on the person's own tab, whatever was granted.
            if expected == Column::User && cap != Cap::List {
                assert_eq!(granted.unwrap_err(), Refusal::NotOwned);
            }
            if expected == Column::TakenOver && cap != Cap::List {
                assert_eq!(granted.unwrap_err(), Refusal::TakenOver);
            }
        }
    }
}

// OWN-22: a forbidden page can be left and closed, and nothing else.
#[test]
fn own_22_forbidden_pages_can_only_be_left() {
    for verdict in [Verdict::Scheme, Verdict::Origin] {
        let mut ownership = Ownership::new("i".into(), "t".into(), State::managed(mine(), InstanceKind::Launched));
        let read = ownership.permit::<Read>(&mine(), &Grants::default()).unwrap();
        ownership.apply(&Event::Committed { cause: Cause::Task, verdict }).unwrap();
        assert!(!read.is_live(), "whoever brought the tab there");
        assert!(ownership.permit::<Read>(&mine(), &Grants::default()).is_err());
        assert!(ownership.permit::<Act>(&mine(), &Grants::default()).is_err());
        assert!(ownership.permit::<Script>(&mine(), &Grants::of([Cap::Script])).is_err());
        assert!(ownership.permit::<Navigate>(&mine(), &Grants::default()).is_ok());
        assert!(ownership.permit::<Close>(&mine(), &Grants::default()).is_ok());
        assert!(ownership.permit::<Hold>(&mine(), &Grants::default()).is_ok());
    }
}

// OWN-3: the browser as a whole is not reached with a tab's ownership, nor a tab with the browser's.
#[test]
fn own_03_scopes_do_not_mix() {
    let tab = Ownership::new("i".into(), "t".into(), State::managed(mine(), InstanceKind::Launched));
    assert!(tab.permit::<tabward_model::capability::Instance>(&mine(), &Grants::of([Cap::Instance])).is_err());
    let browser = InstanceOwnership::new("i".into());
    assert_eq!(browser.permit().scope().tab_id(), None);
    let permit = browser.permit_open();
    browser.revoke();
    assert!(!permit.is_live());
}

// OWN-21: input of the person in a managed tab takes it over, once.
#[test]
fn own_21_the_persons_input_takes_over() {
    let state = State::managed(mine(), InstanceKind::Launched);
    let (state, effects) = step(&state, &Event::PersonInput).unwrap();
    assert_eq!(effects, [StepEffect::TellTakenOver, StepEffect::RevokePermits]);
    let (again, effects) = step(&state, &Event::PersonInput).unwrap();
    assert_eq!((again, effects), (state, vec![]));
}

// OWN-25: a refusal carries nothing of the page.
#[test]
fn own_25_refusals_are_silent() {
    for refusal in [
        Refusal::NotOwned,
        Refusal::OtherTask,
        Refusal::TakenOver,
        Refusal::NotGranted(Cap::Raw),
        Refusal::NotConfirmed,
        Refusal::Scheme,
        Refusal::Origin,
        Refusal::Gone,
    ] {
        let text = refusal.to_string();
        assert!(!text.contains("://") && !text.contains('"'), "{text}");
    }
}
