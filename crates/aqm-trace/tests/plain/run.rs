//! Arrivals, the link, and the trace files of a run.

use aqm_sim::rng::SplitMix64;
use std::collections::VecDeque;
use std::fmt::Write as _;

pub struct Packet {
    pub at: u64,
    pub size: u32,
    pub ecn: u8,
}

impl Packet {
    /// Marks the packet, unless it is Not-ECT.
    pub fn can_be_marked(&self) -> bool {
        self.ecn != 0
    }
}

/// Numbers of the waiting packets.
pub struct Queue<'a> {
    pub packets: &'a [Packet],
    pub waiting: VecDeque<usize>,
}

impl Queue<'_> {
    pub fn bytes(&self) -> u64 {
        self.waiting.iter().map(|&number| u64::from(self.packets[number].size)).sum()
    }
    pub fn len(&self) -> u64 {
        self.waiting.len() as u64
    }
}

pub enum Verdict {
    Accept,
    Mark(&'static str),
    Drop(&'static str),
}

/// A discipline, written from the description.
pub trait Model {
    /// JSON of its parameters, and the kernel's name.
    fn params(&self) -> (String, &'static str);
    fn enqueue(&mut self, packet: &Packet, queue: &Queue, draw: &mut dyn FnMut() -> u64)
    -> Verdict;
    /// Returns the packet to send at `at`. Writes outcomes other than forwarding to `outcomes`.
    fn dequeue(&mut self, at: u64, queue: &mut Queue, outcomes: &mut Outcomes) -> Option<usize>;
    /// Time between timers; the first comes after 500 ms.
    fn period(&self) -> Option<u64> {
        None
    }
    fn timer(&mut self, _at: u64, _queue: &Queue) {}
    fn columns(&self) -> &'static str;
    fn state(&self) -> Vec<u64>;
    /// A dequeue that changes one of this many values writes a row; `None`: the timer writes rows.
    fn watched(&self) -> Option<usize> {
        None
    }
    fn decision(&self) -> Option<String> {
        None
    }
    fn has_wide_draws(&self) -> bool {
        false
    }
}

/// Outcomes and times of packets at the queue's head.
pub type Outcomes = Vec<(usize, &'static str)>;

pub struct Setting {
    pub start: u64,
    pub rates: Vec<(u64, u64)>,
    pub rng: &'static str,
    pub seed: u64,
}

/// The texts of the trace file and the state file.
pub struct Files {
    pub trace: String,
    pub states: String,
}

/// Steps through time. At equal times the timer comes first, then the end of a transmission, then the
/// arrival.
pub fn record(model: &mut dyn Model, setting: &Setting, packets: &[Packet]) -> Files {
    let mut queue = Queue { packets, waiting: VecDeque::new() };
    let mut generator = SplitMix64::new(setting.seed);
    let mut draws = 0u64;
    let mut rows: Vec<String> = packets.iter().map(|_| String::new()).collect();
    let mut drawn: Vec<(String, String)> = Vec::new();
    let mut codes = vec!["FW"; packets.len()];
    let mut states = format!("t_ns,{},backlog,qlen\n", model.columns());
    let mut last = vec![0; 6];
    let mut timer = model.period().map_or(u64::MAX, |_| setting.start + 500_000_000);
    let mut free: Option<u64> = None;
    let mut next = 0;
    let mut end = setting.start;
    loop {
        let arrival = packets.get(next).map_or(u64::MAX, |packet| packet.at);
        let now = free.unwrap_or(u64::MAX).min(arrival);
        if now == u64::MAX {
            break;
        }
        while timer <= now {
            model.timer(timer, &queue);
            push_state(&mut states, timer, model, &queue);
            timer += model.period().unwrap();
        }
        end = now;
        if free == Some(now) {
            free = None;
        } else {
            let packet = &packets[next];
            let mut draw = String::new();
            let wide = model.has_wide_draws();
            let verdict = model.enqueue(packet, &queue, &mut || {
                draws += 1;
                let bits = match setting.rng {
                    "ones" => u64::MAX,
                    "zeros" => 0,
                    _ => generator.next_u64(),
                };
                draw = if wide { format!("{bits:x}") } else { format!("{:x}", bits >> 32) };
                bits
            });
            drawn.push((draw, model.decision().map_or(String::new(), |text| format!(",{text}"))));
            match verdict {
                Verdict::Drop(code) => {
                    codes[next] = code;
                    rows[next] = format!("{now},0");
                }
                Verdict::Mark(code) => codes[next] = code,
                Verdict::Accept => {}
            }
            if !matches!(verdict, Verdict::Drop(_)) {
                queue.waiting.push_back(next);
            }
            next += 1;
        }
        if free.is_none() {
            let mut outcomes = Vec::new();
            let sent = model.dequeue(now, &mut queue, &mut outcomes);
            for (number, code) in outcomes {
                codes[number] = code;
                rows[number] = format!("{now},{}", now - packets[number].at);
            }
            if let Some(number) = sent {
                rows[number] = format!("{now},{}", now - packets[number].at);
                let rate = setting.rates.iter().rev().find(|(from, _)| *from <= now).unwrap().1;
                let bits = u128::from(packets[number].size) * 8_000_000_000;
                free = Some(now + (bits / u128::from(rate)) as u64);
            }
            if let Some(width) = model.watched() {
                let state = model.state();
                if state[..width] != last[..] {
                    last = state[..width].to_vec();
                    push_state(&mut states, now, model, &queue);
                }
            }
        }
    }
    let (params, kernel) = model.params();
    let rates: Vec<String> =
        setting.rates.iter().map(|(from, rate)| format!("[{from},{rate}]")).collect();
    let mut trace = format!(
        "# {{\"trace\":\"plain\",\"kernel\":\"{kernel}\",\"packets\":{},\"t0_ns\":{},\
         \"link_rate_bps\":[{}],\"rng\":\"{}\",\"seed\":{},\"draws\":{draws},\"params\":{params},\
         \"end_ns\":{end}}}\narr_ns,size,ecn,outcome,out_ns,sojourn_ns,draw{}\n",
        packets.len(),
        setting.start,
        rates.join(","),
        setting.rng,
        setting.seed,
        if model.decision().is_some() { ",qavg,qcount,qR" } else { "" },
    );
    for (number, Packet { at, size, ecn }) in packets.iter().enumerate() {
        let (code, row, (draw, decision)) = (codes[number], &rows[number], &drawn[number]);
        writeln!(trace, "{at},{size},{ecn},{code},{row},{draw}{decision}").unwrap();
    }
    Files { trace, states }
}

fn push_state(states: &mut String, at: u64, model: &dyn Model, queue: &Queue) {
    let values: Vec<String> = model.state().into_iter().map(|value| value.to_string()).collect();
    // Unset values have all bits set here and are -1 in the files.
    let values = values.join(",").replace(&u64::MAX.to_string(), "-1");
    writeln!(states, "{at},{values},{},{}", queue.bytes(), queue.len()).unwrap();
}
