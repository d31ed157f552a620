//! The MCP hosts that setup knows, and where each keeps its servers.

use std::path::{Path, PathBuf};

/// How a host writes a server down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `"mcpServers": {"tabward": {"command", "args"}}`
    Servers,
    /// The same with `"type": "stdio"`.
    TypedServers,
    /// `"servers": {"tabward": {"type": "stdio", "command", "args"}}`
    Code,
    /// `"mcp": {"tabward": {"type": "local", "command": [..], "enabled": true}}`
    OpenCode,
    /// `[mcp_servers.tabward]` in TOML.
    Codex,
}

/// A host.
#[derive(Debug)]
pub(super) struct Host {
    /// For `--host`.
    pub(super) name: &'static str,
    /// For people.
    pub(super) title: &'static str,
    pub(super) shape: Shape,
    /// What shows that it is installed, and its settings file.
    place: fn(&Places) -> Vec<(PathBuf, PathBuf)>,
}

/// The folders in which programs keep their settings.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub(super) home: PathBuf,
    pub(super) config: PathBuf,
}

impl Places {
    /// A program's own folder: `~/.config/X`, on macOS `~/Library/Application Support/X`.
    fn of_program(&self, name: &str) -> PathBuf {
        if cfg!(target_os = "macos") {
            self.home.join("Library/Application Support").join(name)
        } else {
            self.config.join(name)
        }
    }
}

pub(super) const HOSTS: &[Host] = &[
    Host {
        name: "claude-code",
        title: "Claude Code",
        shape: Shape::TypedServers,
        place: |p| {
            vec![
                (p.home.join(".claude"), p.home.join(".claude.json")),
                (p.home.join(".claude.json"), p.home.join(".claude.json")),
            ]
        },
    },
    Host {
        name: "claude-desktop",
        title: "Claude Desktop",
        shape: Shape::Servers,
        place: |p| vec![(p.of_program("Claude"), p.of_program("Claude").join("claude_desktop_config.json"))],
    },
    Host {
        name: "codex",
        title: "Codex",
        shape: Shape::Codex,
        place: |p| vec![(p.home.join(".codex"), p.home.join(".codex/config.toml"))],
    },
    Host {
        name: "cursor",
        title: "Cursor",
        shape: Shape::Servers,
        place: |p| vec![(p.home.join(".cursor"), p.home.join(".cursor/mcp.json"))],
    },
    Host {
        name: "vscode",
        title: "VS Code",
        shape: Shape::Code,
        place: |p| vec![(p.of_program("Code"), p.of_program("Code").join("User/mcp.json"))],
    },
    Host {
        name: "gemini",
        title: "Gemini CLI",
        shape: Shape::Servers,
        place: |p| vec![(p.home.join(".gemini"), p.home.join(".gemini/settings.json"))],
    },
    Host {
        name: "opencode",
        title: "OpenCode",
        shape: Shape::OpenCode,
        place: |p| vec![(p.config.join("opencode"), p.config.join("opencode/opencode.json"))],
    },
];

impl Host {
    /// Its settings file, if it is on this machine.
    pub(super) fn found(&self, places: &Places) -> Option<PathBuf> {
        (self.place)(places).into_iter().find(|(sign, _)| sign.exists()).map(|(_, file)| file)
    }
}

impl Shape {
    /// The way to our entry.
    pub(super) fn path(self) -> [&'static str; 2] {
        match self {
            Self::Servers | Self::TypedServers => ["mcpServers", "tabward"],
            Self::Code => ["servers", "tabward"],
            Self::OpenCode => ["mcp", "tabward"],
            Self::Codex => ["mcp_servers", "tabward"],
        }
    }

    /// Our entry, in the host's own notation.
    pub(super) fn entry(self, exe: &Path) -> String {
        let exe = serde_json::Value::String(exe.display().to_string()).to_string();
        match self {
            Self::Servers => format!("{{ \"command\": {exe}, \"args\": [\"mcp\"] }}"),
            Self::TypedServers | Self::Code => {
                format!("{{ \"type\": \"stdio\", \"command\": {exe}, \"args\": [\"mcp\"] }}")
            }
            Self::OpenCode => format!("{{ \"type\": \"local\", \"command\": [{exe}, \"mcp\"], \"enabled\": true }}"),
            // A JSON string is a TOML basic string.
            Self::Codex => format!("[mcp_servers.tabward]\ncommand = {exe}\nargs = [\"mcp\"]\n"),
        }
    }

    /// The settings with our entry, or without it; none when nothing would change.
    pub(super) fn change(self, text: &str, entry: Option<&str>) -> Result<Option<String>, String> {
        let changed = match (self, entry) {
            (Self::Codex, entry) => {
                toml::from_str::<toml::Table>(text).map_err(|error| error.message().to_owned())?;
                let without = without_table(text, "mcp_servers.tabward");
                match entry {
                    Some(entry) => {
                        let gap = match without.as_str() {
                            "" => "",
                            text if text.ends_with("\n\n") => "",
                            text if text.ends_with('\n') => "\n",
                            _ => "\n\n",
                        };
                        let changed = format!("{without}{gap}{entry}");
                        // `[mcp_servers]` written inline cannot be added to from outside.
                        toml::from_str::<toml::Table>(&changed).map_err(|error| error.message().to_owned())?;
                        changed
                    }
                    None => without,
                }
            }
            (_, Some(entry)) => super::jsonc::set(text, &self.path(), entry).map_err(|error| error.to_string())?,
            (_, None) => super::jsonc::remove(text, &self.path())
                .map_err(|error| error.to_string())?
                .unwrap_or_else(|| text.to_owned()),
        };
        Ok((changed != text).then_some(changed))
    }
}

/// A TOML text without one table and its sub-tables.
fn without_table(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            let header = trimmed.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
            let was = inside;
            inside = header == name || header.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
            if inside && !was {
                // The empty line that set our table off goes with it.
                while out.ends_with("\n\n") {
                    out.pop();
                }
            }
        }
        if !inside {
            out.push_str(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codex_settings_keep_all_that_is_not_ours() {
        let entry = Shape::Codex.entry(Path::new("/opt/tabward"));
        let text = "model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = \"o\"\n";
        let with = Shape::Codex.change(text, Some(&entry)).expect("change").expect("changed");
        assert_eq!(with, format!("{text}\n[mcp_servers.tabward]\ncommand = \"/opt/tabward\"\nargs = [\"mcp\"]\n"));
        assert_eq!(Shape::Codex.change(&with, Some(&entry)), Ok(None));
        assert_eq!(Shape::Codex.change(&with, None), Ok(Some(text.to_owned())));
        assert_eq!(Shape::Codex.change(text, None), Ok(None));
        let between = format!("{with}\n[mcp_servers.tabward.env]\nA = \"b\"\n\n[z]\na = 1\n");
        let without = Shape::Codex.change(&between, None).expect("change").expect("changed");
        assert!(without.contains("[z]") && without.contains("other") && !without.contains("tabward"), "{without}");
        assert!(Shape::Codex.change("mcp_servers = {}", Some(&entry)).is_err());
        assert!(Shape::Codex.change("a = ", Some(&entry)).is_err());
    }

    #[test]
    fn every_host_gets_an_entry_that_parses_in_its_notation() {
        let exe = Path::new("/a \"b\"/tabward");
        for host in HOSTS {
            let entry = host.shape.entry(exe);
            let text = host.shape.change("", Some(&entry)).expect("change").expect("changed");
            let [outer, inner] = host.shape.path();
            let value: serde_json::Value = if host.shape == Shape::Codex {
                let table: toml::Table = toml::from_str(&text).expect(&text);
                serde_json::to_value(table).expect("json")
            } else {
                serde_json::from_str(&text).expect(&text)
            };
            let command = &value[outer][inner]["command"];
            let command = command.get(0).unwrap_or(command);
            assert_eq!(command, "/a \"b\"/tabward", "{text}");
            let undone = host.shape.change(&text, None).expect("change").expect("changed");
            assert!(!undone.contains("tabward"), "{undone}");
        }
    }
}
