//! Processes as `/proc` shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// One process. The pid alone may be used again; with the start time it is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Process {
    /// Process id.
    pub pid: i32,
    /// Clock ticks from boot to its start.
    started: u64,
    /// Parent, process group.
    parent: i32,
    group: i32,
    /// Arguments joined by spaces, or the name in brackets when there are none.
    pub command: String,
}

impl Process {
    /// The process with this id; `None` when there is none or it only waits to be reaped.
    pub fn find(pid: i32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (name, rest) = stat.rsplit_once(')')?;
        let fields: Vec<_> = rest.split_whitespace().collect();
        if matches!(*fields.first()?, "Z" | "X") {
            return None;
        }
        let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let command = match String::from_utf8_lossy(&arguments).replace('\0', " ").trim_end() {
            "" => format!("[{}]", name.split_once('(')?.1),
            text => text.to_owned(),
        };
        Some(Self {
            pid,
            started: fields.get(19)?.parse().ok()?,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            command,
        })
    }

    /// Whether this very process still runs.
    pub fn alive(&self) -> bool {
        Self::find(self.pid).is_some_and(|p| p.started == self.started)
    }

    /// Ends this very process at once.
    pub fn kill(&self) {
        let Some(pid) = rustix::process::Pid::from_raw(self.pid) else { return };
        if self.alive() {
            // It may have ended in between: then there is nothing to do.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }

    /// Resident memory that is this process's own (anonymous), in KiB.
    pub fn memory_kib(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let line = status.lines().find_map(|l| l.strip_prefix("RssAnon:"))?;
        line.trim().trim_end_matches("kB").trim().parse().ok()
    }
}

fn all() -> BTreeMap<i32, Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return BTreeMap::new() };
    let pids = entries.filter_map(|e| e.ok()?.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid| Some((pid, Process::find(pid)?))).collect()
}

/// The processes that belong to `folder`: those that name it in their arguments or environment, what they started,
/// and whoever shares a process group with one of them. The caller and its ancestors are never among them.
pub(crate) fn of_folder(folder: &Path) -> BTreeSet<Process> {
    let needle = folder.as_os_str().as_encoded_bytes();
    let all = all();
    let mut own = BTreeSet::new();
    let mut pid = i32::try_from(std::process::id()).unwrap_or_default();
    while let Some(p) = all.get(&pid) {
        own.insert(pid);
        pid = p.parent;
    }
    let own_groups: BTreeSet<_> = own.iter().filter_map(|p| all.get(p)).map(|p| p.group).collect();
    let names_it = |pid: i32| {
        ["cmdline", "environ"].iter().any(|file| {
            let text = fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
            text.windows(needle.len()).any(|w| w == needle)
        })
    };
    let mut found: BTreeSet<i32> = all.keys().copied().filter(|p| !own.contains(p) && names_it(*p)).collect();
    loop {
        let groups: BTreeSet<_> = found.iter().map(|p| all[p].group).filter(|g| !own_groups.contains(g)).collect();
        let more: Vec<_> = all
            .values()
            .filter(|p| !found.contains(&p.pid) && !own.contains(&p.pid))
            .filter(|p| found.contains(&p.parent) || groups.contains(&p.group))
            .map(|p| p.pid)
            .collect();
        if more.is_empty() {
            return found.iter().map(|p| all[p].clone()).collect();
        }
        found.extend(more);
    }
}
