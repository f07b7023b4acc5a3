/** A short example of each format, for tests. */

export const FLENT = JSON.stringify({
  version: 4,
  metadata: {
    NAME: 'tcp_2up',
    TITLE: '',
    TIME: '2026-03-01T10:00:00.250000Z',
    T0: '2026-03-01T10:00:00.250000Z',
    STEP_SIZE: 0.2,
    TOTAL_LENGTH: 2,
    SERIES_META: {
      'Ping (ms) ICMP': { UNITS: 'ms' },
      'TCP upload sum': { UNITS: 'Mbits/s' },
      'TCP upload::1': { UNITS: 'Mbits/s' },
      'TCP upload fairness': { UNITS: 'Idx' },
    },
  },
  x_values: [0.2, 0.4, 0.6],
  results: {
    'TCP upload fairness': [1, 1, 1],
    'Ping (ms) ICMP': [41, null, 55],
    'TCP upload sum': [9, 10, 9.5],
    'TCP upload::1': [4, 5, 5],
  },
  raw_values: {
    'Ping (ms) ICMP': [
      { seq: 1, t: 1772359200.45, val: 41 },
      { seq: 2, t: 1772359200.85, val: 55 },
    ],
    'TCP upload::1': [
      { dur: 0.2, t: 1772359200.45, val: 4, tcp_rtt: 43.5 },
      { dur: 0.2, t: 1772359200.65, val: 5, tcp_rtt: 46 },
    ],
    qdisc_stats_router: [
      { t: 1772359200.45, dropped: 0, ecn_mark: 0, backlog_bytes: 3028, backlog_pkts: 2, delay: 3 },
      { t: 1772359200.65, dropped: 2, ecn_mark: 0, backlog_bytes: 0, backlog_pkts: 0, delay: 5 },
    ],
  },
});

export const REPORT = JSON.stringify({
  version: 1,
  title: 'Two CUBIC flows',
  seed: 1,
  untilS: 15,
  kernel: '6.18.0',
  lanes: [
    {
      queue: 'codel',
      seconds: 12,
      queueDelayMs: { mean: 14.5, sd: 3, p50: 5.5, p95: 119, p99: 131, max: 134 },
      utilization: 0.977,
      dropRate: 0.0065,
    },
  ],
});

/** The first steps of a lane, as `aqm testbed --json` writes them since it has samples. */
export const TESTBED = JSON.stringify({
  ...(JSON.parse(REPORT) as object),
  untilS: 0.05,
  lanes: [
    {
      queue: 'codel',
      seconds: 0.05,
      queueDelayMs: { mean: 4, sd: 1, p50: 3, p95: 6, p99: 6, max: 7 },
      utilization: 0.6,
      dropRate: 0.375,
      samples: {
        stepS: 0.01,
        queueDelayMs: [3, null, 6, 6.5, 5],
        throughputMbps: [2.4, 0, 1.2, 1.2, 1.2],
        offered: [3, 0, 5, 1, 1],
        sent: [2, 0, 1, 1, 1],
        dropped: [1, 0, 4, 0, 0],
        marked: [0, 0, 0, 1, 0],
        queuePackets: [1.5, 0, 2.25, 1, 0.5],
      },
    },
  ],
});

export const CSV = `# written by a script
time_s,queue,"delay, mean_ms",note
0.01,codel,12.5,"a ""note"""
0.02,codel,,none
0.03,codel,13.25,
`;

export const MAHIMAHI = `# mahimahi mm-link (down) [trace.up] > log
# command line: mm-link
# queue: droptail
# init timestamp: 1000
# base timestamp: 1000
1000 # 1504
1010 + 1504
1020 - 1504 10
1030 + 1504
1035 + 1504
1035 d 1 1504
1190 - 1504 160
`;

export const SS = `1772359200.100
State Recv-Q Send-Q Local Address:Port Peer Address:Port
ESTAB 0      1448  10.0.0.1:5001 10.0.0.2:43210
\t cubic wscale:7,7 rto:244 rtt:41.5/2.1 mss:1448 cwnd:20 delivery_rate 9.4Mbps
ESTAB 0      0     10.0.0.1:5002 10.0.0.2:43211
\t bbr rtt:44/3 cwnd:10
1772359200.300
ESTAB 0      1448  10.0.0.1:5001 10.0.0.2:43210
\t cubic wscale:7,7 rto:244 rtt:52.25/4.0 mss:1448 cwnd:21 delivery_rate 9500Kbps
`;

export const TC = `1772359200.5
qdisc htb 1: dev eth0 root refcnt 2 r2q 10 default 0x10
 Sent 1000 bytes 10 pkt (dropped 0, overlimits 0 requeues 0)
 backlog 0b 0p requeues 0
qdisc codel 10: dev eth0 parent 1:10 limit 1000p target 5ms interval 100ms
 Sent 100000 bytes 100 pkt (dropped 4, overlimits 0 requeues 0)
 backlog 3028b 2p requeues 0
1772359201.5
qdisc htb 1: dev eth0 root refcnt 2 r2q 10 default 0x10
 Sent 2000 bytes 20 pkt (dropped 0, overlimits 0 requeues 0)
 backlog 0b 0p requeues 0
qdisc codel 10: dev eth0 parent 1:10 limit 1000p target 5ms interval 100ms
 Sent 1350000 bytes 900 pkt (dropped 12, overlimits 0 requeues 0)
 backlog 15140b 10p requeues 0
`;

export const TC_JSON = `1772359200.5 [{"kind":"codel","handle":"10:","dev":"eth0","bytes":100000,"packets":100,"drops":4,"qlen":2,"options":{}}]
1772359201.5 [{"kind":"codel","handle":"10:","dev":"eth0","bytes":1350000,"packets":900,"drops":12,"qlen":10},{}]
`;

export const PACKETS = `lane,queue,hop,direction,flow,group,kind,packet,bytes,arrival_s,enqueue_s,dequeue_s,departure_s,delivery_s,fate,reason,mark,ecn
0,codel,1,forward,0,0,data,0,1500,2.01,2.01,2.02,2.03,2.05,delivered,,,not-ect
0,codel,,reverse,0,0,ack,0,60,,,,,2.06,delivered,,,not-ect
0,codel,1,forward,0,0,data,1,1500,2.03,2.03,2.07,,,dropped,codel.enter,,not-ect
0,codel,1,forward,0,0,data,2,1500,2.11,2.11,2.215,2.23,2.25,lost,,,not-ect
0,codel,2,forward,0,0,data,0,1500,2.03,2.03,2.03,2.04,2.05,forwarded,,,not-ect
1,pie,1,forward,0,0,data,0,1500,2.04,2.04,,,,waiting,,,not-ect
`;

/** All of them, by the name of their importer. */
export const EXAMPLES = {
  FLENT,
  REPORT,
  TESTBED,
  CSV,
  MAHIMAHI,
  PACKETS,
  SS,
  TC,
  TC_JSON,
} as const;
