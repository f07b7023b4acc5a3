//! Runs with messages about their progress.

use aqm_experiment::Experiment;
use aqm_sim::time::Time;
use std::convert::Infallible;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shorter runs print no message.
const QUIET: Duration = Duration::from_secs(1);
/// Time between two messages on a terminal, where each overwrites the last.
const REWRITE: Duration = Duration::from_millis(100);
/// Time between two lines in a log.
const LOG: Duration = Duration::from_secs(5);
/// Packets between two readings of the clock: a few milliseconds.
const SLICE: u64 = 20_000;
/// Characters of a bar.
const BAR_WIDTH: usize = 40;
/// Most characters of a message on a terminal. A longer one would wrap, and could not be overwritten.
const LINE_WIDTH: usize = 79;

/// Runs `experiment` to `until`, with messages on standard error if it takes over a second.
pub fn run(experiment: &mut Experiment, until: Time, name: &str) {
    let advance = |experiment: &mut Experiment| {
        experiment.advance_within(until, SLICE);
        Ok(())
    };
    let result: Result<(), Infallible> = run_by(experiment, until, name, advance);
    match result {
        Ok(()) => {}
    }
}

/// Like [`run`], but calls `advance` until the run is complete. Stops at the first error.
pub fn run_by<E>(
    experiment: &mut Experiment,
    until: Time,
    name: &str,
    mut advance: impl FnMut(&mut Experiment) -> Result<(), E>,
) -> Result<(), E> {
    let is_terminal = io::stderr().is_terminal();
    let start = now();
    let mut due = start + QUIET;
    let mut has_spoken = false;
    while experiment.now() < until {
        advance(experiment)?;
        if now() < due {
            continue;
        }
        has_spoken = true;
        due = now() + if is_terminal { REWRITE } else { LOG };
        let (at, end) = (experiment.now().seconds(), until.seconds());
        let speed = at / (now() - start).as_secs_f64();
        let progress = format!(
            ": {at:.1} of {end} s simulated ({:.0} %), {speed:.0} times real time",
            at / end * 100.0
        );
        let room = if is_terminal { LINE_WIDTH.saturating_sub(progress.len()) } else { usize::MAX };
        show(&(ending(name, room) + &progress), is_terminal);
    }
    if has_spoken && is_terminal {
        show("", is_terminal);
    }
    Ok(())
}

/// Returns the end of `name` in at most `room` characters: paths differ most at their ends.
fn ending(name: &str, room: usize) -> String {
    let count = name.chars().count();
    if count <= room {
        return name.to_owned();
    }
    "…".chars().chain(name.chars().skip(count + 1 - room)).collect()
}

/// Prints a message. Errors are ignored, so that they cannot stop the run.
fn show(message: &str, is_terminal: bool) {
    let mut stream = io::stderr().lock();
    let _ = if is_terminal {
        // Back to the start of the line, and clear it.
        write!(stream, "\r\x1b[K{message}").and_then(|()| stream.flush())
    } else {
        writeln!(stream, "{message}")
    };
}

/// Reads the wall clock. No simulation depends on it.
#[expect(clippy::disallowed_methods, reason = "progress is about real time")]
fn now() -> Instant {
    Instant::now()
}

/// A progress bar. Any thread may update it.
pub struct Bar {
    name: &'static str,
    is_terminal: bool,
    start: Instant,
    due: Mutex<Instant>,
}

impl Bar {
    /// Creates a bar that is not shown yet.
    pub fn new(name: &'static str) -> Self {
        let start = now();
        let is_terminal = io::stderr().is_terminal();
        Bar { name, is_terminal, start, due: Mutex::new(start + QUIET) }
    }

    /// Shows `share`, 0..1, unless it was shown a moment ago.
    pub fn show(&self, share: f64) {
        let mut due = self.due.lock().expect("no thread panics while it holds this");
        let now = now();
        if now < *due {
            return;
        }
        *due = now + if self.is_terminal { REWRITE } else { LOG };
        let elapsed = (now - self.start).as_secs_f64();
        let filled = (share * BAR_WIDTH as f64) as usize;
        let bar = "#".repeat(filled) + &".".repeat(BAR_WIDTH.saturating_sub(filled));
        let percent = share * 100.0;
        let left = elapsed * (1.0 - share) / share.max(1e-3);
        let message = format!("{}: [{bar}] {percent:.0} %, {left:.0} s left", self.name);
        show(&message, self.is_terminal);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if self.is_terminal {
            show("", true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shown_by_their_end() {
        assert_eq!(ending("a/name.json", 11), "a/name.json");
        assert_eq!(ending("a/name.json", 10), "…name.json");
        assert_eq!(ending("ä/näme.json", 10), "…näme.json");
        assert_eq!(ending("a/name.json", usize::MAX), "a/name.json");
    }
}
