//! How the tests reach their browser: every tool is to work alike in each way. `TABWARD_TEST_BROWSER` chooses.

use serde_json::{Value, json};

use super::attach::Persons;

/// A way to a browser.
pub(crate) enum Way {
    /// Launched without a window, over a pipe; the default.
    Headless,
    /// Launched with a window, over a pipe.
    Headed,
    /// A browser that runs already, over a WebSocket.
    Attached(Persons),
}

fn chosen() -> String {
    std::env::var("TABWARD_TEST_BROWSER").unwrap_or_default()
}

/// Whether the browser is one that runs already.
pub(crate) fn is_attached() -> bool {
    chosen() == "attached"
}

/// The display for browsers with windows.
pub(crate) fn display() -> Vec<(String, String)> {
    let name = if chosen() == "headed" { std::env::var("DISPLAY").ok() } else { None };
    name.map(|name| ("DISPLAY".to_owned(), name)).into_iter().collect()
}

impl Way {
    pub(crate) fn start() -> Self {
        match chosen().as_str() {
            "headed" => Self::Headed,
            "attached" => Self::Attached(Persons::start("about:blank")),
            _ => Self::Headless,
        }
    }

    pub(crate) fn session(&self) -> Value {
        match self {
            Self::Headless => json!({"mode": "launch_headless"}),
            Self::Headed => json!({"mode": "launch_headed"}),
            Self::Attached(persons) => json!({"mode": "attach", "port": persons.port}),
        }
    }
}
