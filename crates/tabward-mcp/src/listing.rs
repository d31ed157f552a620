//! `tools/list`.

use std::sync::Arc;

use rmcp::model::{CacheScope, ListToolsResult, Tool, ToolAnnotations};

use crate::backend::{Hints, Listed};

/// How long a host may keep the listing, in milliseconds: it changes only with the binary.
const FRESH_MS: u64 = 24 * 60 * 60 * 1000;

/// The listing of a connection. Output schemas only where answers are JSON.
pub(crate) fn tools(listed: Vec<Listed>, json: bool) -> ListToolsResult {
    let tools = listed.into_iter().map(|listed| tool(listed, json)).collect();
    ListToolsResult::with_all_items(tools)
        .with_ttl_ms(FRESH_MS)
        // The same for every caller of this binary.
        .with_cache_scope(CacheScope::Public)
}

fn tool(listed: Listed, json: bool) -> Tool {
    let mut tool = Tool::new(listed.name, listed.description, Arc::new(listed.input_schema));
    if json {
        tool = tool.with_raw_output_schema(Arc::new(listed.output_schema));
    }
    if listed.hints != Hints::default() {
        let Hints { read_only, destructive, idempotent, open_world } = listed.hints;
        tool.annotations = Some(ToolAnnotations::from_raw(None, read_only, destructive, idempotent, open_world));
    }
    tool
}
