//! The run itself: two network namespaces with a TUN device each, one thread for the end systems, and one for the path between them.

mod drive;
mod network;
mod shared;
mod sys;

use network::Network;
use shared::Shared;
use std::io;
use std::sync::Arc;

/// Why a run failed.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    fn new(text: String) -> Self {
        Error(text)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error(error.to_string())
    }
}

impl From<rustix::io::Errno> for Error {
    fn from(error: rustix::io::Errno) -> Self {
        io::Error::from(error).into()
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Returns what this machine lacks for a run; `None` if it can run.
pub fn missing() -> Option<String> {
    let shared = Arc::new(Shared::new());
    let tried = std::thread::spawn(move || Network::new(1500, shared).map(drop));
    match tried.join() {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the thread of the end systems stopped".to_owned()),
    }
}
