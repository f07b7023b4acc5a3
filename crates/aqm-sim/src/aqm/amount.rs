//! Amounts of queued data in parameters.

use super::Environment;

/// An amount of queued data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// In packets of the largest size.
    Packets(f64),
    /// In bytes.
    Bytes(f64),
    /// As a share of the buffer, 0..1.
    BufferShare(f64),
}

impl Amount {
    /// In bytes, with packets of the largest size.
    pub(crate) fn in_bytes(self, env: &Environment) -> f64 {
        let mtu = f64::from(env.mtu);
        match self {
            Amount::Packets(packets) => packets * mtu,
            Amount::Bytes(bytes) => bytes,
            Amount::BufferShare(share) => {
                share * (env.limit.packets as f64 * mtu).min(env.limit.bytes as f64)
            }
        }
    }
}
