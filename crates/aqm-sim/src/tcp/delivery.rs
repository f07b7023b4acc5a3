//! Delivery-rate samples (draft-cheng-iccrg-delivery-rate-estimation) for congestion controls that
//! need them.
//!
//! Every transmission stores the connection's totals at that time. An ACK for it gives the segments
//! delivered since then. They were sent within one interval and acknowledged within another. The
//! sample uses the longer interval.

use crate::cc::{RateSample, Totals};
use crate::ring::Ring;
use crate::time::{Span, Time};

use super::scoreboard::Delivered;

/// State of the connection at a segment's last transmission: the draft's P.*.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Record {
    /// P.delivered.
    delivered: u64,
    /// P.delivered_time.
    delivered_at: Time,
    /// P.first_sent_time.
    first_sent: Time,
    /// P.is_app_limited.
    app_limited: bool,
    /// P.lost.
    lost: u64,
    /// Number of other segments in flight.
    in_flight: u32,
    /// False for segments that were sent before the estimator was created.
    is_known: bool,
}

/// The newest segment that the current ACK reports as delivered. Its record is read at the end, when
/// the newest of all is known.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Newest {
    sent: Time,
    seq: u64,
    retransmitted: bool,
}

/// Results of an ACK that the estimator does not compute itself.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Segments delivered for the first time.
    pub delivered: u64,
    /// CE-marked segments among these.
    pub marked: u64,
    /// Segments newly marked lost.
    pub lost: u64,
    pub rtt: Option<Span>,
    /// Smallest round-trip time. Shorter samples are invalid.
    pub min_rtt: Span,
    pub prior_in_flight: u64,
    /// First unacknowledged segment after the ACK.
    pub una: u64,
}

/// Estimator of the delivery rate: the draft's C.*.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivery {
    totals: Totals,
    /// C.first_sent_time.
    first_sent: Time,
    /// C.app_limited: the pause has left the network when more than this is delivered. 0: no pause.
    app_limited_until: u64,
    /// One record per outstanding segment, from the cumulative acknowledgement on.
    records: Ring<Record>,
    una: u64,
    newest: Option<Newest>,
}

impl Delivery {
    /// Creates an estimator. It has no valid records for the `outstanding` segments from `una` on.
    pub fn new(una: u64, outstanding: u64, now: Time) -> Self {
        let mut records = Ring::default();
        for _ in 0..outstanding {
            records.push_back(Record::default());
        }
        let totals = Totals { delivered_at: now, ..Totals::default() };
        Delivery { totals, first_sent: now, app_limited_until: 0, records, una, newest: None }
    }

    pub fn totals(&self) -> Totals {
        Totals { app_limited: self.app_limited_until > 0, ..self.totals }
    }

    /// Records a transmission of `seq`, first or repeated. `outstanding` segments are
    /// unacknowledged, and `in_flight` are in the network.
    #[inline(always)]
    pub fn on_sent(&mut self, seq: u64, outstanding: u64, in_flight: u64, now: Time) {
        if outstanding == 0 {
            self.first_sent = now;
            self.totals.delivered_at = now;
        }
        let record = self.record(in_flight);
        let index = (seq - self.una) as usize;
        if index < self.records.len() {
            self.records[index] = record;
        } else {
            self.records.push_back(record);
        }
    }

    /// Records the first transmissions of the next `count` segments. `in_flight` others are in the
    /// network, and some are unacknowledged.
    #[inline(always)]
    pub fn on_sent_burst(&mut self, count: u64, in_flight: u64) {
        let first = self.record(in_flight);
        let record = move |index| Record { in_flight: first.in_flight + index as u32, ..first };
        self.records.push_all(count as usize, record);
    }

    #[inline(always)]
    fn record(&self, in_flight: u64) -> Record {
        Record {
            delivered: self.totals.delivered,
            delivered_at: self.totals.delivered_at,
            first_sent: self.first_sent,
            app_limited: self.app_limited_until > 0,
            in_flight: in_flight as u32,
            lost: self.totals.lost,
            is_known: true,
        }
    }

    /// Records a segment newly reported as delivered.
    pub fn on_delivered(&mut self, delivered: &Delivered) {
        let Delivered { seq, sent, retransmitted } = *delivered;
        let is_newer =
            self.newest.as_ref().is_none_or(|newest| (sent, seq) > (newest.sent, newest.seq));
        if is_newer && self.records[(seq - self.una) as usize].is_known {
            self.newest = Some(Newest { sent, seq, retransmitted });
        }
    }

    /// Moves the cumulative acknowledgement to `una`.
    fn acknowledge(&mut self, una: u64) {
        self.records.drop_front((una - self.una) as usize);
        self.una = una;
    }

    /// Records that the application has no more data, while `in_flight` segments leave the window
    /// open.
    pub fn on_app_limited(&mut self, in_flight: u64) {
        self.app_limited_until = (self.totals.delivered + in_flight).max(1);
    }

    /// Counts segments that were marked lost without an ACK.
    pub fn on_lost(&mut self, segments: u64) {
        self.totals.lost += segments;
    }

    /// Returns the sample of a processed ACK, and forgets the segments that it acknowledges.
    #[inline(always)]
    pub fn finish(&mut self, outcome: &Outcome, now: Time) -> RateSample {
        let sample = self.sample(outcome, now);
        self.acknowledge(outcome.una);
        sample
    }

    #[inline(always)]
    fn sample(&mut self, outcome: &Outcome, now: Time) -> RateSample {
        let Outcome { delivered, marked, lost, rtt, min_rtt, prior_in_flight, .. } = *outcome;
        self.totals.delivered += delivered;
        self.totals.delivered_ce += marked;
        self.totals.lost += lost;
        if delivered > 0 {
            self.totals.delivered_at = now;
        }
        if self.app_limited_until > 0 && self.totals.delivered > self.app_limited_until {
            self.app_limited_until = 0;
        }
        let mut sample = RateSample {
            rtt,
            newly_delivered: delivered,
            newly_marked: marked,
            losses: lost,
            prior_in_flight,
            ..RateSample::default()
        };
        let Some(Newest { sent, seq, retransmitted }) = self.newest else { return sample };
        // Read in place: it is large.
        let record = &self.records[(seq - self.una) as usize];
        self.first_sent = sent;
        let send_elapsed = sent - record.first_sent;
        let ack_elapsed = self.totals.delivered_at.saturating_since(record.delivered_at);
        let interval = send_elapsed.max(ack_elapsed);
        sample.prior_delivered = record.delivered;
        sample.delivered = self.totals.delivered - record.delivered;
        sample.sent_in_flight = u64::from(record.in_flight) + 1;
        sample.lost = self.totals.lost - record.lost;
        sample.app_limited = record.app_limited;
        sample.is_retransmission = retransmitted;
        sample.maybe_delayed = delivered == 1 && record.in_flight == 0;
        // A shorter interval means that earlier ACKs were missing or late.
        sample.interval = (interval >= min_rtt && interval > Span::ZERO).then_some(interval);
        self.newest = None;
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    fn deliver(delivery: &mut Delivery, seq: u64, sent: u64) {
        delivery.on_delivered(&Delivered { seq, sent: at(sent), retransmitted: false });
    }

    /// Ends an ACK that acknowledges all segments below `una`.
    fn finish(delivery: &mut Delivery, delivered: u64, una: u64, now: u64) -> RateSample {
        let outcome = Outcome {
            una,
            delivered,
            marked: 0,
            lost: 0,
            rtt: None,
            min_rtt: Span::from_millis(10),
            prior_in_flight: 0,
        };
        delivery.finish(&outcome, at(now))
    }

    #[test]
    fn a_burst_is_measured_by_the_spacing_of_its_acks() {
        let mut delivery = Delivery::new(0, 0, at(0));
        for seq in 0..4 {
            delivery.on_sent(seq, seq, seq, at(100));
        }
        // ACKs every 5 ms after a round trip of 40 ms.
        for seq in 0..4 {
            deliver(&mut delivery, seq, 100);
            let sample = finish(&mut delivery, 1, seq + 1, 140 + 5 * seq);
            assert_eq!((sample.prior_delivered, sample.delivered), (0, seq + 1));
            assert_eq!(sample.interval, Some(Span::from_millis(40 + 5 * seq)));
        }
        // The next segment was sent when four were delivered, so its sample starts there.
        delivery.on_sent(4, 0, 0, at(155));
        deliver(&mut delivery, 4, 155);
        let sample = finish(&mut delivery, 1, 5, 195);
        assert_eq!((sample.prior_delivered, sample.delivered), (4, 1));
        assert!(sample.maybe_delayed);
    }

    #[test]
    fn compressed_acks_are_measured_by_the_spacing_of_the_segments() {
        let mut delivery = Delivery::new(0, 0, at(0));
        delivery.on_sent(0, 0, 0, at(0));
        deliver(&mut delivery, 0, 0);
        finish(&mut delivery, 1, 1, 50);
        delivery.on_sent(1, 0, 0, at(50));
        for seq in 2..12 {
            delivery.on_sent(seq, seq - 1, seq - 1, at(50 + 10 * (seq - 1)));
        }
        // All of them are acknowledged at once, 10 ms after the last transmission.
        for seq in 1..12 {
            deliver(&mut delivery, seq, 50 + 10 * (seq - 1));
        }
        let sample = finish(&mut delivery, 11, 12, 160);
        assert_eq!(sample.delivered, 11);
        assert_eq!(sample.interval, Some(Span::from_millis(110)));
    }

    #[test]
    fn a_sample_shorter_than_the_smallest_round_trip_time_is_invalid() {
        let mut delivery = Delivery::new(0, 0, at(0));
        delivery.on_sent(0, 0, 0, at(0));
        deliver(&mut delivery, 0, 0);
        assert_eq!(finish(&mut delivery, 1, 1, 9).interval, None);
    }

    #[test]
    fn samples_are_app_limited_until_the_bubble_is_acknowledged() {
        let mut delivery = Delivery::new(0, 0, at(0));
        delivery.on_sent(0, 0, 0, at(0));
        delivery.on_app_limited(1);
        assert!(delivery.totals().app_limited);
        delivery.on_sent(1, 1, 1, at(5));
        deliver(&mut delivery, 0, 0);
        assert!(!finish(&mut delivery, 1, 1, 40).app_limited, "sent before the application paused");
        assert!(delivery.totals().app_limited);
        deliver(&mut delivery, 1, 5);
        assert!(finish(&mut delivery, 1, 2, 45).app_limited);
        assert!(!delivery.totals().app_limited);
    }

    #[test]
    fn the_newest_transmission_gives_the_sample() {
        let mut delivery = Delivery::new(0, 0, at(0));
        for seq in 0..3 {
            delivery.on_sent(seq, seq, seq, at(seq));
        }
        deliver(&mut delivery, 1, 1);
        finish(&mut delivery, 1, 0, 40);
        // Segment 0 is sent again after one delivery, later than segment 2.
        delivery.on_sent(0, 3, 1, at(41));
        delivery.on_delivered(&Delivered { seq: 0, sent: at(41), retransmitted: true });
        deliver(&mut delivery, 2, 2);
        let sample = finish(&mut delivery, 2, 3, 81);
        assert!(sample.is_retransmission);
        assert_eq!((sample.prior_delivered, sample.delivered), (1, 2));
    }

    #[test]
    fn segments_sent_before_the_estimator_existed_give_no_sample() {
        let mut delivery = Delivery::new(7, 2, at(100));
        delivery.on_sent(9, 2, 2, at(100));
        deliver(&mut delivery, 7, 80);
        let sample = finish(&mut delivery, 1, 8, 120);
        assert_eq!((sample.interval, sample.newly_delivered), (None, 1));
    }
}
