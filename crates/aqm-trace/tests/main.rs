//! Integration tests of the traces, in one binary: each further binary would compile and link the simulator again.

mod congestion;
mod files;
mod golden;
mod textbook;
mod vectors;
