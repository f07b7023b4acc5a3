//! packetdrill's scripts: Linux' own tests of a sender. They are not part of the repository, so the results of the last run are kept until a
//! run with the scripts replaces them.

use crate::document::{Node, document, list, optional_text, text};
use crate::{Error, Oracle, Sources};
use aqm_json::Value;
use aqm_packetdrill::{Verdict, check};
use aqm_papers::Goal;
use std::fs;
use std::path::Path;

/// Folders of packetdrill's `gtests/net/tcp` whose scripts test what the simulator models.
const FOLDERS: [&str; 8] = [
    "cubic",
    "cwnd_moderation",
    "ecn",
    "fast_recovery",
    "fast_retransmit",
    "limited_transmit",
    "sack",
    "slow_start",
];
/// Share of the scripts that must pass: 24 of 33.
const LEAST: f64 = 24.0 / 33.0;

/// Runs the scripts, if they are given. A reason that is known for a script stays as long as the script does not pass.
pub fn compute(sources: &Sources) -> Result<Node, Error> {
    let present = Oracle::Scripts.results(&sources.root)?;
    let present = list(&present.0, "scripts")?;
    let scripts = match &sources.scripts {
        Some(folder) => run_all(folder, present)?,
        None => present.to_vec(),
    };
    let passed = scripts.iter().map(|script| text(script, "result") == Ok("pass"));
    let goals = [Goal::count("scripts that pass", LEAST, passed)];
    Ok(document(&goals, [("scripts", Value::Array(scripts))]))
}

fn run_all(folder: &Path, present: &[Value]) -> Result<Vec<Value>, Error> {
    let mut paths = Vec::new();
    for name in FOLDERS {
        let folder = folder.join(name);
        for file in fs::read_dir(&folder).map_err(|error| Error::at(&folder, error))? {
            let path = file.map_err(|error| Error::at(&folder, error))?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(script) = file.strip_suffix(".pkt") {
                paths.push((format!("{name}/{script}"), path));
            }
        }
    }
    paths.sort();
    let run = |(name, path): (String, std::path::PathBuf)| {
        let script = fs::read_to_string(&path).map_err(|error| Error::at(&path, error))?;
        // The name of a set-up script is relative to a folder above the script.
        let mut missing = None;
        let setup = &mut |setup: &str| {
            let above = path.ancestors().skip(1).map(|above| above.join(setup));
            let found =
                above.filter(|path| path.is_file()).find_map(|path| fs::read_to_string(path).ok());
            if found.is_none() {
                missing.get_or_insert(setup.to_owned());
            }
            found
        };
        let verdict = check(&script, setup).verdict;
        // Without its set-up script a script tests something else. Its result must not replace the present one.
        if let Some(setup) = missing {
            let reason = format!(
                "its set-up script {setup} is in no folder above it. Give --scripts the folder gtests/net/tcp of a whole copy of packetdrill"
            );
            return Err(Error::at(&path, reason));
        }
        let (result, finding) = match verdict {
            Verdict::Pass => ("pass", None),
            Verdict::Fail(finding) => ("fail", Some(finding)),
            Verdict::Malformed(finding) => ("malformed", Some(finding)),
            Verdict::Unsupported(finding) => ("unsupported", Some(finding)),
        };
        let mut members = vec![
            ("name".to_owned(), Value::string(name.as_str())),
            ("result".to_owned(), Value::string(result)),
        ];
        if let Some(finding) = finding {
            let before = present.iter().find(|one| text(one, "name") == Ok(name.as_str()));
            let reason = before.and_then(|one| optional_text(one, "reason"));
            members.push(("line".to_owned(), Value::count(finding.line as u64)));
            members.push((
                "reason".to_owned(),
                Value::string(reason.unwrap_or(finding.message.as_str())),
            ));
        }
        Ok(Value::Object(members))
    };
    paths.into_iter().map(run).collect()
}
