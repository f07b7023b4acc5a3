//! Runs a script against the sender, in simulated time.

use aqm_sim::packet::Ecn;
use aqm_sim::tcp::Phase;
use aqm_sim::time::{Span, Time};

use crate::code::{self, Variables};
use crate::connection::{Connection, Content, Emission};
use crate::problem::{Problem, fail, malformed, unsupported};
use crate::script::{Action, Argument, Call, Event, Packet, Script, Tolerance, When};
use crate::settings::{Open, Settings};

/// Value of ssthresh in Linux before the first reduction.
const INFINITE_SSTHRESH: i64 = 0x7fff_ffff;
/// Longest wait of an event with the time `*`.
const MAX_WAIT: Span = Span::from_millis(60_000);

/// Runs `script`, and adds a line to `trace` for each packet.
pub(crate) fn run(
    script: &Script,
    open: &mut Open<'_>,
    trace: &mut Vec<String>,
) -> Result<(), Problem> {
    let mut machine = Machine {
        settings: Settings::default(),
        tolerance: script.tolerance,
        now: Time::ZERO,
        last_event: None,
        listening: false,
        connection: None,
        variables: Variables::new(),
        traced: 0,
        trace,
    };
    script.events.iter().try_for_each(|event| machine.step(event, open))
}

struct Machine<'a> {
    settings: Settings,
    tolerance: Tolerance,
    now: Time,
    /// Scheduled time of the last event, and whether it was an arrival.
    last_event: Option<(Time, bool)>,
    listening: bool,
    connection: Option<Connection>,
    variables: Variables,
    /// Number of unmatched packets of the connection that are in the trace already.
    traced: usize,
    trace: &'a mut Vec<String>,
}

/// The times at which a segment may leave.
#[derive(Clone, Copy)]
struct Deadline {
    from: Time,
    until: Time,
}

impl Machine<'_> {
    fn step(&mut self, event: &Event, open: &mut Open<'_>) -> Result<(), Problem> {
        let line = event.line;
        let arrival = matches!(event.action, Action::Receive(_));
        let base = match self.last_event {
            // Only the script determines the time of an arrival.
            Some((at, true)) if arrival => at,
            _ => self.now,
        };
        let (start, end) = match event.when {
            When::AnyTime => (self.now, self.now + MAX_WAIT),
            When::At(start, end) => (Time::ZERO + start, Time::ZERO + end),
            When::After(start, end) => (base + start, base + end),
        };
        if let Action::Expect(packet) = &event.action {
            let gap = self.last_event.map_or(Span::ZERO, |(at, _)| start.saturating_since(at));
            let slack = self.tolerance.after(gap);
            let from = Time::from_nanos(start.nanos().saturating_sub(slack.nanos()));
            self.expect(packet, Deadline { from, until: end + slack }, line)?;
        } else {
            if start < self.now {
                return Err(malformed(line, "this event is earlier than the previous one"));
            }
            self.advance(start, line)?;
            self.act(event, open)?;
        }
        self.last_event = Some((start, arrival));
        self.note_sent();
        Ok(())
    }

    /// Runs the sender's timers up to `to`.
    fn advance(&mut self, to: Time, line: usize) -> Result<(), Problem> {
        while self.next_timer() <= to {
            self.run_timer(line)?;
        }
        self.now = self.now.max(to);
        Ok(())
    }

    fn next_timer(&self) -> Time {
        self.connection.as_ref().map_or(Time::NEVER, Connection::next_timer)
    }

    fn run_timer(&mut self, line: usize) -> Result<(), Problem> {
        self.now = self.now.max(self.next_timer());
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let result = connection.on_timer(self.now);
        self.note_sent();
        result.map_err(|reason| unsupported(line, reason))
    }

    fn act(&mut self, event: &Event, open: &mut Open<'_>) -> Result<(), Problem> {
        let line = event.line;
        match &event.action {
            Action::Receive(packet) => self.receive(packet, line),
            Action::Call(call) => self.call(call, line),
            Action::Command(command) => self.command(command, open, line),
            Action::Code(statements) => {
                let connection = &self.connection;
                let lookup = |name: &str| constant(name).or_else(|| tcp_info(connection, name));
                code::run(statements, &mut self.variables, &lookup)
            }
            Action::Expect(_) => Ok(()),
        }
    }

    fn command(&mut self, text: &str, open: &mut Open<'_>, line: usize) -> Result<(), Problem> {
        let refuse = |reason| unsupported(line, reason);
        self.settings.apply(text, open).map_err(refuse)?;
        let changed = self.connection.as_ref().is_some_and(|c| *c.settings() != self.settings);
        if changed {
            Err(refuse("settings that change during a connection".to_owned()))
        } else {
            Ok(())
        }
    }

    fn receive(&mut self, packet: &Packet, line: usize) -> Result<(), Problem> {
        let acked = packet.ack.unwrap_or(0);
        let mut sacks = String::new();
        for (start, end) in &packet.options.sacks {
            sacks += if sacks.is_empty() { " sack " } else { " " };
            sacks += &format!("{start}:{end}");
        }
        self.trace.push(format!("{:10.6} < ack {acked}{sacks}", self.now.seconds()));
        let result = match &mut self.connection {
            Some(connection) => connection.receive(packet, self.now),
            None if self.listening && packet.flags.syn && !packet.flags.ack => {
                Connection::accept(&self.settings, packet, self.now)
                    .map(|connection| self.connection = Some(connection))
            }
            None => Err("a packet to a socket that does not listen".to_owned()),
        };
        result.map_err(|reason| unsupported(line, reason))
    }

    fn call(&mut self, call: &Call, line: usize) -> Result<(), Problem> {
        let refuse = |reason: String| unsupported(line, reason);
        if call.result < 0 {
            return Err(refuse(format!("a {} that fails", call.name)));
        }
        let now = self.now;
        let connection = self.connection.as_mut();
        let no_connection = || refuse(format!("{} without a connection", call.name));
        match call.name.as_str() {
            "socket" | "bind" | "accept" | "fcntl" => Ok(()),
            "setsockopt" => self.set_option(call).map_err(refuse),
            "listen" => {
                self.listening = true;
                Ok(())
            }
            "connect" if connection.is_none() => {
                self.connection = Some(Connection::connect(&self.settings, now));
                Ok(())
            }
            "write" | "send" | "sendto" => match call.arguments.get(2) {
                Some(&Argument::Number(bytes)) if bytes == call.result => {
                    let connection = connection.ok_or_else(no_connection)?;
                    connection.write(bytes as u64, now).map_err(refuse)
                }
                _ => Err(refuse(format!("a partial {}", call.name))),
            },
            "close" | "shutdown" => {
                connection.ok_or_else(no_connection)?.close(now).map_err(refuse)
            }
            other => Err(refuse(format!("the system call {other}"))),
        }
    }

    fn set_option(&mut self, call: &Call) -> Result<(), String> {
        let Some(Argument::Name(option)) = call.arguments.get(2) else {
            return Err("a socket option by number".to_owned());
        };
        match (option.as_str(), call.arguments.get(3)) {
            // Buffers are large enough for scripts. The other options do not affect the sender.
            ("SO_REUSEADDR" | "SO_SNDBUF" | "SO_RCVBUF" | "TCP_NODELAY", _) => Ok(()),
            ("IP_TOS" | "IP_MTU_DISCOVER" | "SO_PRIORITY", _) => Ok(()),
            ("TCP_CONGESTION", Some(Argument::Text(name))) if self.connection.is_none() => {
                let mut none = |_: &str| None;
                self.settings.apply(&format!("sysctl tcp_congestion_control={name}"), &mut none)
            }
            _ => Err(format!("the socket option {option}")),
        }
    }

    /// Waits for a packet of the script, which may cover several segments.
    fn expect(&mut self, packet: &Packet, when: Deadline, line: usize) -> Result<(), Problem> {
        if packet.end == packet.start {
            let emission = self.next_sent(packet, packet.start, when, line)?;
            return if emission.content.is_control(packet.flags) {
                Ok(())
            } else {
                Err(self.unexpected(packet, packet.start, &emission, line))
            };
        }
        if self.settings.paced {
            return Err(unsupported(line, "segment times that depend on a fair queue"));
        }
        let mut start = packet.start;
        while start < packet.end {
            let emission = self.next_sent(packet, start, when, line)?;
            match emission.content {
                Content::Data { start: from, end, ecn, cwr, .. }
                    if from == start && end <= packet.end =>
                {
                    check_ecn(packet, ecn, cwr, line)?;
                    start = end;
                }
                _ => return Err(self.unexpected(packet, start, &emission, line)),
            }
        }
        Ok(())
    }

    /// Returns the next packet, if it has left or leaves in time.
    fn next_sent(
        &mut self,
        packet: &Packet,
        start: u64,
        when: Deadline,
        line: usize,
    ) -> Result<Emission, Problem> {
        loop {
            let sent = self.connection.as_mut().and_then(|connection| connection.sent.pop_front());
            if let Some(emission) = sent {
                self.traced = self.traced.saturating_sub(1);
                let inside = (when.from..=when.until).contains(&emission.at);
                return if inside {
                    Ok(emission)
                } else {
                    let (at, what) = (emission.at.seconds(), emission.content.describe());
                    let wanted = describe(packet, start);
                    let (from, until) = (when.from.seconds(), when.until.seconds());
                    Err(fail(
                        line,
                        format!(
                            "expected {wanted} between {from:.6} s and {until:.6} s, \
                             but {what} left at {at:.6} s"
                        ),
                    ))
                };
            }
            if self.next_timer() > when.until {
                let until = when.until.seconds();
                let wanted = describe(packet, start);
                return Err(fail(
                    line,
                    format!("expected {wanted} by {until:.6} s, but nothing left"),
                ));
            }
            self.run_timer(line)?;
        }
    }

    fn unexpected(&self, packet: &Packet, start: u64, found: &Emission, line: usize) -> Problem {
        let (at, what) = (found.at.seconds(), found.content.describe());
        fail(line, format!("expected {}, but {what} left at {at:.6} s", describe(packet, start)))
    }

    /// Adds packets that left to the trace.
    fn note_sent(&mut self) {
        let Some(connection) = &self.connection else { return };
        for emission in connection.sent.iter().skip(self.traced) {
            let what = emission.content.describe();
            self.trace.push(format!("{:10.6} > {what}", emission.at.seconds()));
        }
        self.traced = connection.sent.len();
    }
}

fn describe(packet: &Packet, start: u64) -> String {
    if packet.flags.syn {
        "a SYN".to_owned()
    } else if packet.flags.fin {
        "a FIN".to_owned()
    } else if packet.end == packet.start {
        "a pure ACK".to_owned()
    } else {
        format!("{start}:{}", packet.end)
    }
}

fn check_ecn(packet: &Packet, ecn: Ecn, cwr: bool, line: usize) -> Result<(), Problem> {
    if let Some(wanted) = packet.ecn
        && wanted != ecn
    {
        let (wanted, found) = (codepoint(wanted), codepoint(ecn));
        return Err(fail(line, format!("expected {wanted}, but the field is {found}")));
    }
    if packet.flags.cwr != cwr {
        let (wanted, found) = if cwr { ("no", "one") } else { ("a", "none") };
        return Err(fail(line, format!("expected {wanted} CWR flag, but there is {found}")));
    }
    Ok(())
}

/// Names of the ECN codepoints (RFC 3168).
fn codepoint(ecn: Ecn) -> &'static str {
    match ecn {
        Ecn::NotEct => "Not-ECT",
        Ecn::Ect0 => "ECT(0)",
        Ecn::Ect1 => "ECT(1)",
        Ecn::Ce => "CE",
    }
}

fn constant(name: &str) -> Option<i64> {
    Some(match name {
        "TCP_CA_Open" => 0,
        "TCP_CA_Disorder" => 1,
        "TCP_CA_CWR" => 2,
        "TCP_CA_Recovery" => 3,
        "TCP_CA_Loss" => 4,
        _ => return None,
    })
}

/// Returns a field of `tcp_info`, if the sender has it.
fn tcp_info(connection: &Option<Connection>, name: &str) -> Option<i64> {
    let (probe, mss) = connection.as_ref()?.probe()?;
    let micros = |span: Option<Span>| span.map_or(0, |span| span.nanos() / 1000) as i64;
    Some(match name {
        "tcpi_ca_state" => match probe.phase {
            Phase::Open => 0,
            Phase::Disorder => 1,
            Phase::Cwr => 2,
            Phase::Recovery => 3,
            Phase::Loss => 4,
        },
        "tcpi_snd_cwnd" => probe.cwnd as i64,
        "tcpi_snd_ssthresh" => probe.ssthresh.map_or(INFINITE_SSTHRESH, |segments| segments as i64),
        "tcpi_snd_mss" => mss as i64,
        "tcpi_unacked" => probe.outstanding as i64,
        "tcpi_sacked" => probe.sacked as i64,
        "tcpi_lost" => probe.lost as i64,
        "tcpi_retrans" => probe.repaired as i64,
        "tcpi_total_retrans" => probe.retransmissions as i64,
        "tcpi_reordering" => probe.reordering as i64,
        "tcpi_reord_seen" => probe.reorderings as i64,
        "tcpi_rtt" => micros(probe.srtt),
        "tcpi_min_rtt" => micros(probe.min_rtt),
        "tcpi_rto" => micros(Some(probe.rto)),
        _ => return None,
    })
}
