//! Replacing a file as a whole: readers and crashes see the old text or the new one, never a part.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes `text` beside the file at `path`, then renames it over the file. The file keeps its
/// permissions, and a symbolic link keeps pointing to it. After an error the file is unchanged, and
/// nothing is left beside it.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The file that a link points to is replaced, not the link.
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("is not a regular file, so it cannot be rewritten"));
    }
    // A rename needs no right to write the file itself.
    if metadata.permissions().readonly() {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied));
    }
    let folder = path.parent().ok_or_else(|| io::Error::other("is not in a folder"))?;
    // Dropping the temporary file, as every error does, removes it.
    let mut beside = tempfile::Builder::new().prefix(".aqm-").tempfile_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().set_permissions(metadata.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}

/// Writes a new file, or replaces one. It appears under its name when it is complete. Its permissions are the usual
/// ones of a new file.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().ok_or_else(|| io::Error::other("has no name"))?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The error of the write matters more.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn names(folder: &Path) -> Vec<PathBuf> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_new_text_is_complete_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::write(&file, "a longer old text").unwrap();
        replace(&file, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(names(folder.path()), [file]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_symbolic_links_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let (file, link) = (other.path().join("a.json"), folder.path().join("link.json"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn after_an_error_the_file_is_unchanged_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::write(&file, "old").unwrap();
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        assert_eq!(replace(&file, "new").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), [file]);
        let subfolder = folder.path().join("folder");
        fs::create_dir(&subfolder).unwrap();
        assert!(replace(&subfolder, "new").is_err());
        assert!(replace(&folder.path().join("missing"), "new").is_err());
        assert_eq!(names(&subfolder).len(), 0);
    }
}
