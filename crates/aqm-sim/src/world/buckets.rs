//! The buckets of the lane's discipline at the present time, for those that have a queue for each flow.

use super::Simulation;
use crate::aqm::{BucketView, Discipline as _, FlowBacklog};
use crate::packet::{Ecn, FlowId, Packet, Queueable as _};

/// The buckets of a discipline, and the packet on the wire.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Buckets {
    /// Those on a list, in the order of service. The flows of each are those of its packets, then the open flows without packets.
    /// A datagram source is open while it will send.
    pub listed: Vec<BucketView>,
    /// The packet that the link transmits now.
    pub sending: Option<Sending>,
}

/// A packet on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sending {
    /// Its flow.
    pub flow: FlowId,
    /// The bucket that its flow belongs to.
    pub bucket: u32,
}

impl Simulation {
    /// Returns the buckets of the lane's discipline; none if it has no buckets. The run does not change.
    pub fn buckets(&self) -> Buckets {
        let (now, hop) = (self.now(), self.state.hops().lane());
        let bucket_of = |flow: FlowId| hop.aqm.bucket_of(&Packet::new(flow, 0, 0, Ecn::NotEct));
        let mut listed = hop.aqm.buckets(now);
        for (id, flow) in self.state.flows().iter().enumerate() {
            let flow_id = id as FlowId;
            if !flow.is_active(now) {
                continue;
            }
            let Some(number) = bucket_of(flow_id) else { break };
            let Some(bucket) = listed.iter_mut().find(|bucket| bucket.number == number) else {
                continue;
            };
            let key = u64::from(flow_id);
            if bucket.flows.iter().all(|flow| flow.key != key) {
                bucket.flows.push(FlowBacklog { key, packets: 0 });
            }
        }
        let on_wire = (!hop.link.is_idle()).then(|| hop.link.packet().packet.flow_key() as FlowId);
        let sending =
            on_wire.and_then(|flow| bucket_of(flow).map(|bucket| Sending { flow, bucket }));
        Buckets { listed, sending }
    }
}
