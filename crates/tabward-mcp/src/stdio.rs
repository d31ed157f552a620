//! MCP over a pair of streams, above all the standard ones.

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::backend::Backend;
use crate::server::Server;

/// Why serving ended badly.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// The host said something else than MCP at the start.
    #[error("the host did not open an MCP conversation: {0}")]
    Start(#[from] Box<ServerInitializeError>),
    /// The server's task died.
    #[error("the MCP server ended: {0}")]
    Ended(#[from] tokio::task::JoinError),
}

/// Serves one host over standard input and output until it closes them.
pub async fn serve_stdio<B: Backend>(server: Server<B>) -> Result<(), StdioError> {
    let (input, output) = rmcp::transport::stdio_pipes();
    serve(server, input, output).await
}

/// Serves one host over a pair of streams until it closes its end.
pub async fn serve<B: Backend>(
    server: Server<B>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), StdioError> {
    let running = match server.serve((input, output)).await {
        Ok(running) => running,
        // A host that only looks whether the server starts closes without a word.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(StdioError::Start(Box::new(error))),
    };
    running.waiting().await?;
    Ok(())
}
