//! Rules for parameters, as the allow-list names them.

use tabward_model::{
    Scope,
    origin::{Doors, Verdict},
};

use crate::error::CommandRefused;

fn refused(name: &'static str, reason: &'static str) -> CommandRefused {
    CommandRefused::Parameter { name, reason }
}

/// `id` is the permit's own tab.
pub(crate) fn own_tab(scope: &Scope, name: &'static str, id: &str) -> Result<(), CommandRefused> {
    match scope.tab_id() {
        Some(tab) if tab.as_str() == id => Ok(()),
        Some(_) => Err(refused(name, "not the permit's own tab")),
        None => Err(CommandRefused::OtherTab),
    }
}

/// The permit belongs to no tab.
pub(crate) fn no_tab(scope: &Scope) -> Result<(), CommandRefused> {
    if scope.tab_id().is_none() { Ok(()) } else { Err(CommandRefused::OtherTab) }
}

/// `url` has a scheme that a page may have. Whether the policy allows its origin is for the gate to say.
pub(crate) fn page_url(name: &'static str, url: &str) -> Result<(), CommandRefused> {
    if !url.is_empty() && Doors::default().judge(url) == Verdict::Allowed {
        Ok(())
    } else {
        Err(refused(name, "not an address that a page may have"))
    }
}

/// `text` says something.
pub(crate) fn not_empty(name: &'static str, text: &str) -> Result<(), CommandRefused> {
    if text.is_empty() { Err(refused(name, "empty")) } else { Ok(()) }
}

/// `value` is one of those allowed here.
pub(crate) fn one_of(name: &'static str, value: &str, allowed: &[&str]) -> Result<(), CommandRefused> {
    if allowed.contains(&value) { Ok(()) } else { Err(refused(name, "not with this permit")) }
}

/// At least one of the parameters was given.
pub(crate) fn any_of(names: &[&'static str], given: bool) -> Result<(), CommandRefused> {
    if given { Ok(()) } else { Err(refused(names.first().copied().unwrap_or_default(), "must be given")) }
}
