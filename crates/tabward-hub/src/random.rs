//! Randomness for ids.

use std::fmt::Write as _;

/// `bytes` random bytes from the operating system, in hexadecimal.
pub(crate) fn hex(bytes: usize) -> String {
    let mut raw = vec![0; bytes];
    // The operating system's generator does not fail once it is seeded, which it is long before a program like this runs.
    if getrandom::fill(&mut raw).is_err() {
        std::process::abort();
    }
    raw.iter().fold(String::with_capacity(bytes * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
