//! Checks the rates and flows of a whole scenario against the limits of a reader.

use crate::json::shown;
use crate::limits::Limits;
use crate::model::{Link, Schedule, Traffic};
use crate::problem::Reader;

/// Returns whether no link is too fast. Otherwise reports a problem at `step` from the reader's path, or at the link.
/// Links that are not faster than those `before` the change are not reported.
pub(crate) fn check_rates(
    link: &Link,
    before: f64,
    step: Option<&str>,
    reader: &mut Reader,
) -> bool {
    let (place, rate) = fastest(link);
    let most = reader.limits().link_mbps;
    if rate <= most.max(before) {
        return true;
    }
    let way_out = reader.limits().way_out(rate, Limits::FORMAT.link_mbps);
    let [rate, most] = [rate, most].map(shown);
    let message =
        ["reaches ", &rate, " Mbit/s; the page simulates at most ", &most, ". Lower it.", way_out];
    reader.at(step.unwrap_or(&place), |reader| reader.problem(message.concat()));
    false
}

/// Returns the highest rate of all links in Mbit/s.
pub(crate) fn fastest_mbps(link: &Link) -> f64 {
    fastest(link).1
}

/// Returns the place and the rate of the fastest link.
fn fastest(link: &Link) -> (String, f64) {
    let mut fastest = (".link.rateMbps".to_owned(), link.rate_mbps);
    let mut include = |place: String, rate: f64| {
        if rate > fastest.1 {
            fastest = (place, rate);
        }
    };
    let scheduled = link.schedule.as_ref().map_or(0.0, Schedule::largest_mbps);
    include(".link.schedule".to_owned(), scheduled);
    if let Some(reverse) = &link.reverse {
        include(".link.reverse.rateMbps".to_owned(), reverse.rate_mbps);
    }
    for (list, hops) in [("hopsBefore", &link.hops_before), ("hopsAfter", &link.hops_after)] {
        for (index, hop) in hops.iter().enumerate() {
            let index = shown(index as f64);
            include([".link.", list, "[", &index, "].rateMbps"].concat(), hop.rate_mbps);
        }
    }
    fastest
}

/// Returns the number of flows, users and sources of all groups.
pub(crate) fn flows(traffic: &[Traffic]) -> u64 {
    traffic.iter().map(|group| u64::from(group.config().flows())).sum()
}

/// Returns whether all groups together have at most as many flows as allowed, or as `before` the change. Otherwise
/// reports a problem at `step` from the reader's path.
pub(crate) fn check_flows(
    traffic: &[Traffic],
    before: u64,
    step: &str,
    reader: &mut Reader,
) -> bool {
    let (flows, most) = (flows(traffic), reader.limits().flows);
    if flows <= most.max(before) {
        return true;
    }
    let way_out = reader.limits().way_out(flows as f64, Limits::FORMAT.flows as f64);
    let [flows, most] = [flows, most].map(|count| shown(count as f64));
    let message =
        ["makes ", &flows, " flows; the page simulates at most ", &most, ". Lower flows.", way_out];
    reader.at(step, |reader| reader.problem(message.concat()));
    false
}
