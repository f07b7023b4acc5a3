//! Replacing a file as a whole: readers and crashes see the old text or the new one, never a part.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Most symbolic links that lead to a file, as in Linux.
const MAX_LINKS: usize = 40;

/// Writes `bytes` beside the file at `path`, then renames it over the file. The file keeps its
/// permissions, and a symbolic link keeps pointing to it. After an error the file is unchanged, and
/// nothing is left beside it.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
    beside.write_all(bytes)?;
    beside.as_file().set_permissions(metadata.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}

/// Writes a new file or replaces a regular one; it appears under its name when it is complete. A symbolic link stays,
/// and its target is written. Devices and pipes are written to as they are. A new file has the usual permissions.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => replace(path, bytes),
        // A rename would put a regular file in the place of the device or pipe.
        Ok(_) => fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create_new(&target(path), bytes),
        Err(error) => Err(error),
    }
}

/// Returns the path of the missing file that a symbolic link at `path` leads to, or `path` itself.
fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        // The target of a link is relative to the folder of the link.
        path = path.parent().map_or(next.clone(), |folder| folder.join(&next));
    }
    path
}

fn create_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
        replace(&file, b"new").unwrap();
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
        replace(&link, b"new").unwrap();
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
        assert_eq!(replace(&file, b"new").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), [file]);
        let subfolder = folder.path().join("folder");
        fs::create_dir(&subfolder).unwrap();
        assert!(replace(&subfolder, b"new").is_err());
        assert!(replace(&folder.path().join("missing"), b"new").is_err());
        assert_eq!(names(&subfolder).len(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn create_writes_through_links_to_new_and_old_files() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let (file, link) = (other.path().join("a.json"), folder.path().join("link.json"));
        let second = folder.path().join("second.json");
        symlink(&file, &link).unwrap();
        symlink("link.json", &second).unwrap();
        for text in ["first", "later"] {
            create(&second, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&second).unwrap().is_symlink());
        }
        assert_eq!(names(other.path()), [file]);
        assert_eq!(names(folder.path()), [link, second]);
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(create(&circle, b"text").is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
    }

    #[test]
    fn create_refuses_a_folder_and_a_missing_folder() {
        let folder = tempfile::tempdir().unwrap();
        let subfolder = folder.path().join("folder");
        fs::create_dir(&subfolder).unwrap();
        assert!(create(&subfolder, b"text").is_err());
        assert!(create(&folder.path().join("missing/a.json"), b"text").is_err());
        assert_eq!(names(folder.path()), [subfolder]);
    }
}
