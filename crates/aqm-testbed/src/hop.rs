//! A hop of the path: a queue under one of the simulator's disciplines, and a link that sends one packet at a time. The link can have a
//! queue of its device, a token bucket, and a schedule of its rate, as in the simulator.

use crate::device::Device;
use crate::store::Carried;
use aqm_sim::aqm::{Aqm, AqmConfig, Context, Discipline, DropReason, Environment, MarkReason};
use aqm_sim::buffer::{Limit, Queued};
use aqm_sim::config::{BufferConfig, Distribution, JitterConfig, MAX_DEVIATIONS, MTU, NoiseConfig};
use aqm_sim::metrics::{History, PartRecords, Parts, Recorder, Series, Summary};
use aqm_sim::packet::{FlowId, Queueable};
use aqm_sim::rng::SplitMix64;
use aqm_sim::schedule::{Playback, RateSchedule};
use aqm_sim::time::{Span, Time};
use aqm_sim::token_bucket::{TokenBucket, amount};
use aqm_sim::units::BitRate;

/// Packets of a hop since the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Offered to the queue.
    pub arrived: u64,
    /// Transmitted completely.
    pub departed: u64,
    /// Dropped by the discipline or because the buffer was full.
    pub dropped: u64,
    /// Left in the queue, in that of the device, and on the link.
    pub backlog: u64,
}

impl Counts {
    /// Returns whether every packet that arrived is accounted for.
    pub fn add_up(&self) -> bool {
        self.arrived == self.departed + self.dropped + self.backlog
    }
}

/// A queue, its link, and their records.
#[derive(Debug)]
pub struct Hop {
    aqm: Aqm<Carried>,
    /// Rate of the link now. The discipline is set up for that of its environment, also with a schedule.
    rate: BitRate,
    schedule: Option<Playback>,
    /// Only if the device has, or had, a queue.
    device: Option<Device>,
    bucket: Option<TokenBucket>,
    on_wire: Option<Queued<Carried>>,
    end: Time,
    host: Host,
    history: History,
    noise: Option<Noise>,
}

/// The discipline's context during a call.
#[derive(Debug)]
struct Host {
    now: Time,
    rng: SplitMix64,
    recorder: Recorder,
    parts: Option<(Parts, PartRecords)>,
    counts: Counts,
    /// What the discipline has decided since the last [`Hop::decisions`].
    decisions: Vec<Decision>,
}

/// A decision of a discipline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision {
    /// It dropped this packet: on arrival, or after it has waited.
    Drop(Carried, DropReason, bool),
    /// It marked the packet.
    Mark(Carried, MarkReason),
    /// It handed out the packet, from a class.
    Serve(Carried, Option<&'static str>),
}

impl Context<Carried> for Host {
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        self.rng.next_u64()
    }

    fn dropped(&mut self, packet: &Carried, waited: Span, reason: DropReason) {
        self.recorder.dropped(self.now, packet.bytes(), reason.is_early());
        self.counts.dropped += 1;
        let has_waited = waited > Span::ZERO;
        self.decisions.push(Decision::Drop(*packet, reason, has_waited));
    }

    fn marked(&mut self, packet: &Carried, _waited: Span, reason: MarkReason) {
        self.recorder.marked();
        self.decisions.push(Decision::Mark(*packet, reason));
    }
}

/// Losses and random delays behind a hop.
#[derive(Debug)]
struct Noise {
    config: NoiseConfig,
    losses: SplitMix64,
    delays: SplitMix64,
    recorder: Recorder,
    history: History,
}

/// Returns what a discipline reads of a hop with this link.
pub fn environment(rate: BitRate, buffer: BufferConfig, rtt: Span) -> Environment {
    let packets = buffer.packets(rate, rtt);
    let limit = match buffer {
        BufferConfig::Bytes(bytes) => Limit { packets, bytes },
        _ => Limit::packets(packets),
    };
    Environment { limit, rate, mtu: MTU }
}

/// Draws a random delay in s, which can be negative.
pub fn draw(jitter: &JitterConfig, rng: &mut SplitMix64) -> f64 {
    if jitter.size == Span::ZERO {
        return 0.0;
    }
    let unit = match jitter.distribution {
        Distribution::Uniform => rng.uniform(),
        Distribution::Normal => rng.normal().clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS),
    };
    jitter.size.seconds() * unit
}

impl Hop {
    /// Creates an idle hop. `label` labels its random streams as in the simulator.
    pub fn new(
        queue: &AqmConfig,
        environment: Environment,
        seed: u64,
        label: u64,
        warmup: Time,
    ) -> Self {
        let mut recorder = Recorder::new(warmup, environment.limit);
        recorder.set_capacity(Time::ZERO, environment.rate);
        Hop {
            aqm: Aqm::new(queue, environment, Time::ZERO),
            rate: environment.rate,
            schedule: None,
            device: None,
            bucket: None,
            on_wire: None,
            end: Time::NEVER,
            host: Host {
                now: Time::ZERO,
                rng: SplitMix64::stream(seed, "aqm", label),
                recorder,
                parts: None,
                counts: Counts::default(),
                decisions: Vec::new(),
            },
            history: History::default(),
            noise: None,
        }
    }

    /// Records the queue delay of `groups` traffic groups, of the discipline's classes and of the flows, from the start.
    pub fn record_parts(&mut self, groups: usize, warmup: Time) {
        let mut parts = Parts::new(groups, warmup, Time::ZERO);
        parts.set_classes(self.aqm.config().classes());
        self.host.parts = Some((parts, PartRecords::default()));
    }

    /// Adds the next flow to the parts.
    pub fn add_flow(&mut self, group: Option<usize>) {
        if let Some((parts, _)) = &mut self.host.parts {
            parts.add_flow(group);
        }
    }

    /// Sets losses and random delays from now on.
    pub fn set_noise(
        &mut self,
        config: NoiseConfig,
        seed: u64,
        label: u64,
        warmup: Time,
        now: Time,
    ) {
        if config.is_none() && self.noise.is_none() {
            return;
        }
        let noise = || Noise {
            config,
            losses: SplitMix64::stream(seed, "link loss", label),
            delays: SplitMix64::stream(seed, "link jitter", label),
            recorder: Recorder::beside(warmup, Limit::NONE, now),
            history: History::without_series(),
        };
        self.noise.get_or_insert_with(noise).config = config;
    }

    /// Returns when the hop acts next; [`Time::NEVER`] if it waits for a packet.
    pub fn next_due(&self) -> Time {
        self.end.min(self.aqm.next_timer()).min(self.next_step())
    }

    /// Returns the end of the transmission in progress; [`Time::NEVER`] while the link is idle.
    pub fn free_at(&self) -> Time {
        self.end
    }

    /// Returns when the schedule changes the rate next; [`Time::NEVER`] if it does not.
    pub fn next_step(&self) -> Time {
        self.schedule.as_ref().map_or(Time::NEVER, Playback::next_step)
    }

    /// The next step of the schedule is due. A transmission goes on at the new rate.
    pub fn follow_schedule(&mut self, now: Time) {
        self.fill_bucket(now);
        let Some(schedule) = &mut self.schedule else { return };
        self.rate = schedule.follow();
        self.host.recorder.set_capacity(now, self.rate);
        if self.on_wire.is_some() {
            self.host.recorder.set_sending(now, self.rate);
        }
    }

    /// Follows a schedule of rates from its first step on.
    pub fn set_schedule(&mut self, schedule: RateSchedule) {
        self.schedule = Some(Playback::new(schedule));
    }

    /// Changes the rate of the link, and ends its schedule. The packet on the link keeps its end.
    pub fn set_rate(&mut self, rate: BitRate, now: Time) {
        self.fill_bucket(now);
        (self.rate, self.schedule) = (rate, None);
        self.host.recorder.set_capacity(now, rate);
    }

    /// Gives the link a token bucket of so many bytes from now on; 0: none. A new bucket is full.
    pub fn set_token_bucket(&mut self, bytes: u64, now: Time) {
        self.fill_bucket(now);
        match &mut self.bucket {
            bucket if bytes == 0 => *bucket = None,
            Some(bucket) => bucket.resize(bytes),
            bucket => *bucket = Some(TokenBucket::full(bytes, now)),
        }
    }

    fn fill_bucket(&mut self, now: Time) {
        if let Some(bucket) = &mut self.bucket {
            bucket.fill(self.rate, now);
        }
    }

    /// The device takes up to `packets` ahead of the one on the link from now on.
    pub fn set_device_queue(&mut self, packets: u64, warmup: Time, now: Time) {
        if packets == 0 && self.device.is_none() {
            return;
        }
        self.device.get_or_insert_with(|| Device::new(warmup, now)).set_room(packets);
        if self.on_wire.is_some() {
            self.fill(now);
        }
    }

    /// Returns when the timer of the discipline is due.
    pub fn next_timer(&self) -> Time {
        self.aqm.next_timer()
    }

    /// The timer of the discipline fires.
    pub fn on_timer(&mut self, now: Time) {
        self.host.now = now;
        self.aqm.on_timer(&mut self.host);
    }

    /// Offers a packet to the queue.
    pub fn offer(&mut self, packet: Carried, now: Time) {
        self.host.now = now;
        self.host.counts.arrived += 1;
        self.host.recorder.offered(now, packet.bytes(), 1);
        self.aqm.enqueue(packet, &mut self.host);
        self.fill(now);
    }

    /// The transmission ends now: returns its packet, and starts the next one.
    pub fn finish(&mut self, now: Time) -> Option<Carried> {
        let departed = self.on_wire.take()?;
        self.host.counts.departed += 1;
        match self.device.as_mut().and_then(|device| device.pop(now)) {
            Some(next) => self.start(next, now),
            None => {
                self.host.recorder.set_sending(now, BitRate::default());
                self.end = Time::NEVER;
            }
        }
        self.fill(now);
        Some(departed.packet)
    }

    /// Takes packets out of the queue until the link is busy and the device is full.
    fn fill(&mut self, now: Time) {
        self.host.now = now;
        while self.on_wire.is_none() || self.device.as_ref().is_some_and(Device::has_room) {
            let Some(next) = self.aqm.dequeue_rarely(&mut self.host) else { return };
            self.record(&next, now);
            match (self.on_wire.is_none(), &mut self.device) {
                (false, Some(device)) => device.push(next, now),
                (_, device) => {
                    device.iter_mut().for_each(Device::pass);
                    self.start(next, now);
                }
            }
        }
    }

    /// Records a packet that leaves the queue.
    fn record(&mut self, next: &Queued<Carried>, now: Time) {
        let Host { recorder, parts, decisions, .. } = &mut self.host;
        let Queued { packet, enqueued } = next;
        let waited = now.saturating_since(*enqueued);
        let class = self.aqm.config().classes().get(self.aqm.served_class()).copied();
        decisions.push(Decision::Serve(*packet, class));
        recorder.sent(now, packet.bytes(), waited);
        if let Some((parts, _)) = parts {
            parts.sent(packet.flow, self.aqm.served_class(), waited);
        }
    }

    /// Starts a transmission. With a token bucket, only the part that the tokens do not cover takes time.
    fn start(&mut self, next: Queued<Carried>, now: Time) {
        self.fill_bucket(now);
        let bytes = next.packet.bytes();
        let whole = amount(bytes.into());
        let work = self.bucket.as_mut().map_or(whole, |bucket| bucket.take(whole));
        self.end = match &self.schedule {
            _ if work == 0 => now,
            Some(schedule) => schedule.end_of(work, self.rate, now),
            None if work == whole => now + self.rate.transmission_time(bytes),
            None => now + Span::from_nanos(work / self.rate.bps()),
        };
        if let Some(bucket) = &mut self.bucket {
            bucket.promise(self.end);
            self.host.recorder.sent_at_once(whole - work);
        }
        self.host.recorder.set_sending(now, self.rate);
        self.on_wire = Some(next);
    }

    /// Moves what the discipline has decided since the last call to `to`, which must be empty.
    pub fn decisions(&mut self, to: &mut Vec<Decision>) {
        std::mem::swap(&mut self.host.decisions, to);
    }

    /// Returns the bucket in which a packet waits; `None` without buckets.
    pub fn bucket_of(&self, packet: &Carried) -> Option<u32> {
        self.aqm.bucket_of(packet)
    }

    /// Draws whether a packet that leaves the hop is lost (`None`), and otherwise its extra delay in s.
    pub fn pass_noise(&mut self, packet: &Carried, now: Time) -> Option<f64> {
        let Some(Noise { config, losses, delays, recorder, .. }) = &mut self.noise else {
            return Some(0.0);
        };
        if config.loss > 0.0 && losses.uniform() < config.loss {
            recorder.offered(now, packet.bytes(), 1);
            recorder.dropped(now, packet.bytes(), false);
            return None;
        }
        recorder.passed();
        Some(draw(&config.jitter, delays))
    }

    /// Adopts discipline and buffer, and the rate that these are set up for. The link keeps its rate.
    pub fn reconfigure(&mut self, queue: &AqmConfig, environment: Environment, now: Time) {
        self.aqm.reconfigure(queue, environment, now);
        self.host.recorder.set_limit(environment.limit);
        if let Some((parts, _)) = &mut self.host.parts {
            parts.set_classes(queue.classes());
        }
    }

    /// The user orders to drop the next packets.
    pub fn drop_next(&mut self, count: u64, now: Time) {
        self.aqm.drop_next(count, now);
    }

    /// Returns the end of the open bin of the records.
    pub fn boundary(&self) -> Time {
        self.host.recorder.boundary()
    }

    /// Ends the open bin.
    pub fn close_bin(&mut self) {
        let boundary = self.boundary();
        self.host.recorder.close(f64::NAN, &mut self.history);
        if let Some((parts, records)) = &mut self.host.parts {
            parts.close(boundary, records);
        }
        if let Some(device) = &mut self.device {
            device.close_bin();
        }
        if let Some(noise) = &mut self.noise {
            noise.recorder.close(f64::NAN, &mut noise.history);
        }
    }

    /// Returns the time series of all finished bins.
    pub fn series(&self) -> &Series {
        self.history.series()
    }

    /// Returns the measures since the warm-up.
    pub fn summary(&self, now: Time) -> Summary {
        let mut summary = self.host.recorder.whole(now);
        summary.device_delay = self.device.as_ref().and_then(|device| device.delay(now));
        summary.path_loss_rate =
            self.noise.as_ref().map(|noise| noise.recorder.whole(now).drop_rate);
        if let Some((parts, records)) = &self.host.parts {
            summary.parts = parts.whole(records);
            summary.flow_delays = parts.flows();
        }
        summary
    }

    /// Returns the counts since the start of the run.
    pub fn counts(&self) -> Counts {
        let device = self.device.as_ref().map_or(0, Device::packets);
        let backlog = self.aqm.packets() + device + u64::from(self.on_wire.is_some());
        Counts { backlog, ..self.host.counts }
    }
}

/// Random delays of a flow's packets, and the time up to which its earlier packets are on the way.
#[derive(Debug)]
pub struct FlowState {
    /// Its random stream.
    pub rng: SplitMix64,
    /// Delivery of its last packet, of data and of ACKs.
    pub last: [Time; 2],
}

impl FlowState {
    /// Creates the state of a flow.
    pub fn new(seed: u64, flow: FlowId) -> Self {
        FlowState { rng: SplitMix64::stream(seed, "jitter", flow.into()), last: [Time::ZERO; 2] }
    }
}
