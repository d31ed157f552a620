//! RUN-5: `kill -9` at any instant loses nothing that was acknowledged.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{intent, ok, open};

const CHILD: &str = "TABWARD_STORE_TEST_CHILD";

/// Not a test of its own: the process that is killed. It says each row that was acknowledged.
#[tokio::test]
async fn run_05_child() {
    let Ok(dir) = std::env::var(CHILD) else { return };
    let store = open(dir.as_ref());
    for n in 0_u64.. {
        let call = format!("c{n}");
        store.intent(intent("k", &call)).await.unwrap();
        say(&format!("intent {call}"));
        store.outcome(ok(intent("k", &call))).await.unwrap();
        say(&format!("outcome {call}"));
        if n % 10 == 0 {
            let receipt = store.receipt_append(&call, &call, "{}".into(), 1).await.unwrap();
            say(&format!("receipt {}", receipt.hash));
        }
    }
}

#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn say(line: &str) {
    println!("\nack {line}");
}

#[tokio::test]
async fn run_05_kill_9_loses_nothing_acknowledged() {
    for round in 0..5_usize {
        let dir = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["crash::run_05_child", "--exact", "--nocapture", "--test-threads=1"])
            .env(CHILD, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut acknowledged = Vec::new();
        for line in lines.map_while(Result::ok) {
            if let Some(said) = line.strip_prefix("ack ") {
                acknowledged.push(said.to_owned());
            }
            if acknowledged.len() == 40 + round * 37 {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(acknowledged.len() >= 40, "the child ended early: {acknowledged:?}");

        let store = open(dir.path());
        store.check().await.unwrap();
        let rows = store.ledger_of("k", 0, u32::MAX).await.unwrap();
        let chain = store.receipts_verify(None).await.unwrap();
        assert!(chain.faults.is_empty(), "{:?}", chain.faults);
        let receipts: Vec<String> = store.receipts(u32::MAX).await.unwrap().into_iter().map(|r| r.hash).collect();
        for said in &acknowledged {
            let (kind, what) = said.split_once(' ').unwrap();
            let there = if kind == "receipt" {
                receipts.iter().any(|hash| hash == what)
            } else {
                rows.iter().any(|r| r.kind.as_str() == kind && r.call == what)
            };
            assert!(there, "round {round}: {said} was acknowledged and is lost");
        }
        assert!(store.unsettled().await.unwrap().len() <= 1);
    }
}
