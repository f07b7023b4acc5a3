//! The real packets of a run as a capture.

use super::Row;
use crate::commands::capture::{CaptureFile, Seen, sightings};
use crate::failure::Failure;
use aqm_scenario::Scenario;
use aqm_sim::packet::Ecn;
use aqm_testbed::header::mark;
use aqm_testbed::outcome::Place;
use std::path::Path;

/// Opens the file.
pub(super) fn create(
    file: &Path,
    scenario: &Scenario,
    place: &Place,
) -> Result<CaptureFile, Failure> {
    let about = format!("seed {}; Linux {}, {}", scenario.seed, place.kernel, place.date);
    CaptureFile::new(file, scenario, &about)
}

/// Writes the packets of all lanes at their bottlenecks, in order of time. Each lane starts at time zero.
pub(super) fn write(mut out: CaptureFile, rows: &[Row]) -> Result<(), Failure> {
    let mut all = Vec::new();
    for (number, Row { outcome, .. }) in rows.iter().enumerate() {
        for (index, (row, _)) in outcome.packets.iter().enumerate() {
            all.extend(sightings(row).map(|(at, seen)| (at, outcome.lane, number, index, seen)));
        }
    }
    // The sort is stable: packets of equal times keep the order of their arrival.
    all.sort_by_key(|&(at, lane, ..)| (at, lane));
    for (at, lane, number, index, seen) in all {
        let outcome = &rows[number].outcome;
        let row = &outcome.packets[index].0;
        let mut head = outcome.heads.of(index, row.bytes).to_vec();
        // The first bytes are those on arrival: the discipline has marked the packet since.
        if seen != Seen::Before && row.ecn == Ecn::Ce {
            mark(&mut head);
        }
        let written = out.put(lane, (at, seen), row, &head, row.bytes);
        written.map_err(|error| out.failure(error))?;
    }
    out.finish()
}
