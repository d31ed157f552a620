//! `tabward setup`: registers tabward with the MCP hosts on this machine, and undoes itself (PRJ-3).

mod hosts;
mod jsonc;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use hosts::{HOSTS, Host, Places};

/// The names that `--host` takes.
pub(crate) fn names() -> Vec<&'static str> {
    HOSTS.iter().map(|host| host.name).collect()
}

/// What setup shall do.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// Remove our entries instead.
    pub(crate) undo: bool,
    /// Change nothing.
    pub(crate) dry_run: bool,
    /// Only these hosts; empty: all that are found.
    pub(crate) only: Vec<String>,
}

/// What was done for one host.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Done {
    /// Its name for people.
    pub(crate) host: &'static str,
    /// Its settings.
    pub(crate) file: PathBuf,
    /// How it went.
    pub(crate) result: Change,
}

/// How it went for one host.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// Our entry was written.
    Added,
    /// Our entry was removed.
    Removed,
    /// Nothing had to change.
    Unchanged,
    /// The settings were left alone; what to write by hand.
    Refused {
        /// Why.
        why: String,
        /// Our entry.
        entry: String,
    },
}

/// Registers with each host that is found, or undoes it.
pub(crate) fn run(plan: &Plan, home: &Path, config: &Path, exe: &Path) -> Vec<Done> {
    let places = Places { home: home.to_owned(), config: config.to_owned() };
    HOSTS
        .iter()
        .filter(|host| plan.only.is_empty() || plan.only.iter().any(|name| name == host.name))
        .filter_map(|host| {
            let file = host.found(&places)?;
            let result = one(host, &file, plan, exe);
            Some(Done { host: host.title, file, result })
        })
        .collect()
}

fn one(host: &Host, file: &Path, plan: &Plan, exe: &Path) -> Change {
    let entry = host.shape.entry(exe);
    let refused = |why: String| Change::Refused { why, entry: entry.clone() };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return refused(error.to_string()),
    };
    let changed = match host.shape.change(&text, (!plan.undo).then_some(entry.as_str())) {
        Ok(Some(changed)) => changed,
        Ok(None) => return Change::Unchanged,
        Err(why) => return refused(why),
    };
    if !plan.dry_run
        && let Err(error) = replace(file, &changed)
    {
        return refused(error.to_string());
    }
    if plan.undo { Change::Removed } else { Change::Added }
}

/// Writes a file anew in one step, so that a crash leaves the old one or the new one. A link stays a link, and the
/// file's mode its mode.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let real = match std::fs::canonicalize(file) {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_owned(),
        Err(error) => return Err(error),
    };
    let folder = real.parent().ok_or(io::ErrorKind::InvalidInput)?;
    std::fs::create_dir_all(folder)?;
    let mut new = tempfile::Builder::new().prefix(".tabward-setup").tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    if let Ok(old) = std::fs::metadata(&real) {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(&real).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    // PRJ-3
    #[test]
    fn prj_03_setup_registers_with_the_hosts_that_are_there_and_undoes_itself() {
        let home = tempfile::tempdir().expect("home");
        let config = home.path().join(".config");
        let cursor = home.path().join(".cursor/mcp.json");
        let codex = home.path().join(".codex/config.toml");
        let gemini = home.path().join(".gemini/settings.json");
        for file in [&cursor, &codex, &gemini] {
            std::fs::create_dir_all(file.parent().expect("folder")).expect("folder");
        }
        let mine = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\"command\": \"b\"}\n  }\n}\n";
        std::fs::write(&cursor, mine).expect("settings");
        std::fs::write(&codex, "model = \"m\"\n").expect("settings");
        std::fs::write(&gemini, "[not an object").expect("settings");
        let exe = Path::new("/opt/tabward");
        let dry = Plan { dry_run: true, ..Plan::default() };
        let told = run(&dry, home.path(), &config, exe);
        assert_eq!(std::fs::read_to_string(&cursor).expect("text"), mine);
        assert_eq!(told.iter().map(|done| done.host).collect::<Vec<_>>(), ["Codex", "Cursor", "Gemini CLI"]);
        let done = run(&Plan::default(), home.path(), &config, exe);
        assert_eq!(done[0].result, Change::Added);
        assert_eq!(done[1].result, Change::Added);
        assert!(matches!(&done[2].result, Change::Refused { entry, .. } if entry.contains("/opt/tabward")));
        let again = run(&Plan::default(), home.path(), &config, exe);
        assert_eq!(again[0].result, Change::Unchanged);
        assert!(std::fs::read_to_string(&cursor).expect("text").contains("// mine"));
        let undone = run(&Plan { undo: true, ..Plan::default() }, home.path(), &config, exe);
        assert_eq!(undone[1].result, Change::Removed);
        assert_eq!(std::fs::read_to_string(&cursor).expect("text"), mine);
        assert_eq!(std::fs::read_to_string(&codex).expect("text"), "model = \"m\"\n");
        assert_eq!(std::fs::read_to_string(&gemini).expect("text"), "[not an object");
        let one = Plan { only: vec!["cursor".to_owned()], ..Plan::default() };
        assert_eq!(run(&one, home.path(), &config, exe).len(), 1);
    }
}
