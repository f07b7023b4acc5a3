//! Checks the rates and flows of a whole scenario against the limits of a reader. Only the page limits them, so it names the command
//! as a way out.

use crate::model::{Link, Schedule, Traffic};
use crate::problem::Reader;
use aqm_json::shown;
use aqm_sim::config::MAX_OTHER_HOPS;

const BEFORE: [&str; MAX_OTHER_HOPS] = [
    ".link.hopsBefore[0].rateMbps",
    ".link.hopsBefore[1].rateMbps",
    ".link.hopsBefore[2].rateMbps",
];
const AFTER: [&str; MAX_OTHER_HOPS] =
    [".link.hopsAfter[0].rateMbps", ".link.hopsAfter[1].rateMbps", ".link.hopsAfter[2].rateMbps"];

/// Returns whether no link is too fast. Otherwise reports a problem at `step` from the reader's path, or at the link.
/// Links that are not faster than those `before` the change are not reported.
pub fn check_rates(link: &Link, before: f64, step: Option<&str>, reader: &mut Reader) -> bool {
    let (place, rate) = fastest(link);
    let most = reader.limits().link_mbps;
    let texts = ["reaches ", " Mbit/s", ". Lower it."];
    rate <= most.max(before) || refuse(step.unwrap_or(place), texts, [rate, most], reader)
}

/// Returns the highest rate of all links in Mbit/s.
pub fn fastest_mbps(link: &Link) -> f64 {
    fastest(link).1
}

/// Returns the place and the rate of the fastest link.
fn fastest(link: &Link) -> (&'static str, f64) {
    let mut fastest = (".link.rateMbps", link.rate_mbps);
    let mut include = |place: &'static str, rate: f64| {
        if rate > fastest.1 {
            fastest = (place, rate);
        }
    };
    include(".link.schedule", link.schedule.as_ref().map_or(0.0, Schedule::largest_mbps));
    include(".link.reverse.rateMbps", link.reverse.as_ref().map_or(0.0, |link| link.rate_mbps));
    for (places, hops) in [(BEFORE, &link.hops_before), (AFTER, &link.hops_after)] {
        for (place, hop) in places.into_iter().zip(hops) {
            include(place, hop.rate_mbps);
        }
    }
    fastest
}

/// Returns the number of flows, users and sources of all groups.
pub fn flows(traffic: &[Traffic]) -> u64 {
    traffic.iter().map(|group| u64::from(group.config().flows())).sum()
}

/// Returns whether all groups together have at most as many flows as allowed, or as `before` the change. Otherwise
/// reports a problem at `step` from the reader's path.
pub fn check_flows(traffic: &[Traffic], before: u64, step: &str, reader: &mut Reader) -> bool {
    let (flows, most) = (flows(traffic), reader.limits().flows);
    let texts = ["makes ", " flows", ". Lower flows."];
    flows <= most.max(before) || refuse(step, texts, [flows as f64, most as f64], reader)
}

/// Reports that a number is above a limit of the page. Returns false.
#[inline(never)]
fn refuse(step: &str, texts: [&str; 3], numbers: [f64; 2], reader: &mut Reader) -> bool {
    let ([verb, unit, cure], [number, most]) = (texts, numbers.map(shown));
    let [page, command] = ["; the page simulates at most ", " Or run it with the command aqm."];
    let message = [verb, &number, unit, page, &most, cure, command].concat();
    reader.at(step, |reader| reader.problem(message));
    false
}
