//! Video players.

// The macro names the types of the options that all kinds over TCP share.
use super::*;
use crate::schema::Items;
use aqm_sim::config::{AppConfig, Ladder, MAX_RATES, VideoConfig};

tcp_traffic! {
    /// Video players: segment downloads with a playback buffer and a bit rate that adapts.
    pub struct Video, label "Video", check check {
        /// Number of players.
        flows: u64 {
            json: "flows", label: "Players", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Bit rates to select from, in ascending order. With one rate there is no adaptation.
        rates_mbps: Vec<f64> {
            json: "ratesMbps", label: "Bit rates",
            check: Items::of(1, MAX_RATES, "bit rates", Number::new("Mbit/s", 0.01, 1000.0)),
            default: vec![0.5, 1.0, 2.5, 5.0, 8.0], live: true,
        }
        /// Playing time of a segment.
        segment_s: f64 {
            json: "segmentS", label: "Segment", check: Number::new("s", 0.1, 60.0).slider(1.0, 10.0, 0.5),
            default: 4.0, live: true,
        }
        /// Largest playing time in the buffer; at least two segments.
        buffer_s: f64 {
            json: "bufferS", label: "Buffer", check: Number::new("s", 0.2, 600.0).slider(4.0, 60.0, 1.0),
            default: 30.0, live: true,
        }
        /// Playing time in the buffer at which playback starts, also after a stall.
        startup_s: f64 {
            json: "startupS", label: "Start at", check: Number::new("s", 0.1, 600.0).slider(1.0, 20.0, 1.0),
            default: 4.0, live: true,
        }
    }
}

impl Video {
    fn check(&self, reader: &mut Reader) {
        if self.rates_mbps.windows(2).any(|pair| pair[0] >= pair[1]) {
            reader.problem_in("ratesMbps", "has rates out of order; expected ascending rates.");
        }
        if self.buffer_s < 2.0 * self.segment_s {
            let [buffer, least] = [self.buffer_s, 2.0 * self.segment_s].map(shown);
            let expected = [" s; expected at least two segments (", &least, " s)."].concat();
            reader.problem_in("bufferS", ["is ", &buffer, &expected].concat());
        }
    }
}

impl Group for Video {
    fn config(&self) -> TrafficConfig {
        let rates: Vec<_> = self.rates_mbps.iter().map(|&mbps| rate(mbps)).collect();
        let kind = AppKind::Video(VideoConfig {
            ladder: Ladder::new(&rates),
            segment: Span::from_seconds(self.segment_s),
            buffer: Span::from_seconds(self.buffer_s),
            startup: Span::from_seconds(self.startup_s),
        });
        TrafficConfig::App(AppConfig { tcp: self.tcp(), kind })
    }

    fn name(&self) -> &'static str {
        "video"
    }
}
