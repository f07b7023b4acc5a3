//! Datagram sources, which do not react to loss or delay.

use crate::config::{Arrivals, DatagramConfig, Direction, Spurts};
use crate::packet::{Ecn, FlowId, MAX_PACKET_BYTES, Packet};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// One datagram source.
#[derive(Clone, Debug)]
pub struct DatagramSource {
    config: DatagramConfig,
    rng: SplitMix64,
    last: Option<Time>,
    next: Time,
    sequence: u64,
    /// Time of the first packet, at the soonest.
    start: Time,
    /// End of the current period of sending.
    spurt_end: Time,
}

impl DatagramSource {
    /// Returns a source that sends its first packet at `config.start`.
    pub fn new(config: DatagramConfig, rng: SplitMix64) -> Self {
        let mut source = DatagramSource {
            config,
            rng,
            last: None,
            next: Time::NEVER,
            sequence: 0,
            start: config.start,
            spurt_end: Time::NEVER,
        };
        if config.spread > Span::ZERO {
            source.start += Span::from_seconds(config.spread.seconds() * source.rng.uniform());
        }
        if let Some(spurts) = config.spurts {
            source.spurt_end = source.start + source.draw_period(spurts.on, spurts.random);
        }
        source.plan(source.start);
        source
    }

    /// Returns a source that replaces `former` and continues its sequence numbers, so that the numbers of a
    /// place stay unique.
    pub fn after(self, former: &DatagramSource) -> Self {
        DatagramSource { sequence: former.sequence, ..self }
    }

    /// Returns the direction of the packets.
    pub fn direction(&self) -> Direction {
        self.config.direction
    }

    /// Returns the number of the next packet.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Returns the time of the next packet; [`Time::NEVER`] if there is none.
    pub fn next(&self) -> Time {
        self.next
    }

    /// Returns the packet that is due at `now`, and schedules the next one.
    pub fn send(&mut self, flow: FlowId, now: Time) -> Packet {
        debug_assert_eq!(now, self.next);
        let bytes = self.draw_size();
        let seq = self.sequence;
        self.sequence += 1;
        self.last = Some(now);
        self.plan(now);
        let ecn = if self.config.ecn { Ecn::Ect0 } else { Ecn::NotEct };
        let packet = Packet::datagram(flow, seq, bytes, ecn);
        if self.config.meter.is_some() { packet.measured() } else { packet }
    }

    /// Changes the rate. With constant gaps, the new rate's gap counts from the last packet; if that time has
    /// passed, the next packet is due at once. With random gaps the wait starts again, because a Poisson process
    /// has no memory.
    pub fn set_rate(&mut self, rate: BitRate, now: Time) {
        self.config.rate = rate;
        self.plan(now);
    }

    /// Changes the ECN capability.
    pub fn set_ecn(&mut self, ecn: bool) {
        self.config.ecn = ecn;
    }

    /// Stops the source.
    pub fn stop(&mut self) {
        self.config.stop = Time::ZERO;
        self.next = Time::NEVER;
    }

    // Not inlined: one copy in the WebAssembly is enough.
    #[inline(never)]
    fn plan(&mut self, not_before: Time) {
        let soonest = self.start.max(not_before);
        let due = match (self.config.arrivals, self.last) {
            _ if self.config.rate.bps() == 0 => Time::NEVER,
            (Arrivals::Constant, None) => soonest,
            (Arrivals::Constant, Some(last)) => (last + self.mean_gap()).max(not_before),
            (Arrivals::Poisson | Arrivals::PoissonExponentialSize, _) => soonest + self.draw_gap(),
        };
        let due = self.skip_silence(due);
        self.next = if due < self.config.stop { due } else { Time::NEVER };
    }

    /// Returns `due`, or the start of the next period of sending if the source is silent then.
    fn skip_silence(&mut self, mut due: Time) -> Time {
        let Some(Spurts { on, off, random }) = self.config.spurts else { return due };
        while due >= self.spurt_end && due < self.config.stop {
            let start = self.spurt_end + self.draw_period(off, random);
            self.spurt_end = start + self.draw_period(on, random);
            due = due.max(start);
        }
        due
    }

    fn draw_period(&mut self, mean: Span, random: bool) -> Span {
        if random { Span::from_seconds(mean.seconds() * self.rng.exponential()) } else { mean }
    }

    fn mean_gap(&self) -> Span {
        self.config.rate.transmission_time(self.config.packet_bytes)
    }

    fn draw_gap(&mut self) -> Span {
        Span::from_seconds(self.mean_gap().seconds() * self.rng.exponential())
    }

    fn draw_size(&mut self) -> u32 {
        match self.config.arrivals {
            Arrivals::Constant | Arrivals::Poisson => self.config.packet_bytes,
            Arrivals::PoissonExponentialSize => {
                let bytes = f64::from(self.config.packet_bytes) * self.rng.exponential();
                bytes.round().clamp(1.0, f64::from(MAX_PACKET_BYTES)) as u32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Queueable;

    fn source(arrivals: Arrivals) -> DatagramSource {
        seeded(arrivals, 7)
    }

    fn seeded(arrivals: Arrivals, seed: u64) -> DatagramSource {
        let config = DatagramConfig {
            flows: 1,
            muted: false,
            direction: Direction::Forward,
            rate: BitRate::from_mbps(8.0),
            packet_bytes: 1000,
            arrivals,
            ecn: false,
            start: Time::from_seconds(1.0),
            spread: Span::ZERO,
            stop: Time::from_seconds(2.0),
            spurts: None,
            meter: None,
        };
        DatagramSource::new(config, SplitMix64::new(seed))
    }

    fn drain(source: &mut DatagramSource) -> Vec<(Time, u32)> {
        let mut sent = Vec::new();
        while source.next() != Time::NEVER {
            let now = source.next();
            sent.push((now, source.send(0, now).bytes()));
        }
        sent
    }

    #[test]
    fn constant_bit_rate_is_one_packet_every_packet_time_and_stops() {
        let sent = drain(&mut source(Arrivals::Constant));
        assert_eq!(sent.len(), 1000);
        assert_eq!(sent[0].0, Time::from_seconds(1.0));
        assert_eq!(sent[999].0, Time::from_seconds(1.999));
    }

    #[test]
    fn poisson_arrivals_have_the_configured_mean_rate() {
        let sent = drain(&mut source(Arrivals::PoissonExponentialSize));
        let bytes: u64 = sent.iter().map(|&(_, bytes)| u64::from(bytes)).sum();
        assert!((900..1100).contains(&sent.len()), "{} packets", sent.len());
        assert!((900_000..1_100_000).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn a_new_rate_counts_from_the_last_packet() {
        let mut source = source(Arrivals::Constant);
        let start = source.next();
        source.send(0, start);
        source.set_rate(BitRate::from_mbps(4.0), start + Span::from_micros(100));
        assert_eq!(source.next(), start + Span::from_millis(2));
        source.set_rate(BitRate::from_mbps(800.0), start + Span::from_micros(100));
        assert_eq!(source.next(), start + Span::from_micros(100));
        source.set_rate(BitRate::default(), start + Span::from_micros(100));
        assert_eq!(source.next(), Time::NEVER);
    }

    /// The wait for the next packet is exponential at any time, with or without a change at that time.
    #[test]
    fn a_new_rate_causes_no_burst_of_poisson_packets() {
        const SOURCES: u64 = 4000;
        let at = Time::from_seconds(1.5);
        for arrivals in [Arrivals::Poisson, Arrivals::PoissonExponentialSize] {
            let waits = (0..SOURCES).map(|seed| {
                let mut source = seeded(arrivals, seed);
                while source.next() < at {
                    source.send(0, source.next());
                }
                source.set_rate(BitRate::from_bps(8_000_008), at);
                (source.next() - at).millis()
            });
            let waits: Vec<f64> = waits.collect();
            let mean = waits.iter().sum::<f64>() / SOURCES as f64;
            assert!((mean - 1.0).abs() < 5.0 / (SOURCES as f64).sqrt(), "mean {mean} ms");
            let soon = waits.iter().filter(|&&wait| wait < 0.1).count() as f64 / SOURCES as f64;
            // 1 - exp(-0.1) = 0.0952, plus or minus 0.0046.
            assert!((soon - 0.0952).abs() < 0.025, "{soon} within 0.1 ms");
        }
    }

    #[test]
    fn a_replacement_source_continues_the_sequence_numbers() {
        let mut former = source(Arrivals::Constant);
        let start = former.next();
        former.send(0, start);
        former.stop();
        let mut next = source(Arrivals::Constant).after(&former);
        assert_eq!(next.send(0, start).seq, 1);
    }
}
