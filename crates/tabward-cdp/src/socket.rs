//! The two halves of a transport: a WebSocket or a pipe.

use std::{io, time::Duration};

use futures_util::{
    SinkExt as _, StreamExt as _,
    stream::{SplitSink, SplitStream},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{self, Message, protocol::WebSocketConfig},
};

use crate::{
    error::CdpError,
    pipe::{PipeReader, PipeWriter},
    wire::Text,
};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const READ_BUFFER: usize = 1024 * 1024;

/// Where messages come from.
pub(crate) enum Source {
    Pipe(PipeReader),
    Socket(SplitStream<Socket>),
}

/// Where messages go to.
pub(crate) enum Sink {
    Pipe(PipeWriter),
    Socket(SplitSink<Socket, Message>),
}

/// Opens a WebSocket.
pub(crate) async fn connect(url: &str, within: Duration, max: usize) -> Result<(Source, Sink), CdpError> {
    let failed = |message: String| CdpError::Connect { url: url.to_owned(), message };
    let config =
        WebSocketConfig::default().read_buffer_size(READ_BUFFER).max_message_size(Some(max)).max_frame_size(Some(max));
    let opening = tokio_tungstenite::connect_async_with_config(url, Some(config), true);
    let (socket, _response) = tokio::time::timeout(within, opening)
        .await
        .map_err(|_| failed("no answer in time".to_owned()))?
        .map_err(|error| failed(error.to_string()))?;
    let (sink, source) = socket.split();
    Ok((Source::Socket(source), Sink::Socket(sink)))
}

fn into_io(error: tungstenite::Error) -> io::Error {
    match error {
        tungstenite::Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

impl Source {
    /// The next message; none at an orderly end. Must not be cancelled: what was read would be lost.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Text>> {
        match self {
            Self::Pipe(reader) => reader.next().await,
            Self::Socket(stream) => loop {
                match stream.next().await {
                    None | Some(Ok(Message::Close(_))) => return Ok(None),
                    Some(Ok(Message::Text(text))) => return Ok(Some(text)),
                    Some(Ok(Message::Binary(_))) => {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, "a binary message"));
                    }
                    // Pings are answered below us.
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Err(error)) => return Err(into_io(error)),
                }
            },
        }
    }
}

impl Sink {
    /// Hands a message over; it may wait for [`Sink::flush`].
    pub(crate) async fn write(&mut self, text: Text) -> io::Result<()> {
        match self {
            Self::Pipe(writer) => writer.write(&text).await,
            Self::Socket(sink) => sink.feed(Message::Text(text)).await.map_err(into_io),
        }
    }

    pub(crate) async fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Pipe(writer) => writer.flush().await,
            Self::Socket(sink) => sink.flush().await.map_err(into_io),
        }
    }

    pub(crate) async fn close(&mut self) -> io::Result<()> {
        match self {
            Self::Pipe(writer) => writer.close().await,
            Self::Socket(sink) => sink.close().await.map_err(into_io),
        }
    }
}
