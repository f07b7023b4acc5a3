//! Acknowledgements on their way: a timing wheel (Varghese and Lauck, 1987).
//!
//! Most of what is pending at any time are acknowledgements, and all of them arrive within about
//! one round-trip time. So the near future is cut into slots, each with an unsorted list; only the
//! earliest slot that is not empty is kept sorted. A push and a pop cost the same however many
//! flows there are, and however different their round-trip times.

use crate::packet::{Ack, FlowId, MAX_SACK_BLOCKS, SackBlock};
use crate::tcp::PlainAck;
use crate::time::{Span, Time};

/// Slots of the wheel: a power of two.
const SLOTS: u64 = 2048;
const WORD_BITS: u64 = u64::BITS as u64;
const WORDS: u64 = SLOTS / WORD_BITS;
const NONE: u32 = u32::MAX;

/// An acknowledgement and what orders it: time, then flow, then sequence within the flow.
#[derive(Clone, Copy, Debug)]
struct Node {
    time: Time,
    flow: FlowId,
    sequence: u32,
    /// Next node of the slot's list, or of the free list.
    next: u32,
    /// Place of what is not plain in it, or [`NONE`].
    extras: u32,
    plain: PlainAck,
}

/// What most acknowledgements have not.
#[derive(Clone, Copy, Debug)]
struct Extras {
    sacks: [SackBlock; MAX_SACK_BLOCKS],
    ece: bool,
    dsack: bool,
    /// Next of the free list.
    next: u32,
}

/// A node of the sorted slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    time: Time,
    flow: FlowId,
    sequence: u32,
    node: u32,
}

/// The wheel. Times are whole numbers of slots times 2^`shift` ns; slot numbers are taken modulo
/// [`SLOTS`], which is unique because everything pending lies within one turn from now.
#[derive(Clone, Debug)]
pub(super) struct AckWheel {
    shift: u32,
    /// First node of each slot's list.
    heads: Box<[u32; SLOTS as usize]>,
    /// One bit for each slot with a list.
    occupied: [u64; WORDS as usize],
    nodes: Vec<Node>,
    free: u32,
    extras: Vec<Extras>,
    free_extras: u32,
    /// Number of the sorted slot: the earliest one with anything in it.
    open_slot: u64,
    /// What it holds, latest first.
    open: Vec<Entry>,
    next_time: Time,
}

impl AckWheel {
    /// A wheel for acknowledgements that arrive within `reach`.
    pub(super) fn new(reach: Span) -> Self {
        AckWheel {
            shift: shift_for(reach),
            heads: Box::new([NONE; SLOTS as usize]),
            occupied: [0; WORDS as usize],
            nodes: Vec::new(),
            free: NONE,
            extras: Vec::new(),
            free_extras: NONE,
            open_slot: 0,
            open: Vec::new(),
            next_time: Time::NEVER,
        }
    }

    /// When the next one arrives; [`Time::NEVER`] if there is none.
    pub(super) fn next_time(&self) -> Time {
        self.next_time
    }

    /// Flow and sequence of the next one.
    pub(super) fn next_key(&self) -> Option<(FlowId, u32)> {
        self.open.last().map(|entry| (entry.flow, entry.sequence))
    }

    /// Whether an arrival at `time` fits into the turn that starts `now`.
    pub(super) fn reaches(&self, time: Time, now: Time) -> bool {
        (time.nanos() >> self.shift) - (now.nanos() >> self.shift) < SLOTS
    }

    /// Widens the slots if `reach` asks for it. Everything pending stays.
    pub(super) fn extend(&mut self, reach: Span, now: Time) {
        let shift = shift_for(reach);
        if shift <= self.shift {
            return;
        }
        let mut wider = AckWheel { shift, ..AckWheel::new(reach) };
        while let Some((flow, node)) = self.pop() {
            let Node { time, sequence, .. } = *self.node(node);
            let ack = self.ack(node);
            wider.push(time, flow, sequence, &ack, now);
            self.release(node);
        }
        *self = wider;
    }

    /// Adds one. It must be [within reach](Self::reaches).
    pub(super) fn push(&mut self, time: Time, flow: FlowId, sequence: u32, ack: &Ack, now: Time) {
        debug_assert!(self.reaches(time, now));
        let extras = self.keep_extras(ack);
        let plain = PlainAck { next: ack.next, echo: ack.echo, window: ack.window };
        self.add(Node { time, flow, sequence, next: NONE, extras, plain });
    }

    /// Adds one without anything but its numbers.
    #[inline]
    pub(super) fn push_plain(&mut self, time: Time, flow: FlowId, sequence: u32, plain: PlainAck) {
        self.add(Node { time, flow, sequence, next: NONE, extras: NONE, plain });
    }

    fn add(&mut self, new: Node) {
        let Node { time, flow, sequence, .. } = new;
        let node = self.allocate(new);
        let slot = time.nanos() >> self.shift;
        if slot > self.open_slot && !self.open.is_empty() {
            return self.link(slot, node);
        }
        if slot != self.open_slot {
            // The earliest slot is another one now; the former one goes back.
            for index in 0..self.open.len() {
                self.link(self.open_slot, self.open[index].node);
            }
            self.open.clear();
            self.open_slot = slot;
        }
        self.sort_in(Entry { time, flow, sequence, node });
    }

    /// Takes the next one out. Its node stays readable until it is released.
    pub(super) fn pop(&mut self) -> Option<(FlowId, u32)> {
        let Entry { flow, node, .. } = self.open.pop()?;
        match self.open.last() {
            Some(entry) => self.next_time = entry.time,
            None => self.open_next_slot(),
        }
        Some((flow, node))
    }

    /// The acknowledgement in a node that was popped, if its numbers are all there is to it.
    #[inline]
    pub(super) fn plain(&self, node: u32) -> Option<PlainAck> {
        let node = self.node(node);
        (node.extras == NONE).then_some(node.plain)
    }

    /// The acknowledgement in a node that was popped.
    pub(super) fn ack(&self, node: u32) -> Ack {
        let Node { plain, extras, .. } = self.node(node);
        let PlainAck { next, echo, window } = *plain;
        match self.extras.get(*extras as usize) {
            Some(&Extras { sacks, ece, dsack, .. }) => {
                Ack { next, sacks, echo, ece, dsack, window }
            }
            None => Ack { next, echo, window, ..Ack::default() },
        }
    }

    /// Gives a popped node back.
    #[inline]
    pub(super) fn release(&mut self, node: u32) {
        let released = &mut self.nodes[node as usize];
        released.next = self.free;
        self.free = node;
        let index = released.extras;
        if let Some(extras) = self.extras.get_mut(index as usize) {
            extras.next = self.free_extras;
            self.free_extras = index;
        }
    }

    /// Stores what is not plain in `ack`.
    fn keep_extras(&mut self, ack: &Ack) -> u32 {
        let Ack { sacks, ece, dsack, .. } = *ack;
        if ack.sacks[0].start == ack.sacks[0].end && !ece && !dsack {
            return NONE;
        }
        let kept = Extras { sacks, ece, dsack, next: NONE };
        let index = self.free_extras;
        match self.extras.get_mut(index as usize) {
            Some(place) => {
                self.free_extras = place.next;
                *place = kept;
                index
            }
            None => {
                self.extras.push(kept);
                (self.extras.len() - 1) as u32
            }
        }
    }

    fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    fn allocate(&mut self, node: Node) -> u32 {
        let index = self.free;
        match self.nodes.get_mut(index as usize) {
            Some(free) => {
                self.free = free.next;
                *free = node;
                index
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    fn link(&mut self, slot: u64, node: u32) {
        let index = (slot % SLOTS) as usize;
        self.nodes[node as usize].next = self.heads[index];
        self.heads[index] = node;
        self.occupied[index / 64] |= 1 << (index % 64);
    }

    /// Into the open slot. Lists are mostly met latest first, so this is mostly a push.
    fn sort_in(&mut self, entry: Entry) {
        if self.open.last().is_none_or(|last| entry < *last) {
            self.open.push(entry);
            self.next_time = entry.time;
        } else {
            let index = self.open.partition_point(|other| *other > entry);
            self.open.insert(index, entry);
        }
    }

    fn open_next_slot(&mut self) {
        let Some(slot) = self.next_occupied() else {
            self.next_time = Time::NEVER;
            return;
        };
        let index = (slot % SLOTS) as usize;
        self.open_slot = slot;
        self.occupied[index / 64] &= !(1 << (index % 64));
        let mut node = std::mem::replace(&mut self.heads[index], NONE);
        while node != NONE {
            let Node { time, flow, sequence, next, .. } = *self.node(node);
            self.sort_in(Entry { time, flow, sequence, node });
            node = next;
        }
    }

    /// The first slot with a list after the open one.
    fn next_occupied(&self) -> Option<u64> {
        let start = self.open_slot + 1;
        let mut index = start % SLOTS / WORD_BITS;
        let mut word = self.occupied[index as usize] & (u64::MAX << (start % WORD_BITS));
        // The word that is looked at first is looked at again at last, for what lies before it.
        for _ in 0..=WORDS {
            if word != 0 {
                let slot = index * WORD_BITS + u64::from(word.trailing_zeros());
                return Some(start + (slot.wrapping_sub(start) % SLOTS));
            }
            index = (index + 1) % WORDS;
            word = self.occupied[index as usize];
        }
        None
    }
}

/// The narrowest slots that reach so far.
fn shift_for(reach: Span) -> u32 {
    let slot = reach.nanos() / (SLOTS - 1) + 1;
    slot.next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pop(wheel: &mut AckWheel) -> Option<(Time, FlowId, u64)> {
        let time = wheel.next_time();
        let (flow, node) = wheel.pop()?;
        let next = wheel.ack(node).next;
        wheel.release(node);
        Some((time, flow, next))
    }

    proptest! {
        /// Pops what a sorted set pops, whatever the order of pushes and pops.
        #[test]
        fn the_wheel_is_a_priority_queue(
            steps in prop::collection::vec((0u64..3_000_000, 0u32..4, 0u32..3), 1..400),
            extend_at in 0usize..400,
        ) {
            let reach = Span::from_nanos(3_000_000);
            let mut wheel = AckWheel::new(reach);
            let mut model = BTreeSet::new();
            let mut now = Time::ZERO;
            for (index, &(ahead, flow, pops)) in steps.iter().enumerate() {
                if index == extend_at {
                    wheel.extend(reach * 5, now);
                }
                let time = now + Span::from_nanos(ahead);
                prop_assert!(wheel.reaches(time, now));
                let ack = Ack { next: index as u64, ..Ack::default() };
                wheel.push(time, flow, index as u32, &ack, now);
                model.insert((time, flow, index as u64));
                for _ in 0..pops {
                    let expected = model.pop_first();
                    prop_assert_eq!(pop(&mut wheel), expected);
                    now = expected.map_or(now, |(time, ..)| time);
                }
            }
            while let Some(expected) = model.pop_first() {
                prop_assert_eq!(pop(&mut wheel), Some(expected));
            }
            prop_assert_eq!(wheel.next_time(), Time::NEVER);
        }
    }

    #[test]
    fn nodes_are_used_again() {
        let mut wheel = AckWheel::new(Span::from_millis(1));
        for turn in 0..10_000u64 {
            let now = Time::from_nanos(turn * 1000);
            wheel.push(now, 0, 0, &Ack::default(), now);
            assert_eq!(pop(&mut wheel), Some((now, 0, 0)));
        }
        assert_eq!(wheel.nodes.len(), 1);
    }
}
