//! Settings: built-in values, then `config.toml`, then the environment, then flags. The only place that reads the
//! environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tabward_hub::paths::Paths;
use tabward_hub::session::browsers::Places;
use tabward_hub::settings::{Form, Settings};

/// Every variable of the environment that tabward reads, with its meaning. Help and docs come from here.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("TABWARD_HOME", "one folder for everything: settings, state, profiles, sockets"),
    ("TABWARD_CHROME", "the browser to launch"),
    ("TABWARD_PROFILE_DIR", "the profile folder of the persistent headed browser"),
    ("TABWARD_OUTPUT", "form of answers: text or json"),
    ("TABWARD_DEBUG", "1 writes the debug log"),
    ("XDG_CONFIG_HOME", "where config.toml lies, in its folder tabward"),
    ("XDG_STATE_HOME", "where state lies, in its folder tabward"),
    ("XDG_DATA_HOME", "where profiles lie, in the folder tabward"),
    ("XDG_RUNTIME_DIR", "where sockets lie, in its folder tabward"),
    ("HOME, PATH", "where browsers, their own profiles and MCP hosts are looked for"),
    ("NO_COLOR", "no colour, even on a terminal"),
    ("DISPLAY, WAYLAND_DISPLAY, XAUTHORITY", "the display of headed browsers"),
    ("LC_ALL, LC_MESSAGES, LANG", "English or Chinese for what a person reads"),
];

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    /// `config.toml` is malformed, or has a setting that does not exist.
    #[error("{path}:{line}: {message}")]
    Malformed {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// It is there but cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// A variable of the environment has a value that it cannot have.
    #[error("{variable}={value}: {message}")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// Its value.
        value: String,
        /// What it takes.
        message: &'static str,
    },
    /// Neither `TABWARD_HOME` nor a home folder.
    #[error("no home folder: set HOME, or TABWARD_HOME")]
    Homeless,
}

/// The language of what a person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Chinese,
}

/// Everything that was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    /// Folders.
    pub(crate) paths: Paths,
    /// `config.toml`, with the environment's word on output and debug log.
    pub(crate) settings: Settings,
    /// The browser that the environment names.
    pub(crate) browser: Option<PathBuf>,
    /// The persistent profile that the environment names.
    pub(crate) profile: Option<PathBuf>,
    /// The variables that name a display.
    pub(crate) display: Vec<(String, String)>,
    /// Where commands are looked for.
    pub(crate) search_path: Option<OsString>,
    /// The person's home folder, where MCP hosts keep their settings.
    pub(crate) home: Option<PathBuf>,
    /// Where programs keep their settings.
    pub(crate) program_settings: Option<PathBuf>,
    /// No colour, even on a terminal.
    pub(crate) no_color: bool,
    /// The person's language.
    pub(crate) language: Language,
}

impl Config {
    /// Where browsers and their own profiles are.
    pub(crate) fn places(&self) -> Places {
        Places {
            explicit: self.browser.clone(),
            path: self.search_path.clone(),
            home: self.home.clone(),
            // Elsewhere browsers do not follow the specification that names this folder.
            config: self.program_settings.clone().filter(|_| cfg!(target_os = "linux")),
        }
    }

    /// From the process's environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        Self::from(&|name| std::env::var_os(name))
    }

    /// From an environment.
    pub(crate) fn from(env: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, ConfigError> {
        // An empty variable is one that is not set (XDG Base Directory Specification).
        let var = |name: &str| env(name).filter(|value| !value.is_empty());
        let text = |name: &str| var(name).map(|value| value.to_string_lossy().into_owned());
        let home = var("HOME").map(PathBuf::from);
        // The specification has relative paths ignored.
        let folder = |name: &str| var(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let paths = paths(&var, home.as_deref(), &folder)?;
        let mut settings = settings(&paths.config)?;
        if let Some(value) = text("TABWARD_OUTPUT") {
            settings.output.form = match value.as_str() {
                "text" => Form::Text,
                "json" => Form::Json,
                _ => return Err(ConfigError::Variable { variable: "TABWARD_OUTPUT", value, message: "text or json" }),
            };
        }
        if let Some(value) = text("TABWARD_DEBUG") {
            settings.debug.enabled = match value.as_str() {
                "1" | "true" | "yes" => true,
                "0" | "false" | "no" => false,
                _ => return Err(ConfigError::Variable { variable: "TABWARD_DEBUG", value, message: "1 or 0" }),
            };
        }
        let display = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"]
            .iter()
            .filter_map(|name| text(name).map(|value| ((*name).to_owned(), value)))
            .collect();
        let chinese = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| text(name))
            .is_some_and(|language| language.starts_with("zh"));
        let program_settings = folder("XDG_CONFIG_HOME").or_else(|| home.as_ref().map(|home| home.join(".config")));
        Ok(Self {
            paths,
            settings,
            browser: var("TABWARD_CHROME").map(PathBuf::from),
            profile: var("TABWARD_PROFILE_DIR").map(PathBuf::from),
            display,
            search_path: var("PATH"),
            home,
            program_settings,
            no_color: var("NO_COLOR").is_some(),
            language: if chinese { Language::Chinese } else { Language::English },
        })
    }
}

fn paths(
    var: &dyn Fn(&str) -> Option<OsString>,
    home: Option<&Path>,
    folder: &dyn Fn(&str) -> Option<PathBuf>,
) -> Result<Paths, ConfigError> {
    if let Some(all) = var("TABWARD_HOME") {
        // A relative folder would mean another one in every project.
        let all = std::path::absolute(&all).map_err(|_| ConfigError::Homeless)?;
        return Ok(Paths::below(&all));
    }
    let below = |name: &str, usual: &str| {
        folder(name)
            .or_else(|| home.map(|home| home.join(usual)))
            .map(|base| base.join("tabward"))
            .ok_or(ConfigError::Homeless)
    };
    let state = below("XDG_STATE_HOME", ".local/state")?;
    Ok(Paths {
        config: below("XDG_CONFIG_HOME", ".config")?.join("config.toml"),
        profiles: below("XDG_DATA_HOME", ".local/share")?.join("profiles"),
        runtime: folder("XDG_RUNTIME_DIR").map_or_else(|| state.join("run"), |base| base.join("tabward")),
        state,
        home: None,
    })
}

fn settings(path: &Path) -> Result<Settings, ConfigError> {
    let shown = path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Settings::default()),
        Err(source) => return Err(ConfigError::Unreadable { path: shown, source }),
    };
    toml::from_str(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        ConfigError::Malformed { path: shown, line, message: error.message().replace('\n', "; ") }
    })
}
