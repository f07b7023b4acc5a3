//! CoDel, both generations.

use super::run::{Model, Outcomes, Packet, Queue, Verdict};

#[derive(Default)]
pub struct Codel {
    pub target: u32,
    pub interval: u32,
    pub ce_threshold: Option<u32>,
    pub ecn: bool,
    pub limit: u64,
    /// None: uses the largest packet seen (Linux 3.10).
    pub mtu: Option<u32>,
    pub largest: u32,
    pub count: u32,
    pub lastcount: u32,
    pub dropping: bool,
    pub root: u16,
    pub first_above: u32,
    pub drop_next: u32,
    pub delay: u32,
}

/// Compares by the sign of the 32-bit difference.
fn before(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) >= 0x8000_0000
}

impl Codel {
    fn newton(&mut self) {
        let r = u128::from(self.root) * 65_536;
        let square = r * r / (1 << 32);
        let v = ((3u128 << 32) + (1 << 64) - (u128::from(self.count) * square) % (1 << 64))
            % (1 << 64)
            / 4;
        self.root = (((v * r) % (1 << 64)) / (1 << 31) / (1 << 16)) as u16;
    }

    fn law(&self, from: u32) -> u32 {
        from.wrapping_add((u64::from(self.interval) * u64::from(self.root) / 65_536) as u32)
    }

    /// Removes the head and returns whether it may be dropped.
    fn pop(&mut self, now: u32, queue: &mut Queue) -> (Option<usize>, bool) {
        let Some(number) = queue.waiting.pop_front() else {
            self.first_above = 0;
            return (None, false);
        };
        let packet = &queue.packets[number];
        self.delay = now.wrapping_sub((packet.at / 1024) as u32);
        self.largest = self.largest.max(packet.size);
        let small = u64::from(self.mtu.unwrap_or(self.largest));
        let ok = if before(self.delay, self.target) || queue.bytes() <= small {
            self.first_above = 0;
            false
        } else if self.first_above == 0 {
            self.first_above = now.wrapping_add(self.interval);
            false
        } else {
            before(self.first_above, now)
        };
        (Some(number), ok)
    }
}

impl Model for Codel {
    fn params(&self) -> (String, &'static str) {
        let ecn = u8::from(self.ecn);
        let common = format!(
            "\"target_ticks\":{},\"interval_ticks\":{},\"ecn\":{ecn},\"limit_pkts\":{}",
            self.target, self.interval, self.limit
        );
        match self.mtu {
            Some(mtu) => {
                let ce = self.ce_threshold.unwrap_or(2_147_483_647);
                (format!("{{{common},\"mtu\":{mtu},\"ce_threshold_ticks\":{ce}}}"), "linux-6.12.1")
            }
            None => (format!("{{{common},\"min_backlog_rule\":\"largest\"}}"), "linux-3.10.85"),
        }
    }

    fn enqueue(&mut self, _: &Packet, queue: &Queue, _: &mut dyn FnMut() -> u64) -> Verdict {
        if queue.len() >= self.limit { Verdict::Drop("DL") } else { Verdict::Accept }
    }

    fn dequeue(&mut self, at: u64, queue: &mut Queue, outcomes: &mut Outcomes) -> Option<usize> {
        let now = (at / 1024) as u32;
        let (mut head, mut ok) = self.pop(now, queue);
        let mut law_marked = false;
        if head.is_none() {
            self.dropping = false;
            return None;
        }
        let packets = queue.packets;
        let can_be_marked = |number: usize| packets[number].can_be_marked();
        if self.dropping {
            if !ok {
                self.dropping = false;
            }
            while self.dropping && !before(now, self.drop_next) {
                self.count = self.count.wrapping_add(1);
                self.newton();
                let number = head.unwrap();
                if self.ecn && can_be_marked(number) {
                    self.drop_next = self.law(self.drop_next);
                    law_marked = true;
                    break;
                }
                outcomes.push((number, "DD"));
                (head, ok) = self.pop(now, queue);
                if ok {
                    self.drop_next = self.law(self.drop_next);
                } else {
                    self.dropping = false;
                }
            }
        } else if ok {
            let number = head.unwrap();
            if self.ecn && can_be_marked(number) {
                law_marked = true;
            } else {
                outcomes.push((number, "DD"));
                (head, _) = self.pop(now, queue);
            }
            self.dropping = true;
            let delta = self.count.wrapping_sub(self.lastcount);
            let since = now.wrapping_sub(self.drop_next);
            if delta > 1 && before(since, self.interval.wrapping_mul(16)) {
                self.count = delta;
                self.newton();
            } else {
                self.count = 1;
                self.root = 65_535;
            }
            self.lastcount = self.count;
            self.drop_next = self.law(now);
        }
        let number = head?;
        let above =
            self.ce_threshold.is_some_and(|ce| before(ce, self.delay)) && can_be_marked(number);
        match (law_marked, above) {
            (true, true) => outcomes.push((number, "MB")),
            (true, false) => outcomes.push((number, "MD")),
            (false, true) => outcomes.push((number, "MT")),
            (false, false) => {}
        }
        head
    }

    fn columns(&self) -> &'static str {
        "count,lastcount,dropping,rec_inv_sqrt,first_above_time,drop_next,ldelay"
    }

    fn state(&self) -> Vec<u64> {
        vec![
            self.count.into(),
            self.lastcount.into(),
            self.dropping.into(),
            self.root.into(),
            self.first_above.into(),
            self.drop_next.into(),
            self.delay.into(),
        ]
    }

    fn watched(&self) -> Option<usize> {
        Some(6)
    }
}
