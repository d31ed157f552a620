//! Whether a browser has windows, how sure that is, and what it is concluded from.

use serde::Serialize;

use super::process;

/// How sure the hint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// We started it so, or its command line says so.
    Certain,
    /// The browser itself says so.
    High,
    /// Nothing says otherwise.
    Medium,
    /// Nothing is known.
    Unknown,
}

/// The hint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeadlessHint {
    /// Without windows; none if unknown.
    pub headless: Option<bool>,
    /// How sure.
    #[serde(rename = "headless_confidence")]
    pub confidence: Confidence,
    /// What it is concluded from.
    #[serde(rename = "headless_signals")]
    pub signals: Vec<String>,
}

/// Concludes from what is known: how we started it, its process, its user agent.
pub fn guess(started: Option<bool>, pid: Option<u32>, user_agent: Option<&str>) -> HeadlessHint {
    if let Some(headless) = started {
        return HeadlessHint {
            headless: Some(headless),
            confidence: Confidence::Certain,
            signals: vec!["tabward started it".to_owned()],
        };
    }
    let arguments = pid.map(process::arguments).unwrap_or_default();
    if !arguments.is_empty() {
        let flag = arguments.iter().find(|a| *a == "--headless" || a.starts_with("--headless="));
        return HeadlessHint {
            headless: Some(flag.is_some()),
            confidence: Confidence::Certain,
            signals: vec![match flag {
                Some(flag) => format!("its command line has {flag}"),
                None => "its command line has no --headless".to_owned(),
            }],
        };
    }
    match user_agent {
        Some(agent) if agent.contains("HeadlessChrome") => HeadlessHint {
            headless: Some(true),
            confidence: Confidence::High,
            signals: vec!["its user agent says HeadlessChrome".to_owned()],
        },
        // A headless browser can be given any user agent.
        Some(agent) if !agent.is_empty() => HeadlessHint {
            headless: Some(false),
            confidence: Confidence::Medium,
            signals: vec!["its user agent does not say HeadlessChrome".to_owned()],
        },
        _ => HeadlessHint { headless: None, confidence: Confidence::Unknown, signals: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ses_05_each_conclusion_has_its_confidence() {
        assert_eq!(guess(Some(true), None, None).confidence, Confidence::Certain);
        assert_eq!(guess(None, None, Some("x HeadlessChrome/1")).confidence, Confidence::High);
        let windowed = guess(None, None, Some("x Chrome/1"));
        assert_eq!((windowed.headless, windowed.confidence), (Some(false), Confidence::Medium));
        assert_eq!(guess(None, None, None).confidence, Confidence::Unknown);
        #[cfg(target_os = "linux")]
        assert_eq!(guess(None, Some(std::process::id()), None).headless, Some(false));
    }
}
