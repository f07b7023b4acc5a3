//! Processing of an ACK: scoreboard, RTT samples, loss recovery, timers, and window, in this order.

use super::Sender;
use crate::cc::AckEvent;
use crate::packet::Ack;
use crate::tcp::Phase;
use crate::tcp::ack_info::AckInfo;
use crate::tcp::delivery::Outcome;
use crate::time::{Span, Time};

impl Sender {
    pub(super) fn process_ack(&mut self, ack: &Ack, now: Time) {
        debug_assert!(ack.next <= self.next_seq(), "acknowledges what was not sent");
        self.send_buffer.extend_window(ack.next + ack.window);
        let (recovery, mut tcb) = self.parts();
        recovery.begin_ack(&mut tcb, now);
        let prior_in_flight = recovery.board().in_flight();
        let arrivals = recovery.take_arrivals(ack, &mut tcb, now);
        let mut info = arrivals.info;
        let needs = tcb.control.needs();
        (info.marked, info.ece) =
            tcb.control.ecn_mut().take_echo(needs.ecn_echo, ack, info.delivered);
        tcb.control.note_delay(ack.delay);
        let sample = recovery.sample_rtt(&arrivals, &mut tcb, now);
        if !needs.control {
            // A flow with AccECN stays on the fast path; a flag in the header does not.
            let has_blocks = ack.sacks[0].start < ack.sacks[0].end || ack.dsack;
            let in_order =
                recovery.phase() == Phase::Open && info.advanced > 0 && !has_blocks && !ack.ece;
            let AckInfo { advanced: acked, delivered, marked, .. } = info;
            let event = AckEvent { rtt: sample, acked, delivered, marked, in_order };
            let rtt = tcb.timers.rtt();
            let context = tcb.control.context(recovery.board(), rtt, recovery.phase(), now);
            tcb.control.cc_mut().on_ack(&context, &event);
        }
        recovery.note_signs(ack, &arrivals);
        if recovery.mechanisms().linux_3_10 {
            recovery.follow_linux_3_10(ack, &mut info, &mut tcb, now);
        } else {
            recovery.end_probe(ack.next, ack.sacks[0].end, &info, &mut tcb);
            if recovery.needs_assessment(&info) {
                recovery.assess(&mut info, &mut tcb, now);
            }
            recovery.adjust_timers(&info, sample.unwrap_or_default(), &mut tcb, now);
            recovery.move_window(&info, &mut tcb, now);
        }
        if self.control.measures_delivery() {
            self.report_delivery(&info, sample, prior_in_flight);
        }
        if self.recovery.is_switch_due() {
            self.adopt_recovery(now);
        }
    }

    fn report_delivery(&mut self, info: &AckInfo, rtt: Option<Span>, prior_in_flight: u64) {
        let outcome = Outcome {
            delivered: info.delivered,
            marked: info.marked,
            lost: info.lost,
            rtt,
            min_rtt: self.timers.rtt().min_rtt().unwrap_or_default(),
            prior_in_flight,
            una: self.recovery.board().una(),
        };
        let Some(sample) = self.control.sample_delivery(&outcome, info.now) else { return };
        if self.control.needs().control {
            let context = self.context(info.now);
            let before = self.standing();
            self.control.control(&context, &sample);
            self.recovery.note_decisions(before, &mut self.control, info.now);
        }
    }
}
