//! Names and meanings of the numbers in probes that plots and tables list first. Disciplines share a number if its meaning and unit
//! are the same. A number of one discipline can stand in its folder instead ([`Inspect::OWN`](super::Inspect::OWN)).

use super::{Number, ProbeNumber, probe_numbers};

macro_rules! probe_numbers {
    ($($name:literal $unit:literal $label:literal $help:literal;)+) => {
        /// The numbers in the order in which menus offer them.
        pub const SHARED: &[ProbeNumber] = &[
            $(ProbeNumber { name: $name, unit: $unit, label: $label, help: $help },)+
        ];
    };
}

probe_numbers! {
    "dropProbability" "" "Drop probability" "Probability at which the discipline drops or marks an arriving packet. DualPI2 and PI2: of Classic packets. FQ-PIE: the largest of all queues.";
    "averageQueue" "packets" "Average queue" "Average queue length, which the discipline compares with its thresholds, in packets of the largest size.";
    "minThreshold" "packets" "Lower threshold" "Average queue below which no packet is dropped or marked.";
    "maxThreshold" "packets" "Upper threshold" "Average queue at which the probability reaches its maximum.";
    "maxProbability" "" "Maximum probability" "Probability at the upper threshold.";
    "sinceLastHit" "packets" "Packets since the last hit" "Packets since the last drop or mark; -1 below the lower threshold.";
    "matchedPairs" "" "Matched pairs" "Arriving packets that were dropped together with a waiting packet of their flow, so far.";
    "increases" "" "Increases" "How often the probability has risen so far.";
    "decreases" "" "Decreases" "How often the probability has fallen so far.";
    "frozenUntil" "s" "Frozen until" "Simulated time before which the probability does not change.";
    "virtualCapacity" "Mbit/s" "Virtual capacity" "Rate at which the virtual queue is served.";
    "virtualShare" "" "Virtual capacity as a share" "Virtual capacity divided by the rate of the link.";
    "virtualQueue" "bytes" "Virtual queue" "Length of the virtual queue.";
    "virtualBuffer" "bytes" "Virtual buffer" "Size of the virtual queue from which packets are dropped or marked.";
    "queue" "packets" "Sampled queue" "Queue length at the last sample.";
    "reference" "packets" "Reference" "Queue length that the controller keeps.";
    "gainA" "1/packet" "Gain a" "Gain of the present deviation from the reference.";
    "gainB" "1/packet" "Gain b" "Gain of the former deviation from the reference.";
    "baseProbability" "" "Base probability" "Output of the controller. Its square is the probability of Classic packets.";
    "classicProbability" "" "Classic probability" "Probability at which a Classic packet is dropped or marked.";
    "scalableProbability" "" "Scalable probability" "Probability at which a packet of a scalable sender is marked.";
    "coupledProbability" "" "Coupled probability" "Base probability times the coupling factor: that of L4S packets.";
    "estimatedDelay" "ms" "Estimated delay" "Queue delay at the last update of the probability, as the discipline estimates it.";
    "burstAllowance" "ms" "Burst allowance" "Time for which no packet is dropped yet.";
    "tuning" "" "Auto-tuning factor" "Factor of both gains of PIE: small while the probability is small.";
    "departureRate" "Mbit/s" "Departure rate" "Estimated rate at which packets leave the queue; only with the rate estimator.";
    "delay" "ms" "Measured delay" "Queue delay at the last update of the probability.";
    "utilization" "" "Measured utilization" "Utilization in the last interval, as the discipline measures it.";
    "capacity" "Mbit/s" "Measured capacity" "Rate of the link, as the discipline measures it.";
    "interval" "ms" "Interval" "Length of the present interval.";
    "dropping" "" "Dropping state" "1 in the dropping state, 0 otherwise.";
    "count" "drops" "Drop count" "Sets the time to the next drop: interval / sqrt(count). It grows with each drop, and a new dropping state may go on from the last one.";
    "lastSojourn" "ms" "Last sojourn time" "Sojourn time of the packet that was tested last.";
    "firstAbove" "s" "Dropping may start at" "Simulated time until which the delay must stay above the target before packets are dropped.";
    "nextDrop" "s" "Next drop at" "Simulated time at which the next drop is due.";
    "backlogged" "queues" "Queues with packets" "Queues of flows in which packets wait.";
    "new" "queues" "New queues" "Queues in the list of new flows, which is served first.";
    "old" "queues" "Old queues" "Queues in the list of old flows.";
    "dropping" "queues" "Dropping queues" "Queues in the dropping state.";
    "largestProbability" "" "Largest probability" "Largest drop probability of all queues.";
    "longest" "bytes" "Longest queue" "Backlog of the longest queue of a flow.";
    "longest" "packets" "Longest queue" "Backlog of the longest queue of a flow.";
    "oldest" "ms" "Longest wait" "Time for which the packet has waited that has waited longest.";
    "rehashes" "" "Rehashes" "How often the hash of flows to queues has changed so far.";
    "classicQueue" "packets" "Classic queue" "Packets in the Classic queue.";
    "l4sQueue" "packets" "L4S queue" "Packets in the L4S queue.";
    "classicHead" "ms" "Wait in the Classic queue" "Time for which the packet at the head of the Classic queue has waited.";
    "l4sHead" "ms" "Wait in the L4S queue" "Time for which the packet at the head of the L4S queue has waited.";
    "credit" "" "Credit" "Credit of the scheduler; at 0 and below the L4S queue is served first.";
}

impl ProbeNumber {
    /// Returns the entry of a number of [`Inspect::plotted`](super::Inspect::plotted).
    pub fn of(number: &Number) -> Option<&'static ProbeNumber> {
        probe_numbers().find(|of| of.name == number.name && of.unit == number.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aqm::tests::{Numbered, environment};
    use crate::aqm::{AnyProbe, Aqm, AqmConfig, Discipline as _, Inspect as _};
    use crate::time::Time;

    fn every_probe() -> Vec<(String, AnyProbe)> {
        let probe =
            |config| Aqm::<Numbered>::new(config, environment(), Time::ZERO).probe(Time::ZERO);
        AqmConfig::examples().iter().map(|(name, config)| (name.clone(), probe(config))).collect()
    }

    fn names(probe: &AnyProbe) -> Vec<(&'static str, &'static str)> {
        probe.plotted().into_iter().map(|number| (number.name, number.unit)).collect()
    }

    #[test]
    fn every_number_of_every_probe_is_named_once_and_no_other() {
        let used: Vec<_> = every_probe().iter().flat_map(|(_, probe)| names(probe)).collect();
        let known: Vec<_> = probe_numbers().map(|of| (of.name, of.unit)).collect();
        for number in &used {
            assert!(
                known.contains(number),
                "{number:?} is in no table: neither `Inspect::OWN` of its discipline nor the one above"
            );
        }
        for (index, number) in known.iter().enumerate() {
            assert!(used.contains(number), "{number:?} is in no probe");
            assert!(!known[..index].contains(number), "{number:?} is listed twice");
        }
    }

    #[test]
    fn labels_differ_within_a_discipline_and_help_is_a_sentence() {
        for (name, probe) in every_probe() {
            let mut labels: Vec<_> =
                probe.plotted().iter().map(|one| ProbeNumber::of(one).unwrap().label).collect();
            labels.sort_unstable();
            let all = labels.len();
            labels.dedup();
            assert_eq!(labels.len(), all, "{name}");
        }
        for of in probe_numbers() {
            assert!(of.help.ends_with('.') && of.label.starts_with(char::is_uppercase), "{of:?}");
        }
    }
}
