//! Integration tests of the command, in one binary: each further binary would compile and link the simulator again.

mod command;
mod common;
mod damaged;
mod events;
mod export;
mod files;
mod grade;
mod models;
mod open;
mod packetdrill;
mod packets;
mod pcap;
mod reference;
mod story;
mod sweep;
mod validate;
