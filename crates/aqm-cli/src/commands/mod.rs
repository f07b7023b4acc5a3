//! One module a command.

pub mod check;
pub mod digest;
pub mod generate;
pub mod packetdrill;
pub mod parameters;
pub mod replay;
pub mod reproduce;
pub mod run;
pub mod sweep;

/// A simulated time in s on the command line.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("must be more than 0 and at most 3600 s".to_owned()),
    }
}

/// A seed on the command line.
fn seed(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(seed) if seed < 1 << 53 => Ok(seed),
        _ => Err("must be a whole number between 0 and 2^53 - 1".to_owned()),
    }
}
