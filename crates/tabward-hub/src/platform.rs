//! What differs between systems. Unix is shown; elsewhere this module is what must be written.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

/// The user that we run as.
pub fn uid() -> u32 {
    rustix::process::getuid().as_raw()
}

/// Makes a folder that only this user can enter, or checks that an existing one is ours and closed to others.
pub fn make_private_dir(path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    }
    let found = fs::symlink_metadata(path)?;
    if !found.is_dir() || found.uid() != uid() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("{} is not a folder of this user", path.display()),
        ));
    }
    if found.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Closes a file to everybody but this user.
pub fn make_private_file(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

/// Whether a process with this id exists.
pub fn process_exists(pid: u32) -> bool {
    i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
        .is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok())
}
