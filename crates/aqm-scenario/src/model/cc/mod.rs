//! Congestion controls: one file each, with parameters, limits, help and conversion for the simulator.
//!
//! To add an algorithm that the simulator has, write its file and add its `mod` and its line in
//! `congestion_controls!`. Run `npm run generate` then: schema, page, documentation and short names in
//! links follow.

mod aimd;
mod bbr;
mod bbr3;
mod bic;
mod cubic;
mod dctcp;
mod hstcp;
mod htcp;
mod illinois;
mod ledbat;
mod newreno;
mod prague;
mod reno;
mod sack;
mod scalable;
mod vegas;
mod veno;
mod westwood;
mod yeah;

use crate::schema::tagged;
use aqm_sim::cc::CcConfig;

macro_rules! congestion_controls {
    ($($json:literal => $Variant:ident($Record:ty),)+) => {
        tagged! {
            /// Congestion control of TCP senders: a name, or a name with parameters.
            #[derive(Copy)]
            pub enum CongestionControl by "kind" or word, later &[] => {
                $($json => $Variant($Record),)+
            }
        }

        impl CongestionControl {
            /// Returns the simulator's parameters. The value must have passed its checks.
            // Not inlined: several copies would make the page larger.
            #[inline(never)]
            pub(crate) fn config(&self) -> CcConfig {
                match self {
                    $(CongestionControl::$Variant(cc) => cc.config(),)+
                }
            }
        }
    };
}

// In the order in which the page offers them.
congestion_controls! {
    "cubic" => Cubic(cubic::Cubic),
    "newreno" => NewReno(newreno::NewReno),
    "hstcp" => Hstcp(hstcp::Hstcp),
    "scalable" => Scalable(scalable::Scalable),
    "htcp" => Htcp(htcp::Htcp),
    "bic" => Bic(bic::Bic),
    "vegas" => Vegas(vegas::Vegas),
    "dctcp" => Dctcp(dctcp::Dctcp),
    "bbr" => Bbr(bbr::Bbr),
    "aimd" => Aimd(aimd::Aimd),
    "ledbat" => Ledbat(ledbat::Ledbat),
    "reno" => Reno(reno::Reno),
    "sack" => Sack(sack::Sack),
    "prague" => Prague(prague::Prague),
    "westwood" => Westwood(westwood::Westwood),
    "illinois" => Illinois(illinois::Illinois),
    "yeah" => Yeah(yeah::Yeah),
    "veno" => Veno(veno::Veno),
    "bbr3" => Bbr3(bbr3::Bbr3),
}

impl Default for CongestionControl {
    fn default() -> Self {
        CongestionControl::Cubic(cubic::Cubic::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Reader;
    use crate::schema::Json as _;
    use aqm_json::Value;
    use aqm_sim::cc::CcKind;

    #[test]
    fn every_algorithm_of_the_simulator_has_a_name_in_scenarios_and_the_same_defaults() {
        // In any order: the page has one of its own.
        let mut simulated: Vec<_> = CcKind::ALL.iter().map(|kind| kind.name()).collect();
        let mut offered = CongestionControl::KINDS.names.to_vec();
        simulated.sort_unstable();
        offered.sort_unstable();
        assert_eq!(offered, simulated);
        for kind in CcKind::ALL {
            let mut reader = Reader::new("");
            let cc = CongestionControl::read(&Value::string(kind.name()), &mut reader);
            assert_eq!(cc.expect("the word is enough").config(), CcConfig::from(*kind));
        }
        assert_eq!(CongestionControl::default().config(), CcConfig::default());
    }
}
