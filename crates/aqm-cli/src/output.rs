//! Files that the command writes. A file appears under its name when it is complete: readers, full disks and killed processes leave the
//! old file or the new one, never a part.

use crate::failure::Failure;
use crate::files;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Most characters of the name that the name of the file beside it begins with. Names have limits.
const MOST_NAME: usize = 60;

/// A file that is being written.
pub struct Output {
    path: PathBuf,
    to: To,
}

enum To {
    /// A device, a pipe, or a stream of this process is written as it is.
    Stream(BufWriter<File>),
    /// The file at this path without links is replaced, or made. The file beside it exists from the first byte on.
    Whole(PathBuf, Option<BufWriter<NamedTempFile>>),
}

impl Output {
    /// Checks that a file can be written. Changes nothing before the first byte is written. A symbolic link stays, and its target is
    /// written.
    pub fn open(path: &Path) -> io::Result<Output> {
        let to = match fs::metadata(path) {
            _ if files::descriptor(path).is_some() => To::Stream(BufWriter::new(stream(path)?)),
            Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(metadata) if metadata.is_file() => {
                // A rename needs no right to write the file itself.
                if metadata.permissions().readonly() {
                    return Err(ErrorKind::PermissionDenied.into());
                }
                OpenOptions::new().write(true).open(path)?;
                To::Whole(fs::canonicalize(path)?, None)
            }
            // A rename would put a regular file in the place of the device or pipe.
            Ok(_) => {
                let file = files::open(path, OpenOptions::new().write(true))?;
                To::Stream(BufWriter::new(file))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                To::Whole(files::target(path), None)
            }
            Err(error) => return Err(error),
        };
        if let To::Whole(target, _) = &to {
            beside(target)?;
        }
        Ok(Output { path: path.to_owned(), to })
    }

    /// Returns the failure of a write to this file.
    pub fn failure(&self, error: io::Error) -> Failure {
        Failure::file(&self.path, error)
    }

    /// Ends the file.
    pub fn finish(self) -> Result<(), Failure> {
        let path = self.path.clone();
        self.end().map_err(|error| Failure::file(&path, error))
    }

    fn end(mut self) -> io::Result<()> {
        // An empty file appears, too.
        self.inner()?.flush()?;
        let To::Whole(target, Some(written)) = self.to else { return Ok(()) };
        let written = written.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(metadata) = fs::metadata(&target) {
            keep_owner(written.as_file(), &metadata);
            written.as_file().set_permissions(metadata.permissions())?;
        }
        written.as_file().sync_all()?;
        written.persist(&target)?;
        Ok(())
    }

    fn inner(&mut self) -> io::Result<&mut dyn Write> {
        match &mut self.to {
            To::Stream(stream) => Ok(stream),
            To::Whole(target, written) => {
                if written.is_none() {
                    *written = Some(BufWriter::new(beside(target)?));
                }
                Ok(written.as_mut().expect("it was made above"))
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner()?.flush()
    }
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::open(path)?;
    output.write_all(bytes)?;
    output.end()
}

/// Returns a stream of this process. What is written to `/dev/stdout` must follow what was printed before, also in a file.
#[cfg(unix)]
fn stream(path: &Path) -> io::Result<File> {
    use std::os::fd::AsFd as _;
    let copy = match files::descriptor(path) {
        Some(1) => io::stdout().as_fd().try_clone_to_owned()?,
        Some(2) => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return OpenOptions::new().append(true).open(path),
    };
    Ok(copy.into())
}

#[cfg(not(unix))]
fn stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Makes a file in the folder of `target`. It is removed when it is dropped; a process that is killed leaves it.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let name = target.file_name().ok_or(ErrorKind::IsADirectory)?.to_string_lossy();
    let name: String = name.chars().take(MOST_NAME).collect();
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let (prefix, suffix) = (format!("{name}."), ".part");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(suffix);
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    // The process takes away what new files must not have.
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(folder).map_err(|error| {
        let folder = folder.display();
        let message = match error.kind() {
            ErrorKind::NotFound => format!("the folder {folder} does not exist; make it first"),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                format!("no file can be made in the folder {folder}; choose another folder")
            }
            kind => return kind.into(),
        };
        io::Error::new(error.kind(), message)
    })
}

/// Gives a file the owner of the one that it replaces, where the process may do that.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<PathBuf> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        fs::write(&file, "a longer old text").unwrap();
        let mut output = Output::open(&file).unwrap();
        assert_eq!(names(folder.path()), [file.as_path()], "nothing was written yet");
        output.write_all(&[b'x'; 100_000]).unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        assert_eq!(fs::read_to_string(&file).unwrap(), "a longer old text");
        drop(output);
        assert_eq!(names(folder.path()), [file.as_path()]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "a longer old text");
        write(&file, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        Output::open(&file).unwrap().finish().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "");
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
        write(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        // A new file has the permissions of every new file.
        let (ours, theirs) = (other.path().join("ours"), other.path().join("theirs"));
        write(&ours, b"").unwrap();
        fs::write(&theirs, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&theirs));
    }

    #[test]
    fn after_an_error_the_file_is_unchanged_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::write(&file, "old").unwrap();
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        assert_eq!(write(&file, b"new").unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), [file]);
        let subfolder = folder.path().join("folder");
        fs::create_dir(&subfolder).unwrap();
        assert!(write(&subfolder, b"new").is_err());
        assert_eq!(names(&subfolder).len(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_new_and_old_files_stay() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let (file, link) = (other.path().join("a.json"), folder.path().join("link.json"));
        let second = folder.path().join("second.json");
        symlink(&file, &link).unwrap();
        symlink("link.json", &second).unwrap();
        for text in ["first", "later"] {
            write(&second, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&second).unwrap().is_symlink());
        }
        assert_eq!(names(other.path()), [file]);
        assert_eq!(names(folder.path()), [link, second]);
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(write(&circle, b"text").is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
    }

    #[test]
    fn a_folder_and_a_missing_folder_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let subfolder = folder.path().join("folder");
        fs::create_dir(&subfolder).unwrap();
        assert!(Output::open(&subfolder).is_err());
        let error = Output::open(&folder.path().join("missing/a.json")).err().unwrap();
        assert!(error.to_string().contains("make it first"), "{error}");
        assert_eq!(names(folder.path()), [subfolder]);
    }

    #[test]
    fn names_may_be_as_long_as_the_system_allows() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ä".repeat(125));
        write(&file, b"text").unwrap();
        assert_eq!(names(folder.path()), [file]);
    }
}
