//! The hub: doors, callers, tasks, sessions, tools and dispatch. One hub per user; one actor per browser instance.

pub mod admin;
pub mod client;
pub mod dispatch;
pub mod finish;
pub mod health;
pub mod hub;
pub mod instance;
pub mod life;
pub mod look;
pub mod numbers;
pub mod open;
pub mod paths;
pub mod platform;
mod random;
pub mod recover;
pub mod refs;
mod roots;
pub mod server;
pub mod session;
pub mod settings;
pub mod tab;
pub mod task;
pub mod tools;
pub mod wire;

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Locks a mutex. A panic elsewhere while it was held leaves plain data, which stays usable.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`lock`], for reading.
pub(crate) fn read<T: ?Sized>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// As [`lock`], for writing.
pub(crate) fn write<T: ?Sized>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
