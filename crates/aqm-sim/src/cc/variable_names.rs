//! Names, units and meanings of what congestion controls report of their inner state, for readers.

use super::Variable;

/// A value of [`Variable`] for readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableName {
    /// Name, as in [`Variable::name`].
    pub name: &'static str,
    /// Unit, as in [`Variable::unit`].
    pub unit: &'static str,
    /// Name for readers.
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
}

macro_rules! variable_names {
    ($($name:literal $unit:literal $label:literal $help:literal;)+) => {
        /// The values that have a name for readers. All others go by their names in the source of their algorithm.
        pub const VARIABLE_NAMES: &[VariableName] =
            &[$(VariableName { name: $name, unit: $unit, label: $label, help: $help },)+];
    };
}

variable_names! {
    "W_max" "segments" "W_max" "Window at the plateau of the cubic curve: about the window before the last reduction.";
    "K in seconds" "s" "K" "Time from the start of the cubic curve to its plateau.";
    "tcp_cwnd" "segments" "Reno-friendly window" "Window that Reno would have; CUBIC never stays below it.";
    "delay_min" "us" "Smallest RTT" "Smallest round-trip time that CUBIC has seen.";
    "mode" "" "State" "State of BBR: 0 startup, 1 drain, 2 probe bandwidth, 3 probe RTT.";
    "bw" "segments/us / 2^24" "Bandwidth filter" "Largest delivery rate of the last ten round trips.";
    "min_rtt" "us" "RTT filter" "Smallest round-trip time of the last 10 s.";
    "pg" "1/256" "Pacing gain" "Pacing rate divided by the estimated bandwidth.";
    "cg" "1/256" "Window gain" "Window divided by the estimated bandwidth-delay product.";
    "full" "" "Pipe is full" "1 once the bandwidth has stopped growing in startup.";
    "state" "" "State" "State of BBRv3: 0 startup, 1 drain, 2 down, 3 cruise, 4 refill, 5 up, 6 probe RTT.";
    "max_bw" "Mbit/s" "Bandwidth filter" "Largest delivery rate of the last two cycles of probing.";
    "bw" "Mbit/s" "Bandwidth in use" "Bandwidth filter, bounded by the losses of the present cycle.";
    "min_rtt" "ms" "RTT filter" "Smallest round-trip time of the last 10 s.";
    "bw_shortterm" "Mbit/s" "Short-term bound of the rate" "Bound of the bandwidth after losses in the present cycle.";
    "inflight_shortterm" "segments" "Short-term bound in flight" "Bound of what is in flight after losses in the present cycle.";
    "inflight_longterm" "segments" "Long-term bound in flight" "Most in flight that caused few losses when it was probed.";
    "alpha" "" "Alpha" "Moving average of the share of marked packets; a reduction takes half of it off the window.";
    "alpha" "1/1024" "Alpha" "Moving average of the share of marked packets; a reduction takes half of it off the window.";
    "virtualRtt" "ms" "Virtual RTT" "Round-trip time that the growth of the window assumes, so that short paths do not win.";
    "base delay" "ms" "Base delay" "Smallest one-way delay of the last minutes.";
    "queuing delay" "ms" "Queueing delay" "One-way delay above the base delay, which LEDBAT keeps at its target.";
}

impl VariableName {
    /// Returns the entry of a variable; `None` for one that goes by its name in the source.
    pub fn of(variable: &Variable) -> Option<&'static VariableName> {
        VARIABLE_NAMES.iter().find(|of| of.name == variable.name && of.unit == variable.unit)
    }
}

impl Variable {
    /// Returns the value in a unit for readers, and that unit. `packet_bytes` is the size of an IP packet with a full segment.
    pub fn for_readers(&self, packet_bytes: u32) -> (f64, &'static str) {
        let bits = f64::from(packet_bytes) * 8.0;
        match self.unit {
            "us" => (self.value / 1e3, "ms"),
            "bytes/s" => (self.value * 8.0 / 1e6, "Mbit/s"),
            "segments/us / 2^24" => (self.value * bits / f64::from(1 << 24), "Mbit/s"),
            "1/256" => (self.value / 256.0, ""),
            "1/1024" => (self.value / 1024.0, ""),
            "1/1024 s" => (self.value / 1024.0, "s"),
            unit => (self.value, unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_kernels_become_units_for_readers() {
        let of = |value, unit| Variable { name: "x", unit, value }.for_readers(1500);
        assert_eq!(of(40_000.0, "us"), (40.0, "ms"));
        assert_eq!(of(1_250_000.0, "bytes/s"), (10.0, "Mbit/s"));
        // One segment of 1500 bytes every 1200 us is 10 Mbit/s.
        let (rate, unit) = of(f64::from(1 << 24) / 1200.0, "segments/us / 2^24");
        assert!((rate - 10.0).abs() < 1e-9 && unit == "Mbit/s");
        assert_eq!(of(320.0, "1/256"), (1.25, ""));
        assert_eq!(of(512.0, "1/1024"), (0.5, ""));
        assert_eq!(of(7.0, "segments"), (7.0, "segments"));
    }

    #[test]
    fn names_are_unique_and_help_is_a_sentence() {
        for (index, of) in VARIABLE_NAMES.iter().enumerate() {
            let is_same = |other: &&VariableName| other.name == of.name && other.unit == of.unit;
            assert!(!VARIABLE_NAMES[..index].iter().any(|other| is_same(&other)), "{of:?}");
            assert!(of.help.ends_with('.'), "{of:?}");
        }
    }
}
