//! Which browser to start, and where the browsers of this user keep their own profiles.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::SessionError;

/// Where to look. The environment is read by the caller.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The binary that the person named; nothing else is tried then.
    pub explicit: Option<PathBuf>,
    /// The search path for commands.
    pub path: Option<OsString>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// Where programs keep their settings, if not at the usual place below the home folder.
    pub config: Option<PathBuf>,
}

impl Places {
    /// The usual places of this system, without a look at the environment.
    pub fn usual() -> Self {
        let path = (!cfg!(windows))
            .then(|| "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin:/opt/homebrew/bin".into());
        Self { explicit: None, path, home: home_of_user(), config: None }
    }
}

/// The home folder that the system notes for the user that we run as.
#[cfg(unix)]
fn home_of_user() -> Option<PathBuf> {
    let uid = rustix::process::geteuid().as_raw().to_string();
    let text = fs::read_to_string("/etc/passwd").ok()?;
    text.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        (fields.get(2) == Some(&uid.as_str())).then(|| fields.get(5).map(PathBuf::from))?
    })
}

#[cfg(not(unix))]
fn home_of_user() -> Option<PathBuf> {
    None
}

/// Commands by which browsers are known, in order of preference.
#[cfg(not(any(target_os = "macos", windows)))]
const COMMANDS: &[&str] = &[
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
    "brave",
    "google-chrome-beta",
    "google-chrome-unstable",
    "chrome",
];
#[cfg(target_os = "macos")]
const COMMANDS: &[&str] = &["google-chrome", "chromium", "brave"];
#[cfg(windows)]
const COMMANDS: &[&str] = &["chrome.exe", "msedge.exe", "brave.exe", "chromium.exe"];

/// Fixed places.
#[cfg(not(any(target_os = "macos", windows)))]
const FILES: &[&str] = &[
    "/opt/google/chrome/chrome",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave",
    "/snap/bin/chromium",
    "/opt/chrome-linux64/chrome",
];
#[cfg(target_os = "macos")]
const FILES: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
];
#[cfg(windows)]
const FILES: &[&str] = &[
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe",
];

/// Places below the home folder; `*` stands for any one folder.
#[cfg(not(any(target_os = "macos", windows)))]
const HOME_FILES: &[&str] = &[
    ".cache/puppeteer/chrome/*/chrome-linux64/chrome",
    ".cache/ms-playwright/*/chrome-linux64/chrome",
    ".cache/ms-playwright/*/chrome-linux/chrome",
    "chrome-linux64/chrome",
];
#[cfg(target_os = "macos")]
const HOME_FILES: &[&str] = &[
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    ".cache/puppeteer/chrome/*/*/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
];
#[cfg(windows)]
const HOME_FILES: &[&str] = &[
    r"AppData\Local\Google\Chrome\Application\chrome.exe",
    r"AppData\Local\Chromium\Application\chrome.exe",
    r".cache\puppeteer\chrome\*\chrome-win64\chrome.exe",
];

/// Where browsers keep their profiles, below the settings folder.
#[cfg(not(any(target_os = "macos", windows)))]
const PROFILES: &[&str] = &[
    "google-chrome",
    "google-chrome-beta",
    "google-chrome-unstable",
    "google-chrome-for-testing",
    "chromium",
    "microsoft-edge",
    "microsoft-edge-beta",
    "microsoft-edge-dev",
    "BraveSoftware/Brave-Browser",
    "vivaldi",
    "opera",
];
#[cfg(target_os = "macos")]
const PROFILES: &[&str] = &[
    "Google/Chrome",
    "Google/Chrome Beta",
    "Google/Chrome Canary",
    "Google/Chrome for Testing",
    "Chromium",
    "Microsoft Edge",
    "BraveSoftware/Brave-Browser",
    "Vivaldi",
];
#[cfg(windows)]
const PROFILES: &[&str] = &[
    r"Google\Chrome\User Data",
    r"Google\Chrome Beta\User Data",
    r"Google\Chrome SxS\User Data",
    r"Google\Chrome for Testing\User Data",
    r"Chromium\User Data",
    r"Microsoft\Edge\User Data",
    r"BraveSoftware\Brave-Browser\User Data",
    r"Vivaldi\User Data",
];

/// And below the home folder, for packaged browsers.
#[cfg(not(any(target_os = "macos", windows)))]
const HOME_PROFILES: &[&str] = &[
    "snap/chromium/common/chromium",
    ".var/app/com.google.Chrome/config/google-chrome",
    ".var/app/org.chromium.Chromium/config/chromium",
    ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser",
    ".var/app/com.microsoft.Edge/config/microsoft-edge",
];
#[cfg(any(target_os = "macos", windows))]
const HOME_PROFILES: &[&str] = &[];

/// Finds a browser: the one that the person named, else the first that is installed.
///
/// # Errors
/// The named one cannot be run; or none was found, with every place that was tried.
pub fn find(places: &Places) -> Result<PathBuf, SessionError> {
    if let Some(path) = &places.explicit {
        return match runnable(path) {
            Ok(()) => Ok(path.clone()),
            Err(detail) => Err(SessionError::BrowserUnusable { path: path.clone(), detail }),
        };
    }
    let mut looked = Vec::new();
    for command in COMMANDS {
        if let Some(path) = &places.path
            && let Ok(found) = which::which_in(command, Some(path), "/")
        {
            return Ok(found);
        }
        looked.push((*command).to_owned());
    }
    for file in FILES {
        let path = PathBuf::from(file);
        if runnable(&path).is_ok() {
            return Ok(path);
        }
        looked.push(path.display().to_string());
    }
    if let Some(home) = &places.home {
        for pattern in HOME_FILES {
            // The highest version last: names sort that way for a while, and any of them will do.
            if let Some(found) = expand(home, pattern).into_iter().rev().find(|p| runnable(p).is_ok()) {
                return Ok(found);
            }
            looked.push(home.join(pattern).display().to_string());
        }
    }
    Err(SessionError::BrowserNotFound { looked })
}

/// What to say to a person who has none.
pub fn how_to_install() -> String {
    let how = if cfg!(target_os = "macos") {
        "brew install --cask google-chrome"
    } else if cfg!(windows) {
        "winget install Google.Chrome"
    } else {
        "sudo apt install chromium (Debian), sudo dnf install chromium (Fedora), sudo pacman -S chromium (Arch)"
    };
    format!("install one: {how}; or set TABWARD_CHROME to its path")
}

/// The profile folders that belong to the browsers of this user, whether they exist or not.
pub fn own_profiles(places: &Places) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let config = places.config.clone().or_else(|| {
        let home = places.home.as_ref()?;
        Some(if cfg!(target_os = "macos") {
            home.join("Library/Application Support")
        } else if cfg!(windows) {
            home.join(r"AppData\Local")
        } else {
            home.join(".config")
        })
    });
    if let Some(config) = config {
        found.extend(PROFILES.iter().map(|p| config.join(p)));
    }
    if let Some(home) = &places.home {
        found.extend(HOME_PROFILES.iter().map(|p| home.join(p)));
    }
    found
}

fn runnable(path: &Path) -> Result<(), String> {
    let meta = fs::metadata(path).map_err(|e| e.to_string())?;
    if !meta.is_file() {
        return Err("it is no file".to_owned());
    }
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 == 0 {
        return Err("it is not executable".to_owned());
    }
    Ok(())
}

/// The paths that a pattern with `*` stands for, sorted.
fn expand(base: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut paths = vec![base.to_owned()];
    for part in pattern.split(['/', '\\']) {
        paths = paths
            .into_iter()
            .flat_map(|path| {
                if part == "*" {
                    let mut below: Vec<PathBuf> =
                        fs::read_dir(&path).into_iter().flatten().flatten().map(|e| e.path()).collect();
                    below.sort();
                    below
                } else {
                    vec![path.join(part)]
                }
            })
            .collect();
    }
    paths
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn program(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// SES-8: a named browser is used or refused; nothing else is tried.
    #[test]
    fn ses_08_an_explicit_path_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("my-browser");
        let places = Places { explicit: Some(path.clone()), ..Places::default() };
        let error = find(&places).unwrap_err();
        assert!(error.to_string().contains("my-browser") && error.next_step().contains("TABWARD_CHROME"), "{error}");
        fs::write(&path, "x").unwrap();
        assert!(find(&places).unwrap_err().to_string().contains("not executable"));
        program(&path);
        assert_eq!(find(&places).unwrap(), path);
    }

    #[test]
    fn ses_08_commands_are_found_on_the_path_in_order() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["brave", "chromium"] {
            program(&dir.path().join(name));
        }
        let places = Places { path: Some(dir.path().into()), ..Places::default() };
        assert_eq!(find(&places).unwrap(), dir.path().join("chromium"));
    }

    #[test]
    fn ses_08_chrome_for_testing_is_found_below_home() {
        let dir = tempfile::tempdir().unwrap();
        for version in ["linux-140.0.1", "linux-141.0.2"] {
            program(&dir.path().join(".cache/puppeteer/chrome").join(version).join("chrome-linux64/chrome"));
        }
        let found = expand(dir.path(), HOME_FILES[0]);
        assert_eq!(found.len(), 2);
        assert!(found[1].to_string_lossy().contains("141"));
    }
}
