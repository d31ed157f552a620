//! The page scripts, joined at compile time, and the two functions that run a method of them.
//!
//! The scripts define methods on one object, `tw`, which lives in our isolated world under a symbol: a page can neither
//! see it nor shadow it by an element's name.

use std::fmt::Write as _;

/// The files, in the order in which they run. Adding a file is one line.
const FILES: &[&str] = &[
    include_str!("../../../page-scripts/handles.js"),
    include_str!("../../../page-scripts/roles.js"),
    include_str!("../../../page-scripts/names.js"),
    include_str!("../../../page-scripts/walk.js"),
    include_str!("../../../page-scripts/state.js"),
    include_str!("../../../page-scripts/match.js"),
    include_str!("../../../page-scripts/wake.js"),
    include_str!("../../../page-scripts/locate.js"),
    include_str!("../../../page-scripts/intercept.js"),
    include_str!("../../../page-scripts/settle.js"),
    include_str!("../../../page-scripts/act.js"),
    include_str!("../../../page-scripts/fill.js"),
    include_str!("../../../page-scripts/scroll.js"),
    include_str!("../../../page-scripts/waits.js"),
    include_str!("../../../page-scripts/late.js"),
    include_str!("../../../page-scripts/content.js"),
    include_str!("../../../page-scripts/mark.js"),
    include_str!("../../../page-scripts/facts.js"),
    include_str!("../../../page-scripts/extract.js"),
    include_str!("../../../page-scripts/challenge.js"),
];

/// What runs in our world when a document begins, before any script of the page: our listeners stand before its own.
pub(crate) const EARLY: &str = include_str!("../../../page-scripts/ears.js");

/// The function in our world by which the interceptor tells what it heard while the page is still busy with it.
pub(crate) const BINDING: &str = "tabwardHeard";

/// Where `tw` hangs in our world's global object.
const KEY: &str = "Symbol.for(\"tabward\")";

/// The function that runs `tw[method]` with its argument where the scripts are installed. The text depends on the method
/// alone, so that the browser compiles it once.
pub(crate) fn call(method: &str) -> String {
    debug_assert!(is_name(method), "page script methods have plain names");
    format!("function(a){{return globalThis[{KEY}].{method}(a)}}")
}

/// The same where they may not be installed yet: installs them first. Installing twice keeps the first, with the numbers
/// that its elements have.
pub(crate) fn install_and_call(method: &str) -> String {
    debug_assert!(is_name(method), "page script methods have plain names");
    let mut source = String::with_capacity(FILES.iter().map(|file| file.len() + 2).sum::<usize>() + 256);
    let _ =
        writeln!(source, "function(a){{const k={KEY};let t=globalThis[k];if(t===undefined){{t=(()=>{{'use strict';");
    for file in FILES {
        source.push_str(file);
        source.push('\n');
    }
    let _ = write!(source, "return tw}})();Object.defineProperty(globalThis,k,{{value:t}})}}return t.{method}(a)}}");
    source
}

fn is_name(method: &str) -> bool {
    !method.is_empty() && method.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_call_is_short_and_the_first_carries_every_file() {
        assert!(call("snapshot").len() < 80);
        let first = install_and_call("snapshot");
        assert!(FILES.iter().all(|file| first.contains(file)));
        assert!(first.ends_with("return t.snapshot(a)}"));
    }
}
