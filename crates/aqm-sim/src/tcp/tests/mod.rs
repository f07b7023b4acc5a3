//! Endpoints against each other.

mod harness;
mod random;
mod receiver;
mod scoreboard;
mod scripted;
mod short_ways;
