//! Telephone calls with measured quality.

use super::*;
use aqm_sim::config::{MeterConfig, Spurts, VoiceConfig};

datagram_traffic! {
    /// Telephone calls with measured quality.
    pub struct Voip, label "Calls", measured {
        /// Number of calls, in this direction.
        flows: u64 {
            json: "flows", label: "Calls", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Rate of a call while it sends, with all headers. The default is G.711 with IP, UDP, RTP and
        /// Ethernet headers.
        rate_mbps: f64 {
            json: "rateMbps", label: "Rate", check: DATAGRAM_RATE, default: 0.0872, live: true,
            source: "ITU-T G.711",
        }
        /// Size of a packet with all headers. Rate and size give the speech in a packet: 20 ms by default.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size", check: DATAGRAM_BYTES, default: 218,
        }
        /// A call sends during talk spurts only. Otherwise it sends all the time.
        talk_spurts: bool {
            json: "talkSpurts", label: "Talk spurts", check: Flag, default: false,
        }
        /// Mean length of a talk spurt, exponentially distributed.
        talk_s: f64 {
            json: "talkS", label: "Talk", check: PERIOD, default: 1.004, source: "ITU-T P.59",
        }
        /// Mean length of a silence, exponentially distributed.
        silence_s: f64 {
            json: "silenceS", label: "Silence", check: PERIOD, default: 1.587, source: "ITU-T P.59",
        }
        /// Delay of the receiver's jitter buffer. It follows the smoothed delay of the packets.
        jitter_buffer_ms: f64 {
            json: "jitterBufferMs", label: "Jitter buffer",
            check: Number::new("ms", 0.0, 1000.0).slider(0.0, 200.0, 5.0), default: 40.0,
        }
        /// Equipment impairment factor Ie of the codec.
        impairment: f64 {
            json: "impairment", label: "Codec impairment",
            check: Number::new("", 0.0, 60.0).slider(0.0, 30.0, 1.0), default: 0.0,
            source: "ITU-T G.113, Appendix I: G.711",
        }
        /// Packet-loss robustness factor Bpl of the codec: 4.3 for G.711 without loss concealment.
        robustness: f64 {
            json: "robustness", label: "Loss robustness",
            check: Number::new("", 1.0, 100.0).slider(1.0, 40.0, 0.1), default: 25.1,
            source: "ITU-T G.113, Appendix I: G.711 with concealment",
        }
    }
}

impl Group for Voip {
    fn config(&self) -> TrafficConfig {
        let datagrams = self.datagrams();
        let spurts = Spurts {
            on: Span::from_seconds(self.talk_s),
            off: Span::from_seconds(self.silence_s),
            random: true,
        };
        let voice = VoiceConfig {
            // A silent call has no packets.
            packetization: match datagrams.rate.bps() {
                0 => Span::ZERO,
                _ => datagrams.rate.transmission_time(datagrams.packet_bytes),
            },
            jitter_buffer: millis(self.jitter_buffer_ms),
            impairment: self.impairment,
            robustness: self.robustness,
        };
        TrafficConfig::Datagrams(DatagramConfig {
            spread: Span::from_seconds(self.spread_s),
            spurts: self.talk_spurts.then_some(spurts),
            meter: Some(MeterConfig { rtt: self.rtt_ms.map(millis), voice: Some(voice) }),
            ..datagrams
        })
    }

    fn name(&self) -> &'static str {
        "calls"
    }
}
