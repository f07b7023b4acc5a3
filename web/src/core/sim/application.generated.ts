// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** The results of applications, in the order of their display. `section` is an anchor in docs/metrics.md. */
export const APPLICATION_MEASURES = [
  {"measure":"completed","title":"completed","unit":"completions","definition":"Number of completions: of flows, pages, chunks or video segments.","section":"completion-times","digits":0},
  {"measure":"refused","title":"refused","unit":"refusals","definition":"Number of refusals: of flows without a free user, or of chunks while too many are on their way.","section":"completion-times","digits":0},
  {"measure":"completionMs.mean","title":"time mean, ms","unit":"ms","definition":"Mean completion time.","section":"completion-times","digits":2},
  {"measure":"completionMs.p25","title":"time p25, ms","unit":"ms","definition":"First quartile of the completion time.","section":"completion-times","digits":2},
  {"measure":"completionMs.p50","title":"time p50, ms","unit":"ms","definition":"Median of the completion time.","section":"completion-times","digits":2},
  {"measure":"completionMs.p75","title":"time p75, ms","unit":"ms","definition":"Third quartile of the completion time.","section":"completion-times","digits":2},
  {"measure":"completionMs.p95","title":"time p95, ms","unit":"ms","definition":"95 % were completed within this time.","section":"completion-times","digits":2},
  {"measure":"completionMs.p99","title":"time p99, ms","unit":"ms","definition":"99 % were completed within this time.","section":"completion-times","digits":2},
  {"measure":"completionMs.max","title":"time max, ms","unit":"ms","definition":"Largest completion time.","section":"completion-times","digits":2},
  {"measure":"startupMs","title":"start-up, ms","unit":"ms","definition":"Mean time from the first request to the start of playback.","section":"video-playback","digits":2},
  {"measure":"rebufferings","title":"rebufferings","unit":"stalls","definition":"Number of stalls of playback that began.","section":"video-playback","digits":0},
  {"measure":"rebufferingS","title":"rebuffering, s","unit":"s","definition":"Time that playback stood still, all players together.","section":"video-playback","digits":2},
  {"measure":"bitRateMbps","title":"bit rate, Mbit/s","unit":"Mbit/s","definition":"Mean bit rate of the downloaded segments.","section":"video-playback","digits":2},
  {"measure":"received","title":"received","unit":"packets","definition":"Packets received.","section":"calls-and-datagrams","digits":0},
  {"measure":"lossRate","title":"loss rate","unit":"","definition":"Datagrams lost, as a share of those received or lost.","section":"calls-and-datagrams","digits":5},
  {"measure":"delayMs.mean","title":"one-way delay, ms","unit":"ms","definition":"Mean one-way delay: queue and path.","section":"calls-and-datagrams","digits":2},
  {"measure":"delayMs.max","title":"one-way delay max, ms","unit":"ms","definition":"Largest one-way delay.","section":"calls-and-datagrams","digits":2},
  {"measure":"jitterMs","title":"jitter, ms","unit":"ms","definition":"Mean interarrival jitter (RFC 3550).","section":"calls-and-datagrams","digits":2},
  {"measure":"lateRate","title":"late rate","unit":"","definition":"Packets too late for the jitter buffer, as a share of those received.","section":"calls-and-datagrams","digits":5},
  {"measure":"rFactor","title":"R factor","unit":"points","definition":"Transmission rating factor of the E-model (ITU-T G.107), at most 93.2 points.","section":"calls-and-datagrams","digits":1},
  {"measure":"mos","title":"MOS","unit":"points","definition":"Mean opinion score, 1 to 4.5 points, from the R factor (ITU-T G.107, Annex B).","section":"calls-and-datagrams","digits":2},
] as const;
