//! Queue disciplines: one file each, with parameters, limits, help and conversion for the simulator.
//!
//! To add a discipline, write its file and add its `mod` and its line in `disciplines!`. Run
//! `npm run generate` then: schema, page, documentation and short names in links follow.

mod ared;
mod avq;
mod blue;
mod choke;
mod cobalt;
mod codel;
mod droptail;
mod dualpi2;
mod duk;
mod fq_codel;
mod fq_pie;
mod manual;
mod pi;
mod pi2;
mod pie;
mod red;
mod sfq;

use crate::schema::{Number, tagged};
use aqm_sim::aqm::AqmConfig;

macro_rules! disciplines {
    ($($json:literal => $Variant:ident($Record:ty),)+) => {
        tagged! {
            /// One lane: the queue discipline of the bottleneck.
            #[derive(Copy)]
            pub enum Queue by "kind", later &[] => { $($json => $Variant($Record),)+ }
        }

        impl Queue {
            /// Returns the simulator's parameters. The queue must have passed its checks.
            // Not inlined: several copies would make the page larger.
            #[inline(never)]
            pub(crate) fn config(&self) -> AqmConfig {
                match self {
                    $(Queue::$Variant(queue) => queue.config(),)+
                }
            }

            /// Returns the name of a kind where there is little room: "ARED" of "ared". `None`: there is no such kind.
            pub fn short_name(kind: &str) -> Option<&'static str> {
                match kind {
                    $($json => Some(<$Record as crate::schema::Record>::SHORT),)+
                    _ => None,
                }
            }
        }
    };
}

// In the order in which the page offers them.
disciplines! {
    "droptail" => DropTail(droptail::DropTail),
    "red" => Red(red::Red),
    "ared" => Ared(ared::Ared),
    "codel" => Codel(codel::Codel),
    "pie" => Pie(pie::Pie),
    "duk" => Duk(duk::Duk),
    "pi2" => Pi2(pi2::Pi2),
    "pi" => Pi(pi::Pi),
    "choke" => Choke(choke::Choke),
    "blue" => Blue(blue::Blue),
    "avq" => Avq(avq::Avq),
    "cobalt" => Cobalt(cobalt::Cobalt),
    "sfq" => Sfq(sfq::Sfq),
    "fqCodel" => FqCodel(fq_codel::FqCodel),
    "fqPie" => FqPie(fq_pie::FqPie),
    "dualpi2" => DualPi2(dualpi2::DualPi2),
    "manual" => Manual(manual::Manual),
}

/// A delay between 0.01 ms and `max` ms.
const fn delay_ms(max: f64) -> Number {
    Number::new("ms", 0.01, max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Json as _;

    #[test]
    fn each_discipline_of_the_simulator_can_be_configured() {
        let mut simulated: Vec<String> =
            AqmConfig::defaults().iter().map(|(name, _)| name.replace('_', "")).collect();
        let mut offered: Vec<String> =
            Queue::KINDS.names.iter().map(|name| name.to_lowercase()).collect();
        simulated.sort();
        offered.sort();
        assert_eq!(simulated, offered);
    }
}
