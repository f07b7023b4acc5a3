//! A timing wheel (Varghese and Lauck, 1987) for what is pending in the near future.
//!
//! Acknowledgements arrive within about one round-trip time, and timers are due within a few of
//! them. So the near future is cut into slots, each with an unsorted list; only the earliest slot
//! that is not empty is kept sorted. A push and a pop cost the same however many flows there are,
//! and however different their round-trip times.

use crate::time::{Span, Time};

/// Something that happens at a time.
pub(crate) trait Timed: Copy {
    /// When.
    fn time(&self) -> Time;
    /// Whether it comes before `other`. The order is total and starts with the time.
    fn precedes(&self, other: &Self) -> bool;
}

/// Slots of the wheel: a power of two.
const SLOTS: u64 = 2048;
const WORD_BITS: u64 = u64::BITS as u64;
const WORDS: u64 = SLOTS / WORD_BITS;
const NONE: u32 = u32::MAX;
/// See [`Wheel::is_crowded`].
const CROWD: usize = 2000;

#[derive(Clone, Copy, Debug)]
// Each in a line of the cache: they are not used in the order in which they lie.
#[repr(align(64))]
struct Node<T> {
    pending: T,
    /// Next node of the slot's list, or of the free list.
    next: u32,
}

/// The wheel. Times are whole numbers of slots times 2^`shift` ns; slot numbers are taken modulo
/// [`SLOTS`], which is unique because everything pending lies within one turn from now.
#[derive(Clone, Debug)]
pub(crate) struct Wheel<T> {
    shift: u32,
    /// First node of each slot's list.
    heads: Box<[u32; SLOTS as usize]>,
    /// One bit for each slot with a list.
    occupied: [u64; WORDS as usize],
    nodes: Vec<Node<T>>,
    free: u32,
    /// Number of the sorted slot: the earliest one with anything in it.
    open_slot: u64,
    /// What it holds, latest first.
    open: Vec<T>,
    next_time: Time,
}

impl<T: Timed> Wheel<T> {
    /// A wheel for what is due within `reach`.
    pub(crate) fn new(reach: Span) -> Self {
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

    /// When the next one arrives; [`Time::NEVER`] if there is none.
    pub(crate) fn next_time(&self) -> Time {
        self.next_time
    }

    /// The next one.
    pub(crate) fn peek(&self) -> Option<&T> {
        self.open.last()
    }

    /// All that is pending, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let node = |index: u32| self.nodes.get(index as usize);
        let lists = self.heads.iter().map(move |&head| node(head));
        let list =
            move |first| std::iter::successors(first, move |place: &&Node<T>| node(place.next));
        lists.flat_map(list).map(|place| &place.pending).chain(&self.open)
    }

    /// Bytes that its nodes take, used or not.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<T>>()
    }

    /// Whether what happens at `time` fits into the turn that starts `now`.
    pub(crate) fn reaches(&self, time: Time, now: Time) -> bool {
        (time.nanos() >> self.shift) - (now.nanos() >> self.shift) < SLOTS
    }

    /// So much is pending that a slot could take long to sort.
    pub(crate) fn is_crowded(&self) -> bool {
        self.open.len() >= CROWD || self.free == NONE && self.nodes.len() >= CROWD
    }

    /// Widens the slots if `reach` asks for it. Everything pending stays.
    pub(crate) fn extend(&mut self, reach: Span, now: Time) {
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

    /// Adds one. It must be [within reach](Self::reaches).
    #[inline(always)]
    pub(crate) fn push(&mut self, pending: &T) {
        let slot = pending.time().nanos() >> self.shift;
        if slot > self.open_slot && !self.open.is_empty() {
            self.link(slot, pending);
        } else {
            self.push_first(slot, pending);
        }
    }

    /// Into the earliest slot.
    #[inline(never)]
    fn push_first(&mut self, slot: u64, pending: &T) {
        if slot != self.open_slot {
            // The earliest slot is another one now; the former one goes back.
            while let Some(pending) = self.open.pop() {
                self.link(self.open_slot, &pending);
            }
            self.open_slot = slot;
        }
        Self::sort_in(&mut self.open, pending);
        self.next_time = self.open.last().map_or(Time::NEVER, T::time);
    }

    /// Takes the next one out.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
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

    /// There is no free node.
    #[cold]
    #[inline(never)]
    fn link_new(&mut self, index: usize, pending: &T) {
        let new = Node { pending: *pending, next: self.heads[index] };
        self.heads[index] = self.nodes.len() as u32;
        self.nodes.push(new);
    }

    /// Into the open slot. Lists are mostly met latest first, so this is mostly a push.
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
