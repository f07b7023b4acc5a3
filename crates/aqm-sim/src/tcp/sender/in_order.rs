//! The fast path for ACKs of in-order data without losses, reordering or marks. Most ACKs take it.
//!
//! It has the same result as `intake` and `transmit`, and skips the steps that would
//! change nothing. The tests' reference engine uses the general path for every ACK and must give
//! the same results.

use super::{AckPath, Sender};
use crate::cc::{Context, Totals};
use crate::tcp::Phase;
use crate::tcp::fast_path::{Burst, InOrderAck};
use crate::tcp::rtt::Sample;
use crate::time::{Span, Time};

impl Sender {
    /// Processes an ACK and sends new data on the fast path. Returns the new segments and
    /// [`Sender::next_timer`]; [`Sender::next_segment`] has nothing to add. Returns `None` and
    /// changes nothing if the general path is needed.
    pub(crate) fn on_in_order_ack(&mut self, ack: &InOrderAck, now: Time) -> Option<(Burst, Time)> {
        let una = self.recovery.board().una();
        if self.ack_path != AckPath::InOrder || ack.next <= una {
            return None;
        }
        let advanced = ack.next - una;
        // The receive window is constant, and this ACK advances, so the window's end moves equally.
        self.send_buffer.move_window(advanced);
        let rtt = self.acknowledge_in_order(ack, now).0;
        let board = self.recovery.board();
        let (una, next) = (board.una(), board.next());
        let context = Context {
            now,
            una,
            next,
            in_flight: next - una,
            srtt: self.timers.rtt().srtt_or_zero(),
            min_rtt: self.timers.rtt().min_rtt_or_max(),
            forward_delay: None,
            phase: Phase::Open,
            paced: false,
            totals: Totals::default(),
        };
        self.control.on_in_order_ack(&context, rtt, advanced);
        Some(self.send_new_burst(now))
    }

    /// Updates scoreboard, RTT estimates and RACK. Returns the RTT and the sending time of the newest segment.
    #[inline(always)]
    pub(super) fn acknowledge_in_order(&mut self, ack: &InOrderAck, now: Time) -> (Span, Time) {
        let (oldest, newest) = self.recovery.acknowledge_in_order(ack.next, now);
        let board = self.recovery.board();
        let sample = Sample { rtt: now - oldest, una: board.una(), next: board.next() };
        let stamped = self.recovery.stamp(ack.echo, oldest);
        let rtt = now - newest;
        let estimator = self.timers.rtt_mut();
        estimator.update_min(rtt, now);
        estimator.sample_again(&sample, now - stamped);
        (rtt, newest)
    }

    fn send_new_burst(&mut self, now: Time) -> (Burst, Time) {
        let board = self.recovery.board();
        let (first, outstanding) = (board.next(), board.outstanding());
        let end = (board.una() + self.control.window().segments()).min(self.send_buffer.limit());
        let mut count = 0;
        let due;
        if end > first {
            count = end - first;
            if outstanding == 0 {
                self.end_idle(now);
            }
            self.send_buffer.note_sent(now);
            self.recovery.send_many(count, now);
            let (recovery, mut tcb) = self.parts();
            due = recovery.arm_in_order(&mut tcb, now);
        } else {
            let (recovery, mut tcb) = self.parts();
            recovery.rearm(&mut tcb, now);
            due = self.timers.next_in_order();
        }
        let board = self.recovery.board();
        let limited = board.outstanding() >= self.control.window().segments();
        if limited || count > 0 {
            self.control.usage_mut().update(limited, board.una(), board.next());
        }
        (Burst { first: self.new_packet.numbered(first), count }, due)
    }
}
