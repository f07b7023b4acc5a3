//! CHOKe. `tc` counts its thresholds in packets; min, max and burst as in RED.

use super::params::ChokeParams;
use crate::aqm::red::burst;
use crate::aqm::twins::{Place, TcTwin, Twins, tc_rate};

impl Twins for ChokeParams {
    const NAME: &'static str = "CHOKe";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let exact = [self.min, self.max]
            .map(|amount| place.amount_bytes(amount) / f64::from(place.env.mtu));
        let [min, max] = exact.map(|packets| packets.round() as u64);
        let limit = place.packets();
        if min == 0 || max >= limit {
            return Err(format!(
                "CHOKe: tc needs a lower threshold above 0 and an upper threshold below the buffer; they are {min} and {max} of {limit} packets."
            ));
        }
        let (burst, note) = burst(self.weight, min as f64, max as f64);
        let twin = TcTwin::new("choke")
            .limit_packets(place)
            .with("min", min)
            .with("max", max)
            .with("avpkt", place.env.mtu)
            .with("burst", burst)
            .with("probability", self.max_p)
            .with("bandwidth", tc_rate(place.env.rate))
            .either(self.ecn, "ecn", "")
            .note_if(exact != [min, max].map(|packets| packets as f64), || {
                "CHOKe: the thresholds are rounded to whole packets.".to_owned()
            })
            .note("CHOKe: the kernel averages in integer arithmetic.");
        Ok(match note {
            Some(note) => twin.note(note.replace("RED:", "CHOKe:")),
            None => twin,
        })
    }
}
