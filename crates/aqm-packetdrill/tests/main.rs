//! Integration tests of the scripts, in one binary: each further binary would compile and link the simulator again.

mod malformed;
mod scripts;
mod verdicts;
