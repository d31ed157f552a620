//! Attacks on the local door and on the gate. The HTTP door's are in `tabward-mcp`, those through whole programs in
//! `tabward`.

mod caller;
mod gate;
mod health;
mod socket;
