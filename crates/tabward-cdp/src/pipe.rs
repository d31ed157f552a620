//! Messages that end with a NUL byte, over any pair of streams.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufWriter};

use crate::wire::Text;

/// Bytes to ask for at once; a pipe holds 64 KiB.
const CHUNK: usize = 64 * 1024;

/// Cuts a stream of bytes into messages.
#[derive(Debug, Default)]
pub(crate) struct Framer {
    buffer: Vec<u8>,
    /// Start of the message that is not complete.
    start: usize,
    /// Up to here there is no NUL.
    scanned: usize,
}

impl Framer {
    /// The next complete message.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        let Some(offset) = self.buffer[self.scanned..].iter().position(|byte| *byte == 0) else {
            self.scanned = self.buffer.len();
            self.compact();
            return None;
        };
        let end = self.scanned + offset;
        let message = if self.start == 0 && end + 1 == self.buffer.len() {
            // The buffer is this message: hand it over instead of a copy.
            let mut whole = std::mem::take(&mut self.buffer);
            whole.truncate(end);
            self.scanned = 0;
            whole
        } else {
            let part = self.buffer[self.start..end].to_vec();
            self.start = end + 1;
            self.scanned = end + 1;
            part
        };
        Some(message)
    }

    fn compact(&mut self) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
    }

    /// Bytes that wait for their NUL.
    pub(crate) fn waiting(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Where to read more into.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        self.buffer.reserve(CHUNK);
        &mut self.buffer
    }
}

/// Receives messages.
pub(crate) struct PipeReader {
    stream: Box<dyn AsyncRead + Send + Unpin>,
    framer: Framer,
    max: usize,
}

impl PipeReader {
    pub(crate) fn new(stream: impl AsyncRead + Send + Unpin + 'static, max: usize) -> Self {
        Self { stream: Box::new(stream), framer: Framer::default(), max }
    }

    /// The next message; none at the end of the stream.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Text>> {
        loop {
            if let Some(message) = self.framer.next() {
                let text =
                    String::from_utf8(message).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
                return Ok(Some(text.into()));
            }
            if self.framer.waiting() > self.max {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "message too long"));
            }
            if self.stream.read_buf(self.framer.buffer()).await? == 0 {
                return Ok(None);
            }
        }
    }
}

/// Sends messages, those that wait together in one write: each write wakes whoever reads.
pub(crate) struct PipeWriter(BufWriter<Box<dyn AsyncWrite + Send + Unpin>>);

impl PipeWriter {
    pub(crate) fn new(stream: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self(BufWriter::with_capacity(CHUNK, Box::new(stream)))
    }

    pub(crate) async fn write(&mut self, text: &Text) -> io::Result<()> {
        self.0.write_all(text.as_bytes()).await?;
        self.0.write_all(&[0]).await
    }

    pub(crate) async fn flush(&mut self) -> io::Result<()> {
        self.0.flush().await
    }

    pub(crate) async fn close(&mut self) -> io::Result<()> {
        self.0.shutdown().await
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Framer;

    proptest! {
        // However a stream is cut into reads, the same messages come out.
        #[test]
        fn messages_survive_any_cut(
            messages in prop::collection::vec(prop::collection::vec(1_u8.., 0..200), 0..20),
            rest in prop::collection::vec(1_u8.., 0..50),
            cuts in prop::collection::vec(1_usize..300, 1..40),
        ) {
            let mut stream: Vec<u8> = messages.iter().flat_map(|message| message.iter().copied().chain([0])).collect();
            stream.extend(&rest);
            let mut framer = Framer::default();
            let mut got = Vec::new();
            let mut cuts = cuts.iter().cycle();
            let mut left = &stream[..];
            while !left.is_empty() {
                let (now, later) = left.split_at((*cuts.next().unwrap()).min(left.len()));
                framer.buffer().extend_from_slice(now);
                left = later;
                while let Some(message) = framer.next() {
                    got.push(message);
                }
            }
            prop_assert_eq!(got, messages);
            prop_assert_eq!(framer.waiting(), rest.len());
        }
    }
}
