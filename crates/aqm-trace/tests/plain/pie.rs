//! PIE, both generations.

use super::run::{Model, Outcomes, Packet, Queue, Verdict};

#[derive(Default)]
pub struct Pie {
    pub target: u64,
    pub update_ms: u64,
    pub alpha: u32,
    pub beta: u32,
    pub limit: u64,
    pub ecn: bool,
    pub bytemode: bool,
    pub estimator: bool,
    pub mtu: u32,
    /// Linux 4.14.
    pub is_old: bool,
    pub prob: u64,
    pub delay: u64,
    pub old_delay: u64,
    pub burst: u64,
    pub accu: u64,
    pub counted: Option<u64>,
    pub stamp: Option<u64>,
    pub rate: u32,
}

const SECOND: u64 = 15_625_000;

impl Pie {
    pub fn start(mut self) -> Self {
        self.burst = self.max_burst();
        if self.is_old {
            (self.estimator, self.stamp) = (true, Some(0));
        }
        self
    }

    fn max_burst(&self) -> u64 {
        if self.is_old { SECOND / 10 } else { 2_343_750 }
    }

    /// Probability 1.
    fn one(&self) -> u64 {
        if self.is_old { (1 << 32) - 1 } else { (1 << 56) - 1 }
    }

    fn early(&mut self, size: u32, backlog: u64, draw: &mut dyn FnMut() -> u64) -> bool {
        if self.burst > 0
            || (self.delay < self.target / 2 && self.prob < self.one() / 5)
            || backlog < 2 * u64::from(self.mtu)
        {
            return false;
        }
        let mut prob = self.prob;
        if self.bytemode && size <= self.mtu {
            prob = u64::from(size) * (prob / u64::from(self.mtu));
        }
        if self.is_old {
            return draw() / (1 << 32) < prob;
        }
        self.accu = if prob == 0 { 0 } else { self.accu + prob };
        if self.accu < self.one() / 100 * 85 {
            return false;
        }
        if self.accu >= self.one() / 2 * 17 {
            return true;
        }
        let hit = draw() / 256 < prob;
        if hit {
            self.accu = 0;
        }
        hit
    }

    /// Measures the departure rate over cycles; returns the length of a finished cycle.
    fn cycle(&mut self, size: u32, backlog: u64, now: u64) -> Option<u64> {
        let enough = if self.is_old { 10_000 } else { 16_384 };
        if backlog >= enough && self.counted.is_none() {
            (self.stamp, self.counted) = (Some(now), Some(0));
        }
        let counted = self.counted? + u64::from(size);
        self.counted = Some(counted);
        if counted < enough {
            return None;
        }
        let length = (now - self.stamp.unwrap()) % (1 << 32);
        if length == 0 {
            return None;
        }
        let sample = (counted * 256 % (1 << 32) / length) as u32;
        self.rate = if self.rate == 0 { sample } else { self.rate - self.rate / 8 + sample / 8 };
        if backlog < enough {
            self.counted = None;
        } else {
            (self.stamp, self.counted) = (Some(now), Some(0));
        }
        Some(length)
    }

    /// Both gains at this probability.
    fn gain(&self, sixteenths: u32) -> u64 {
        let per_tick = self.one() / SECOND;
        let prob = self.prob;
        if self.is_old {
            let product = (u64::from(sixteenths) * per_tick) % (1 << 32);
            return product
                >> if prob < self.one() / 100 {
                    7
                } else if prob < self.one() / 10 {
                    5
                } else {
                    4
                };
        }
        let mut gain = u64::from(sixteenths) * per_tick / 16;
        if prob < self.one() / 10 {
            gain /= 2;
            for power in [100, 1_000, 10_000, 100_000, 1_000_000] {
                if prob < self.one() / power {
                    gain /= 4;
                }
            }
        }
        gain
    }
}

impl Model for Pie {
    fn params(&self) -> (String, &'static str) {
        let bit = u8::from;
        let params = format!(
            "{{\"target_ticks\":{},\"tupdate_ms\":{},\"alpha\":{},\"beta\":{},\"limit_pkts\":{},\
             \"ecn\":{},\"bytemode\":{},\"dq_rate_estimator\":{},\"max_prob\":\"{}\",\"mtu\":{}}}",
            self.target,
            self.update_ms,
            self.alpha,
            self.beta,
            self.limit,
            bit(self.ecn),
            bit(self.bytemode),
            bit(self.estimator),
            self.one(),
            self.mtu
        );
        (params, if self.is_old { "linux-4.14-rc5" } else { "linux-6.12.117" })
    }

    fn enqueue(
        &mut self,
        packet: &Packet,
        queue: &Queue,
        draw: &mut dyn FnMut() -> u64,
    ) -> Verdict {
        if queue.len() >= self.limit {
            self.accu = 0;
            return Verdict::Drop("DL");
        }
        if !self.early(packet.size, queue.bytes(), draw) {
            return Verdict::Accept;
        }
        if self.ecn && self.prob <= self.one() / 10 && packet.can_be_marked() {
            return Verdict::Mark("MP");
        }
        self.accu = 0;
        Verdict::Drop("DP")
    }

    fn dequeue(&mut self, at: u64, queue: &mut Queue, _: &mut Outcomes) -> Option<usize> {
        let head = queue.waiting.pop_front()?;
        let (now, packet) = (at / 64, &queue.packets[head]);
        let elapsed = if self.estimator {
            self.cycle(packet.size, queue.bytes(), now)
        } else {
            self.delay = if queue.bytes() > 0 { now - packet.at / 64 } else { 0 };
            let elapsed = self.stamp.map(|stamp| (now - stamp) % (1 << 32));
            self.stamp = Some(now);
            elapsed
        };
        self.burst = self.burst.saturating_sub(elapsed.unwrap_or(0));
        Some(head)
    }

    fn period(&self) -> Option<u64> {
        Some(self.update_ms * 1_000_000)
    }

    fn timer(&mut self, _: u64, queue: &Queue) {
        let backlog = queue.bytes();
        let one = i128::from(self.one());
        if self.estimator {
            self.old_delay = self.delay;
            let scaled = backlog * 256 % (1 << 32);
            self.delay = if self.rate == 0 { 0 } else { scaled / u64::from(self.rate) };
        }
        let (delay, old) = (i128::from(self.delay), i128::from(self.old_delay));
        let mut quiet = delay != 0 || backlog == 0;
        let product = |gain: u64, distance: i128| i128::from(gain) * distance;
        let wide = product(self.gain(self.alpha), delay - i128::from(self.target))
            + product(self.gain(self.beta), delay - old);
        // Truncated to the width of the kernel's signed number.
        let mut delta = if self.is_old { i128::from(wide as i32) } else { i128::from(wide as i64) };
        if delta > one / 50 && i128::from(self.prob) >= one / 10 {
            delta = 2 * (one / 100);
        }
        if delay > i128::from(SECOND / 4) {
            delta += one / 50;
            delta = if self.is_old { i128::from(delta as i32) } else { i128::from(delta as i64) };
        }
        let widest = if self.is_old { i128::from(u32::MAX) } else { i128::from(u64::MAX) };
        let mut prob = i128::from(self.prob) + delta;
        if prob < 0 {
            prob = 0;
        } else if prob > widest {
            (prob, quiet) = (one, false);
        }
        self.prob = prob as u64;
        if delay == 0 && old == 0 && quiet {
            self.prob = if self.is_old {
                self.prob * 98 % (1 << 32) / 100
            } else {
                self.prob - self.prob / 64
            };
        }
        let half = self.target / 2;
        let calm = self.delay < half && self.old_delay < half && self.prob == 0;
        if calm && (!self.estimator || self.rate > 0) {
            (self.burst, self.accu, self.counted, self.rate) = (self.max_burst(), 0, None, 0);
            if !self.is_old {
                self.stamp = None;
            }
        }
        if !self.estimator {
            self.old_delay = self.delay;
        }
    }

    fn columns(&self) -> &'static str {
        "prob,qdelay,qdelay_old,burst_time,accu_prob,dq_count,dq_tstamp,avg_dq_rate"
    }

    fn state(&self) -> Vec<u64> {
        let unset = |value: Option<u64>| value.unwrap_or(u64::MAX);
        vec![
            self.prob,
            self.delay,
            self.old_delay,
            self.burst,
            self.accu,
            unset(self.counted),
            unset(self.stamp),
            self.rate.into(),
        ]
    }

    fn has_wide_draws(&self) -> bool {
        !self.is_old
    }
}
