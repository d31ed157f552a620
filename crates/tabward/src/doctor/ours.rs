//! What tabward itself may have left: a record, a hub, keepers and their browsers, a locked profile.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tabward_hub::client::Client;
use tabward_hub::paths::Paths;
use tabward_hub::session::SessionConfig;
use tabward_hub::session::keeper::{self, KeeperError};
use tabward_hub::session::{process, profile};
use tabward_model::caller::Door;
use tabward_store::{Store, StoreError, StoreOptions};
use tokio::time::{Instant, timeout};

use super::{Finding, say};
use crate::config::Language;

/// How long one look may take.
const LOOK: Duration = Duration::from_secs(3);

/// The record opens and is whole.
pub(super) async fn record(language: Language, state: &Path) -> Finding {
    let file = state.join("tabward.db");
    if !file.exists() {
        return Finding::ok("record", say!(language, "none yet", "尚无记录"));
    }
    let options = StoreOptions { reserve_bytes: 0, ..StoreOptions::default() };
    let folder = state.to_owned();
    let opened = tokio::task::spawn_blocking(move || Store::open(&folder, &options)).await;
    let checked = match opened {
        Ok(Ok(store)) => store.check().await,
        Ok(Err(error)) => Err(error),
        Err(_) => Err(StoreError::Closed),
    };
    match checked {
        Ok(()) => Finding::ok("record", file.display().to_string()),
        Err(error) => Finding::problem("record", error.to_string(), error.next_step()),
    }
}

/// A client of no build at all: a look must not make the hub hand over.
pub(super) fn client(paths: &Paths) -> Client {
    Client {
        paths: paths.clone(),
        exe: PathBuf::from("/"),
        door: Door::Cli,
        bridge: None,
        workspace: String::new(),
        client: Some("doctor".to_owned()),
    }
}

/// The hub: running, not running, stuck, a socket that was left, or another user's.
pub(super) async fn hub(language: Language, paths: &Paths) -> Finding {
    let socket = paths.socket();
    let locked = lock_is_held(&paths.hub_lock());
    if let Ok(meta) = std::fs::symlink_metadata(&socket)
        && meta.uid() != rustix::process::geteuid().as_raw()
    {
        return Finding::problem(
            "hub",
            say!(
                language,
                "the socket {socket} belongs to user {uid}",
                "套接字 {socket} 属于用户 {uid}",
                socket = socket.display(),
                uid = meta.uid(),
            ),
            say!(
                language,
                "have that user stop it, or set XDG_RUNTIME_DIR or TABWARD_HOME to a folder of yours",
                "请该用户停止它，或将 XDG_RUNTIME_DIR 或 TABWARD_HOME 指向您自己的目录",
            ),
        );
    }
    match timeout(LOOK, client(paths).connect()).await {
        Ok(Ok(connection)) => {
            let welcome = connection.welcome();
            Finding::ok(
                "hub",
                say!(
                    language,
                    "process {pid}, version {version}",
                    "进程 {pid}，版本 {version}",
                    pid = welcome.pid,
                    version = welcome.version,
                ),
            )
        }
        Ok(Err(tabward_hub::client::ClientError::NotRunning)) if socket.exists() && !locked => Finding::warning(
            "hub",
            say!(
                language,
                "not running; the socket {socket} was left by one that was killed",
                "未运行；套接字 {socket} 是被强行结束的 hub 留下的",
                socket = socket.display(),
            ),
            say!(language, "tabward hub start replaces it", "运行 tabward hub start 即可替换"),
        ),
        Ok(Err(tabward_hub::client::ClientError::NotRunning)) if !locked => Finding::ok(
            "hub",
            say!(language, "not running; it starts by itself when needed", "未运行；需要时会自动启动"),
        ),
        other => {
            let why = match other {
                Ok(Err(error)) => error.to_string(),
                Ok(Ok(_)) | Err(_) => say!(language, "it does not answer", "没有响应"),
            };
            let pid = holder_of(&paths.hub_lock()).map_or_else(|| "?".to_owned(), |pid| pid.to_string());
            Finding::problem(
                "hub",
                say!(
                    language,
                    "a hub (process {pid}) holds its lock and cannot be used: {why}",
                    "hub（进程 {pid}）持有锁但无法使用：{why}",
                    pid = pid,
                    why = why,
                ),
                say!(
                    language,
                    "tabward hub stop, or else: kill {pid}; its browsers live on for 2 minutes and are taken back",
                    "运行 tabward hub stop，若无效则 kill {pid}；浏览器会保留 2 分钟并被重新接管",
                    pid = pid,
                ),
            )
        }
    }
}

fn lock_is_held(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    matches!(file.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock))
}

/// The process that has the file open, as far as this user may see.
fn holder_of(path: &Path) -> Option<u32> {
    let path = std::fs::canonicalize(path).ok()?;
    process::all().into_iter().find(|pid| {
        *pid != std::process::id()
            && std::fs::read_dir(format!("/proc/{pid}/fd"))
                .is_ok_and(|entries| entries.flatten().any(|e| std::fs::read_link(e.path()).is_ok_and(|to| to == path)))
    })
}

/// Keepers and their browsers: sockets that nobody listens on, browsers of ours without a keeper, folders that were
/// left.
pub(super) async fn keepers(language: Language, config: &SessionConfig) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut kept = Vec::new();
    for socket in entries(&config.sockets, "k-") {
        match keeper::status(&socket, Instant::now() + LOOK).await {
            Ok(greeting) => kept.push(greeting.pid),
            Err(KeeperError::Gone(_)) => found.push(Finding::warning(
                "sockets",
                say!(language, "{path} was left by a keeper", "{path} 是 keeper 遗留的", path = socket.display()),
                say!(language, "tabward hub start removes it", "运行 tabward hub start 会清除"),
            )),
            Err(error) => found.push(Finding::problem(
                "keepers",
                error.to_string(),
                say!(
                    language,
                    "end the keeper that listens on {path}",
                    "结束监听 {path} 的 keeper",
                    path = socket.display(),
                ),
            )),
        }
    }
    for pid in orphans(config, &kept) {
        found.push(Finding::problem(
            "orphans",
            say!(language, "browser process {pid} has no keeper", "浏览器进程 {pid} 没有 keeper", pid = pid),
            say!(
                language,
                "kill {pid}; tabward hub start removes what it left",
                "kill {pid}；tabward hub start 会清除其遗留",
                pid = pid
            ),
        ));
    }
    for folder in entries(&config.temporary, "profile-") {
        if process::using_profile(&folder).is_empty() {
            found.push(Finding::warning(
                "orphans",
                say!(
                    language,
                    "temporary profile {path} was left",
                    "遗留的临时配置目录 {path}",
                    path = folder.display()
                ),
                say!(language, "tabward hub start removes it", "运行 tabward hub start 会清除"),
            ));
        }
    }
    if found.is_empty() {
        found.push(Finding::ok(
            "keepers",
            say!(language, "{count} running, nothing left over", "{count} 个在运行，没有遗留", count = kept.len()),
        ));
    }
    found
}

fn entries(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|e| e.file_name().to_string_lossy().starts_with(prefix))
        .filter_map(|e| std::fs::canonicalize(e.path()).ok())
        .collect();
    found.sort();
    found
}

/// Main processes of browsers on profiles of ours that no keeper names.
fn orphans(config: &SessionConfig, kept: &[u32]) -> Vec<u32> {
    let folders: Vec<PathBuf> =
        [&config.profiles, &config.temporary].iter().filter_map(|p| std::fs::canonicalize(p).ok()).collect();
    process::all()
        .into_iter()
        .filter(|pid| !kept.contains(pid))
        .filter(|pid| {
            let arguments = process::arguments(*pid);
            // Only the main process has its arguments apart; those of children are one string.
            arguments.iter().any(|a| a == "--remote-debugging-pipe")
                && arguments
                    .iter()
                    .filter_map(|a| a.strip_prefix("--user-data-dir="))
                    .any(|dir| folders.iter().any(|folder| Path::new(dir).starts_with(folder)))
        })
        .collect()
}

/// The persistent profile is free, or open in a browser of ours.
pub(super) async fn profile(language: Language, config: &SessionConfig) -> Finding {
    let folder = config.persistent.clone().unwrap_or_else(|| config.profiles.join("default"));
    let Some(lock) = profile::lock(&folder) else {
        return Finding::ok("profile", folder.display().to_string());
    };
    let mut ours = false;
    for socket in entries(&config.sockets, "k-") {
        let seen = keeper::status(&socket, Instant::now() + LOOK).await;
        ours |= seen.is_ok_and(|greeting| Some(greeting.pid) == lock.pid);
    }
    let pid = lock.pid.map_or_else(|| "?".to_owned(), |pid| pid.to_string());
    if ours {
        return Finding::ok(
            "profile",
            say!(
                language,
                "{path}, open in our browser (process {pid})",
                "{path}，正由我们的浏览器使用（进程 {pid}）",
                path = folder.display(),
                pid = pid,
            ),
        );
    }
    Finding::problem(
        "profile",
        say!(
            language,
            "{path} is open in process {pid} on {host}",
            "{path} 正被 {host} 上的进程 {pid} 使用",
            path = folder.display(),
            pid = pid,
            host = lock.host,
        ),
        say!(
            language,
            "close that browser, or set TABWARD_PROFILE_DIR to another folder",
            "关闭该浏览器，或将 TABWARD_PROFILE_DIR 指向其他目录",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;

    const EN: Language = Language::English;

    #[tokio::test]
    async fn prj_02_a_stale_hub_socket_and_a_dead_hub_are_told_apart() {
        let dir = tempfile::Builder::new().prefix("td").tempdir_in("/tmp").unwrap();
        let paths = Paths::below(dir.path());
        paths.make().unwrap();
        assert_eq!(hub(EN, &paths).await.status, Verdict::Ok);
        drop(std::os::unix::net::UnixListener::bind(paths.socket()).unwrap());
        let stale = hub(EN, &paths).await;
        assert_eq!(stale.status, Verdict::Warning);
        assert!(stale.mend.unwrap().contains("tabward hub start"));
        // A process that holds the lock and does not answer.
        let lock = std::fs::File::create(paths.hub_lock()).unwrap();
        lock.lock().unwrap();
        let dead = hub(EN, &paths).await;
        assert_eq!(dead.status, Verdict::Problem);
        assert!(dead.mend.unwrap().contains("kill"));
    }

    #[tokio::test]
    async fn prj_02_sockets_and_profiles_that_were_left_are_named() {
        let dir = tempfile::Builder::new().prefix("td").tempdir_in("/tmp").unwrap();
        let config = SessionConfig::new(&dir.path().join("s"), dir.path().join("run"), "/bin/false".into());
        std::fs::create_dir_all(&config.sockets).unwrap();
        std::fs::create_dir_all(config.temporary.join("profile-abc")).unwrap();
        drop(std::os::unix::net::UnixListener::bind(config.sockets.join("k-1.sock")).unwrap());
        let found = keepers(EN, &config).await;
        let checks: Vec<_> = found.iter().map(|f| (f.check, f.status)).collect();
        assert_eq!(checks, [("sockets", Verdict::Warning), ("orphans", Verdict::Warning)]);
    }

    #[tokio::test]
    async fn prj_02_a_locked_profile_says_by_whom() {
        let dir = tempfile::tempdir().unwrap();
        let config = SessionConfig::new(dir.path(), dir.path().join("run"), "/bin/false".into());
        let folder = config.profiles.join("default");
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(profile(EN, &config).await.status, Verdict::Ok);
        std::os::unix::fs::symlink("otherhost-42", folder.join("SingletonLock")).unwrap();
        let found = profile(EN, &config).await;
        assert_eq!(found.status, Verdict::Problem);
        assert!(found.detail.contains("process 42 on otherhost"), "{}", found.detail);
    }

    #[tokio::test]
    async fn prj_02_a_newer_record_is_named() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(record(EN, dir.path()).await.status, Verdict::Ok);
        std::fs::write(dir.path().join("tabward.db"), vec![b'x'; 4096]).unwrap();
        let found = record(EN, dir.path()).await;
        assert_eq!(found.status, Verdict::Problem);
        assert!(found.mend.unwrap().contains("aside"));
    }
}
