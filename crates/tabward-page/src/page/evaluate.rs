//! Scripts of the caller.
