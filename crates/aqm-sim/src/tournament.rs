//! One deadline per flow in a tournament tree (Knuth, TAOCP vol. 3, section 5.4.1): a leaf for each
//! flow, and in each inner node the earliest one of its children.
//!
//! A paced flow replaces its deadline with every segment. Here that takes one pass over a group of
//! eight for each level of the tree: two levels for 20 flows, four for 1000. A timing wheel would link
//! and unlink an entry each time.

use crate::packet::FlowId;
use crate::time::Time;

/// Number of children of a node. Eight deadlines fill a cache line.
const WIDTH: usize = 8;

/// The deadlines of sibling nodes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Group([Time; WIDTH]);

impl Group {
    const EMPTY: Group = Group([Time::NEVER; WIDTH]);

    fn earliest(&self) -> Time {
        let [first, others @ ..] = self.0;
        others.into_iter().fold(first, Time::min)
    }
}

/// The deadlines. [`Time::NEVER`] means none.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The earliest deadline.
    next: Time,
    /// Group 0 is the top. Below member `m` of group `g` is group `8g + m + 1`. The groups from
    /// `first_leaves` on hold the deadlines of flows. Empty before the first deadline.
    groups: Vec<Group>,
    first_leaves: usize,
}

impl Default for Tournament {
    fn default() -> Self {
        Tournament { next: Time::NEVER, groups: Vec::new(), first_leaves: 0 }
    }
}

impl Tournament {
    /// Returns the earliest deadline.
    pub fn next_time(&self) -> Time {
        self.next
    }

    /// Returns the flow with the earliest deadline; of equal ones the lowest flow.
    pub fn first(&self) -> Option<FlowId> {
        if self.next == Time::NEVER {
            return None;
        }
        let mut group = 0;
        loop {
            let member = self.groups[group].0.iter().position(|&time| time == self.next)?;
            if group >= self.first_leaves {
                return Some(((group - self.first_leaves) * WIDTH + member) as FlowId);
            }
            group = group * WIDTH + member + 1;
        }
    }

    /// Replaces the deadline of a flow. Returns whether it changes.
    #[inline(always)]
    pub fn set(&mut self, flow: FlowId, time: Time) -> bool {
        let mut group = self.first_leaves + flow as usize / WIDTH;
        let mut member = flow as usize % WIDTH;
        if group >= self.groups.len() {
            return time != Time::NEVER && self.grow(flow, time);
        }
        let mut earliest = time;
        let groups = self.groups.as_mut_slice();
        if groups[group].0[member] == time {
            return false;
        }
        loop {
            let siblings = &mut groups[group];
            siblings.0[member] = earliest;
            earliest = siblings.earliest();
            if group == 0 {
                self.next = earliest;
                return true;
            }
            (group, member) = ((group - 1) / WIDTH, (group - 1) % WIDTH);
            if groups[group].0[member] == earliest {
                return true;
            }
        }
    }

    /// Returns the size of the tree in bytes. It never shrinks.
    pub fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group>()
    }

    /// Makes room for `flow` and sets its deadline.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, flow: FlowId, time: Time) -> bool {
        // Twice as many leaves each time, so that growing costs little per flow.
        let leaves = (flow as usize / WIDTH + 1).next_power_of_two();
        let mut first_leaves = 0;
        let mut row = 1;
        while row < leaves {
            first_leaves += row;
            row *= WIDTH;
        }
        let known = std::mem::take(&mut self.groups).split_off(self.first_leaves);
        *self = Tournament {
            groups: vec![Group::EMPTY; first_leaves + leaves],
            first_leaves,
            ..Tournament::default()
        };
        let times = known.iter().flat_map(|group| group.0);
        for (flow, time) in (0..).zip(times) {
            self.set(flow, time);
        }
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
