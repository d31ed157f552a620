//! The page scripts, joined at compile time; what installs them, and what runs a method of them.
//!
//! The scripts define methods on one object, `tw`, which lives in our isolated world under a symbol: a page can neither
//! see it nor shadow it by an element's name.

use std::fmt::Write as _;

use tabward_cdp::protocol::runtime::{RemoteObject, RemoteObjectType};

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

/// Listeners that stand before the page's own.
const EARS: &str = include_str!("../../../page-scripts/ears.js");

/// The function in our world by which the interceptor tells what it heard while the page is still busy with it.
pub(crate) const BINDING: &str = "tabwardHeard";

/// Where `tw` hangs in our world's global object.
const KEY: &str = "Symbol.for(\"tabward\")";

/// What runs in our world when a document begins, before any script of the page: our listeners, and all scripts. The
/// browser has the text already and compiles it once per process; sent with a document's first call it cost that call 8 to
/// 11 ms.
pub(crate) fn early() -> String {
    let mut source = String::with_capacity(length() + EARS.len());
    source.push_str(EARS);
    source.push_str("\n(()=>{");
    install(&mut source);
    source.push_str("})();");
    source
}

/// The function that runs `tw[method]` with its argument, and returns a [`missing`] one where the scripts are not
/// installed. The text depends on the method alone, so that the browser compiles it once.
pub(crate) fn call(method: &str) -> String {
    debug_assert!(is_name(method), "page script methods have plain names");
    format!("function(a){{const t=globalThis[{KEY}];return t===undefined?0n:t.{method}(a)}}")
}

/// The same where the scripts are missing: installs them first. Installing twice keeps the first, with the numbers that its
/// elements have.
pub(crate) fn install_and_call(method: &str) -> String {
    debug_assert!(is_name(method), "page script methods have plain names");
    let mut source = String::with_capacity(length());
    source.push_str("function(a){");
    install(&mut source);
    let _ = write!(source, "return t.{method}(a)}}");
    source
}

/// Whether a call found no scripts in its world: one that the browser did not make with the document. What the scripts
/// return is JSON, never a big integer.
pub(crate) fn missing(result: &RemoteObject) -> bool {
    matches!(result.r#type, RemoteObjectType::Bigint)
}

fn install(source: &mut String) {
    let _ = writeln!(source, "const k={KEY};let t=globalThis[k];if(t===undefined){{t=(()=>{{'use strict';");
    for file in FILES {
        source.push_str(file);
        source.push('\n');
    }
    source.push_str("return tw})();Object.defineProperty(globalThis,k,{value:t})}");
}

fn length() -> usize {
    FILES.iter().map(|file| file.len() + 1).sum::<usize>() + 256
}

fn is_name(method: &str) -> bool {
    !method.is_empty() && method.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_short_and_what_installs_carries_every_file() {
        assert!(call("snapshot").len() < 120);
        let first = install_and_call("snapshot");
        assert!(first.ends_with("return t.snapshot(a)}"));
        for installs in [first, early()] {
            assert!(FILES.iter().all(|file| installs.contains(file)));
            assert!(installs.len() <= length() + EARS.len(), "the length is known before");
        }
        assert!(early().starts_with(EARS), "listeners come first");
    }
}
