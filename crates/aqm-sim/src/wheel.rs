//! A timing wheel (Varghese and Lauck, 1987) for pending events of the near future.
//!
//! ACKs arrive within about one round-trip time, and timers are due within a few round-trip times. The near
//! future is therefore divided into slots, each with an unsorted list. Only the earliest slot that is not
//! empty is kept sorted. The cost of a push and a pop does not depend on the number of flows or on
//! their round-trip times.

use crate::time::{Span, Time};

/// An entry with a time.
pub trait Timed: Copy {
    /// The time of the entry.
    fn time(&self) -> Time;
    /// Returns whether this entry comes before `other`. The order is total and starts with the time.
    fn precedes(&self, other: &Self) -> bool;
}

/// Number of slots: a power of two.
const SLOTS: u64 = 2048;
const WORD_BITS: u64 = u64::BITS as u64;
const WORDS: u64 = SLOTS / WORD_BITS;
const NONE: u32 = u32::MAX;
/// See [`Wheel::is_crowded`].
const CROWD: usize = 2000;

#[derive(Clone, Copy, Debug)]
// One per cache line, because nodes are not used in memory order.
#[repr(align(64))]
struct Node<T> {
    pending: T,
    /// Next node of the slot's list, or of the free list.
    next: u32,
}

/// The wheel. A slot covers 2^`shift` ns. Slot numbers are taken modulo [`SLOTS`], which is unique because
/// all pending entries are within one turn from now.
#[derive(Clone, Debug)]
pub struct Wheel<T> {
    shift: u32,
    /// First node of each slot's list.
    heads: Box<[u32; SLOTS as usize]>,
    /// One bit for each slot with a list.
    occupied: [u64; WORDS as usize],
    nodes: Vec<Node<T>>,
    free: u32,
    /// Number of the sorted slot: the earliest slot that is not empty.
    open_slot: u64,
    /// Entries of the sorted slot, latest first.
    open: Vec<T>,
    next_time: Time,
}

impl<T: Timed> Wheel<T> {
    /// Returns a wheel for entries that are due within `reach`.
    pub fn new(reach: Span) -> Self {
        Wheel {
            shift: shift_for(reach),
            heads: Box::new([NONE; SLOTS as usize]),
            occupied: [0; WORDS as usize],
            nodes: Vec::new(),
            free: NONE,
            open_slot: 0,
            open: Vec::new(),
            next_time: Time::NEVER,
        }
    }

    /// Returns the time of the next entry; [`Time::NEVER`] if there is none.
    pub fn next_time(&self) -> Time {
        self.next_time
    }

    /// Returns the next entry.
    pub fn peek(&self) -> Option<&T> {
        self.open.last()
    }

    /// Returns all pending entries, unordered.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let node = |index: u32| self.nodes.get(index as usize);
        let lists = self.heads.iter().map(move |&head| node(head));
        let list =
            move |first| std::iter::successors(first, move |place: &&Node<T>| node(place.next));
        lists.flat_map(list).map(|place| &place.pending).chain(&self.open)
    }

    /// Returns the size of all nodes in bytes, used or not.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<T>>()
    }

    /// Returns whether `time` is within the turn that starts at `now`.
    pub fn reaches(&self, time: Time, now: Time) -> bool {
        (time.nanos() >> self.shift) - (now.nanos() >> self.shift) < SLOTS
    }

    /// Returns whether so many entries are pending that sorting a slot could take long.
    pub fn is_crowded(&self) -> bool {
        self.open.len() >= CROWD || self.free == NONE && self.nodes.len() >= CROWD
    }

    /// Widens the slots if `reach` requires it. All pending entries stay.
    pub fn extend(&mut self, reach: Span, now: Time) {
        let shift = shift_for(reach);
        if shift <= self.shift {
            return;
        }
        let mut wider = Wheel { shift, ..Wheel::new(reach) };
        while let Some(pending) = self.open.pop() {
            debug_assert!(wider.reaches(pending.time(), now));
            wider.push_seldom(&pending);
            if self.open.is_empty() {
                self.open_next_slot();
            }
        }
        *self = wider;
    }

    #[cold]
    #[inline(never)]
    fn push_seldom(&mut self, pending: &T) {
        self.push(pending);
    }

    /// Adds an entry. It must be [within reach](Self::reaches).
    #[inline(always)]
    pub fn push(&mut self, pending: &T) {
        let slot = pending.time().nanos() >> self.shift;
        if slot > self.open_slot && !self.open.is_empty() {
            self.link(slot, pending);
        } else {
            self.push_first(slot, pending);
        }
    }

    /// Adds an entry to the earliest slot.
    #[inline(never)]
    fn push_first(&mut self, slot: u64, pending: &T) {
        if slot != self.open_slot {
            // Another slot is the earliest now; the former one becomes a list again.
            while let Some(pending) = self.open.pop() {
                self.link(self.open_slot, &pending);
            }
            self.open_slot = slot;
        }
        Self::sort_in(&mut self.open, pending);
        self.next_time = self.open.last().map_or(Time::NEVER, T::time);
    }

    /// Removes and returns the next entry.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        let pending = self.open.pop()?;
        match self.open.last() {
            Some(next) => self.next_time = next.time(),
            None => self.open_next_slot(),
        }
        Some(pending)
    }

    #[inline(always)]
    fn link(&mut self, slot: u64, pending: &T) {
        let index = (slot % SLOTS) as usize;
        let next = self.heads[index];
        let node = self.free;
        self.occupied[index / 64] |= 1 << (index % 64);
        let Some(place) = self.nodes.get_mut(node as usize) else {
            return self.link_new(index, pending);
        };
        self.free = place.next;
        *place = Node { pending: *pending, next };
        self.heads[index] = node;
    }

    /// Adds an entry in a new node, when no node is free.
    #[cold]
    #[inline(never)]
    fn link_new(&mut self, index: usize, pending: &T) {
        let new = Node { pending: *pending, next: self.heads[index] };
        self.heads[index] = self.nodes.len() as u32;
        self.nodes.push(new);
    }

    /// Inserts into the sorted slot. Lists mostly have the latest entry first, so this is mostly a push.
    #[inline(always)]
    fn sort_in(open: &mut Vec<T>, pending: &T) {
        if open.last().is_none_or(|last| pending.precedes(last)) {
            open.push(*pending);
        } else {
            Self::insert(open, pending);
        }
    }

    #[inline(never)]
    fn insert(open: &mut Vec<T>, pending: &T) {
        let index = open.partition_point(|other| pending.precedes(other));
        open.insert(index, *pending);
    }

    #[inline(never)]
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
            let place = &mut self.nodes[node as usize];
            Self::sort_in(&mut self.open, &place.pending);
            let next = place.next;
            place.next = self.free;
            self.free = node;
            node = next;
        }
        self.next_time = self.open.last().map_or(Time::NEVER, T::time);
    }

    /// Returns the first slot with a list after the sorted one.
    fn next_occupied(&self) -> Option<u64> {
        let start = self.open_slot + 1;
        let mut index = start % SLOTS / WORD_BITS;
        let mut word = self.occupied[index as usize] & (u64::MAX << (start % WORD_BITS));
        // The first word is read again at the end, for the bits before the start.
        for _ in 0..WORDS + 1 {
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

/// Returns the shift of the narrowest slots that cover `reach`.
fn shift_for(reach: Span) -> u32 {
    let slot = reach.nanos() / (SLOTS - 1) + 1;
    slot.next_power_of_two().trailing_zeros()
}
