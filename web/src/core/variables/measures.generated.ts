// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** A measure that a sweep can have. */
export interface SweptMeasure {
  /** Name in plans. */
  readonly name: string;
  /** Name in tables. */
  readonly title: string;
  /** Empty for shares between 0 and 1 and for indices. */
  readonly unit: string;
  /** One sentence. */
  readonly definition: string;
  /** Anchor in docs/metrics.md. */
  readonly section: string;
  /** How the values of several runs are combined. */
  readonly overRuns: 'mean' | 'sum' | 'max';
  /** Part of a sweep that names no measures. */
  readonly isDefault: boolean;
}

/** Measures of a lane. */
export const OF_LANES: readonly SweptMeasure[] = [
  {"name":"queueDelayMs.mean","title":"mean delay","unit":"ms","definition":"Mean queue delay: time from enqueue to start of transmission.","section":"mean-delay","overRuns":"mean","isDefault":true},
  {"name":"queueDelayMs.sd","title":"delay sd","unit":"ms","definition":"Standard deviation of the queue delay.","section":"mean-delay","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.p50","title":"delay p50","unit":"ms","definition":"Median of the queue delay.","section":"p95","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.p95","title":"delay p95","unit":"ms","definition":"95 % of the packets had at most this queue delay.","section":"p95","overRuns":"mean","isDefault":true},
  {"name":"queueDelayMs.p99","title":"delay p99","unit":"ms","definition":"99 % of the packets had at most this queue delay.","section":"p99","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.max","title":"delay max","unit":"ms","definition":"Largest queue delay.","section":"p95","overRuns":"max","isDefault":false},
  {"name":"deviceDelayMs.mean","title":"mean device delay","unit":"ms","definition":"Mean delay in the queue of the device, between the queue and the start of transmission.","section":"device-queue-delay","overRuns":"mean","isDefault":false},
  {"name":"deviceDelayMs.p95","title":"device delay p95","unit":"ms","definition":"95 % of the packets had at most this delay in the queue of the device.","section":"device-queue-delay","overRuns":"mean","isDefault":false},
  {"name":"deviceDelayMs.max","title":"device delay max","unit":"ms","definition":"Largest delay in the queue of the device.","section":"device-queue-delay","overRuns":"max","isDefault":false},
  {"name":"utilization","title":"utilization","unit":"","definition":"Bits sent, as a share of the bits that the link could have sent.","section":"utilization","overRuns":"mean","isDefault":true},
  {"name":"dropRate","title":"drop rate","unit":"","definition":"Packets dropped, as a share of the packets offered to the queue.","section":"dropped","overRuns":"mean","isDefault":true},
  {"name":"earlyDropRate","title":"early drop rate","unit":"","definition":"Packets dropped by the discipline, as a share of the packets offered.","section":"dropped","overRuns":"mean","isDefault":false},
  {"name":"overflowDropRate","title":"overflow drop rate","unit":"","definition":"Packets dropped because the buffer was full, as a share of the packets offered.","section":"dropped","overRuns":"mean","isDefault":false},
  {"name":"markRate","title":"mark rate","unit":"","definition":"Packets marked, as a share of the packets offered to the queue.","section":"marked","overRuns":"mean","isDefault":false},
  {"name":"pathLossRate","title":"path loss rate","unit":"","definition":"Packets lost behind the bottleneck, as a share of the packets that left it.","section":"lost-on-the-path","overRuns":"mean","isDefault":false},
  {"name":"reverseDelayMs.mean","title":"mean reverse delay","unit":"ms","definition":"Mean queue delay at the reverse bottleneck, of data and ACKs.","section":"reverse-direction","overRuns":"mean","isDefault":false},
  {"name":"reverseDelayMs.p95","title":"reverse delay p95","unit":"ms","definition":"95 % of the packets at the reverse bottleneck had at most this queue delay.","section":"reverse-direction","overRuns":"mean","isDefault":false},
  {"name":"reverseDelayMs.max","title":"reverse delay max","unit":"ms","definition":"Largest queue delay at the reverse bottleneck.","section":"reverse-direction","overRuns":"max","isDefault":false},
  {"name":"reverseUtilization","title":"reverse utilization","unit":"","definition":"Bits sent by the reverse link, as a share of the bits that it could have sent.","section":"reverse-direction","overRuns":"mean","isDefault":false},
  {"name":"reverseDropRate","title":"reverse drop rate","unit":"","definition":"Packets dropped at the reverse bottleneck, as a share of the packets offered to it.","section":"reverse-direction","overRuns":"mean","isDefault":false},
  {"name":"reverseMarkRate","title":"reverse mark rate","unit":"","definition":"Packets marked at the reverse bottleneck, as a share of the packets offered to it.","section":"reverse-direction","overRuns":"mean","isDefault":false},
  {"name":"queuePackets","title":"queue","unit":"packets","definition":"Time-weighted mean number of packets that wait.","section":"backlog-in-reports","overRuns":"mean","isDefault":false},
  {"name":"queueBytes","title":"queue","unit":"bytes","definition":"Time-weighted mean number of bytes that wait.","section":"backlog-in-reports","overRuns":"mean","isDefault":false},
  {"name":"queueShare","title":"queue, share","unit":"","definition":"Time-weighted mean backlog as a share of the buffer.","section":"backlog-in-reports","overRuns":"mean","isDefault":false},
  {"name":"jain","title":"Jain's index","unit":"","definition":"Jain's index of the flows' goodput; 1 is an equal share for all.","section":"fairness","overRuns":"mean","isDefault":true},
  {"name":"packets.offered","title":"offered","unit":"packets","definition":"Packets offered to the queue.","section":"packets-counted","overRuns":"sum","isDefault":false},
  {"name":"packets.sent","title":"sent","unit":"packets","definition":"Packets whose transmission started.","section":"packets-counted","overRuns":"sum","isDefault":false},
  {"name":"packets.dropped","title":"dropped","unit":"packets","definition":"Packets dropped, early or by overflow.","section":"packets-counted","overRuns":"sum","isDefault":false},
  {"name":"packets.early","title":"early drops","unit":"packets","definition":"Packets dropped by the discipline.","section":"packets-counted","overRuns":"sum","isDefault":false},
  {"name":"packets.overflow","title":"overflow drops","unit":"packets","definition":"Packets dropped because the buffer was full.","section":"packets-counted","overRuns":"sum","isDefault":false},
  {"name":"packets.marked","title":"marked","unit":"packets","definition":"Packets that got a CE mark.","section":"packets-counted","overRuns":"sum","isDefault":false},
];

/** Measures of a traffic group or a class: `groups.0.` and the name, or `classes.sparse.` and the name. */
export const OF_PARTS: readonly SweptMeasure[] = [
  {"name":"packets","title":"sent","unit":"packets","definition":"Packets whose transmission started.","section":"delay-of-groups-and-classes","overRuns":"sum","isDefault":false},
  {"name":"queueDelayMs.mean","title":"mean delay","unit":"ms","definition":"Mean queue delay of its packets.","section":"delay-of-groups-and-classes","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.p50","title":"delay p50","unit":"ms","definition":"Median of their queue delay.","section":"delay-of-groups-and-classes","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.p95","title":"delay p95","unit":"ms","definition":"95 % of them had at most this queue delay.","section":"delay-of-groups-and-classes","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.p99","title":"delay p99","unit":"ms","definition":"99 % of them had at most this queue delay.","section":"delay-of-groups-and-classes","overRuns":"mean","isDefault":false},
  {"name":"queueDelayMs.max","title":"delay max","unit":"ms","definition":"Largest queue delay.","section":"delay-of-groups-and-classes","overRuns":"max","isDefault":false},
];

/** Measures of a traffic group that is an application: `groups.0.` and the name. */
export const OF_APPLICATIONS: readonly SweptMeasure[] = [
  {"name":"completed","title":"completed","unit":"completions","definition":"Number of completions: of flows, pages, chunks or video segments.","section":"completion-times","overRuns":"sum","isDefault":false},
  {"name":"refused","title":"refused","unit":"refusals","definition":"Number of refusals: of flows without a free user, or of chunks while too many are on their way.","section":"completion-times","overRuns":"sum","isDefault":false},
  {"name":"completionMs.mean","title":"time mean","unit":"ms","definition":"Mean completion time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.p25","title":"time p25","unit":"ms","definition":"First quartile of the completion time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.p50","title":"time p50","unit":"ms","definition":"Median of the completion time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.p75","title":"time p75","unit":"ms","definition":"Third quartile of the completion time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.p95","title":"time p95","unit":"ms","definition":"95 % were completed within this time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.p99","title":"time p99","unit":"ms","definition":"99 % were completed within this time.","section":"completion-times","overRuns":"mean","isDefault":false},
  {"name":"completionMs.max","title":"time max","unit":"ms","definition":"Largest completion time.","section":"completion-times","overRuns":"max","isDefault":false},
  {"name":"startupMs","title":"start-up","unit":"ms","definition":"Mean time from the first request to the start of playback.","section":"video-playback","overRuns":"mean","isDefault":false},
  {"name":"rebufferings","title":"rebufferings","unit":"stalls","definition":"Number of stalls of playback that began.","section":"video-playback","overRuns":"sum","isDefault":false},
  {"name":"rebufferingS","title":"rebuffering","unit":"s","definition":"Time that playback stood still, all players together.","section":"video-playback","overRuns":"mean","isDefault":false},
  {"name":"bitRateMbps","title":"bit rate","unit":"Mbit/s","definition":"Mean bit rate of the downloaded segments.","section":"video-playback","overRuns":"mean","isDefault":false},
  {"name":"received","title":"received","unit":"packets","definition":"Packets received.","section":"calls-and-datagrams","overRuns":"sum","isDefault":false},
  {"name":"lossRate","title":"loss rate","unit":"","definition":"Datagrams lost, as a share of those received or lost.","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
  {"name":"delayMs.mean","title":"one-way delay","unit":"ms","definition":"Mean one-way delay: queue and path.","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
  {"name":"delayMs.max","title":"one-way delay max","unit":"ms","definition":"Largest one-way delay.","section":"calls-and-datagrams","overRuns":"max","isDefault":false},
  {"name":"jitterMs","title":"jitter","unit":"ms","definition":"Mean interarrival jitter (RFC 3550).","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
  {"name":"lateRate","title":"late rate","unit":"","definition":"Packets too late for the jitter buffer, as a share of those received.","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
  {"name":"rFactor","title":"R factor","unit":"points","definition":"Transmission rating factor of the E-model (ITU-T G.107), at most 93.2 points.","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
  {"name":"mos","title":"MOS","unit":"points","definition":"Mean opinion score, 1 to 4.5 points, from the R factor (ITU-T G.107, Annex B).","section":"calls-and-datagrams","overRuns":"mean","isDefault":false},
];
