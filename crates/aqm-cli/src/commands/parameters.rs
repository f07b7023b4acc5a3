//! `aqm parameters`: the table of parameters, in the terminal.

use crate::failure::Failure;
use std::io::Write;

#[derive(clap::Args)]
pub struct Options {
    /// Parameter or group of parameters, such as queues.codel.targetMs, queues.codel or link; all if
    /// left out.
    path: Option<String>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let path = options.path.as_deref().unwrap_or_default();
    let text = aqm_generate::help(path).ok_or_else(|| {
        Failure::Usage(format!(
            "there is no parameter {path}; expected a path such as queues.codel, link.rateMbps or traffic.bulk"
        ))
    })?;
    Ok(out.write_all(text.as_bytes())?)
}
