//! Queues for many flows, served in turns: the part that FQ-CoDel and FQ-PIE share (RFC 8290, section 4).
//! SFQ uses one of the two lists.
//!
//! Flows are hashed into buckets. Each bucket that holds packets is on one of two lists and has a deficit of
//! bytes. Buckets on the list `new` are served first.
//!
//! A bucket gets its queue and its state with its first packet. A thousand buckets for ten flows therefore
//! cost little memory, and copies of a simulation stay small.

use super::buckets::{BucketView, FlowBacklog, List};
use super::report::Number;
use crate::buffer::{Fifo, Queued};
use crate::packet::Queueable;
use crate::ring::Ring;
use crate::rng::SplitMix64;
use crate::time::Time;

/// Kernels charge a packet the memory of its buffer: about a power of two with some space for headers, and
/// a descriptor.
const HEADROOM_BYTES: u64 = 384;
const DESCRIPTOR_BYTES: u64 = 256;

/// The memory that a kernel charges for a packet of `bytes` bytes: an example, because it depends on driver
/// and kernel.
pub fn memory_of(bytes: u32) -> u64 {
    DESCRIPTOR_BYTES + (u64::from(bytes) + HEADROOM_BYTES).next_power_of_two()
}

/// Classes of the packets: those of flows that send less than their share are served from the list `new`,
/// those of flows that build a queue from the list `old`.
pub const CLASSES: &[&str] = &["sparse", "bulk"];

/// Maps flow keys to buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hash {
    /// Mixes the key with this number, as kernels mix it with a random number.
    Mixed(u64),
    /// The key modulo the number of buckets (recorded traces).
    Modulo,
}

impl Hash {
    /// The bucket of `key`, below `buckets`.
    #[inline]
    pub fn bucket(self, key: u64, buckets: u32) -> u32 {
        match self {
            Hash::Mixed(perturbation) => {
                let mixed = SplitMix64::new(key ^ perturbation.rotate_left(32)).next_u64() >> 32;
                ((mixed * u64::from(buckets)) >> 32) as u32
            }
            Hash::Modulo => (key % u64::from(buckets)) as u32,
        }
    }
}

/// A bucket that has had a packet.
#[derive(Clone, Debug)]
pub struct Bucket<P, S> {
    /// Its number.
    pub number: u32,
    /// Its packets.
    pub queue: Fifo<P>,
    /// Bytes that it may send in this turn; may be negative.
    pub deficit: i64,
    /// It is on a list.
    listed: bool,
    /// State of the algorithm that drops and marks.
    pub state: S,
}

/// All buckets of a discipline.
#[derive(Clone, Debug)]
pub struct FairQueue<P, S> {
    /// For each bucket number its place in `used`, plus one; 0: it has had no packet.
    places: Vec<u32>,
    used: Vec<Bucket<P, S>>,
    new: Ring<u32>,
    old: Ring<u32>,
    hash: Hash,
    /// List of the bucket that was served last.
    last: List,
    /// Backlog of all buckets.
    pub total: Total,
}

/// The backlog of all buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    /// In packets.
    pub packets: u64,
    /// In bytes.
    pub bytes: u64,
    /// In bytes of [`memory_of`].
    pub memory: u64,
}

impl Total {
    /// A packet of `bytes` bytes was appended.
    #[inline]
    fn add(&mut self, bytes: u32) {
        self.packets += 1;
        self.bytes += u64::from(bytes);
        self.memory += memory_of(bytes);
    }

    /// A packet of `bytes` bytes was removed.
    #[inline]
    pub fn remove(&mut self, bytes: u32) {
        self.packets -= 1;
        self.bytes -= u64::from(bytes);
        self.memory -= memory_of(bytes);
    }
}

impl<P: Queueable, S> FairQueue<P, S> {
    /// `buckets` empty buckets.
    pub fn new(buckets: u32, hash: Hash) -> Self {
        FairQueue {
            places: vec![0; buckets.max(1) as usize],
            used: Vec::new(),
            new: Ring::default(),
            old: Ring::default(),
            hash,
            last: List::New,
            total: Total::default(),
        }
    }

    /// The number of the packet's bucket.
    #[inline]
    pub fn bucket_of(&self, packet: &P) -> u32 {
        self.hash.bucket(packet.flow_key(), self.places.len() as u32)
    }

    /// The place of the packet's bucket, which gets `state` if it has had no packet yet.
    #[inline]
    pub fn place_of(&mut self, packet: &P, state: impl FnOnce() -> S) -> usize {
        let number = self.bucket_of(packet);
        match self.places[number as usize] {
            0 => self.open(number, state()),
            place => place as usize - 1,
        }
    }

    #[cold]
    fn open(&mut self, number: u32, state: S) -> usize {
        let queue = Fifo::default();
        self.used.push(Bucket { number, queue, deficit: 0, listed: false, state });
        self.places[number as usize] = self.used.len() as u32;
        self.used.len() - 1
    }

    /// Appends a packet to a bucket. A bucket that is on no list gets a `quantum` and becomes the last new
    /// one; returns whether it did.
    #[inline]
    pub fn push(&mut self, place: usize, packet: P, now: Time, quantum: u32) -> bool {
        self.push_to(List::New, place, packet, now, quantum)
    }

    /// Like [`FairQueue::push`], but a bucket that is on no list joins the end of `list`.
    #[inline]
    pub fn push_to(
        &mut self,
        list: List,
        place: usize,
        packet: P,
        now: Time,
        quantum: u32,
    ) -> bool {
        let bucket = &mut self.used[place];
        self.total.add(packet.bytes());
        bucket.queue.push(packet, now);
        let starts = !bucket.listed;
        if starts {
            bucket.listed = true;
            bucket.deficit = quantum.into();
            match list {
                List::New => self.new.push_back(place as u32),
                List::Old => self.old.push_back(place as u32),
            }
        }
        starts
    }

    /// The place of the bucket that is served next. Buckets whose deficit `is_spent` get a `quantum` and
    /// become the last old ones.
    #[inline]
    pub fn next(&mut self, quantum: u32, is_spent: impl Fn(i64) -> bool) -> Option<(List, usize)> {
        loop {
            let (list, place) = self.head()?;
            let bucket = &mut self.used[place];
            if !is_spent(bucket.deficit) {
                self.last = list;
                return Some((list, place));
            }
            bucket.deficit += i64::from(quantum);
            self.take_head(list);
            self.old.push_back(place as u32);
        }
    }

    /// The head of the list that is served next.
    #[inline]
    pub fn head(&self) -> Option<(List, usize)> {
        match (self.new.front(), self.old.front()) {
            (Some(place), _) => Some((List::New, *place as usize)),
            (None, Some(place)) => Some((List::Old, *place as usize)),
            (None, None) => None,
        }
    }

    #[inline]
    fn take_head(&mut self, list: List) {
        match list {
            List::New => self.new.drop_front(1),
            List::Old => self.old.drop_front(1),
        }
    }

    /// The bucket at the head of `list` gave no packet. It leaves the list, and becomes the last old one if
    /// it `stays`.
    #[inline]
    pub fn leave(&mut self, list: List, place: usize, stays: bool) {
        self.take_head(list);
        if stays {
            self.old.push_back(place as u32);
        } else {
            self.used[place].listed = false;
        }
    }

    /// Whether an old bucket is active.
    #[inline]
    pub fn has_old(&self) -> bool {
        !self.old.is_empty()
    }

    /// The class of the packet that left last, as an index of [`CLASSES`].
    #[inline]
    pub fn served_class(&self) -> usize {
        match self.last {
            List::New => 0,
            List::Old => 1,
        }
    }

    /// Lengths of the lists.
    pub fn listed(&self) -> (usize, usize) {
        (self.new.len(), self.old.len())
    }

    /// The bucket at a place.
    #[inline]
    pub fn bucket(&self, place: usize) -> &Bucket<P, S> {
        &self.used[place]
    }

    /// The bucket at a place, and the backlog of all.
    #[inline]
    pub fn bucket_mut(&mut self, place: usize) -> (&mut Bucket<P, S>, &mut Total) {
        (&mut self.used[place], &mut self.total)
    }

    /// All buckets that have had a packet.
    pub fn used(&self) -> &[Bucket<P, S>] {
        &self.used
    }

    /// All buckets that have had a packet, for changes of their states: number, state, bytes.
    pub fn states_mut(&mut self) -> impl Iterator<Item = (u32, &mut S, u64)> {
        self.used.iter_mut().map(|bucket| (bucket.number, &mut bucket.state, bucket.queue.bytes()))
    }

    /// The place of the bucket with the most bytes; of equals that with the lowest number.
    pub fn longest(&self) -> Option<usize> {
        let key = |bucket: &Bucket<P, S>| (bucket.queue.bytes(), std::cmp::Reverse(bucket.number));
        (0..self.used.len()).max_by_key(|place| key(&self.used[*place]))
    }

    /// Returns the buckets on the lists in the order of service at `now`, new ones first. The arguments after it are those of
    /// [`FairQueue::next`], and the numbers of a bucket's algorithm.
    #[cold]
    pub fn views(
        &self,
        now: Time,
        quantum: u32,
        is_spent: fn(i64) -> bool,
        numbers: impl Fn(&S) -> Vec<Number>,
    ) -> Vec<BucketView> {
        let new = self.new.iter().map(|place| (List::New, place));
        let old = self.old.iter().map(|place| (List::Old, place));
        let view = |(list, &place): (List, &u32)| {
            let bucket = &self.used[place as usize];
            BucketView {
                number: bucket.number,
                list,
                is_next: false,
                deficit: bucket.deficit,
                packets: bucket.queue.len() as u64,
                bytes: bucket.queue.bytes(),
                waited: bucket.queue.head().map(|head| now.saturating_since(head.enqueued)),
                flows: flows_in(&bucket.queue),
                numbers: numbers(&bucket.state),
            }
        };
        let mut views: Vec<BucketView> = new.chain(old).map(view).collect();
        choose_next(&mut views, quantum, is_spent);
        views
    }

    /// Calls `visit` for each packet, bucket after bucket.
    pub fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        self.used.iter().flat_map(|bucket| bucket.queue.iter()).for_each(visit);
    }
}

/// Marks the bucket that sends next: the first one with packets that needs the fewest turns until its deficit is not spent. One
/// function for all disciplines, because each copy makes the page larger.
#[cold]
#[inline(never)]
fn choose_next(views: &mut [BucketView], quantum: u32, is_spent: fn(i64) -> bool) {
    // A bucket whose deficit is spent gets a quantum and goes to the end, so the order stays in each round.
    let turns = |view: &BucketView| {
        let mut deficit = view.deficit;
        let mut rounds = 0_u64;
        while is_spent(deficit) && quantum > 0 {
            deficit += i64::from(quantum);
            rounds += 1;
        }
        rounds
    };
    let holding = (0..views.len()).filter(|&index| views[index].packets > 0);
    if let Some(next) = holding.min_by_key(|&index| turns(&views[index])) {
        views[next].is_next = true;
    }
}

/// Returns the flows of waiting packets, in the order of their first packets.
#[cold]
#[inline(never)]
fn flows_in<P: Queueable>(queue: &Fifo<P>) -> Vec<FlowBacklog> {
    let mut flows: Vec<FlowBacklog> = Vec::new();
    for waiting in queue.iter() {
        let key = waiting.packet.flow_key();
        match flows.iter_mut().find(|flow| flow.key == key) {
            Some(flow) => flow.packets += 1,
            None => flows.push(FlowBacklog { key, packets: 1 }),
        }
    }
    flows
}

/// Implements backlog and class of a [`Discipline`](super::Discipline) whose [`FairQueue`] is the field `flows`.
macro_rules! backlog_in_flows {
    ($packet:ty) => {
        #[inline]
        fn packets(&self) -> u64 {
            self.flows.total.packets
        }

        #[inline]
        fn bytes(&self) -> u64 {
            self.flows.total.bytes
        }

        fn for_each_waiting(&self, visit: impl FnMut(&Queued<$packet>)) {
            self.flows.for_each_waiting(visit);
        }

        fn take_over(&mut self, waiting: Queued<$packet>) {
            let place = self.place_of(&waiting.packet);
            self.flows.push(place, waiting.packet, waiting.enqueued, self.quantum());
        }

        fn served_class(&self) -> usize {
            self.flows.served_class()
        }

        fn bucket_of(&self, packet: &$packet) -> Option<u32> {
            Some(self.flows.bucket_of(packet))
        }
    };
}
pub(in crate::aqm) use backlog_in_flows;
