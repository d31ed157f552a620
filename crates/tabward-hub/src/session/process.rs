//! Processes of this machine: whether one is still the one that was noted, and its end. Linux is shown; the others are
//! written for and not yet shown.

use std::path::Path;
use std::time::Duration;

use tokio::time::Instant;

/// A process, told apart from a later one with the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessId {
    /// The number.
    pub pid: u32,
    /// When it started, in the platform's own notation.
    pub start: Option<String>,
}

impl ProcessId {
    /// The process that has the number now.
    pub fn of(pid: u32) -> Self {
        Self { pid, start: platform::start(pid) }
    }

    /// True while this very process runs; one that has ended and was not reaped does not.
    pub fn alive(&self) -> bool {
        let now = platform::start(self.pid);
        now.is_some() && (self.start.is_none() || self.start == now)
    }
}

/// The short name of a process, for messages.
pub fn name(pid: u32) -> Option<String> {
    platform::name(pid)
}

/// The arguments of a process of this user.
pub fn arguments(pid: u32) -> Vec<String> {
    platform::arguments(pid)
}

/// All processes whose arguments can be read.
pub fn all() -> Vec<u32> {
    platform::all()
}

/// Ends the process group that `leader` leads and everything that was started with `--user-data-dir=profile`, and
/// waits until they are gone. Returns those that were still there at the deadline.
pub async fn end_tree(leader: u32, profile: Option<&Path>, deadline: Instant) -> Vec<u32> {
    platform::kill_group(leader);
    loop {
        let mut left: Vec<u32> = platform::group(leader);
        if let Some(profile) = profile {
            left.extend(using_profile(profile));
        }
        left.sort_unstable();
        left.dedup();
        left.retain(|pid| *pid != std::process::id() && platform::start(*pid).is_some());
        if left.is_empty() || Instant::now() >= deadline {
            return left;
        }
        for pid in &left {
            platform::kill(*pid);
        }
        for pid in &left {
            ended(*pid, deadline.min(Instant::now() + Duration::from_secs(1))).await;
        }
    }
}

/// Processes that were started on this profile folder.
pub fn using_profile(profile: &Path) -> Vec<u32> {
    let argument = format!("--user-data-dir={}", profile.display());
    all().into_iter().filter(|pid| arguments(*pid).contains(&argument)).collect()
}

/// Ends one process without asking it.
pub fn kill(process: &ProcessId) {
    if process.alive() {
        platform::kill(process.pid);
    }
}

/// Waits until the process has ended; false if it had not at the deadline.
pub async fn ended(pid: u32, deadline: Instant) -> bool {
    platform::ended(pid, deadline).await
}

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};
    use tokio::time::Instant;

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }

    /// State, group and start time. The name in parentheses may hold anything, so reading begins after the last one.
    fn stat(number: u32) -> Option<(char, u32, String)> {
        let text = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let rest = &text[text.rfind(')')? + 1..];
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        Some((fields.first()?.chars().next()?, fields.get(2)?.parse().ok()?, (*fields.get(19)?).to_owned()))
    }

    pub(super) fn start(number: u32) -> Option<String> {
        let (state, _, ticks) = stat(number)?;
        if matches!(state, 'Z' | 'X') {
            return None;
        }
        // Ticks count from the boot, so the boot is part of the notation.
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        Some(format!("{}:{ticks}", boot.get(..8).unwrap_or_default()))
    }

    pub(super) fn name(number: u32) -> Option<String> {
        fs::read_to_string(format!("/proc/{number}/comm")).ok().map(|s| s.trim_end().to_owned())
    }

    pub(super) fn arguments(number: u32) -> Vec<String> {
        let Ok(bytes) = fs::read(format!("/proc/{number}/cmdline")) else { return Vec::new() };
        // Chromium's children write their arguments over as one string, parted by spaces.
        bytes
            .split(|b| *b == 0)
            .filter(|part| !part.is_empty())
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect()
    }

    pub(super) fn all() -> Vec<u32> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        entries.filter_map(|e| e.ok()?.file_name().to_str()?.parse().ok()).collect()
    }

    pub(super) fn group(leader: u32) -> Vec<u32> {
        all().into_iter().filter(|p| stat(*p).is_some_and(|(_, group, _)| group == leader)).collect()
    }

    pub(super) fn kill(number: u32) {
        if let Some(pid) = pid(number) {
            kill_process(pid, Signal::KILL).ok();
        }
    }

    pub(super) fn kill_group(leader: u32) {
        if let Some(pid) = pid(leader) {
            kill_process_group(pid, Signal::KILL).ok();
        }
    }

    pub(super) async fn ended(number: u32, deadline: Instant) -> bool {
        let Some(handle) = pid(number).and_then(|p| pidfd_open(p, PidfdFlags::empty()).ok()) else {
            return start(number).is_none();
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let wait = move || {
            let left = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: i64::from(left.subsec_nanos()),
            };
            poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&left)).is_ok_and(|n| n > 0)
        };
        tokio::task::spawn_blocking(wait).await.unwrap_or(false) || start(number).is_none()
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod platform {
    use std::process::Command;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    use tokio::time::Instant;

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }

    fn ps(columns: &str, number: u32) -> Option<String> {
        let out = Command::new("/bin/ps").args(["-o", columns, "-p", &number.to_string()]).output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    pub(super) fn start(number: u32) -> Option<String> {
        let text = ps("stat=,lstart=", number)?;
        let (state, since) = text.split_once(char::is_whitespace)?;
        (!state.starts_with('Z')).then(|| since.trim().to_owned())
    }

    pub(super) fn name(number: u32) -> Option<String> {
        ps("comm=", number).map(|path| path.rsplit('/').next().unwrap_or_default().to_owned())
    }

    pub(super) fn arguments(number: u32) -> Vec<String> {
        ps("args=", number).map(|line| line.split_whitespace().map(str::to_owned).collect()).unwrap_or_default()
    }

    fn listed(columns: &str) -> Vec<Vec<u32>> {
        let Ok(out) = Command::new("/bin/ps").args(["-A", "-o", columns]).output() else { return Vec::new() };
        String::from_utf8_lossy(&out.stdout)
            .lines()
            .map(|line| line.split_whitespace().filter_map(|n| n.parse().ok()).collect())
            .collect()
    }

    pub(super) fn all() -> Vec<u32> {
        listed("pid=").into_iter().filter_map(|line| line.first().copied()).collect()
    }

    pub(super) fn group(leader: u32) -> Vec<u32> {
        listed("pid=,pgid=").into_iter().filter(|l| l.get(1) == Some(&leader)).map(|l| l[0]).collect()
    }

    pub(super) fn kill(number: u32) {
        if let Some(pid) = pid(number) {
            kill_process(pid, Signal::KILL).ok();
        }
    }

    pub(super) fn kill_group(leader: u32) {
        if let Some(pid) = pid(leader) {
            kill_process_group(pid, Signal::KILL).ok();
        }
    }

    /// There is no event for the end of a process that is not a child.
    pub(super) async fn ended(number: u32, deadline: Instant) -> bool {
        while start(number).is_some() {
            if Instant::now() >= deadline {
                return false;
            }
            // tidy: sleep – no event tells of the end of a process that is not our child.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }
}

#[cfg(not(unix))]
mod platform {
    use std::process::Command;
    use std::time::Duration;

    use tokio::time::Instant;

    fn query(number: u32) -> Option<Vec<String>> {
        let out =
            Command::new("tasklist").args(["/FO", "CSV", "/NH", "/FI", &format!("PID eq {number}")]).output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let line = text.lines().find(|line| line.starts_with('"'))?;
        Some(line.trim_matches('"').split("\",\"").map(str::to_owned).collect())
    }

    pub(super) fn start(number: u32) -> Option<String> {
        query(number).and_then(|fields| fields.first().cloned())
    }

    pub(super) fn name(number: u32) -> Option<String> {
        start(number)
    }

    pub(super) fn arguments(_: u32) -> Vec<String> {
        Vec::new()
    }

    pub(super) fn all() -> Vec<u32> {
        Vec::new()
    }

    pub(super) fn group(_: u32) -> Vec<u32> {
        Vec::new()
    }

    pub(super) fn kill(number: u32) {
        Command::new("taskkill").args(["/F", "/PID", &number.to_string()]).output().ok();
    }

    pub(super) fn kill_group(leader: u32) {
        Command::new("taskkill").args(["/F", "/T", "/PID", &leader.to_string()]).output().ok();
    }

    pub(super) async fn ended(number: u32, deadline: Instant) -> bool {
        while start(number).is_some() {
            if Instant::now() >= deadline {
                return false;
            }
            // tidy: sleep – no event tells of the end of a process that is not our child.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        true
    }
}
