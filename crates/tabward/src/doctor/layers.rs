//! What the running hub finds of its own layers, each from a probe of its own (HUB-11).

use std::time::Duration;

use serde_json::Value;
use tabward_hub::paths::Paths;
use tabward_hub::wire::Admin;
use tokio::time::timeout;

use super::{Finding, say};
use crate::config::Language;

/// How long the hub's probes may take all together.
const LOOK: Duration = Duration::from_secs(10);

/// The hub's layers; none when no hub runs, which [`super::ours::hub`] tells of.
pub(super) async fn layers(language: Language, paths: &Paths) -> Vec<Finding> {
    let Ok(Ok(connection)) = timeout(LOOK, super::ours::client(paths).connect()).await else { return Vec::new() };
    match timeout(LOOK, connection.admin(Admin::Health)).await {
        Ok(Ok(health)) => {
            health["layers"].as_array().into_iter().flatten().map(|layer| finding(language, layer)).collect()
        }
        // A hub of an older build closes the connection on what it does not know.
        Ok(Err(_)) | Err(_) => vec![Finding::warning(
            "layers",
            say!(language, "the hub does not tell how its layers are", "hub 未报告各层状态"),
            say!(
                language,
                "tabward hub stop; the next call starts this version",
                "运行 tabward hub stop；下次调用会启动当前版本"
            ),
        )],
    }
}

fn finding(language: Language, layer: &Value) -> Finding {
    let word = |name: &str| layer[name].as_str().unwrap_or_default();
    let check = match word("stage") {
        "host" => "host",
        "hub" => "hub",
        "store" => "store",
        "transport" => "transport",
        "browser" => "browser",
        _ => "target",
    };
    let of = word("of");
    let detail = if of.is_empty() { word("detail").to_owned() } else { format!("{of}: {}", word("detail")) };
    let mend = || match check {
        "host" => {
            say!(language, "free space on that disk, and make the folder yours", "释放该磁盘空间，并确保目录属于您")
        }
        "hub" => say!(language, "repeat in a moment", "请稍后重试"),
        "store" => say!(
            language,
            "tabward hub stop, then tabward doctor says more",
            "运行 tabward hub stop，再运行 tabward doctor 查看详情"
        ),
        "transport" | "browser" => {
            say!(
                language,
                "tabward sessions close --all, or end that browser",
                "运行 tabward sessions close --all，或结束该浏览器"
            )
        }
        _ => say!(
            language,
            "answer its dialog, or have its task navigate or close it",
            "回应其对话框，或由所属任务导航或关闭"
        ),
    };
    match word("status") {
        "ok" => Finding::ok(check, detail),
        "degraded" => Finding::warning(check, detail, mend()),
        _ => Finding::problem(check, detail, mend()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;

    #[test]
    fn hub_11_each_layer_is_a_finding_of_its_own() {
        let layer = serde_json::json!({"stage": "target", "of": "t3", "status": "down", "detail": "PAGE_CRASHED"});
        let found = finding(Language::English, &layer);
        assert_eq!(
            (found.check, found.status, found.detail.as_str()),
            ("target", Verdict::Problem, "t3: PAGE_CRASHED")
        );
        assert!(found.mend.is_some());
        let layer = serde_json::json!({"stage": "transport", "of": "b1", "status": "ok", "detail": "it answers"});
        assert_eq!(finding(Language::Chinese, &layer).status, Verdict::Ok);
    }
}
