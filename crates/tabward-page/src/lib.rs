//! The page engine: snapshot, locators, actions, waits, reading, pictures.

pub mod selector;
