//! Data files of Flent, of the runs of `aqm run` and `aqm testbed`.

use crate::failure::Failure;
use crate::output::Output;
use aqm_export::flent::{Recording, Source, data_file};
use aqm_scenario::Scenario;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The end of the names that Flent reads.
const ENDING: &str = ".flent.gz";

/// Reads the name of a file.
pub fn name(text: &str) -> Result<PathBuf, String> {
    if text.ends_with(ENDING) {
        Ok(PathBuf::from(text))
    } else {
        Err(format!("expected a name that ends with {ENDING}: Flent reads no other"))
    }
}

/// Returns the file of a lane: the given one, or with several lanes NAME-0.flent.gz, NAME-1.flent.gz and so on.
fn file_of(file: &Path, lane: usize, is_alone: bool) -> PathBuf {
    if is_alone {
        return file.to_owned();
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{}-{lane}{ENDING}", name.trim_end_matches(ENDING)))
}

/// Returns the files of these lanes; none without the option.
pub fn files(file: Option<&Path>, lanes: Range<usize>) -> Vec<PathBuf> {
    let Some(file) = file else { return Vec::new() };
    let is_alone = lanes.len() == 1;
    lanes.map(|lane| file_of(file, lane, is_alone)).collect()
}

/// Opens the files of all lanes, before anything is computed.
pub fn open(files: &[PathBuf]) -> Result<Vec<Output>, Failure> {
    let open = |file: &PathBuf| Output::open(file).map_err(|error| Failure::file(file, error));
    files.iter().map(open).collect()
}

/// Writes the file of a lane.
pub fn write(
    mut file: Output,
    scenario: &Scenario,
    lane: usize,
    recording: Recording<'_>,
    source: Source<'_>,
) -> Result<(), Failure> {
    let text = data_file(scenario, lane, recording, source, env!("CARGO_PKG_VERSION"));
    let compressed = || {
        // Without a time, so that equal runs make equal files.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes())?;
        encoder.finish()
    };
    let written = compressed().and_then(|bytes| file.write_all(&bytes));
    written.map_err(|error| file.failure(error))?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_several_lanes_has_its_number_in_the_name() {
        let file = Path::new("out/run.flent.gz");
        assert_eq!(file_of(file, 1, true), file);
        assert_eq!(file_of(file, 1, false), Path::new("out/run-1.flent.gz"));
        assert_eq!(file_of(Path::new(ENDING), 0, false), Path::new("-0.flent.gz"));
        assert!(name("run.json").is_err() && name("a.flent.gz").is_ok());
    }
}
