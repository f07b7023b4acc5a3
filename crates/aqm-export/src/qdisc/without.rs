//! Disciplines without a counterpart.

use super::name;
use aqm_sim::aqm::AqmConfig;

/// Returns the sentence about the kernel.
pub fn tc(config: &AqmConfig) -> String {
    let hint = match config {
        AqmConfig::Pi2(_) => {
            " The Classic queue of dualpi2 (Linux 6.17) is PI2 for flows without L4S; choose DualPI2 to export that."
        }
        AqmConfig::Blue(_) => {
            " The kernel's sfb is another algorithm, with a BLUE for each class of flows."
        }
        AqmConfig::Manual(_) => " Choose Drop-tail to export the buffer without the drops.",
        _ => "",
    };
    format!("{} has no counterpart in the Linux kernel.{hint}", name(config))
}

/// Returns the sentence about ns-3.
pub fn ns3(config: &AqmConfig) -> String {
    format!("{} has no counterpart in ns-3.", name(config))
}
