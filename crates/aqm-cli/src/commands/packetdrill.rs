//! `aqm packetdrill`: runs Linux' sender tests against the simulated sender.

use crate::failure::Failure;
use crate::input;
use crate::names::visible;
use aqm_packetdrill::{Finding, Verdict, check};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// No script is nearly as long.
const MAX_SCRIPT_BYTES: u64 = 1 << 20;

#[derive(clap::Args)]
pub struct Options {
    /// Scripts. Set-up scripts that they name are looked for beside them and in the directories
    /// above.
    #[arg(required = true, value_name = "SCRIPT")]
    scripts: Vec<PathBuf>,
    /// Print every packet that arrives and leaves.
    #[arg(long)]
    trace: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let (mut passed, mut failed, mut unsupported) = (0, 0, 0);
    let mut unreadable = Vec::new();
    for script in &options.scripts {
        let name = visible(&script.to_string_lossy());
        let text = match input::read_text_up_to(script, MAX_SCRIPT_BYTES) {
            Ok(text) => text,
            Err(error) => {
                unreadable.push((name, error));
                continue;
            }
        };
        let report = check(&text, &mut |setup| find_setup(script, setup));
        if options.trace {
            let mut lines = report.trace.iter().map(|line| visible(line));
            lines.try_for_each(|line| writeln!(out, "    {line}"))?;
        }
        let mut say = |count: &mut u32, word: &str, finding: &Finding| {
            *count += 1;
            writeln!(out, "{word:<11} {name}:{}: {}", finding.line, visible(&finding.message))
        };
        match &report.verdict {
            Verdict::Pass => {
                passed += 1;
                writeln!(out, "{:<11} {name}", "pass")?;
            }
            Verdict::Fail(finding) => say(&mut failed, "FAIL", finding)?,
            Verdict::Malformed(finding) => say(&mut failed, "MALFORMED", finding)?,
            Verdict::Unsupported(finding) => say(&mut unsupported, "unsupported", finding)?,
        }
    }
    writeln!(out, "{passed} passed, {failed} failed, {unsupported} unsupported")?;
    if !unreadable.is_empty() {
        Err(Failure::Files(unreadable, Vec::new()))
    } else if failed > 0 {
        Err(Failure::Finding)
    } else {
        Ok(())
    }
}

/// The text of a set-up script. Its name is relative to where the test is usually started from:
/// somewhere above the script.
fn find_setup(script: &Path, setup: &str) -> Option<String> {
    let script = fs::canonicalize(script).ok()?;
    let found = script.ancestors().skip(1).map(|above| above.join(setup)).find(|p| p.is_file())?;
    input::read_text_up_to(&found, MAX_SCRIPT_BYTES).ok()
}
