//! `tabward doctor`: finds what is wrong on this machine and says what mends it. It changes nothing.

mod layers;
mod machine;
mod ours;

use std::path::Path;

use serde::Serialize;
use tabward_hub::session::SessionConfig;

use crate::cli::{Exit, Printer};
use crate::config::{Config, Language};

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// As it should be.
    Ok,
    /// Works, with less than it could.
    Warning,
    /// Something will fail.
    Problem,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// The check: `browser`, `folders`, `hub`…
    pub(crate) check: &'static str,
    /// How it went.
    pub(crate) status: Verdict,
    /// What was found.
    pub(crate) detail: String,
    /// What mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mend: Option<String>,
}

/// One thing said in the person's language.
macro_rules! say {
    ($language:expr, $english:literal, $chinese:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match $language {
            $crate::config::Language::English => format!($english $(, $name = $value)*),
            $crate::config::Language::Chinese => format!($chinese $(, $name = $value)*),
        }
    };
}
pub(crate) use say;

impl Finding {
    pub(crate) fn ok(check: &'static str, detail: String) -> Self {
        Self { check, status: Verdict::Ok, detail, mend: None }
    }

    pub(crate) fn warning(check: &'static str, detail: String, mend: String) -> Self {
        Self { check, status: Verdict::Warning, detail, mend: Some(mend) }
    }

    pub(crate) fn problem(check: &'static str, detail: String, mend: String) -> Self {
        Self { check, status: Verdict::Problem, detail, mend: Some(mend) }
    }
}

/// Every check, in the order in which a person would look.
pub(crate) async fn examine(config: &Config, exe: &Path) -> Vec<Finding> {
    let language = config.language;
    let sessions = SessionConfig::of(
        &config.paths,
        &config.settings,
        exe,
        config.places(),
        config.profile.clone(),
        config.display.clone(),
    );
    let mut found = vec![machine::browser(language, &sessions.places), machine::display(language, &config.display)];
    found.extend(machine::sandbox(language));
    found.extend(machine::folders(language, &config.paths));
    found.push(machine::disk(language, &config.paths.state));
    found.push(ours::record(language, &config.paths.state).await);
    found.push(ours::hub(language, &config.paths).await);
    found.extend(layers::layers(language, &config.paths).await);
    found.extend(ours::keepers(language, &sessions).await);
    found.push(ours::profile(language, &sessions).await);
    found
}

/// Examines and prints; fails if there is a problem.
pub(crate) async fn run(config: &Config, exe: &Path, printer: Printer) -> Exit {
    let found = examine(config, exe).await;
    let worst = found.iter().map(|f| f.status).max().unwrap_or(Verdict::Ok);
    if printer.json {
        printer.value(&serde_json::json!({"ok": worst != Verdict::Problem, "checks": found}));
    } else {
        let mut lines: Vec<String> = found.iter().flat_map(|f| text(config.language, f)).collect();
        lines.push(summary(config.language, &found));
        printer.answer(&lines.join("\n"), None);
    }
    if worst == Verdict::Problem { Exit::Failed } else { Exit::Ok }
}

fn text(language: Language, finding: &Finding) -> Vec<String> {
    let word = match finding.status {
        Verdict::Ok => "ok",
        Verdict::Warning => "warning",
        Verdict::Problem => "failed",
    };
    // What is found may hold names that others chose: it stays on its line.
    let line = |text: &str| text.replace(char::is_control, " ");
    let mut lines = vec![format!("{word} {}: {}", finding.check, line(&finding.detail))];
    if let Some(mend) = &finding.mend {
        lines.push(say!(language, "  mend: {mend}", "  解决办法：{mend}", mend = line(mend)));
    }
    lines
}

fn summary(language: Language, found: &[Finding]) -> String {
    let count = |verdict| found.iter().filter(|f| f.status == verdict).count();
    match (count(Verdict::Problem), count(Verdict::Warning)) {
        (0, 0) => say!(language, "all well", "一切正常"),
        (problems, warnings) => say!(
            language,
            "{problems} to mend, {warnings} to know",
            "{problems} 项需要解决，{warnings} 项请留意",
            problems = problems,
            warnings = warnings,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_says_its_mend_in_the_persons_language() {
        let finding = Finding::problem("hub", "two\nlines".to_owned(), "do this".to_owned());
        assert_eq!(text(Language::English, &finding), ["failed hub: two lines", "  mend: do this"]);
        assert_eq!(text(Language::Chinese, &finding)[1], "  解决办法：do this");
        assert_eq!(summary(Language::English, &[finding]), "1 to mend, 0 to know");
        assert_eq!(summary(Language::Chinese, &[]), "一切正常");
    }
}
