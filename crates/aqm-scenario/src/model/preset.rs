//! The card of a scenario in the page's library, and the plots with which the scenario opens.

use crate::schema::{Choice as _, Choices, Integer, Items, Maybe, Text, choice, record};

record! {
    /// The card of a scenario in the page's library, and the plots with which it opens. A run does not depend on it.
    pub struct PresetCard {
        /// What the scenario shows, as one sentence.
        point: String { json: "point", label: "Point", check: Text::chars(125) }
        /// Effects by which the library filters. Those that follow from the scenario itself are added.
        tags: Vec<Tag> {
            json: "tags", label: "Tags", check: Items::of(0, 10, "tags", Choices::NEW), default: Vec::new(),
        }
        /// Plots, in order, by the names that links have for them. Empty: the standard plots.
        views: Vec<String> {
            json: "views", label: "Plots", check: Items::of(0, 10, "plots", Text::chars(60)), default: Vec::new(),
        }
        /// Part of the run that the plots show.
        span: PresetSpan { json: "span", label: "Visible time", check: Choices::NEW, default: PresetSpan::Last30 }
        /// Traffic group whose sending rate the user sets, without seeing the queue.
        sender: Option<u64> {
            json: "sender", label: "The user sends", check: Maybe(Integer::new("", 0, 15)), default: None,
        }
    }
}

/// What a scenario shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// A long queue in a large buffer.
    Bufferbloat,
    /// Bursts of packets.
    Bursts,
    /// A queue that swings.
    Oscillation,
    /// How flows share the link.
    Fairness,
    /// More datagrams than the link carries.
    Overload,
    /// Calls, videos and pages.
    Applications,
    /// Traffic that changes.
    Load,
    /// A link whose rate changes.
    Varying,
    /// Marks in place of drops.
    Ecn,
    /// Congestion controls compared.
    Controls,
    /// More than one bottleneck.
    Hops,
    /// Traffic in both directions.
    BothWays,
    /// The user drops or sends.
    HandsOn,
    /// Goals to reach.
    Challenge,
    /// An experiment from a paper.
    Paper,
}

impl Tag {
    /// Returns the word in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[Self::VALUES.iter().position(|&tag| tag == self).unwrap_or_default()]
    }
}

// In the order in which the library offers them.
choice! {
    Tag, later &[] => {
        /// A long queue in a large buffer.
        "bufferbloat" as "Bufferbloat" => Tag::Bufferbloat,
        /// Bursts of packets.
        "bursts" as "Bursts" => Tag::Bursts,
        /// A queue that swings.
        "oscillation" as "Oscillation" => Tag::Oscillation,
        /// How flows share the link.
        "fairness" as "Fairness" => Tag::Fairness,
        /// More datagrams than the link carries.
        "overload" as "Overload" => Tag::Overload,
        /// Calls, videos and pages.
        "applications" as "Applications" => Tag::Applications,
        /// Traffic that changes.
        "load" as "Changing load" => Tag::Load,
        /// A link whose rate changes.
        "varying" as "Varying link" => Tag::Varying,
        /// Marks in place of drops.
        "ecn" as "ECN and L4S" => Tag::Ecn,
        /// Congestion controls compared.
        "controls" as "Congestion controls" => Tag::Controls,
        /// More than one bottleneck.
        "hops" as "Two hops" => Tag::Hops,
        /// Traffic in both directions.
        "both-ways" as "Two-way traffic" => Tag::BothWays,
        /// The user drops or sends.
        "hands-on" as "By hand" => Tag::HandsOn,
        /// Goals to reach.
        "challenge" as "Challenges" => Tag::Challenge,
        /// An experiment from a paper.
        "paper" as "Papers" => Tag::Paper,
    }
}

/// Part of the run that plots show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PresetSpan {
    /// The last 30 s.
    Last30,
    /// The last 60 s.
    Last60,
    /// The whole run.
    Whole,
}

choice! {
    PresetSpan, later &[] => {
        /// The last 30 s.
        "last30s" as "Last 30 s" => PresetSpan::Last30,
        /// The last 60 s.
        "last60s" as "Last 60 s" => PresetSpan::Last60,
        /// The whole run.
        "whole" as "Whole run" => PresetSpan::Whole,
    }
}
