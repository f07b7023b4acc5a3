//! The parameters of an operating point, with their names, units and limits.

use aqm_json::answer;

/// A parameter of the operating point, each with a slider and an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// Gain on the distance to the target, 1/s.
    Alpha,
    /// Gain on the change of the delay, 1/s.
    Beta,
    /// T: time between updates, ms.
    Update,
    /// R: round-trip time with the queue delay, ms.
    Rtt,
    /// N: number of flows.
    Flows,
    /// C: rate of the link, Mbit/s.
    Rate,
    /// p0: drop probability at equilibrium, 0..1.
    Probability,
    /// Queue delay that the controller aims at, ms. The theory does not depend on it.
    Target,
    /// Size of the packets, bytes.
    PacketBytes,
    /// a of PI: gain on the queue length now, per packet.
    GainA,
    /// b of PI: gain on the queue length at the last update, per packet.
    GainB,
    /// Updates of PI per second.
    Samples,
    /// Number of flows for which PI computes its gains.
    DesignFlows,
    /// Round-trip time for which PI computes its gains, ms.
    DesignRtt,
    /// Queue length that PI aims at, packets.
    Reference,
}

answer! {
    /// A parameter: its unit, the values that are accepted, and the ends of its slider and axis.
    pub struct About {
        /// Its name in settings.
        "name" name: &'static str,
        /// Its symbol in the theory.
        "symbol" symbol: &'static str,
        /// Its unit; empty for counts and shares.
        "unit" unit: &'static str,
        /// Accepted values.
        "limits" limits: [f64; 2],
        /// Ends of sliders and axes.
        "axis" axis: [f64; 2],
        /// The paper's value.
        "standard" standard: f64,
    }
}

impl Parameter {
    /// All of them.
    pub const ALL: [Parameter; 15] = [
        Parameter::Alpha,
        Parameter::Beta,
        Parameter::Update,
        Parameter::Rtt,
        Parameter::Flows,
        Parameter::Rate,
        Parameter::Probability,
        Parameter::Target,
        Parameter::PacketBytes,
        Parameter::GainA,
        Parameter::GainB,
        Parameter::Samples,
        Parameter::DesignFlows,
        Parameter::DesignRtt,
        Parameter::Reference,
    ];

    /// The limits are those of scenarios, but above zero. The standards are those of Pan and others 2013: alpha, beta, T and the target of
    /// section IV, R of section V, and N and C of Fig. 7, because section V gives none. Those of PI are from Hollot and others 2001,
    /// section 5.
    pub fn about(self) -> About {
        let about = |name, symbol, unit, limits, axis, standard| About {
            name,
            symbol,
            unit,
            limits,
            axis,
            standard,
        };
        match self {
            Parameter::Alpha => about("alpha", "alpha", "1/s", [1e-4, 100.0], [1e-3, 10.0], 0.125),
            Parameter::Beta => about("beta", "beta", "1/s", [1e-3, 100.0], [1e-2, 100.0], 1.25),
            Parameter::Update => about("updateMs", "T", "ms", [1.0, 1000.0], [1.0, 300.0], 30.0),
            Parameter::Rtt => about("rttMs", "R", "ms", [1.0, 2000.0], [5.0, 1000.0], 100.0),
            Parameter::Flows => about("flows", "N", "", [1.0, 1000.0], [1.0, 1000.0], 100.0),
            Parameter::Rate => {
                about("rateMbps", "C", "Mbit/s", [0.1, 10_000.0], [1.0, 1000.0], 100.0)
            }
            Parameter::Probability => {
                about("probability", "p0", "", [1e-6, 1.0], [1e-5, 1.0], 0.0128)
            }
            Parameter::Target => {
                about("targetMs", "the target", "ms", [0.01, 1000.0], [1.0, 100.0], 20.0)
            }
            Parameter::PacketBytes => about(
                "packetBytes",
                "the packet size",
                "bytes",
                [100.0, 1500.0],
                [100.0, 1500.0],
                1000.0,
            ),
            Parameter::GainA => {
                about("gainA", "a", "1/packet", [1e-9, 1.0], [1e-6, 1e-2], 1.822e-5)
            }
            Parameter::GainB => {
                about("gainB", "b", "1/packet", [1e-9, 1.0], [1e-6, 1e-2], 1.816e-5)
            }
            Parameter::Samples => about(
                "samplesPerS",
                "the sampling frequency",
                "1/s",
                [1.0, 1000.0],
                [10.0, 1000.0],
                160.0,
            ),
            Parameter::DesignFlows => {
                about("designFlows", "the design N", "", [1.0, 100_000.0], [1.0, 1000.0], 60.0)
            }
            Parameter::DesignRtt => {
                about("designRttMs", "the design R", "ms", [1.0, 10_000.0], [10.0, 1000.0], 246.7)
            }
            Parameter::Reference => about(
                "referencePackets",
                "the reference",
                "packets",
                [1.0, 100_000.0],
                [1.0, 1000.0],
                175.0,
            ),
        }
    }

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns the parameter with this name.
    pub fn find(name: &str) -> Option<Parameter> {
        Parameter::ALL.into_iter().find(|parameter| parameter.name() == name)
    }

    /// Returns all parameters for the page.
    pub fn list() -> Vec<About> {
        Parameter::ALL.map(Parameter::about).into()
    }
}
