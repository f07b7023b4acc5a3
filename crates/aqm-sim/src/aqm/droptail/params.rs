//! Drop-tail has no parameter of its own; the limits in packets and bytes belong to the buffer.

use crate::aqm::Parameters;

/// Parameters of drop-tail: none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DropTailParams;

impl Parameters for DropTailParams {
    fn controls_delay() -> bool {
        false
    }

    fn drops_early() -> bool {
        false
    }

    fn examples() -> Vec<(&'static str, Self)> {
        vec![("default", DropTailParams)]
    }
}
