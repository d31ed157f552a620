//! From an answer of the hub to a tool result.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;
use tabward_model::{Failure, Outcome};

use crate::backend::Reply;

/// One text block; with the outcome, the same JSON as structured content and as text.
pub(crate) fn result(reply: Reply) -> CallToolResult {
    let (text, structured) = match reply.outcome {
        Some(outcome) => {
            let outcome = Value::Object(outcome);
            (outcome.to_string(), Some(outcome))
        }
        None => (reply.text, None),
    };
    let mut content = vec![ContentBlock::text(text)];
    if let Some((mime, base64)) = reply.picture {
        content.push(ContentBlock::image(base64, mime));
    }
    let mut result = if reply.failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = structured;
    result
}

/// A failure of the way to the tool, in the form of every other failure.
pub(crate) fn failed(failure: Failure, json: bool) -> CallToolResult {
    let outcome = Outcome::failed(failure);
    result(Reply { failed: true, text: outcome.to_text(), outcome: json.then(|| outcome.to_json()), picture: None })
}
