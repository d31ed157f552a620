//! The barest client of a keeper's stream: the tests of the keeper stand on nothing else.

use serde_json::{Value, json};
use tabward_hub::session::keeper::{Greeting, Link};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt};
use tokio::time::timeout_at;

use super::soon;

pub(crate) struct Raw {
    link: Link,
    next: u64,
    pub(crate) events: Vec<Value>,
}

impl Raw {
    pub(crate) fn new(link: Link) -> Self {
        let next = link.greeting.next_id;
        Self { link, next, events: Vec::new() }
    }

    pub(crate) fn greeting(&self) -> &Greeting {
        &self.link.greeting
    }

    pub(crate) async fn send(&mut self, session: Option<&str>, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.link.writer.write_all(&bytes).await.unwrap();
        id
    }

    /// The next message, or `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let mut bytes = Vec::new();
        let n = timeout_at(soon(), self.link.reader.read_until(0, &mut bytes)).await.expect("in time").unwrap_or(0);
        if n == 0 || bytes.pop() != Some(0) {
            return None;
        }
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.next().await.expect("the stream goes on");
            match message.get("id") {
                Some(found) if *found == id => return message,
                Some(_) => {}
                None => self.events.push(message),
            }
        }
    }

    pub(crate) async fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = self.send(session, method, params).await;
        let answer = self.answer(id).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub(crate) async fn event(&mut self, method: &str) -> Value {
        if let Some(at) = self.events.iter().position(|e| e["method"] == method) {
            return self.events.remove(at);
        }
        loop {
            let message = self.next().await.expect("the stream goes on");
            if message["method"] == method {
                return message;
            }
        }
    }

    /// Opens a tab and a channel to it.
    pub(crate) async fn open(&mut self, url: &str) -> (String, String) {
        let target =
            self.call(None, "Target.createTarget", json!({"url": url})).await["targetId"].as_str().unwrap().to_owned();
        let attached = self.call(None, "Target.attachToTarget", json!({"targetId": target, "flatten": true})).await;
        (target, attached["sessionId"].as_str().unwrap().to_owned())
    }
}
