//! The handler of MCP requests.

use std::future::Future;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, RequestMetaObject, ServerCapabilities, ServerConfig,
    ToolsCapability,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData as McpError, ServerHandler};
use serde_json::{Map, Value};
use tabward_model::{Code, Failure};
use tokio::sync::mpsc;

use crate::backend::{Ask, Backend};
use crate::{INSTRUCTIONS, answer, listing, progress};

/// The form of answers, unless a request asks for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// One text block: what hosts show the model.
    #[default]
    Text,
    /// The outcome as structured content and as text, and output schemas in the listing.
    Json,
}

/// The request's own choice of form.
const OUTPUT: &str = "io.tabward/output";

/// Where hosts put the id of the conversation that a call belongs to.
const CONVERSATION: [&str; 6] =
    ["io.tabward/conversation", "openai/session", "conversationId", "conversation_id", "threadId", "sessionId"];

/// At most so many characters of a conversation's id count.
const CONVERSATION_CHARS: usize = 200;

/// At most so many messages of progress wait for a slow host; more are dropped.
const MESSAGES: usize = 8;

/// How long a host may keep what `server/discover` says, in milliseconds: it changes only with the binary.
const FRESH_MS: u64 = 24 * 60 * 60 * 1000;

/// The MCP server of one connection, or of all HTTP requests.
#[derive(Debug, Clone)]
pub struct Server<B> {
    backend: B,
    form: Form,
}

impl<B: Backend> Server<B> {
    /// A server in front of `backend`.
    pub fn new(backend: B, form: Form) -> Self {
        Self { backend, form }
    }

    fn wants_json(&self, meta: &RequestMetaObject) -> bool {
        match meta.get(OUTPUT).and_then(Value::as_str) {
            Some("json") => true,
            Some("text") => false,
            _ => self.form == Form::Json,
        }
    }

    async fn run(
        &self,
        tool: String,
        arguments: Map<String, Value>,
        context: RequestContext<RoleServer>,
    ) -> rmcp::model::CallToolResult {
        let json = self.wants_json(&context.meta);
        let ask = |progress| Ask { tool, arguments, conversation: conversation(&context.meta), json, progress };
        let answered = match context.meta.get_progress_token() {
            Some(token) => {
                let (send, receive) = mpsc::channel(MESSAGES);
                let call = self.backend.call(ask(Some(send)));
                until_cancelled(progress::told(call, &context.peer, token, receive), &context).await
            }
            None => until_cancelled(self.backend.call(ask(None)), &context).await,
        };
        match answered {
            Ok(reply) => answer::result(reply),
            Err(failure) => answer::failed(failure, json),
        }
    }
}

/// Ends the call when the host cancels it; dropping its future cancels the work.
async fn until_cancelled<T>(
    call: impl Future<Output = Result<T, Failure>>,
    context: &RequestContext<RoleServer>,
) -> Result<T, Failure> {
    tokio::select! {
        done = call => done,
        () = context.ct.cancelled() => Err(Failure::new(Code::Cancelled, "cancelled by the host")
            .delivered(tabward_model::Delivered::Unknown)),
    }
}

fn conversation(meta: &RequestMetaObject) -> Option<String> {
    CONVERSATION
        .iter()
        .find_map(|key| meta.get(*key).and_then(Value::as_str))
        .filter(|id| !id.is_empty())
        .map(|id| id.chars().take(CONVERSATION_CHARS).collect())
}

impl<B: Backend> ServerHandler for Server<B> {
    fn get_info(&self) -> ServerConfig {
        let mut tools = ToolsCapability::default();
        tools.list_changed = Some(false);
        let mut capabilities = ServerCapabilities::default();
        capabilities.tools = Some(tools);
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("tabward", env!("CARGO_PKG_VERSION")).with_title("tabward"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, McpError> {
        Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), self.get_info())
            .with_ttl_ms(FRESH_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, McpError> {
        Ok(listing::tools(self.backend.listing(), self.form == Form::Json))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, McpError> {
        let tool = request.name.into_owned();
        if !self.backend.knows(&tool) {
            return Err(unknown_tool(&tool));
        }
        let arguments = request.arguments.unwrap_or_default();
        Ok(self.run(tool, arguments, context).await.into())
    }

    /// A `tools/call` whose `arguments` are no object does not parse as one. It is an argument fault like any other, and
    /// an agent can mend it only if it reads about it.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, McpError> {
        let not_found = || ErrorData::new(rmcp::model::ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None);
        if request.method != "tools/call" {
            return Err(not_found());
        }
        let tool = request
            .params
            .as_ref()
            .and_then(|params| params.get("name"))
            .and_then(Value::as_str)
            .ok_or_else(|| McpError::invalid_params("tools/call takes the name of a tool", None))?;
        if !self.backend.knows(tool) {
            return Err(unknown_tool(tool));
        }
        let failure = Failure::new(Code::InvalidArgument, "\"arguments\" must be an object");
        let mut result = answer::failed(failure, self.wants_json(&context.meta));
        let new = context.protocol_version().is_some_and(|version| version.as_str() >= "2026-07-28");
        if !new {
            result.result_type = None;
        }
        serde_json::to_value(result)
            .map(CustomResult::new)
            .map_err(|error| McpError::internal_error(error.to_string(), None))
    }
}

fn unknown_tool(name: &str) -> McpError {
    McpError::invalid_params(format!("unknown tool {}", tabward_model::text::quote_clipped(name, 60)), None)
}
