//! Space kept back for the last words of a task when the disk is full.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::open::private_file;

/// A file of zeros that can be given up once.
#[derive(Debug)]
pub(crate) struct Reserve {
    path: PathBuf,
    bytes: u64,
    held: bool,
}

impl Reserve {
    /// Takes the space if it can be had; without it the store works on.
    pub(crate) fn take(dir: &Path, bytes: u64) -> Self {
        let mut reserve = Self { path: dir.join("reserve"), bytes, held: false };
        reserve.refill();
        reserve
    }

    /// True while the space is kept back.
    pub(crate) fn held(&self) -> bool {
        self.held || self.bytes == 0
    }

    /// Gives the space up. False when there was none left to give.
    pub(crate) fn release(&mut self) -> bool {
        if !self.held {
            return false;
        }
        self.held = false;
        match fs::remove_file(&self.path) {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "the reserve could not be released");
                false
            }
        }
    }

    /// Tries to take the space again; true when it is held.
    pub(crate) fn refill(&mut self) -> bool {
        if self.held() {
            return true;
        }
        self.held = self.fill().is_ok();
        if !self.held {
            // A half-written reserve would use the very space that the record needs.
            fs::remove_file(&self.path).ok();
        }
        self.held
    }

    fn fill(&self) -> std::io::Result<()> {
        if fs::metadata(&self.path).is_ok_and(|m| m.len() == self.bytes) {
            return Ok(());
        }
        let mut file = private_file(&self.path).map_err(std::io::Error::other)?;
        file.set_len(0)?;
        let block = vec![0_u8; 64 << 10];
        let mut left = self.bytes;
        while left > 0 {
            let n = usize::try_from(left).unwrap_or(block.len()).min(block.len());
            file.write_all(&block[..n])?;
            left -= n as u64;
        }
        file.sync_data()
    }
}
