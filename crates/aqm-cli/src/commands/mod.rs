//! One module a command.

mod capture;
pub mod check;
pub mod digest;
pub mod export;
mod flent;
pub mod generate;
pub mod grade;
pub mod import_trace;
pub mod open;
mod packet_file;
pub mod packetdrill;
pub mod parameters;
pub mod replay;
pub mod reproduce;
pub mod run;
pub mod story;
pub mod sweep;
pub mod testbed;
pub mod validate;

/// Reads a simulated time in s.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("expected a number above 0, up to 3600 s".to_owned()),
    }
}

/// Reads the start of a span of simulated time.
fn start(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number from 0 to 3600 s".to_owned()),
    }
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(seed) if seed < 1 << 53 => Ok(seed),
        _ => Err("expected a whole number from 0 to 2^53 - 1".to_owned()),
    }
}
