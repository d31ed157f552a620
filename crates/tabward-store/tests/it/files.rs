//! Permissions, damage, other versions, artifact files, retention.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tabward_model::{Code, Stage};
use tabward_store::{Retention, SCHEMA, Store, StoreError, StoreOptions, TaskRecord, TaskState};

use crate::{intent, ok, open};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Everything below `dir`, the folder itself first.
fn walk(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![dir.to_owned()];
    let mut at = 0;
    while at < found.len() {
        if found[at].is_dir() {
            found.extend(std::fs::read_dir(&found[at]).unwrap().map(|e| e.unwrap().path()));
        }
        at += 1;
    }
    found
}

/// RUN-5: folders 0700, files 0600, also those that SQLite makes and those that were left open to others.
#[tokio::test]
async fn run_05_folders_are_0700_and_files_0600() {
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("state");
    for _ in 0..2 {
        let store = open(&dir);
        store.artifact_put("k", b"x".to_vec(), "text/plain", 1).await.unwrap();
        store.receipt_append("k", "r", "{}".into(), 1).await.unwrap();
        let all = walk(&dir);
        assert!(all.iter().any(|p| p.ends_with("tabward.db-wal")), "{all:?}");
        for path in all {
            let wanted = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), wanted, "{}", path.display());
        }
        drop(store);
        set_mode(&dir, 0o755);
        set_mode(&dir.join("tabward.db"), 0o644);
        set_mode(&dir.join("artifacts"), 0o755);
    }
}

/// RUN-5: a newer schema is refused, named, and left as it is.
#[tokio::test]
async fn run_05_a_newer_schema_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    store.intent(intent("k", "a")).await.unwrap();
    drop(store);
    let path = dir.path().join("tabward.db");
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    drop(raw);
    let before = std::fs::read(&path).unwrap();
    let error = Store::open(dir.path(), &StoreOptions::default()).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found, known, .. } if found == SCHEMA + 1 && known == SCHEMA));
    assert_eq!((error.code(), error.stage(), error.retryable()), (Code::StoreUnavailable, Stage::Store, false));
    assert!(error.to_string().contains(&format!("schema {}", SCHEMA + 1)), "{error}");
    assert!(error.next_step().contains("TABWARD_HOME"), "{}", error.next_step());
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// RUN-5: what is no database, and what is damaged in the middle, is said and not overwritten.
#[tokio::test]
async fn run_05_a_damaged_file_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tabward.db");
    std::fs::write(&path, vec![b'x'; 8192]).unwrap();
    let error = Store::open(dir.path(), &StoreOptions::default()).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    assert!(error.next_step().contains("aside"));
    assert_eq!(std::fs::read(&path).unwrap(), vec![b'x'; 8192]);

    std::fs::remove_file(&path).unwrap();
    let store = open(dir.path());
    for n in 0..200 {
        store.intent(intent("k", &format!("{n} {}", "y".repeat(500)))).await.unwrap();
    }
    store.check().await.unwrap();
    drop(store);
    wait_closed(dir.path());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();
    let store = open(dir.path());
    assert!(matches!(store.check().await.unwrap_err(), StoreError::Corrupt { .. }));
}

/// The writer thread ends by itself when the last handle is gone; SQLite then removes its log.
fn wait_closed(dir: &Path) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while dir.join("tabward.db-wal").exists() {
        assert!(std::time::Instant::now() < deadline, "the writer did not end");
        std::thread::yield_now();
    }
}

/// Another process that holds the write lock: a typed error after the busy time-out, and nothing is lost.
#[tokio::test]
async fn run_05_a_lock_of_another_process_is_waited_for_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let options = StoreOptions { busy: std::time::Duration::from_millis(50), ..StoreOptions::default() };
    let store = Store::open(dir.path(), &options).unwrap();
    let mut raw = rusqlite::Connection::open(dir.path().join("tabward.db")).unwrap();
    let lock = raw.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    let error = store.intent(intent("k", "a")).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }) && error.retryable(), "{error:?}");
    drop(lock);
    store.intent(intent("k", "a")).await.unwrap();
}

/// A folder that cannot be made is an error with a mend, not a panic.
#[test]
fn run_05_a_folder_that_cannot_be_used_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let error = Store::open(&file.join("state"), &StoreOptions::default()).unwrap_err();
    assert!(error.to_string().contains("file"), "{error}");
    assert!(!error.next_step().is_empty());
}

/// Artifacts are kept once for each content, whoever made them.
#[tokio::test]
async fn run_02_artifacts_are_files_by_hash() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let a = store.artifact_put("k1", b"picture".to_vec(), "image/png", 1).await.unwrap();
    let b = store.artifact_put("k2", b"picture".to_vec(), "image/png", 2).await.unwrap();
    assert_eq!(a.path, b.path);
    assert_eq!(std::fs::read(&a.path).unwrap(), b"picture");
    assert!(a.path.to_string_lossy().ends_with(&format!("{}.png", a.sha256)));
    assert_eq!(store.artifacts_of("k1").await.unwrap(), [a]);
}

/// RUN-6: dry run first; a file that another task still needs stays; unfinished tasks keep everything.
#[tokio::test]
async fn run_06_retention_says_first_and_then_does() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let shared = store.artifact_put("k1", b"shared".to_vec(), "image/png", 1).await.unwrap();
    store.artifact_put("k2", b"shared".to_vec(), "image/png", 50).await.unwrap();
    let old = store.artifact_put("k1", b"old".to_vec(), "image/png", 1).await.unwrap();
    for (task, state) in [("k1", TaskState::Finished), ("k2", TaskState::Active)] {
        let row = TaskRecord {
            id: task.into(),
            name: task.into(),
            workspace: "w".into(),
            caller: "c".into(),
            state,
            instance: None,
            created: 1,
            last_call: 1,
            finished: None,
            end_reason: None,
        };
        store.task_put(row).await.unwrap();
        store.intent(intent(task, task)).await.unwrap();
        store.outcome(ok(intent(task, task))).await.unwrap();
    }
    store.receipt_append("k1", "r1", "{}".into(), 3).await.unwrap();
    let mut rules = Retention { before: 2_000, artifact_bytes: u64::MAX, ledger_rows: u64::MAX, dry_run: true };
    rules.before = 10;
    let said = store.prune(rules).await.unwrap();
    assert_eq!((said.files, said.bytes, said.ledger_rows), (1, 3, 0));
    assert!(old.path.exists());
    rules.dry_run = false;
    let done = store.prune(rules).await.unwrap();
    assert_eq!((done.files, done.bytes, done.dry_run), (1, 3, false));
    assert!(!old.path.exists() && shared.path.exists());
    assert!(store.artifacts_of("k1").await.unwrap().is_empty());

    rules.before = 5_000;
    rules.artifact_bytes = 0;
    let done = store.prune(rules).await.unwrap();
    assert_eq!((done.files, done.ledger_rows), (1, 2));
    assert_eq!(store.ledger_of("k2", 0, 10).await.unwrap().len(), 2);
    let chain = store.receipts_verify(None).await.unwrap();
    assert_eq!((chain.ledger_pruned, chain.faults.len()), (1, 0));
}
