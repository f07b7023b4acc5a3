//! The experiments of Novak and Kasera, as their plans name them.

/// A reading of DUK and what is below the disciplines.
pub(crate) struct SetUp {
    /// Packets that leave the disciplines ahead of the link: the size of the device queue, or of the token bucket.
    pub(super) ahead: u64,
    /// Name of DUK in the rows.
    pub(super) name: &'static str,
}

/// The reading for a link without a device queue.
pub(crate) const BARE: SetUp = SetUp { ahead: 0, name: "duk" };

/// The likely testbed of the paper: algorithm 1 as the paper prints it, and behind it a token bucket or a network card that
/// holds 12 packets. The size is fitted to the paper's numbers. Both take packets from the discipline before the link sends them.
pub(crate) const TESTBED: SetUp = SetUp { ahead: 12, name: "duk printed" };

/// An experiment.
pub(crate) struct Experiment {
    /// Number of the experiment in the paper.
    pub(super) number: &'static str,
    pub(super) about: &'static str,
}

impl Experiment {
    /// Returns the name of its rows, which is that of its case.
    pub(super) fn at(&self) -> String {
        format!("{}: {}", self.number, self.about)
    }
}

const fn experiment(number: &'static str, about: &'static str) -> Experiment {
    Experiment { number, about }
}

/// All experiments of Table I.
pub(super) const DROP: &[Experiment] = &[
    experiment("1", "20 Mbit/s, 40 short flows"),
    experiment("2", "200 Mbit/s, 100 short flows, 1 ms"),
    experiment("3", "10 Mbit/s, 20 flows"),
    experiment("4", "10 Mbit/s, 25 and 100 ms"),
    experiment("5", "60 calls, random arrivals"),
    experiment("5", "60 calls, constant rates"),
    experiment("6", "1350 short and 9 bulk flows"),
];

/// The experiments of Table II.
pub(super) const MARK: &[Experiment] = DROP.first_chunk::<4>().expect("the first four");

/// The experiments of Fig 7.
pub(super) const COMPLETION: &[Experiment] = &[
    experiment("7a", "25 short flows, 25 ms"),
    experiment("7b", "25 short flows, 50 ms"),
    experiment("7c", "50 short beside 250 bulk flows"),
];
