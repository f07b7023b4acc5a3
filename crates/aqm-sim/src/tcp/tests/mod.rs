//! Tests of TCP endpoints against each other.

mod application;
mod delivery;
mod ecn_echo;
mod fast_path;
mod harness;
mod linux_3_10;
mod pacing;
mod prescribed;
mod random;
mod receiver;
mod rules;
mod scoreboard;
mod scripted;
mod timers;
