//! RUN-5: a full disk. New work is refused; what was begun still gets its outcome and its receipt.

use tabward_model::Code;
use tabward_store::{Store, StoreError, StoreOptions};

use crate::{intent, ok};

#[tokio::test]
async fn run_05_outcomes_and_receipts_are_written_on_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let options = StoreOptions { reserve_bytes: 128 << 10, max_bytes: Some(512 << 10), ..StoreOptions::default() };
    let store = Store::open(dir.path(), &options).unwrap();
    let mut begun = 0_u32;
    let error = loop {
        let mut next = intent("k", &format!("c{begun}"));
        next.args = Some("x".repeat(2_000));
        match store.intent(next).await {
            Ok(_) => begun += 1,
            Err(error) => break error,
        }
        assert!(begun < 10_000, "the bound never came");
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    assert_eq!(error.code(), Code::StoreUnavailable);
    assert!(error.next_step().contains("prune"), "{}", error.next_step());
    for n in begun - 5..begun {
        let mut outcome = ok(intent("k", &format!("c{n}")));
        outcome.effect = Some("y".repeat(2_000));
        store.outcome(outcome).await.unwrap();
    }
    store.receipt_append("k", "r", "{\"z\":1}".into(), 2).await.unwrap();
    let mut late = intent("k", "late");
    late.args = Some("x".repeat(20_000));
    let refused = store.intent(late).await.unwrap_err();
    assert!(matches!(refused, StoreError::Full { .. }), "{refused:?}");
    assert!(store.receipts_verify(None).await.unwrap().faults.is_empty());
}

/// The log is moved into the record beside the writer: it stays short however much is written, and is gone at the end.
#[tokio::test]
async fn run_05_the_log_stays_short() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), &StoreOptions::default()).unwrap();
    let log = dir.path().join("tabward.db-wal");
    let mut longest = 0;
    for n in 0..4_000 {
        store.intent(intent("k", &n.to_string())).await.unwrap();
        longest = longest.max(std::fs::metadata(&log).unwrap().len());
    }
    // 4,000 rows are some 80 MiB of log when nothing is moved.
    assert!(longest < 20 << 20, "{longest} bytes");
    let size = std::fs::metadata(dir.path().join("tabward.db")).unwrap().len();
    assert!(size > 300 << 10, "{size} bytes were moved");
    drop(store);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while log.exists() {
        assert!(std::time::Instant::now() < until, "the log is still there");
        std::thread::yield_now();
    }
}

/// The reserve is a real file, and is taken again once there is space.
#[tokio::test]
async fn run_05_the_reserve_is_kept_on_disk() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), &StoreOptions::default()).unwrap();
    assert_eq!(std::fs::metadata(dir.path().join("reserve")).unwrap().len(), 1 << 20);
    store.intent(intent("k", "a")).await.unwrap();
}

/// The same on a disk that is really full: give the folder of a small file system in `TABWARD_TEST_SMALL_DISK`.
#[tokio::test]
#[ignore = "needs a small file system"] // tidy: word – cargo xtask test makes one and runs it
async fn run_05_a_really_full_disk() {
    let disk = std::path::PathBuf::from(std::env::var("TABWARD_TEST_SMALL_DISK").unwrap());
    let dir = tempfile::tempdir_in(disk).unwrap();
    let options = StoreOptions { reserve_bytes: 256 << 10, ..StoreOptions::default() };
    let store = Store::open(dir.path(), &options).unwrap();
    store.intent(intent("k", "begun")).await.unwrap();
    let filler = dir.path().join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write(&mut file, &[1; 4096]).is_ok_and(|n| n > 0) {}
    let error = loop {
        let mut next = intent("k", "more");
        next.args = Some("x".repeat(2_000));
        if let Err(error) = store.intent(next).await {
            break error;
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    store.outcome(ok(intent("k", "begun"))).await.unwrap();
    store.receipt_append("k", "r", "{}".into(), 2).await.unwrap();
    assert!(!dir.path().join("reserve").exists());
    let refused = store.intent(intent("k", "late")).await.unwrap_err();
    assert!(matches!(refused, StoreError::Full { .. }), "{refused:?}");
    drop(file);
    std::fs::remove_file(filler).unwrap();
    store.intent(intent("k", "again")).await.unwrap();
    assert!(dir.path().join("reserve").exists());
}
