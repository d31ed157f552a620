//! Moves the write-ahead log into the database, beside the writer. A checkpoint syncs two files and takes 4 to 5 ms; in the
//! writer's own thread one call in a hundred would wait for it.

use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// A checkpoint is due after so many writes: of five pages each, as SQLite's own rule has it at a thousand.
const WRITES: u32 = 200;
/// Pages at which the writer does it after all: the log starts anew only when all of it was moved, and a writer without a
/// pause is always ahead of this thread.
const PAGES: u32 = 4_000;

/// The thread that does it, and how much was written since it was last asked.
pub(crate) struct Checkpoints {
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
    written: u32,
}

impl Checkpoints {
    /// Takes the duty over from the writer's connection.
    pub(crate) fn start(writer: &Connection, path: &Path) -> Result<Self, StoreError> {
        let sql = |error| StoreError::sql(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let own = Connection::open_with_flags(path, flags).map_err(sql)?;
        // One request that waits is enough.
        let (ask, asked) = sync_channel(1);
        let thread = std::thread::Builder::new()
            .name("tabward-wal".to_owned())
            .spawn(move || {
                while asked.recv().is_ok() {
                    // Passive: what the writer holds now is left for the next time.
                    if let Err(error) = own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
                        tracing::warn!(%error, "checkpoint of the record");
                    }
                }
            })
            .map_err(|error| StoreError::io(path, error))?;
        writer.pragma_update(None, "wal_autocheckpoint", PAGES).map_err(sql)?;
        Ok(Self { ask: Some(ask), thread: Some(thread), written: 0 })
    }

    /// One more transaction was written.
    pub(crate) fn wrote(&mut self) {
        self.written += 1;
        if self.written >= WRITES
            && let Some(ask) = &self.ask
        {
            // One that waits, or a thread that is gone, in which case the writer's own rule holds: nothing to do.
            let _ = ask.try_send(());
            self.written = 0;
        }
    }
}

impl Drop for Checkpoints {
    /// Its connection is closed first, so that the writer's is the last, which empties and removes the log.
    fn drop(&mut self) {
        drop(self.ask.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
