//! One deadline per flow in a tournament tree (Knuth, TAOCP vol. 3, section 5.4.1): a leaf for each
//! flow, and in each inner node the earlier one of its two children.
//!
//! A paced flow replaces its deadline with every segment. Here that takes one comparison for each
//! level of the tree: five for 20 flows. A timing wheel would link and unlink an entry each time.

use crate::packet::FlowId;
use crate::time::Time;

/// The deadlines. [`Time::NEVER`] means none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tournament {
    /// Node 1 is the root, and the children of node `n` are `2n` and `2n + 1`. The second half are the
    /// leaves. Empty before the first deadline.
    nodes: Vec<Time>,
}

impl Tournament {
    /// Returns the earliest deadline.
    pub(crate) fn next_time(&self) -> Time {
        self.nodes.get(1).map_or(Time::NEVER, |&root| root)
    }

    /// Returns the flow with the earliest deadline; of equal ones the lowest flow.
    pub(crate) fn first(&self) -> Option<FlowId> {
        if self.next_time() == Time::NEVER {
            return None;
        }
        let nodes = self.nodes.as_slice();
        let leaves = nodes.len() / 2;
        let mut node = 1;
        while node < leaves {
            let left = 2 * node;
            node = left + usize::from(nodes[left] != nodes[node]);
        }
        Some((node - leaves) as FlowId)
    }

    /// Replaces the deadline of a flow. Returns whether it changes.
    #[inline(always)]
    pub(crate) fn set(&mut self, flow: FlowId, time: Time) -> bool {
        let leaves = self.nodes.len() / 2;
        if flow as usize >= leaves {
            return time != Time::NEVER && self.grow(flow, time);
        }
        let nodes = self.nodes.as_mut_slice();
        let mut node = leaves + flow as usize;
        if nodes[node] == time {
            return false;
        }
        let mut earliest = time;
        while nodes[node] != earliest {
            nodes[node] = earliest;
            if node == 1 {
                break;
            }
            earliest = earliest.min(nodes[node ^ 1]);
            node /= 2;
        }
        true
    }

    /// Returns the size of the tree in bytes. It never shrinks.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Time>()
    }

    /// Makes room for `flow` and sets its deadline.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, flow: FlowId, time: Time) -> bool {
        let known = self.nodes.len() / 2;
        // At least two leaves, so that the root is no leaf.
        let leaves = (flow as usize + 1).next_power_of_two().max(2);
        let mut nodes = vec![Time::NEVER; 2 * leaves];
        nodes[leaves..leaves + known].copy_from_slice(&self.nodes[known..]);
        for node in (1..leaves).rev() {
            nodes[node] = nodes[2 * node].min(nodes[2 * node + 1]);
        }
        self.nodes = nodes;
        self.set(flow, time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares with a list that is searched.
        #[test]
        fn the_earliest_deadline_of_the_lowest_flow_is_first(
            steps in prop::collection::vec((0u32..70, 0u64..9), 1..200)
        ) {
            let mut tree = Tournament::default();
            let mut model = [Time::NEVER; 70];
            for (flow, time) in steps {
                // Many ties, and flows without a deadline.
                let time = if time == 0 { Time::NEVER } else { Time::from_nanos(time) };
                tree.set(flow, time);
                model[flow as usize] = time;
                let next = *model.iter().min().expect("it is not empty");
                prop_assert_eq!(tree.next_time(), next);
                let first = model.iter().position(|&time| time == next && time != Time::NEVER);
                prop_assert_eq!(tree.first(), first.map(|flow| flow as FlowId));
            }
        }
    }
}
