//! Profile folders: which an agent may name (SES-9), who has one open (SES-4), and what proves that it is the same.

use std::fs;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabward_model::InstanceId;

use super::SessionError;
use super::process;

/// The file in a profile that names its instance.
const ID_FILE: &str = "tabward-instance.json";

/// Which folders may be named.
#[derive(Debug, Clone, Default)]
pub struct ProfileRules {
    /// Where names become folders.
    pub profiles: PathBuf,
    /// Folders below which paths are allowed.
    pub roots: Vec<PathBuf>,
    /// The own profiles of the browsers of this user: never allowed, whatever the roots.
    pub own: Vec<PathBuf>,
}

impl ProfileRules {
    /// The folder that `asked` stands for: a plain name below `profiles`, or an absolute path below a root. It is made
    /// if it is missing, for this user alone.
    ///
    /// # Errors
    /// [`SessionError::ProfileNotAllowed`] for every other place, however it is spelled or linked to.
    pub fn resolve(&self, asked: &Path) -> Result<PathBuf, SessionError> {
        let refuse = |why: &str| SessionError::ProfileNotAllowed { profile: asked.to_owned(), why: why.to_owned() };
        let (root, folder) = if let Some(name) = plain_name(asked) {
            make_private(&self.profiles)?;
            (canonical(&self.profiles)?, self.profiles.join(name))
        } else {
            if !asked.is_absolute() {
                return Err(refuse("it is neither a plain name nor an absolute path"));
            }
            if asked.components().any(|c| matches!(c, Component::ParentDir)) {
                return Err(refuse("it contains .."));
            }
            let base = existing_ancestor(asked);
            // Nothing is made before it is known where it would lie.
            let below = asked.strip_prefix(&base).unwrap_or(Path::new(""));
            let intended = canonical(&base)?.join(below);
            let root = self
                .roots
                .iter()
                .chain([&self.profiles])
                .filter_map(|root| fs::canonicalize(root).ok())
                .find(|root| intended.starts_with(root))
                .ok_or_else(|| refuse("it lies outside of tabward's own profiles and [profiles] roots"))?;
            self.not_a_persons(&intended)?;
            (root, intended)
        };
        make_private(&folder)?;
        // Only now is every link followed: what was made or found must still lie where it may.
        let real = canonical(&folder)?;
        if !real.starts_with(&root) || real == root {
            return Err(refuse("it leads out of the allowed folder"));
        }
        self.not_a_persons(&real)?;
        Ok(real)
    }

    /// The persistent profile, named by the person: anywhere but in a browser's own.
    pub fn persistent(&self, folder: &Path) -> Result<PathBuf, SessionError> {
        make_private(folder)?;
        let real = canonical(folder)?;
        self.not_a_persons(&real)?;
        Ok(real)
    }

    fn not_a_persons(&self, real: &Path) -> Result<(), SessionError> {
        for own in &self.own {
            let own = fs::canonicalize(own).unwrap_or_else(|_| own.clone());
            if real.starts_with(&own) || own.starts_with(real) {
                return Err(SessionError::ProfileNotAllowed {
                    profile: real.to_owned(),
                    why: format!("{} is a browser's own profile, with a person's sign-ins", own.display()),
                });
            }
        }
        Ok(())
    }
}

fn plain_name(asked: &Path) -> Option<&str> {
    let name = asked.to_str()?;
    let fits = (1..=64).contains(&name.len())
        && !name.starts_with(['.', '-'])
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
    fits.then_some(name)
}

fn existing_ancestor(path: &Path) -> PathBuf {
    // A dangling link counts as existing: it is refused when it is followed.
    path.ancestors().find(|p| fs::symlink_metadata(p).is_ok()).unwrap_or(path).to_owned()
}

fn canonical(path: &Path) -> Result<PathBuf, SessionError> {
    fs::canonicalize(path).map_err(|source| SessionError::Io { path: path.to_owned(), source })
}

/// Makes a folder for this user alone; an existing one is left as it is.
pub(crate) fn make_private(path: &Path) -> Result<(), SessionError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|source| SessionError::Io { path: path.to_owned(), source })
}

/// Who has a profile open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The browser's process.
    pub pid: Option<u32>,
    /// The machine's name.
    pub host: String,
    /// True if that is this machine.
    pub here: bool,
}

/// Who has the profile open, if anyone; a lock whose browser has ended is none.
pub fn lock(profile: &Path) -> Option<Lock> {
    let target = fs::read_link(profile.join("SingletonLock")).ok()?;
    let text = target.to_str()?;
    let (host, pid) = text.rsplit_once('-')?;
    let pid: Option<u32> = pid.parse().ok();
    let here = host == hostname();
    if here {
        let pid = pid?;
        let running = process::ProcessId::of(pid).alive();
        // A number that was given to some other program meanwhile holds nothing.
        if !running || !opened_by(pid, profile) {
            return None;
        }
    }
    Some(Lock { pid, host: host.to_owned(), here })
}

fn opened_by(pid: u32, profile: &Path) -> bool {
    let arguments = process::arguments(pid);
    if arguments.is_empty() {
        return true;
    }
    let named = arguments.iter().find_map(|a| a.strip_prefix("--user-data-dir="));
    match named {
        Some(dir) => {
            let dir = Path::new(dir);
            dir == profile || fs::canonicalize(dir).ok().as_deref() == Some(profile)
        }
        // On its own default profile a browser needs no such argument.
        None => process::name(pid).is_some_and(|name| ["chrom", "edge", "brave"].iter().any(|b| name.contains(b))),
    }
}

#[cfg(unix)]
fn hostname() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn hostname() -> String {
    String::new()
}

/// What proves that a profile is the one that it was (ID-2, ID-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileEvidence {
    /// The folder's real path.
    pub path: PathBuf,
    /// The file system.
    pub device: u64,
    /// The folder in it.
    pub inode: u64,
}

impl ProfileEvidence {
    fn of(profile: &Path) -> Result<Self, SessionError> {
        let path = canonical(profile)?;
        let meta = fs::metadata(&path).map_err(|source| SessionError::Io { path: path.clone(), source })?;
        #[cfg(unix)]
        let (device, inode) = {
            use std::os::unix::fs::MetadataExt;
            (meta.dev(), meta.ino())
        };
        #[cfg(not(unix))]
        let (device, inode) = (0, meta.created().ok().and_then(|t| t.elapsed().ok()).map_or(0, |d| d.as_secs()));
        Ok(Self { path, device, inode })
    }
}

#[derive(Serialize, Deserialize)]
struct IdFile {
    id: InstanceId,
    #[serde(flatten)]
    evidence: ProfileEvidence,
}

/// The instance that the profile is: the one that its file names if the folder is still the same, else a new one. A
/// copied folder has another inode and so becomes another instance.
pub fn identity(profile: &Path) -> Result<(InstanceId, ProfileEvidence), SessionError> {
    let evidence = ProfileEvidence::of(profile)?;
    let path = profile.join(ID_FILE);
    let known = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<IdFile>(&bytes).ok());
    if let Some(known) = known
        && (known.evidence.device, known.evidence.inode) == (evidence.device, evidence.inode)
    {
        if known.evidence != evidence {
            write_id(&path, &IdFile { id: known.id.clone(), evidence: evidence.clone() })?;
        }
        return Ok((known.id, evidence));
    }
    let id = InstanceId::new(random_hex());
    write_id(&path, &IdFile { id: id.clone(), evidence: evidence.clone() })?;
    Ok((id, evidence))
}

fn write_id(path: &Path, content: &IdFile) -> Result<(), SessionError> {
    let io = |source| SessionError::Io { path: path.to_owned(), source };
    let mut fresh = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(path)).map_err(io)?;
    let bytes = serde_json::to_vec(content).map_err(|e| io(e.into()))?;
    fresh.write_all(&bytes).map_err(io)?;
    fresh.persist(path).map_err(|e| io(e.error))?;
    Ok(())
}

/// 128 random bits.
pub(crate) fn random_hex() -> String {
    crate::random::hex(16)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    struct World {
        _dir: tempfile::TempDir,
        base: PathBuf,
        rules: ProfileRules,
    }

    fn world() -> World {
        let dir = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(dir.path()).unwrap();
        for folder in ["home/.config/chromium/Default", "work", "elsewhere"] {
            fs::create_dir_all(base.join(folder)).unwrap();
        }
        let rules = ProfileRules {
            profiles: base.join("state/profiles"),
            roots: vec![base.join("work"), base.join("home")],
            own: vec![base.join("home/.config/chromium"), base.join("home/.config/google-chrome")],
        };
        World { _dir: dir, base, rules }
    }

    #[test]
    fn ses_09_names_and_paths_below_roots_are_allowed() {
        let w = world();
        let named = w.rules.resolve(Path::new("second")).unwrap();
        assert_eq!(named, w.base.join("state/profiles/second"));
        assert_eq!(fs::metadata(&named).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(w.rules.resolve(&w.base.join("work/a/b")).unwrap(), w.base.join("work/a/b"));
        assert_eq!(w.rules.resolve(&named).unwrap(), named);
    }

    #[test]
    fn ses_09_every_other_place_is_refused() {
        let w = world();
        let profiles = w.base.join("state/profiles");
        fs::create_dir_all(&profiles).unwrap();
        symlink(w.base.join("elsewhere"), profiles.join("link")).unwrap();
        symlink(w.base.join("elsewhere"), w.base.join("work/link")).unwrap();
        symlink(w.base.join("missing"), w.base.join("work/dangling")).unwrap();
        symlink(w.base.join("home/.config/chromium"), w.base.join("work/chromium")).unwrap();
        let cases = [
            "..",
            ".",
            "",
            ".hidden",
            "-flag",
            "a/b",
            "name with space",
            "link",
            "na\0me",
            &w.base.join("elsewhere/p").display().to_string(),
            &w.base.join("work/../elsewhere").display().to_string(),
            &w.base.join("work/link").display().to_string(),
            &w.base.join("work/link/p").display().to_string(),
            &w.base.join("work").display().to_string(),
            &w.base.join("work/chromium").display().to_string(),
            &w.base.join("home/.config/chromium").display().to_string(),
            &w.base.join("home/.config/chromium/Default").display().to_string(),
            &w.base.join("home/.config").display().to_string(),
            &w.base.join("home/.config/google-chrome/new").display().to_string(),
            "/",
            "/etc",
        ];
        for case in cases {
            let refused = w.rules.resolve(Path::new(case));
            assert!(matches!(refused, Err(SessionError::ProfileNotAllowed { .. })), "{case:?}: {refused:?}");
        }
        assert!(w.rules.resolve(&w.base.join("work/dangling")).is_err());
        assert!(!w.base.join("missing").exists(), "nothing is made through a link");
        assert!(!w.base.join("elsewhere/p").exists(), "nothing is made outside");
        assert!(!w.base.join("home/.config/google-chrome").exists(), "nothing is made in a browser's own folder");
    }

    #[test]
    fn ses_04_a_persons_own_profile_is_not_the_persistent_one() {
        let w = world();
        assert!(w.rules.persistent(&w.base.join("elsewhere")).is_ok());
        let refused = w.rules.persistent(&w.base.join("home/.config/chromium"));
        assert!(matches!(refused, Err(SessionError::ProfileNotAllowed { .. })), "{refused:?}");
    }

    /// ID-3: a copy is another instance; the original, moved or not, stays the same.
    #[test]
    fn id_03_a_copied_profile_is_another_instance() {
        let w = world();
        let original = w.rules.resolve(Path::new("one")).unwrap();
        let (id, _) = identity(&original).unwrap();
        assert_eq!(identity(&original).unwrap().0, id);

        let copy = w.rules.resolve(Path::new("two")).unwrap();
        fs::copy(original.join(ID_FILE), copy.join(ID_FILE)).unwrap();
        let (copied, _) = identity(&copy).unwrap();
        assert_ne!(copied, id);
        assert_eq!(identity(&copy).unwrap().0, copied);

        let moved = original.with_file_name("three");
        fs::rename(&original, &moved).unwrap();
        let (same, evidence) = identity(&moved).unwrap();
        assert_eq!((same, evidence.path), (id, moved));
    }

    /// SES-4: a lock counts while its browser runs on the profile.
    #[test]
    fn ses_04_a_lock_says_by_whom() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(lock(dir.path()), None);
        let link = dir.path().join("SingletonLock");
        symlink("elsewhere-77", &link).unwrap();
        let held = lock(dir.path()).unwrap();
        assert_eq!((held.pid, held.host.as_str(), held.here), (Some(77), "elsewhere", false));
        fs::remove_file(&link).unwrap();
        // This very process runs, but not on that profile.
        symlink(format!("{}-{}", hostname(), std::process::id()), &link).unwrap();
        assert_eq!(lock(dir.path()), None);
    }
}
