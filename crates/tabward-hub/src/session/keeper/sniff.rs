//! What a keeper must know of the stream that passes through it: the channels, the open dialogs, the highest command
//! number. Messages are looked at by their first bytes and parsed only when they matter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A channel that is open in the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenChannel {
    /// CDP's session id.
    pub session_id: String,
    /// The target's id.
    pub target_id: String,
    /// The target's type: `page`, `iframe`, `worker`…
    pub kind: String,
    /// The target's URL when the channel was opened.
    pub url: String,
    /// The browser context that the target belongs to.
    pub context: Option<String>,
    /// The channel that it was opened under; none for the browser's own.
    pub parent: Option<String>,
    /// True while the target waits for `Runtime.runIfWaitingForDebugger`.
    pub waiting: bool,
}

/// A dialog that is open in a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OpenDialog {
    /// The channel that told of it.
    pub session_id: Option<String>,
    /// `Page.javascriptDialogOpening`'s parameters as they came.
    pub params: Box<RawValue>,
}

/// Messages longer than this are never parsed.
const LONGEST: usize = 1 << 20;
/// Enough bytes to tell every event that matters.
const HEAD: usize = 64;

const EVENTS: [&[u8]; 4] = [
    br#"{"method":"Target.attachedToTarget""#,
    br#"{"method":"Target.detachedFromTarget""#,
    br#"{"method":"Page.javascriptDialogOpening""#,
    br#"{"method":"Page.javascriptDialogClosed""#,
];

/// Follows the browser's half of the stream, in whatever pieces it comes.
#[derive(Debug, Default)]
pub(super) struct Sniffer {
    head: Vec<u8>,
    /// Bytes of the current message so far.
    length: usize,
    matters: Option<bool>,
    channels: BTreeMap<String, OpenChannel>,
    dialogs: BTreeMap<Option<String>, Box<RawValue>>,
    messages: u64,
    highest_id: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a> {
    #[serde(borrow)]
    method: std::borrow::Cow<'a, str>,
    #[serde(borrow)]
    params: &'a RawValue,
    session_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
    target_info: TargetInfo,
    #[serde(default)]
    waiting_for_debugger: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    r#type: String,
    #[serde(default)]
    url: String,
    browser_context_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Command {
    id: Option<u64>,
    method: Option<String>,
    session_id: Option<String>,
}

impl Sniffer {
    /// Takes the next piece of the stream.
    pub(super) fn feed(&mut self, mut piece: &[u8]) {
        while let Some(end) = memchr::memchr(0, piece) {
            self.part(&piece[..end]);
            self.message();
            piece = &piece[end + 1..];
        }
        self.part(piece);
    }

    /// True if the last byte fed was in the middle of a message.
    pub(super) fn mid_message(&self) -> bool {
        self.length > 0
    }

    fn part(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        if self.matters != Some(false) && self.head.len() + bytes.len() <= LONGEST {
            self.head.extend_from_slice(bytes);
            if self.matters.is_none() && self.head.len() >= HEAD {
                let matters = EVENTS.iter().any(|event| self.head.starts_with(event));
                self.matters = Some(matters);
                if !matters {
                    self.head.clear();
                }
            }
        } else {
            self.matters = Some(false);
        }
    }

    fn message(&mut self) {
        self.messages += 1;
        if self.matters != Some(false) && EVENTS.iter().any(|event| self.head.starts_with(event)) {
            let head = std::mem::take(&mut self.head);
            if let Ok(envelope) = serde_json::from_slice::<Envelope<'_>>(&head) {
                self.event(&envelope);
            }
        }
        self.head.clear();
        self.length = 0;
        self.matters = None;
    }

    fn event(&mut self, envelope: &Envelope<'_>) {
        let params = envelope.params.get();
        match envelope.method.as_ref() {
            "Target.attachedToTarget" => {
                if let Ok(a) = serde_json::from_str::<Attached>(params) {
                    let channel = OpenChannel {
                        session_id: a.session_id.clone(),
                        target_id: a.target_info.target_id,
                        kind: a.target_info.r#type,
                        url: a.target_info.url,
                        context: a.target_info.browser_context_id,
                        parent: envelope.session_id.clone(),
                        waiting: a.waiting_for_debugger,
                    };
                    self.channels.insert(a.session_id, channel);
                }
            }
            "Target.detachedFromTarget" => {
                if let Ok(d) = serde_json::from_str::<Detached>(params) {
                    self.drop_channel(&d.session_id);
                }
            }
            "Page.javascriptDialogOpening" => {
                self.dialogs.insert(envelope.session_id.clone(), envelope.params.to_owned());
            }
            "Page.javascriptDialogClosed" => {
                self.dialogs.remove(&envelope.session_id);
            }
            _ => {}
        }
    }

    /// A channel takes those that were opened under it with it.
    fn drop_channel(&mut self, session_id: &str) {
        let mut gone = vec![session_id.to_owned()];
        while let Some(id) = gone.pop() {
            self.channels.remove(&id);
            gone.extend(
                self.channels.values().filter(|c| c.parent.as_deref() == Some(&id)).map(|c| c.session_id.clone()),
            );
            self.dialogs.remove(&Some(id));
        }
    }

    /// Looks at a whole command of the hub.
    pub(super) fn command(&mut self, message: &[u8]) {
        // Only the small ones are worth a look for their method; the number is the first thing in all of them.
        if let Some(id) = leading_id(message) {
            self.highest_id = self.highest_id.max(id);
            if message.len() > 512 {
                return;
            }
        }
        let Ok(command) = serde_json::from_slice::<Command>(message) else { return };
        self.highest_id = self.highest_id.max(command.id.unwrap_or(0));
        if command.method.as_deref() == Some("Runtime.runIfWaitingForDebugger")
            && let Some(channel) = command.session_id.and_then(|id| self.channels.get_mut(&id))
        {
            channel.waiting = false;
        }
    }

    pub(super) fn channels(&self) -> Vec<OpenChannel> {
        self.channels.values().cloned().collect()
    }

    pub(super) fn dialogs(&self) -> Vec<OpenDialog> {
        self.dialogs
            .iter()
            .map(|(session_id, params)| OpenDialog { session_id: session_id.clone(), params: params.clone() })
            .collect()
    }

    /// Whole messages of the browser so far.
    pub(super) fn messages(&self) -> u64 {
        self.messages
    }

    pub(super) fn highest_id(&self) -> u64 {
        self.highest_id
    }
}

fn leading_id(message: &[u8]) -> Option<u64> {
    let rest = message.strip_prefix(br#"{"id":"#)?;
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attached(session: &str, parent: Option<&str>) -> String {
        let parent = parent.map(|p| format!(r#","sessionId":"{p}""#)).unwrap_or_default();
        format!(
            r#"{{"method":"Target.attachedToTarget","params":{{"sessionId":"{session}","targetInfo":{{"targetId":"T{session}","type":"page","title":"","url":"about:blank","attached":true,"canAccessOpener":false}},"waitingForDebugger":true}}{parent}}}"#
        )
    }

    /// Whatever the pieces, the same is known at the end.
    #[test]
    fn the_stream_may_come_in_any_pieces() {
        let dialog = r#"{"method":"Page.javascriptDialogOpening","params":{"message":"hi \u0000 \"x\"","type":"alert"},"sessionId":"B"}"#;
        let long = format!(r#"{{"id":1,"result":{{"x":"{}"}}}}"#, "y".repeat(300));
        let stream =
            [attached("A", None), attached("B", Some("A")), long, "{}".to_owned(), dialog.to_owned()].join("\0");
        let stream = format!("{stream}\0{{\"method\":\"Pa");
        for size in 1..stream.len() {
            let mut sniffer = Sniffer::default();
            for piece in stream.as_bytes().chunks(size) {
                sniffer.feed(piece);
            }
            assert_eq!(sniffer.messages(), 5);
            assert!(sniffer.mid_message());
            let channels = sniffer.channels();
            assert_eq!(channels.iter().map(|c| c.session_id.as_str()).collect::<Vec<_>>(), ["A", "B"]);
            assert_eq!(channels[1].parent.as_deref(), Some("A"));
            assert_eq!(sniffer.dialogs().len(), 1);
        }
    }

    #[test]
    fn a_channel_takes_those_under_it_with_it() {
        let mut sniffer = Sniffer::default();
        for message in [attached("A", None), attached("B", Some("A")), attached("C", Some("B")), attached("D", None)] {
            sniffer.feed(message.as_bytes());
            sniffer.feed(b"\0");
        }
        sniffer.feed(b"{\"method\":\"Page.javascriptDialogOpening\",\"params\":{},\"sessionId\":\"C\"}\0");
        sniffer.feed(b"{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"A\"}}\0");
        assert_eq!(sniffer.channels().len(), 1);
        assert!(sniffer.dialogs().is_empty());
    }

    #[test]
    fn commands_are_counted_and_a_resumed_target_waits_no_more() {
        let mut sniffer = Sniffer::default();
        sniffer.feed(attached("A", None).as_bytes());
        sniffer.feed(b"\0");
        sniffer.command(br#"{"id":41,"method":"Page.enable","sessionId":"A"}"#);
        sniffer.command(br#"{"method":"Runtime.runIfWaitingForDebugger","sessionId":"A","id":40}"#);
        assert_eq!(sniffer.highest_id(), 41);
        assert!(!sniffer.channels()[0].waiting);
    }

    /// A page cannot name a method: only the start of a message counts.
    #[test]
    fn text_of_a_page_is_no_event() {
        let mut sniffer = Sniffer::default();
        sniffer.feed(br#"{"id":1,"result":{"value":"{\"method\":\"Target.attachedToTarget\"}"}}"#);
        sniffer.feed(b"\0");
        assert!(sniffer.channels().is_empty());
    }
}
