//! What sessions need to know of the settings. Nothing here reads the environment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::browsers::Places;
use crate::paths::Paths;
use crate::settings::Settings;

/// Settings of sessions.
#[derive(Debug, Clone)]
pub struct SessionConfig {
    /// Where profiles with a name lie.
    pub profiles: PathBuf,
    /// Where temporary profiles are made.
    pub temporary: PathBuf,
    /// Where keepers listen; short, since a socket's path may have about 100 bytes.
    pub sockets: PathBuf,
    /// The persistent profile; `None`: the one named `default`.
    pub persistent: Option<PathBuf>,
    /// Folders below which agents may name profiles.
    pub profile_roots: Vec<PathBuf>,
    /// Where to look for browsers and their own profiles.
    pub places: Places,
    /// Endpoints beyond loopback that may be attached to: `host` or `host:port`.
    pub endpoints: Vec<String>,
    /// Open a debugging port beside the pipe for every launched browser.
    pub tcp_port: bool,
    /// Further arguments for launched browsers, from the person's settings.
    pub arguments: Vec<String>,
    /// Variables that name the display for windows; empty when there is none.
    pub display: Vec<(String, String)>,
    /// The port that `auto` and `attach` try when none is named.
    pub default_port: u16,
    /// The program that is started as keeper, and its first arguments.
    pub keeper: (PathBuf, Vec<String>),
    /// How long a browser outlives its last hub.
    pub grace: Duration,
}

/// How long a launched browser lives without a hub, unless set otherwise.
pub const GRACE: Duration = Duration::from_mins(2);

impl SessionConfig {
    /// The sessions' part of the hub's own settings. `places` and `persistent` are what the environment
    /// names.
    pub fn of(
        paths: &Paths,
        settings: &Settings,
        program: &Path,
        places: Places,
        persistent: Option<PathBuf>,
        display: Vec<(String, String)>,
    ) -> Self {
        let base = Self::new(&paths.state, paths.short_runtime(), program.to_owned());
        Self {
            profiles: paths.profiles.clone(),
            persistent,
            profile_roots: settings.profiles.roots.clone(),
            places: Places {
                explicit: places.explicit.or_else(|| settings.launch.executable.clone()),
                path: places.path.or(base.places.path),
                home: places.home.or(base.places.home),
                config: places.config,
            },
            endpoints: settings.endpoints.allow.clone(),
            tcp_port: settings.launch.tcp_port,
            display,
            ..base
        }
    }

    /// Settings with every default, for a state folder and a program that acts as keeper when its first argument is
    /// `keeper`.
    pub fn new(home: &Path, sockets: PathBuf, program: PathBuf) -> Self {
        Self {
            profiles: home.join("profiles"),
            temporary: home.join("tmp"),
            sockets,
            persistent: None,
            profile_roots: Vec::new(),
            places: Places::usual(),
            endpoints: Vec::new(),
            tcp_port: false,
            arguments: Vec::new(),
            display: Vec::new(),
            default_port: tabward_model::session::DEFAULT_PORT,
            keeper: (program, vec!["keeper".to_owned()]),
            grace: GRACE,
        }
    }
}
