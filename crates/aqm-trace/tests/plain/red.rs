//! RED, both generations of its division.

use super::run::{Model, Outcomes, Packet, Queue, Verdict};

pub struct Red {
    pub min: u32,
    pub max: u32,
    pub limit: u64,
    pub wlog: u32,
    pub plog: u32,
    /// None: derived from `plog`.
    pub given_max_p: Option<u32>,
    pub scell_log: u32,
    pub stab: Vec<u8>,
    pub ecn: bool,
    pub harddrop: bool,
    pub nodrop: bool,
    pub adaptive: bool,
    /// Linux 3.10: multiplies by ceil(2^32 / divisor).
    pub is_old: bool,
    pub max_p: u32,
    pub divisor: u32,
    pub average: u64,
    pub count: i64,
    pub threshold: u32,
    pub idle_since: Option<u64>,
}

impl Red {
    pub fn start(mut self, at: u64) -> Self {
        let distance = self.distance();
        self.max_p = self.given_max_p.unwrap_or_else(|| {
            let slope = (f64::from(u32::MAX) / f64::from(1u32 << self.plog)) as u64;
            ((slope * u64::from(distance)) % (1 << 32)) as u32
        });
        self.divisor = (self.max_p / distance).max(1);
        (self.average, self.count, self.threshold) = (0, -1, 0);
        self.idle_since = Some(at);
        self
    }

    fn distance(&self) -> u32 {
        (self.max - self.min).max(1)
    }

    fn decayed(&self, at: u64) -> u64 {
        let Some(since) = self.idle_since else { return self.average };
        let micros = ((at - since) / 1000).min(255 * (1u64 << self.scell_log));
        let shift = self.stab[(micros / (1u64 << self.scell_log)) as usize % 256];
        if shift > 0 {
            return self.average / (1u64 << shift);
        }
        let loss = self.average * micros / (1u64 << self.scell_log);
        if loss < self.average / 2 { self.average - loss } else { self.average / 2 }
    }

    fn divided(&self, draw: u64) -> u32 {
        let (draw, divisor) = (draw / (1 << 32), u64::from(self.divisor));
        if self.is_old {
            let reciprocal = (1u64 << 32).div_ceil(divisor) % (1 << 32);
            (draw * reciprocal / (1 << 32)) as u32
        } else {
            (draw / divisor) as u32
        }
    }
}

impl Model for Red {
    fn params(&self) -> (String, &'static str) {
        let max_p = match self.given_max_p {
            Some(max_p) => format!("\"max_P\":{max_p},\"max_P_q32\":true"),
            None => "\"max_P\":0,\"max_P_q32\":false".to_string(),
        };
        let bit = u8::from;
        let params = format!(
            "{{\"limit_bytes\":{},\"qth_min\":{},\"qth_max\":{},\"Wlog\":{},\"Plog\":{},{max_p},\
             \"Scell_log\":{},\"ecn\":{},\"harddrop\":{},\"adaptive\":{},\"nodrop\":{},\"Stab\":{:?}}}",
            self.limit,
            self.min,
            self.max,
            self.wlog,
            self.plog,
            self.scell_log,
            bit(self.ecn),
            bit(self.harddrop),
            bit(self.adaptive),
            bit(self.nodrop),
            self.stab
        );
        (params, if self.is_old { "linux-3.10.85" } else { "linux-6.12.117" })
    }

    fn enqueue(
        &mut self,
        packet: &Packet,
        queue: &Queue,
        draw: &mut dyn FnMut() -> u64,
    ) -> Verdict {
        let weight = 1u64 << self.wlog;
        if self.idle_since.is_some() {
            self.average = self.decayed(packet.at);
            self.idle_since = None;
        } else {
            self.average = self.average + queue.bytes() - self.average / weight;
        }
        let (low, high) = (u64::from(self.min) * weight, u64::from(self.max) * weight);
        let mut hit = None;
        if self.average < low {
            self.count = -1;
        } else if self.average >= high {
            self.count = -1;
            hit = Some(true);
        } else {
            self.count += 1;
            if self.count == 0 {
                self.threshold = self.divided(draw());
            } else {
                let excess = (self.average - low) / weight;
                if excess * self.count as u64 >= u64::from(self.threshold) {
                    self.count = 0;
                    self.threshold = self.divided(draw());
                    hit = Some(false);
                }
            }
        }
        let mut mark = None;
        if let Some(hard) = hit {
            let drop = if hard { "DF" } else { "DP" };
            if hard && (self.harddrop || !self.ecn) {
                return Verdict::Drop(drop);
            }
            if self.ecn && packet.can_be_marked() {
                mark = Some(if hard { "MF" } else { "MP" });
            } else if !(self.ecn && self.nodrop) {
                return Verdict::Drop(drop);
            }
        }
        match (mark, queue.bytes() + u64::from(packet.size) > self.limit) {
            (Some(_), true) => Verdict::Drop("ML"),
            (None, true) => Verdict::Drop("DL"),
            (Some(code), false) => Verdict::Mark(code),
            (None, false) => Verdict::Accept,
        }
    }

    fn dequeue(&mut self, at: u64, queue: &mut Queue, _: &mut Outcomes) -> Option<usize> {
        let head = queue.waiting.pop_front();
        if head.is_none() && self.idle_since.is_none() {
            self.idle_since = Some(at);
        }
        head
    }

    fn period(&self) -> Option<u64> {
        self.adaptive.then_some(500_000_000)
    }

    fn timer(&mut self, at: u64, _: &Queue) {
        let average = self.decayed(at) / (1 << self.wlog);
        let (fifth, min) = (u64::from(self.distance() / 5), u64::from(self.min));
        let one = 42_949_673;
        if average > min + 3 * fifth && self.max_p <= 50 * one {
            self.max_p += one.min(self.max_p / 4);
        } else if average < min + 2 * fifth && self.max_p >= one {
            self.max_p = self.max_p / 10 * 9;
        }
        let rounded = u64::from(self.max_p) + u64::from(self.distance() / 2);
        self.divisor = (rounded / u64::from(self.distance())).max(1) as u32;
    }

    fn columns(&self) -> &'static str {
        "max_P,qavg,idle"
    }

    fn state(&self) -> Vec<u64> {
        vec![self.max_p.into(), self.average, self.idle_since.is_some().into()]
    }

    fn decision(&self) -> Option<String> {
        Some(format!("{},{},{}", self.average, self.count, self.threshold))
    }
}
