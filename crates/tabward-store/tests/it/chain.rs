//! LIFE-8, LIFE-10: the chain of receipts.

use tabward_store::{ChainFault, Head, Store};

use crate::{intent, ok, open};

async fn three(store: &Store) -> Vec<Head> {
    let mut heads = Vec::new();
    for task in ["k1", "k2", "k3"] {
        store.intent(intent(task, task)).await.unwrap();
        store.outcome(ok(intent(task, task))).await.unwrap();
        let r = store.receipt_append(task, &format!("r-{task}"), format!("{{\"task\":\"{task}\"}}"), 9).await.unwrap();
        heads.push(Head { seq: r.seq, hash: r.hash });
    }
    heads
}

type Expected = fn(&[ChainFault]) -> bool;

/// Runs SQL behind the store's back, without the triggers that forbid it.
fn tamper(dir: &std::path::Path, sql: &str) {
    let db = rusqlite::Connection::open(dir.join("tabward.db")).unwrap();
    db.execute_batch(
        "DROP TRIGGER IF EXISTS receipts_are_never_changed; DROP TRIGGER IF EXISTS receipts_are_never_removed;
         DROP TRIGGER IF EXISTS ledger_is_append_only;",
    )
    .unwrap();
    assert!(db.execute(sql, []).unwrap() > 0, "{sql} changed nothing");
}

#[tokio::test]
async fn life_10_finishing_twice_gives_the_same_receipt() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    three(&store).await;
    let again = store.receipt_append("k2", "another", "{}".into(), 99).await.unwrap();
    assert_eq!((again.seq, again.receipt_id.as_str(), again.at), (2, "r-k2", 9));
    assert_eq!(store.receipt_of("k2").await.unwrap(), Some(again));
    assert_eq!(store.receipts(10).await.unwrap().len(), 3);
    let found = store.receipts_verify(None).await.unwrap();
    assert_eq!((found.receipts, found.faults.len()), (3, 0));
}

#[tokio::test]
async fn life_08_verify_finds_what_was_changed() {
    let cases: [(&str, Expected); 5] = [
        ("UPDATE receipts SET body = '{}' WHERE seq = 2", |f| f.contains(&ChainFault::Edited(2))),
        ("DELETE FROM receipts WHERE seq = 2", |f| {
            f.contains(&ChainFault::Missing(2)) && f.contains(&ChainFault::Unlinked(3))
        }),
        ("DELETE FROM receipts WHERE seq = 3", |f| f.contains(&ChainFault::HeadUnknown(3))),
        ("UPDATE ledger SET code = 'X' WHERE task = 'k1' AND kind = 'outcome'", |f| {
            f == [ChainFault::LedgerChanged(1)]
        }),
        ("DELETE FROM ledger WHERE task = 'k1' AND kind = 'intent'", |f| f == [ChainFault::LedgerChanged(1)]),
    ];
    for (sql, expected) in cases {
        let dir = tempfile::tempdir().unwrap();
        let store = open(dir.path());
        three(&store).await;
        tamper(dir.path(), sql);
        let found = store.receipts_verify(None).await.unwrap();
        assert!(expected(&found.faults), "{sql}: {:?}", found.faults);
    }
}

/// A chain that was cut and grown anew is consistent, but not with the head that a client holds.
#[tokio::test]
async fn life_08_a_held_head_finds_a_rewritten_chain() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let held = three(&store).await.pop();
    tamper(dir.path(), "DELETE FROM receipts WHERE seq = 3");
    std::fs::remove_file(dir.path().join("receipts.head")).unwrap();
    store.receipt_append("k4", "r-k4", "{}".into(), 10).await.unwrap();
    assert!(store.receipts_verify(None).await.unwrap().faults.is_empty());
    assert_eq!(store.receipts_verify(held).await.unwrap().faults, [ChainFault::HeadUnknown(3)]);
}
