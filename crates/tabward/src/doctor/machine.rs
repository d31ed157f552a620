//! What the machine must have: a browser, a display, space, folders of this user alone.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tabward_hub::paths::Paths;
use tabward_hub::session::browsers::{self, Places};

use super::{Finding, say};
use crate::config::Language;

/// Below this nothing can be recorded for long.
const SPACE_NEEDED: u64 = 64 << 20;
/// Below this a person should know.
const SPACE_WANTED: u64 = 512 << 20;

/// A browser that can be started.
pub(super) fn browser(language: Language, places: &Places) -> Finding {
    match browsers::find(places) {
        Ok(path) => Finding::ok("browser", path.display().to_string()),
        Err(error) => {
            let mend = match language {
                Language::English => error.next_step(),
                Language::Chinese => {
                    "安装 Chromium 系浏览器（例如 sudo apt install chromium），或用 TABWARD_CHROME 指定其路径"
                        .to_owned()
                }
            };
            Finding::problem("browser", error.to_string(), mend)
        }
    }
}

/// A display for headed browsers.
pub(super) fn display(language: Language, display: &[(String, String)]) -> Finding {
    let named = display.iter().find(|(name, _)| name == "WAYLAND_DISPLAY" || name == "DISPLAY");
    let mend = || {
        say!(
            language,
            "set DISPLAY, or run Xvfb; without a display, headed browsers are launched headless on the same profile",
            "设置 DISPLAY 或运行 Xvfb；没有显示器时，有界面的浏览器会以无界面方式使用同一配置目录启动",
        )
    };
    if cfg!(target_os = "macos") {
        return Finding::ok("display", say!(language, "the system's own", "系统自带"));
    }
    let Some((name, value)) = named else {
        let detail = say!(language, "no display for headed browsers", "没有可供有界面浏览器使用的显示器");
        return Finding::warning("display", detail, mend());
    };
    match x_socket(name, value) {
        Some(socket) if !socket.exists() => Finding::warning(
            "display",
            say!(
                language,
                "{name}={value}, but {socket} does not exist",
                "{name}={value}，但 {socket} 不存在",
                name = name,
                value = value,
                socket = socket.display(),
            ),
            mend(),
        ),
        _ => Finding::ok("display", format!("{name}={value}")),
    }
}

/// The socket of a local X display; none for remote ones and Wayland.
fn x_socket(name: &str, value: &str) -> Option<PathBuf> {
    let number = value.strip_prefix(':').filter(|_| name == "DISPLAY")?;
    let number = number.split('.').next().filter(|n| n.bytes().all(|b| b.is_ascii_digit()))?;
    Some(PathBuf::from(format!("/tmp/.X11-unix/X{number}")))
}

/// As root the browser runs without its sandbox.
pub(super) fn sandbox(language: Language) -> Option<Finding> {
    (cfg!(target_os = "linux") && rustix::process::geteuid().is_root()).then(|| {
        Finding::warning(
            "sandbox",
            say!(language, "running as root: browsers run without their sandbox", "以 root 运行：浏览器没有沙箱保护"),
            say!(language, "run tabward as an ordinary user", "请以普通用户运行 tabward"),
        )
    })
}

/// Folders and files that only this user may enter and read.
pub(super) fn folders(language: Language, paths: &Paths) -> Vec<Finding> {
    let own = rustix::process::geteuid().as_raw();
    let folders = [paths.state.clone(), paths.profiles.clone(), paths.short_runtime(), paths.artifacts(), paths.logs()];
    let files = [paths.socket(), paths.state.join("tabward.db"), paths.hub_lock()];
    let found: Vec<Finding> = folders
        .iter()
        .map(|path| (path, "0700"))
        .chain(files.iter().map(|path| (path, "0600")))
        .filter_map(|(path, mode)| closed(language, path, mode, own))
        .collect();
    if found.is_empty() { vec![Finding::ok("folders", paths.state.display().to_string())] } else { found }
}

fn closed(language: Language, path: &Path, mode: &str, own: u32) -> Option<Finding> {
    let meta = std::fs::metadata(path).ok()?;
    let path = path.display();
    if meta.uid() != own {
        return Some(Finding::problem(
            "folders",
            say!(language, "{path} belongs to user {uid}", "{path} 属于用户 {uid}", path = path, uid = meta.uid()),
            say!(
                language,
                "sudo chown -R \"$(id -un)\" '{path}', or point TABWARD_HOME at another folder",
                "sudo chown -R \"$(id -un)\" '{path}'，或将 TABWARD_HOME 指向其他目录",
                path = path,
            ),
        ));
    }
    let bits = meta.mode() & 0o777;
    (bits & 0o077 != 0 && mode == "0700" || bits & 0o066 != 0 && mode == "0600").then(|| {
        Finding::problem(
            "folders",
            say!(
                language,
                "{path} is open to other users (mode {bits})",
                "{path} 对其他用户开放（权限 {bits}）",
                path = path,
                bits = format!("{bits:04o}"),
            ),
            format!("chmod {mode} '{path}'"),
        )
    })
}

/// Space for the record and pictures.
pub(super) fn disk(language: Language, state: &Path) -> Finding {
    let Some(place) = state.ancestors().find(|p| p.exists()) else {
        return Finding::ok("disk", state.display().to_string());
    };
    let Ok(stat) = rustix::fs::statvfs(place) else {
        return Finding::ok("disk", state.display().to_string());
    };
    judge_space(language, place, stat.f_bavail.saturating_mul(stat.f_frsize))
}

fn judge_space(language: Language, place: &Path, free: u64) -> Finding {
    let detail = say!(
        language,
        "{free} MiB free at {place}",
        "{place} 剩余 {free} MiB",
        free = free >> 20,
        place = place.display(),
    );
    let mend = || {
        say!(
            language,
            "free space there, or run: tabward sessions prune",
            "清理该磁盘空间，或运行：tabward sessions prune",
        )
    };
    if free < SPACE_NEEDED {
        Finding::problem("disk", detail, mend())
    } else if free < SPACE_WANTED {
        Finding::warning("disk", detail, mend())
    } else {
        Finding::ok("disk", detail)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::super::Verdict;
    use super::*;

    const EN: Language = Language::English;

    #[test]
    fn prj_02_a_missing_browser_is_named_with_its_mend() {
        let places = Places { explicit: Some("/no/such/browser".into()), ..Places::default() };
        let found = browser(EN, &places);
        assert_eq!(found.status, Verdict::Problem);
        assert!(found.detail.contains("/no/such/browser") && found.mend.unwrap().contains("TABWARD_CHROME"));
    }

    #[test]
    fn prj_02_no_display_is_a_warning() {
        assert_eq!(display(EN, &[]).status, Verdict::Warning);
        let gone = [("DISPLAY".to_owned(), ":64999".to_owned())];
        assert_eq!(display(EN, &gone).status, Verdict::Warning);
        let remote = [("DISPLAY".to_owned(), "host:1".to_owned())];
        assert_eq!(display(EN, &remote).status, Verdict::Ok);
    }

    #[test]
    fn prj_02_folders_open_to_others_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let paths = Paths::below(dir.path());
        paths.make().unwrap();
        assert!(folders(EN, &paths).iter().all(|f| f.status == Verdict::Ok));
        std::fs::set_permissions(&paths.state, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = folders(EN, &paths);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].mend.as_deref(), Some(format!("chmod 0700 '{}'", paths.state.display()).as_str()));
    }

    #[test]
    fn prj_02_a_full_disk_is_a_problem() {
        let at = Path::new("/");
        assert_eq!(judge_space(EN, at, 1 << 20).status, Verdict::Problem);
        assert_eq!(judge_space(EN, at, 100 << 20).status, Verdict::Warning);
        assert_eq!(judge_space(EN, at, 1 << 40).status, Verdict::Ok);
    }
}
