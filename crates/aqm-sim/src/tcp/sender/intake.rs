//! Processing of an ACK: scoreboard, RTT samples, loss recovery, timers, and window, in this order.

use super::Sender;
use crate::cc::AckEvent;
use crate::packet::Ack;
use crate::tcp::Phase;
use crate::tcp::delivery::Outcome;
use crate::tcp::news::News;
use crate::time::{Span, Time};

impl Sender {
    pub(super) fn process_ack(&mut self, ack: &Ack, now: Time) {
        debug_assert!(ack.next <= self.next_seq(), "acknowledges what was not sent");
        self.supply.extend_window(ack.next + ack.window);
        let (recovery, mut means) = self.parts();
        recovery.begin_ack(&mut means, now);
        let prior_in_flight = recovery.board().in_flight();
        let arrivals = recovery.take_arrivals(ack, &mut means, now);
        let mut news = arrivals.news;
        let needs = means.control.needs();
        (news.marked, news.ece) =
            means.control.ecn_mut().take_echo(needs.ecn_echo, ack, news.delivered);
        means.control.note_delay(ack.delay);
        let sample = recovery.sample_rtt(&arrivals, &mut means, now);
        if !needs.control {
            // A flow with AccECN stays on the fast path; a flag in the header does not.
            let has_blocks = ack.sacks[0].start < ack.sacks[0].end || ack.dsack;
            let in_order =
                recovery.phase() == Phase::Open && news.advanced > 0 && !has_blocks && !ack.ece;
            let News { advanced: acked, delivered, marked, .. } = news;
            let event = AckEvent { rtt: sample, acked, delivered, marked, in_order };
            let rtt = means.timers.rtt();
            let context = means.control.context(recovery.board(), rtt, recovery.phase(), now);
            means.control.cc_mut().on_ack(&context, &event);
        }
        recovery.note_signs(ack, &arrivals);
        if recovery.mechanisms().linux_3_10 {
            recovery.follow_linux_3_10(ack, &mut news, &mut means, now);
        } else {
            recovery.end_probe(ack.next, ack.sacks[0].end, &news, &mut means);
            if recovery.needs_assessment(&news) {
                recovery.assess(&mut news, &mut means, now);
            }
            recovery.adjust_timers(&news, sample.unwrap_or_default(), &mut means, now);
            recovery.move_window(&news, &mut means, now);
        }
        if self.control.measures_delivery() {
            self.report_delivery(&news, sample, prior_in_flight);
        }
        if self.recovery.is_switch_due() {
            self.adopt_recovery(now);
        }
    }

    fn report_delivery(&mut self, news: &News, rtt: Option<Span>, prior_in_flight: u64) {
        let outcome = Outcome {
            delivered: news.delivered,
            marked: news.marked,
            lost: news.lost,
            rtt,
            min_rtt: self.timers.rtt().min_rtt().unwrap_or_default(),
            prior_in_flight,
            una: self.recovery.board().una(),
        };
        let Some(sample) = self.control.sample_delivery(&outcome, news.now) else { return };
        if self.control.needs().control {
            let context = self.context(news.now);
            let before = self.standing();
            self.control.control(&context, &sample);
            self.recovery.note_decisions(before, &mut self.control, news.now);
        }
    }
}
