//! Files that an agent names for upload: only below the person's roots, never through a link that leaves them, never hidden
//! ones (SES-9).

use std::path::{Component, Path, PathBuf};

/// The real path of a file that may be uploaded, or why not.
pub(crate) fn check(path: &Path, roots: &[PathBuf]) -> Result<PathBuf, String> {
    let shown = tabward_model::text::quote_clipped(&path.display().to_string(), 200);
    if !path.is_absolute() {
        return Err(format!("{shown} must be an absolute path"));
    }
    if roots.is_empty() {
        return Err(
            "no folder is allowed for uploads; ask the person to add one to [files] roots in config.toml".to_owned()
        );
    }
    // The file's real place decides, so that no link leads out.
    let real = path.canonicalize().map_err(|error| format!("{shown}: {error}"))?;
    let root = roots.iter().filter_map(|root| root.canonicalize().ok()).find(|root| real.starts_with(root));
    let Some(root) = root else {
        return Err(format!("{shown} lies outside of [files] roots"));
    };
    let hidden = real.strip_prefix(&root).is_ok_and(|inside| {
        inside
            .components()
            .any(|part| matches!(part, Component::Normal(name) if name.as_encoded_bytes().starts_with(b".")))
    });
    if hidden {
        return Err(format!("{shown} is hidden, or lies in a hidden folder"));
    }
    if !real.is_file() {
        return Err(format!("{shown} is not a file"));
    }
    Ok(real)
}
