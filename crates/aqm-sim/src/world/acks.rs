//! Acknowledgements on their way to their senders: most of what is pending at any time.
//!
//! Behind one bottleneck most of them are sent in the order in which they will arrive: all, if
//! all paths are equally long. So there is a lane for those that arrive no earlier than the last
//! one in it, first in, first out. What would overtake goes through a timing wheel.

use crate::packet::{Ack, FlowId};
use crate::ring::Ring;
use crate::tcp::InOrderAck;
use crate::time::{Span, Time};
use crate::wheel::{Timed, Wheel};

const NONE: u32 = u32::MAX;
/// Set in [`Pending::next`] if the rest is the place of an ACK with options, not a segment number.
const ELSEWHERE: u64 = 1 << 63;

/// An acknowledgement and what orders it: time, then flow, then sequence within the flow. In the lane
/// that is zero: at equal times what is there was sent before what is in the wheel, which got it
/// because the lane had come so far already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending {
    pub(super) time: Time,
    next: u64,
    echo: Time,
    pub(super) flow: FlowId,
    pub(super) sequence: u32,
}

/// An acknowledgement with options: SACK blocks or an echo.
#[derive(Clone, Copy, Debug)]
struct Place {
    ack: Ack,
    /// Next of the free list.
    next: u32,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct Acks {
    next_time: Time,
    lane: Ring<Pending>,
    /// Nothing may join the lane before.
    lane_end: Time,
    wheel: Wheel<Pending>,
    places: Vec<Place>,
    free: u32,
}

impl Pending {
    /// If it is an acknowledgement without anything but its numbers: those.
    #[inline(always)]
    pub(super) fn in_order(&self) -> Option<InOrderAck> {
        let &Pending { next, echo, .. } = self;
        (next & ELSEWHERE == 0).then_some(InOrderAck { next, echo })
    }
}

impl Timed for Pending {
    fn time(&self) -> Time {
        self.time
    }
    fn precedes(&self, other: &Pending) -> bool {
        (self.time, self.flow, self.sequence) < (other.time, other.flow, other.sequence)
    }
}

impl Acks {
    /// Sized for acknowledgements that arrive within `reach`.
    pub(super) fn new(reach: Span) -> Self {
        Acks {
            next_time: Time::NEVER,
            lane: Ring::default(),
            lane_end: Time::ZERO,
            wheel: Wheel::new(reach),
            places: Vec::new(),
            free: NONE,
        }
    }

    /// When the next one arrives; [`Time::NEVER`] if there is none.
    pub(super) fn next_time(&self) -> Time {
        self.next_time
    }

    /// Flow and sequence of the next one.
    pub(super) fn next_key(&self) -> Option<(FlowId, u32)> {
        self.peek().map(|next| (next.flow, next.sequence))
    }

    /// The paths may be as long as `reach` now.
    pub(super) fn extend(&mut self, reach: Span, now: Time) {
        self.wheel.extend(reach, now);
    }

    /// Adds `ack`. Returns whether there was a place for it: it must not be too far in the future.
    #[must_use]
    pub(super) fn push(
        &mut self,
        time: Time,
        flow: FlowId,
        sequence: u32,
        ack: &Ack,
        now: Time,
    ) -> bool {
        if time <= self.lane_end && !self.wheel.reaches(time, now) {
            return false;
        }
        let next =
            if ack.has_only_numbers() { ack.next } else { ELSEWHERE | u64::from(self.keep(ack)) };
        let in_order = InOrderAck { next, echo: ack.echo };
        self.append(time, flow, in_order) || self.insert(time, flow, sequence, in_order, now)
    }

    /// Adds an ACK without options if it arrives behind all those in the lane. Returns whether it does.
    #[inline(always)]
    #[must_use]
    pub(super) fn append(&mut self, time: Time, flow: FlowId, ack: InOrderAck) -> bool {
        if time <= self.lane_end {
            return false;
        }
        self.lane_end = time;
        // Behind another one it is not the next.
        if self.lane.is_empty() {
            self.next_time = self.next_time.min(time);
        }
        let InOrderAck { next, echo } = ack;
        self.lane.push_back(Pending { time, next, echo, flow, sequence: 0 });
        true
    }

    /// Adds an ACK without options to the wheel. Returns whether there was a place for it.
    #[inline(always)]
    #[must_use]
    pub(super) fn insert(
        &mut self,
        time: Time,
        flow: FlowId,
        sequence: u32,
        ack: InOrderAck,
        now: Time,
    ) -> bool {
        self.wheel.reaches(time, now) && self.push_wheel(time, flow, sequence, ack)
    }

    // Not told of it in one piece: that would have to be written down first, for the lane as well.
    #[inline(never)]
    fn push_wheel(&mut self, time: Time, flow: FlowId, sequence: u32, ack: InOrderAck) -> bool {
        let InOrderAck { next, echo } = ack;
        self.wheel.push(&Pending { time, next, echo, flow, sequence });
        self.next_time = self.next_time.min(time);
        true
    }

    /// Takes the next one out.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Pending> {
        let other = self.wheel.next_time();
        match self.lane.front() {
            Some(&next) if next.time < other || (next.time == other && self.is_lane_first()) => {
                self.lane.drop_front(1);
                let front = self.lane.front().map_or(Time::NEVER, |front| front.time);
                self.next_time = front.min(other);
                Some(next)
            }
            _ => {
                // Field by field: passed on as it is, it costs four instructions a packet more.
                let Pending { time, next, echo, flow, sequence } = self.pop_wheel()?;
                Some(Pending { time, next, echo, flow, sequence })
            }
        }
    }

    #[inline(never)]
    fn pop_wheel(&mut self) -> Option<Pending> {
        let next = self.wheel.pop();
        let front = self.lane.front().map_or(Time::NEVER, |front| front.time);
        self.next_time = front.min(self.wheel.next_time());
        next
    }

    /// All of an acknowledgement that was taken out; `window` is the receiver's.
    pub(super) fn complete(&mut self, pending: &Pending, window: u64) -> Ack {
        match pending.in_order() {
            Some(in_order) => in_order.with_window(window),
            None => self.give_back((pending.next & !ELSEWHERE) as u32),
        }
    }

    /// Bytes of the places for acknowledgements that cannot join the lane, used or not: there are as many
    /// as were ever needed at one time.
    pub(super) fn place_bytes(&self) -> usize {
        self.wheel.bytes() + self.places.len() * size_of::<Place>()
    }

    /// Whose they are, once for each, in no order.
    pub(super) fn flows(&self) -> impl Iterator<Item = FlowId> {
        self.lane.iter().chain(self.wheel.iter()).map(|pending| pending.flow)
    }

    fn peek(&self) -> Option<&Pending> {
        if self.is_lane_first() { self.lane.front() } else { self.wheel.peek() }
    }

    fn is_lane_first(&self) -> bool {
        match (self.lane.front(), self.wheel.peek()) {
            (Some(lane), Some(wheel)) => lane.precedes(wheel),
            (lane, _) => lane.is_some(),
        }
    }

    /// Stores an acknowledgement with options, and returns its place.
    fn keep(&mut self, ack: &Ack) -> u32 {
        let kept = Place { ack: *ack, next: NONE };
        let index = self.free;
        match self.places.get_mut(index as usize) {
            Some(place) => {
                self.free = place.next;
                *place = kept;
                index
            }
            None => {
                self.places.push(kept);
                (self.places.len() - 1) as u32
            }
        }
    }

    fn give_back(&mut self, index: u32) -> Ack {
        let place = &mut self.places[index as usize];
        place.next = self.free;
        self.free = index;
        place.ack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pop(acks: &mut Acks) -> Option<(Time, FlowId, u64)> {
        let time = acks.next_time();
        let next = acks.pop()?;
        assert_eq!(next.time, time);
        let ack = acks.complete(&next, 0);
        assert_eq!(ack.ece, ack.next.is_multiple_of(3), "extras stay with their acknowledgement");
        Some((time, next.flow, ack.next))
    }

    proptest! {
        /// Pops what a sorted set pops, whatever the order of pushes and pops.
        #[test]
        fn acknowledgements_arrive_in_order(
            steps in prop::collection::vec((0u64..3_000_000, 0u32..4, 0u32..3), 1..400),
            (extend_at, coarse) in (0usize..400, 1u64..1_000_000),
        ) {
            let reach = Span::from_nanos(3_000_000);
            let mut acks = Acks::new(reach);
            let mut model = BTreeSet::new();
            let mut now = Time::ZERO;
            for (index, &(ahead, flow, pops)) in steps.iter().enumerate() {
                if index == extend_at {
                    acks.extend(reach * 5, now);
                }
                // Coarse times make ties.
                let time = now + Span::from_nanos(ahead / coarse * coarse);
                let next = index as u64;
                let ack = Ack { next, ece: next.is_multiple_of(3), ..Ack::default() };
                prop_assert!(acks.push(time, flow, index as u32 + 1, &ack, now));
                model.insert((time, flow, next));
                for _ in 0..pops {
                    let expected = model.pop_first();
                    prop_assert_eq!(pop(&mut acks), expected);
                    now = expected.map_or(now, |(time, ..)| time);
                }
                let mut flows: Vec<_> = acks.flows().collect();
                let mut wanted: Vec<_> = model.iter().map(|&(_, flow, _)| flow).collect();
                flows.sort_unstable();
                wanted.sort_unstable();
                prop_assert_eq!(flows, wanted);
            }
            while let Some(expected) = model.pop_first() {
                prop_assert_eq!(acks.next_key().map(|(flow, _)| flow), Some(expected.1));
                prop_assert_eq!(pop(&mut acks), Some(expected));
            }
            prop_assert_eq!(acks.next_time(), Time::NEVER);
        }
    }

    #[test]
    fn places_are_used_again() {
        let mut acks = Acks::new(Span::from_millis(1));
        for turn in 0..10_000u64 {
            let at = |ahead: u64| Time::from_nanos(turn * 1000 + ahead);
            let ack = Ack { next: turn * 3, ece: true, ..Ack::default() };
            assert!(acks.push(at(900), 0, 1, &ack, at(0)));
            assert!(acks.push(at(800), 1, 1, &ack, at(0)));
            assert_eq!(pop(&mut acks), Some((at(800), 1, turn * 3)));
            assert_eq!(pop(&mut acks), Some((at(900), 0, turn * 3)));
        }
        assert_eq!(acks.places.len(), 2);
    }

    #[test]
    fn what_is_too_far_in_the_future_is_refused() {
        let mut acks = Acks::new(Span::from_millis(1));
        let far = Time::from_seconds(10.0);
        assert!(acks.push(far, 0, 1, &Ack::default(), Time::ZERO), "the lane takes it");
        let ece = Ack { ece: true, ..Ack::default() };
        assert!(!acks.push(Time::from_seconds(9.0), 0, 2, &ece, Time::ZERO));
        assert!(acks.places.is_empty());
    }
}
