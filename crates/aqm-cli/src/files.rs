//! Which file a path names, and opening it.

use crate::failure::Failure;
use crate::names;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Time in which another program must have opened the other end of a named pipe.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most symbolic links that lead to a file, as in Linux.
pub const MAX_LINKS: usize = 40;

/// Opens a file. A named pipe that no other program opens within some seconds is an error: to open it would take for ever.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    open_within(path, options, PATIENCE)
}

fn open_within(path: &Path, options: &OpenOptions, patience: Duration) -> io::Result<File> {
    if !fs::metadata(path).is_ok_and(|metadata| is_pipe(&metadata)) {
        return options.open(path);
    }
    let (sender, receiver) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    // The thread waits until the process ends, if nobody opens the other end.
    thread::spawn(move || sender.send(options.open(path)));
    receiver.recv_timeout(patience).unwrap_or_else(|_| {
        let message =
            "is a pipe whose other end is not open; start the program at its other end first";
        Err(io::Error::new(io::ErrorKind::TimedOut, message))
    })
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Returns the number of the descriptor of this process that a path names: `/dev/stdout`, `/dev/fd/3`, or a link to one.
pub fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = path.parent()?;
        if folder == Path::new("/dev/fd") || folder == Path::new("/proc/self/fd") {
            return path.file_name()?.to_str()?.parse().ok();
        }
        let next = fs::read_link(&path).ok()?;
        path = folder.join(next);
    }
    None
}

/// Returns the path of the missing file that a symbolic link at `path` leads to, or `path` itself.
pub fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        // The target of a link is relative to the folder of the link.
        path = path.parent().map_or(next.clone(), |folder| folder.join(&next));
    }
    path
}

/// Identity of a file: equal for two paths that name the same file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Identity {
    /// Device and number of the file: hard links have the same.
    #[cfg(unix)]
    Number(u64, u64),
    /// The path without links.
    Path(PathBuf),
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    Some(Identity::Number(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity_of(_: &Metadata, path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok().map(Identity::Path)
}

/// Returns which file a path names, which may be a new one; `None` if it cannot be written anyway.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(metadata) => identity_of(&metadata, path),
        Err(_) => {
            let path = target(path);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

/// Returns which regular file an input is.
fn identity_of_input(path: &Path) -> Option<Identity> {
    let metadata = if names::is_stdin(path) { of_stdin() } else { fs::metadata(path).ok() }?;
    metadata.is_file().then(|| identity_of(&metadata, path))?
}

#[cfg(unix)]
fn of_stdin() -> Option<Metadata> {
    of_stream(&io::stdin())
}

#[cfg(not(unix))]
fn of_stdin() -> Option<Metadata> {
    None
}

#[cfg(unix)]
fn of_stdout() -> Option<Metadata> {
    of_stream(&io::stdout())
}

#[cfg(not(unix))]
fn of_stdout() -> Option<Metadata> {
    None
}

#[cfg(unix)]
fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

/// Refuses outputs that are one file, or an input, or where standard output goes. An output is its option and its path.
pub fn check_apart(inputs: &[PathBuf], outputs: &[(&str, &Path)]) -> Result<(), Failure> {
    let refuse = |option: &str, path: &Path, other: String| {
        let name = names::name_of(path);
        Err(Failure::Usage(format!("{option} {name} is {other}; name another file")))
    };
    let stdout = of_stdout().filter(Metadata::is_file);
    let stdout = stdout.and_then(|metadata| identity_of(&metadata, Path::new("/dev/stdout")));
    let mut known: Vec<(&str, Identity)> = Vec::new();
    for &(option, path) in outputs {
        if names::is_stdin(path) {
            let message = format!(
                "{option} - is not the name of a file; for standard output, name /dev/stdout"
            );
            return Err(Failure::Usage(message));
        }
        let Some(identity) = identity(path) else { continue };
        if let Some(input) =
            inputs.iter().find(|input| identity_of_input(input).as_ref() == Some(&identity))
        {
            let other = format!("the input {}, which would be lost", names::name_of(input));
            return refuse(option, path, other);
        }
        if stdout.as_ref() == Some(&identity) && descriptor(path) != Some(1) {
            return refuse(option, path, "the file that standard output goes to".to_owned());
        }
        if let Some((other, _)) = known.iter().find(|(_, other)| *other == identity) {
            return refuse(option, path, format!("also the file of {other}"));
        }
        if path != Path::new("/dev/null") {
            known.push((option, identity));
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn a_pipe_that_nobody_opens_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (mut read, mut write) = (OpenOptions::new(), OpenOptions::new());
        read.read(true);
        write.write(true);
        for (name, options) in [("read", read), ("write", write)] {
            let pipe = folder.path().join(name);
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            let error = open_within(&pipe, &options, Duration::from_millis(20)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        }
    }

    #[test]
    fn a_pipe_with_both_ends_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let other = pipe.clone();
        let writer = thread::spawn(move || {
            let mut file = open(&other, OpenOptions::new().write(true)).unwrap();
            file.write_all(b"text").unwrap();
        });
        let mut text = String::new();
        open(&pipe, OpenOptions::new().read(true)).unwrap().read_to_string(&mut text).unwrap();
        writer.join().unwrap();
        assert_eq!(text, "text");
    }

    #[test]
    fn outputs_are_compared_as_files_and_not_as_texts() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("a.json"), "text").unwrap();
        fs::hard_link(at("a.json"), at("hard")).unwrap();
        symlink("a.json", at("soft")).unwrap();
        symlink("new", at("dangling")).unwrap();
        let refused = |inputs: &[PathBuf], outputs: &[&str]| {
            let paths: Vec<PathBuf> = outputs.iter().map(|name| at(name)).collect();
            let outputs: Vec<(&str, &Path)> =
                ["--a", "--b"].into_iter().zip(paths.iter().map(PathBuf::as_path)).collect();
            match check_apart(inputs, &outputs) {
                Err(Failure::Usage(message)) => message,
                other => format!("{other:?}"),
            }
        };
        let input = [at("a.json")];
        for same in ["a.json", "hard", "soft", "sub/../a.json", "./a.json"] {
            let message = refused(&input, &[same]);
            assert!(message.contains("is the input") && message.starts_with("--a"), "{message}");
        }
        for [one, other] in [["new", "new"], ["new", "sub/../new"], ["new", "dangling"]] {
            let message = refused(&input, &[one, other]);
            assert!(message.contains("--b") && message.contains("file of --a"), "{message}");
        }
        assert_eq!(refused(&input, &["new", "sub/new"]), "Ok(())");
        assert_eq!(refused(&[PathBuf::from("-")], &["a.json", "/dev/null"]), "Ok(())");
        assert_eq!(refused(&[], &["/dev/null", "/dev/null"]), "Ok(())");
        assert!(check_apart(&[], &[("--a", Path::new("-"))]).is_err());
    }

    #[test]
    fn descriptors_are_found_behind_links() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("/dev/stdout", &link).unwrap();
        for path in [link.as_path(), Path::new("/dev/stdout"), Path::new("/dev/fd/1")] {
            assert_eq!(descriptor(path), Some(1), "{}", path.display());
        }
        assert_eq!(descriptor(folder.path()), None);
        assert_eq!(descriptor(Path::new("/dev/null")), None);
    }
}
