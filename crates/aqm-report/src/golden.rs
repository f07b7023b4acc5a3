//! Golden digests: the digests of the scenarios of the repository. They are equal on every machine and in
//! every build of the simulator. The pictures of the scenarios come from the same runs.

use crate::digest_text;
use crate::picture;
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_scenario::model::Scenario;

/// Path of the file of digests, below the root of the repository.
pub const PATH: &str = "scenarios/golden/digests.json";

/// Path of the hash of the file of digests. It is in the crate, because the source package of Python holds the crates only.
pub const HASH_PATH: &str = "crates/aqm-report/src/golden-hash.txt";

/// Returns the name of the scenario at `path` in the file of digests; `path` is relative to `scenarios`, with
/// slashes. `None` for other files: the schemas, the digests, measurements, and the experiments of papers and
/// of the testbed, which are plans or take long.
pub fn name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".json")?;
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_other =
        ["golden/", "papers/", "validation/testbed/"].iter().any(|folder| name.starts_with(folder))
            || last.ends_with(".schema")
            || last == "measured";
    (!is_other).then_some(name)
}

/// Returns the version of the simulator: that of the program, and the hash of the digests. Programs of equal versions have
/// equal results.
pub fn version() -> String {
    [env!("CARGO_PKG_VERSION"), "+", include_str!("golden-hash.txt").trim_end()].concat()
}

/// Returns the hash of the text of the file of digests (FNV-1a), as text.
pub fn hash(digests: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    // Line ends differ between checkouts.
    let bytes = digests.bytes().filter(|byte| !byte.is_ascii_whitespace());
    digest_text(bytes.fold(0xcbf2_9ce4_8422_2325, step))
}

/// What the files hold of the run of a scenario to its end, for each lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Golden {
    /// Digests, in hexadecimal.
    pub digests: Vec<String>,
    /// Pictures ([`picture::of`]).
    pub pictures: Vec<String>,
}

impl Golden {
    /// Runs a scenario to its end.
    pub fn of(scenario: &Scenario) -> Golden {
        let mut experiment = Experiment::new(scenario.clone());
        experiment.advance(experiment.end());
        let lanes = experiment.lanes();
        Golden {
            digests: lanes.iter().map(|lane| digest_text(lane.digest())).collect(),
            pictures: lanes.iter().map(|lane| picture::of(lane.series())).collect(),
        }
    }
}

/// Returns the name of a scenario on the page; `None` if the page does not have it. The page has the scenarios that are in no folder,
/// and the challenges.
pub fn page_name(name: &str) -> Option<&str> {
    let name = name.strip_prefix("challenges/").unwrap_or(name);
    (!name.contains('/')).then_some(name)
}

/// Returns path and text of the file of digests, of its hash, and of the file of pictures, for these scenarios, each
/// with its name. The page has the scenarios for which [`page_name`] returns a name.
pub fn files(scenarios: &[(String, Scenario)]) -> [(&'static str, String); 3] {
    let runs: Vec<(&str, Golden)> =
        scenarios.iter().map(|(name, scenario)| (name.as_str(), Golden::of(scenario))).collect();
    let digests = runs.iter().map(|(name, run)| {
        let lanes = run.digests.iter().map(|digest| Value::string(digest.as_str())).collect();
        ((*name).to_owned(), Value::Array(lanes))
    });
    let digests = Value::object([("digests", Value::Object(digests.collect()))]).to_pretty();
    let of_page = runs.iter().filter_map(|(name, run)| Some((page_name(name)?, run)));
    let pictures = picture::text(of_page.map(|(name, run)| (name, run.pictures.as_slice())));
    let hash = hash(&digests) + "\n";
    [(PATH, digests), (HASH_PATH, hash), (picture::PATH, pictures)]
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_those_of_scenarios() {
        assert_eq!(name("pan-5tcp.json"), Some("pan-5tcp"));
        assert_eq!(name("validation/linux/a.json"), Some("validation/linux/a"));
        for other in [
            "scenario.schema.json",
            "plan.schema.json",
            "papers/novak-duk/vary-rtt.json",
            "golden/digests.json",
            "validation/linux/measured.json",
            "validation/testbed/a.json",
            "a.md",
        ] {
            assert_eq!(name(other), None);
        }
    }
}
