//! Standard output.

use crate::startup::is_stdout_closed;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

/// Standard output, which refuses to be written if it was closed at the start.
pub struct Stdout(StdoutLock<'static>);

/// Returns standard output with a buffer.
pub fn stdout() -> BufWriter<Stdout> {
    BufWriter::new(Stdout(io::stdout().lock()))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_stdout_closed() {
            let message = "is closed; redirect it to a file, or to /dev/null";
            return Err(io::Error::new(ErrorKind::NotConnected, message));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
