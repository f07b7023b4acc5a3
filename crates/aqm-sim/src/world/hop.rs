//! A hop: queue, link, and the records of both.

use super::MTU;
use super::device::Device;
use super::host::Host;
use super::noise::Noise;
use super::records::HopRecords;
use crate::aqm::{Aqm, Context, Discipline, Environment};
use crate::buffer::{Limit, Queued};
use crate::config::{BufferConfig, LinkConfig, NoiseConfig, SimulationConfig};
use crate::digest::Outcome;
use crate::link::Link;
use crate::log::{Happening, Observer};
use crate::metrics::{Recorder, Summary};
use crate::packet::{FlowId, Packet, Queueable};
use crate::rng::SplitMix64;
use crate::tcp::Burst;
use crate::time::Time;
use crate::token_bucket::{TokenBucket, amount};
use crate::units::BitRate;

/// A queue with its discipline, the link behind it, and their records. The lane has at least one.
#[derive(Clone, Debug)]
pub struct Hop {
    pub aqm: Aqm<Packet>,
    pub environment: Environment,
    /// Labels the random streams: [`LANE`] for the lane's own hop.
    label: u64,
    /// Only if the device has, or had, a queue of its own or a token bucket.
    pub device: Option<Box<Device>>,
    pub link: Link,
    pub host: Host,
    /// Packets take the general path: there is a device, or everything is observed.
    in_general: bool,
}

/// Returns the bottleneck's properties that the discipline reads.
pub fn environment(link: &LinkConfig) -> Environment {
    Environment { limit: limit(link), rate: link.rate, mtu: MTU }
}

/// Returns the buffer limit in packets or bytes at the current rate and RTT.
fn limit(link: &LinkConfig) -> Limit {
    let packets = link.buffer.packets(link.rate, link.rtt);
    match link.buffer {
        BufferConfig::Bytes(bytes) => Limit { packets, bytes },
        _ => Limit::packets(packets),
    }
}

/// Label of the lane's own hop, which the scenario's discipline controls.
pub const LANE: u64 = 0;

impl Hop {
    /// Creates a hop with the link and the discipline of `config`; `label` labels its random streams.
    pub fn new(config: &SimulationConfig, environment: Environment, label: u64) -> Self {
        let mut recorder = Recorder::new(config.warmup, environment.limit);
        recorder.set_capacity(Time::ZERO, config.link.rate);
        let mut host = Host::new(SplitMix64::stream(config.seed, "aqm", label), recorder);
        let room = config.link.device_queue;
        let burst = config.link.token_bucket;
        let device = || {
            let device = Device::new(room, config.warmup, Time::ZERO);
            Box::new(device.with_bucket(burst, Time::ZERO))
        };
        let noise = config.link.noise;
        let (seed, warmup) = (config.seed, config.warmup);
        let noise = || Box::new(Noise::new(noise, seed, label, warmup, Time::ZERO));
        host.noise = (!config.link.noise.is_none()).then(noise);
        let device = (room > 0 || burst > 0).then(device);
        Hop {
            aqm: Aqm::new(&config.queue, environment, Time::ZERO),
            environment,
            label,
            in_general: device.is_some(),
            device,
            link: Link::new(config.link.rate, config.link.schedule.clone()),
            host,
        }
    }

    /// Returns the packet whose transmission has ended, with the host.
    #[inline(always)]
    pub fn departed(&mut self) -> (&Queued<Packet>, &mut Host) {
        (self.link.packet(), &mut self.host)
    }

    /// Returns the packets offered in the open bin.
    #[inline(always)]
    pub fn offered_in_bin(&self) -> u64 {
        self.host.recorder.offered_in_bin()
    }

    /// Returns the end of the open bin.
    #[inline]
    pub fn boundary(&self) -> Time {
        self.host.recorder.boundary()
    }

    /// Offers all packets that a sender sends at once.
    #[inline(always)]
    pub fn offer_burst(&mut self, flow: FlowId, burst: &Burst, now: Time) {
        if burst.count > 0 {
            self.offer_all(burst.first.of_flow(flow), burst.count, now);
        }
    }

    /// [`Hop::offer_burst`] for callers outside of the loop.
    #[inline(never)]
    pub fn offer_many(&mut self, packet: Packet, count: u64, now: Time) {
        self.offer_all(packet, count, now);
    }

    /// Offers `count` packets with the numbers of `packet` and on. While the link is busy, no packet
    /// leaves the queue in between.
    #[inline(always)]
    fn offer_all(&mut self, mut packet: Packet, mut count: u64, now: Time) {
        if self.in_general {
            return self.offer_in_general(packet, count, now);
        }
        while self.link.is_idle() {
            if !self.pass(packet, now) {
                self.offer_to_idle_link(packet, now);
            }
            count -= 1;
            if count == 0 {
                return;
            }
            packet = packet.later(1);
        }
        self.host.set_now(now);
        self.host.recorder.offered(now, packet.bytes(), count);
        self.aqm.enqueue_all(count, |index| packet.later(index), &mut self.host);
    }

    #[inline(never)]
    fn offer_to_idle_link(&mut self, packet: Packet, now: Time) {
        self.host.set_now(now);
        self.host.recorder.offered(now, packet.bytes(), 1);
        self.aqm.enqueue(packet, &mut self.host);
        if let Some(queued) = self.aqm.dequeue_rarely(&mut self.host) {
            self.record_start(&queued, now);
            self.record_part(queued);
            self.start_link(queued, now);
        }
    }

    /// Transmits `packet` at once, if the discipline passes it. The link is idle.
    #[inline(always)]
    fn pass(&mut self, packet: Packet, now: Time) -> bool {
        let passes = self.aqm.passes(&packet, now);
        if passes {
            self.host.recorder.passed();
            self.host.digest.record(now, packet.flow(), packet.seq, Outcome::Sent);
            self.start_link(Queued { packet, enqueued: now }, now);
            if self.host.parts.is_some() {
                self.host.set_now(now);
                self.record_part_on_wire();
            }
        }
        passes
    }

    /// The packet on the wire has left the link, and the next one starts.
    #[inline(always)]
    pub fn finish(&mut self, now: Time) {
        if self.in_general {
            return self.finish_in_general(now);
        }
        self.host.set_now(now);
        let Some(queued) = self.aqm.dequeue(&mut self.host) else { return self.rest(now) };
        self.record_start(&queued, now);
        if !self.link.go_on(queued, now) {
            self.change_pace(queued, now);
        }
        if self.host.parts.is_some() {
            self.record_part_on_wire();
        }
    }

    /// Stops recording groups, classes and flows.
    pub fn drop_parts(&mut self) {
        self.host.parts = None;
        self.host.wants_parts = false;
    }

    /// Offers the packets one by one, as each may go on to the device. Also for a bottleneck without
    /// one that has few packets.
    #[cold]
    #[inline(never)]
    pub fn offer_in_general(&mut self, first: Packet, count: u64, now: Time) {
        self.host.set_now(now);
        self.host.recorder.offered(now, first.bytes(), count);
        for index in 0..count {
            let packet = first.later(index);
            if self.host.is_watched() {
                self.enqueue_watched(packet);
            } else {
                self.aqm.enqueue(packet, &mut self.host);
            }
            self.fill_device(now);
        }
    }

    /// Offers a packet to the queue, and passes what happens to it to the observer.
    #[inline(never)]
    fn enqueue_watched(&mut self, packet: Packet) {
        let (bucket, now) = (self.aqm.bucket_of(&packet), self.host.now());
        let queued = Queued { packet, enqueued: now };
        self.host.note(&queued, now, Happening::Arrived);
        let first = self.host.observer.as_ref().map_or(0, |observer| observer.count());
        self.aqm.enqueue(packet, &mut self.host);
        if let Some(observer) = &mut self.host.observer {
            observer.note_joined(first, queued, bucket);
        }
    }

    /// Starts or ends the observation: of drops, marks and losses, or of everything.
    pub fn observe(&mut self, all: Option<bool>, now: Time) {
        let was_watched = self.host.is_watched();
        if all != self.host.observer.as_ref().map(|observer| observer.sees_all()) {
            self.host.observer = all.map(|all| Box::new(Observer::new(all)));
        }
        let is_watched = self.host.is_watched();
        self.in_general = self.device.is_some() || is_watched;
        if is_watched && !was_watched {
            let Hop { aqm, host, .. } = self;
            aqm.for_each_waiting(|queued| {
                host.note(queued, now, Happening::Waited { bucket: aqm.bucket_of(&queued.packet) });
            });
        }
    }

    /// The packet on the wire has left the link. The next one comes from the device's queue, if there
    /// is a device.
    #[cold]
    #[inline(never)]
    pub fn finish_in_general(&mut self, now: Time) {
        match self.device.as_mut().and_then(|device| device.pop(now)) {
            Some(queued) => self.start_in_general(queued, now),
            None => self.rest(now),
        }
        self.fill_device(now);
    }

    /// Takes packets out of the discipline's queue until the link is busy and the device is full.
    fn fill_device(&mut self, now: Time) {
        self.host.set_now(now);
        while self.link.is_idle() || self.device.as_ref().is_some_and(|device| device.has_room()) {
            let Some(queued) = self.aqm.dequeue_rarely(&mut self.host) else { return };
            if self.host.is_watched() {
                let classes = self.aqm.config().classes();
                let class = classes.get(self.aqm.served_class()).copied();
                self.host.note(&queued, now, Happening::Dequeued { class });
            }
            self.record_start(&queued, now);
            self.record_part(queued);
            let is_idle = self.link.is_idle();
            if let Some(device) = &mut self.device {
                if is_idle { device.pass() } else { device.push(queued, now) }
            }
            if is_idle {
                self.start_in_general(queued, now);
            }
        }
    }

    /// Starts a transmission. With a token bucket only the part that the tokens do not cover takes time.
    fn start_in_general(&mut self, queued: Queued<Packet>, now: Time) {
        let bucket = self.device.as_mut().and_then(|device| device.bucket.as_mut());
        let Some(bucket) = bucket else { return self.start_link(queued, now) };
        bucket.fill(self.link.rate(), now);
        let needed = amount(queued.packet.bytes().into());
        let missing = bucket.take(needed);
        bucket.promise(self.link.start_part(queued, missing, now));
        self.host.recorder.sent_at_once(needed - missing);
        self.host.recorder.set_sending(now, self.link.rate());
    }

    /// Gives the link a token bucket of so many bytes from now on; 0: none. A new bucket is full.
    #[cold]
    pub fn set_token_bucket(&mut self, bytes: u64, warmup: Time, now: Time) {
        if bytes == 0 && self.device.is_none() {
            return;
        }
        self.fill_bucket(now);
        self.in_general = true;
        let device = self.device.get_or_insert_with(|| Box::new(Device::new(0, warmup, now)));
        match &mut device.bucket {
            bucket if bytes == 0 => *bucket = None,
            Some(bucket) => bucket.resize(bytes),
            bucket => *bucket = Some(TokenBucket::full(bytes, now)),
        }
    }

    /// Adds the tokens that have come at the present rate.
    fn fill_bucket(&mut self, now: Time) {
        if let Some(bucket) = self.device.as_mut().and_then(|device| device.bucket.as_mut()) {
            bucket.fill(self.link.rate(), now);
        }
    }

    /// The device takes up to `packets` ahead of the one on the wire from now on.
    #[cold]
    pub fn set_device_queue(&mut self, packets: u64, warmup: Time, now: Time) {
        if packets == 0 && self.device.is_none() {
            return;
        }
        self.in_general = true;
        let device = self.device.get_or_insert_with(|| Box::new(Device::new(0, warmup, now)));
        device.set_room(packets);
        if !self.link.is_idle() {
            self.fill_device(now);
        }
    }

    /// Returns the statistics since the warm-up.
    pub fn summary(&self, now: Time) -> Summary {
        let mut summary = self.host.recorder.whole(now);
        summary.device_delay = self.device.as_ref().and_then(|device| device.delay(now));
        let noise = self.host.noise.as_ref();
        summary.path_loss_rate = noise.map(|noise| noise.recorder.whole(now).drop_rate);
        summary
    }

    /// Returns the statistics from `from` to `to`.
    pub fn window(&self, records: &HopRecords, from: Time, to: Time) -> Summary {
        let HopRecords { queue, device, noise } = records;
        let mut summary = queue.window(from, to);
        summary.device_delay = device.window(from, to).delay;
        summary.path_loss_rate = self.host.noise.as_ref().map(|_| noise.window(from, to).drop_rate);
        summary
    }

    /// Ends a bin of the statistics.
    pub fn close_bin(&mut self, boundary: Time, records: &mut HopRecords) {
        self.host.recorder.close(self.probability(boundary), &mut records.queue);
        if let Some(device) = &mut self.device {
            device.recorder.close(f64::NAN, &mut records.device);
        }
        if let Some(noise) = &mut self.host.noise {
            noise.recorder.close(f64::NAN, &mut records.noise);
        }
    }

    /// The discipline's timer fires.
    pub fn discipline_timer(&mut self, now: Time) {
        self.host.set_now(now);
        self.aqm.on_timer(&mut self.host);
    }

    #[inline(always)]
    fn rest(&mut self, now: Time) {
        self.link.rest();
        self.host.recorder.set_sending(now, BitRate::default());
    }

    #[inline(always)]
    fn record_start(&mut self, queued: &Queued<Packet>, now: Time) {
        let Queued { packet, enqueued } = queued;
        self.host.digest.record(now, packet.flow(), packet.seq, Outcome::Sent);
        self.host.recorder.sent(now, packet.bytes(), now - *enqueued);
    }

    /// Records the packet that has just started on the link for its group, class and flow. Reads it from
    /// the link, because each argument would cost the loop an instruction.
    #[inline(never)]
    fn record_part_on_wire(&mut self) {
        let queued = *self.link.packet();
        self.record_part(queued);
    }

    /// Records a packet that has just left the queue for its group, class and flow.
    #[inline(always)]
    fn record_part(&mut self, queued: Queued<Packet>) {
        let waited = self.host.now() - queued.enqueued;
        match &mut self.host.parts {
            Some(parts) if parts.has_classes() => self.record_classified(queued),
            Some(parts) => parts.sent(queued.packet.flow(), 0, waited),
            None => {}
        }
    }

    #[inline(never)]
    fn record_classified(&mut self, queued: Queued<Packet>) {
        let class = self.aqm.served_class();
        let waited = self.host.now() - queued.enqueued;
        if let Some(parts) = &mut self.host.parts {
            parts.sent(queued.packet.flow(), class, waited);
        }
    }

    /// Continues with another packet size or at another rate.
    #[cold]
    #[inline(never)]
    fn change_pace(&mut self, queued: Queued<Packet>, now: Time) {
        self.start_link(queued, now);
    }

    #[inline(always)]
    fn start_link(&mut self, queued: Queued<Packet>, now: Time) {
        self.link.start(queued, now);
        self.host.recorder.set_sending(now, self.link.rate());
    }

    /// The rate or the buffer that the discipline is set up for has changed.
    pub fn set_environment(&mut self, environment: Environment, now: Time) {
        self.environment = environment;
        self.aqm.set_environment(environment, now);
        self.host.recorder.set_limit(environment.limit);
    }

    /// Changes the rate of the link and ends its schedule.
    pub fn set_rate(&mut self, rate: BitRate, now: Time) {
        self.fill_bucket(now);
        self.link.set_rate(rate);
        self.host.recorder.set_capacity(now, rate);
    }

    /// The next step of the schedule is due. A transmission goes on at the new rate.
    pub fn follow_schedule(&mut self, now: Time) {
        self.fill_bucket(now);
        self.link.follow_schedule();
        let rate = self.link.rate();
        self.host.recorder.set_capacity(now, rate);
        if !self.link.is_idle() {
            self.host.recorder.set_sending(now, rate);
        }
    }

    /// Changes the losses and delays behind the bottleneck.
    #[cold]
    pub fn set_noise(&mut self, config: NoiseConfig, seed: u64, warmup: Time, now: Time) {
        if config.is_none() && self.host.noise.is_none() {
            return;
        }
        let noise = || Box::new(Noise::new(config, seed, self.label, warmup, now));
        self.host.noise.get_or_insert_with(noise).config = config;
    }

    /// Calls `visit` for each packet in the queues and for the one on the link.
    pub fn for_each_packet(&self, mut visit: impl FnMut(&Packet)) {
        self.aqm.for_each_waiting(|queued| visit(&queued.packet));
        self.device.iter().flat_map(|device| device.packets()).for_each(&mut visit);
        if !self.link.is_idle() {
            visit(&self.link.packet().packet);
        }
    }

    /// The algorithm's probability; NaN if it has none.
    fn probability(&self, now: Time) -> f64 {
        self.aqm.probability(now).unwrap_or(f64::NAN)
    }
}
