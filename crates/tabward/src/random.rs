//! Random ids and tokens.

use std::fmt::Write as _;
use std::io;

/// `N` random bytes from the system, in hexadecimal.
pub(crate) fn hex<const N: usize>() -> io::Result<String> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().fold(String::with_capacity(2 * N), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
