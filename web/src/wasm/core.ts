/** The interface of the wasm package, without importing it. */
export interface Core {
  /** Returns the problems as JSON, or '' if the scenario is valid. */
  check(scenario: string): string;
  /** Returns the shortest JSON of the same scenario. */
  canonical(scenario: string): string;
  /** Version of the simulator. */
  version(): string;
  /**
   * Starts a run of these lanes of the scenario; `probes`: it records the probes of the disciplines. Throws an error whose
   * message is a JSON list of problems.
   */
  open(scenario: string, lanes: Uint32Array, probes?: boolean): Engine;
}

/** One run of all lanes, or of some. Its methods number only its own lanes. Times are in simulated seconds. */
export interface Engine {
  laneCount(): number;
  now(): number;
  /**
   * Runs to `toS`, or until about `maxPackets` packets were offered to the queues of all lanes. Changes count as packets,
   * by their computing time. Returns the time reached.
   */
  advance(toS: number, maxPackets: number): number;
  /** Schedules a change. Returns '', or the problems as JSON. */
  apply(change: string): string;
  /**
   * Continues with another scenario from the first difference. Returns '', or the problems as JSON; with problems the run is
   * unchanged. `probes`: it records the probes from now on; a run that has not recorded them starts from zero.
   */
  revise(scenario: string, lanes: Uint32Array, probes?: boolean): string;
  sampleCount(): number;
  sampleInterval(): number;
  /** Returns the number of traffic groups whose queue delay is a column; 0 if there is only one group. */
  groupCount(): number;
  /** Returns whether there is a reverse bottleneck. */
  hasReverse(): boolean;
  /** Returns the number of hops beside that of the lane. */
  otherHops(): number;
  /**
   * Returns the samples from index `from` on, lane after lane and column after column. `names` are separated by blanks. In
   * each lane the same columns of the reverse bottleneck follow, if there is one, and of the other hops, then the queue delays
   * of the groups.
   */
  columns(names: string, from: number): Float32Array;
  summary(lane: number): string;
  window(lane: number, fromS: number, toS: number): string;
  digest(lane: number): string;
  /** Returns the queue delays since the warm-up as pairs: a delay in ms, and the number of packets with this delay. */
  allDelays(lane: number): Float32Array;
  /** Returns the same from `fromS` to `toS`. */
  delays(lane: number, fromS: number, toS: number): Float32Array;
  /** Returns rows of three: second, flow, its goodput in Mbit/s. The first row of a second has -1 as flow, and Jain's index. */
  goodput(lane: number, fromSecond: number): Float32Array;
  /** Returns rows of four: sample of 50 ms, flow, congestion window in packets, pacing rate in Mbit/s or NaN. */
  windows(lane: number, fromSample: number): Float32Array;
  /**
   * Returns rows `from` and later of these numbers of the discipline's probe, one column after the other. `names` are
   * separated by blanks; the unit follows the name after a colon. Returns nothing if the run does not record probes.
   */
  probes(lane: number, names: string, from: number): Float32Array;
  /**
   * Starts a replay of a lane. It records the probes, and the first `most` drops and marks, from `fromS` until just before
   * `toS`. Returns `undefined` for a lane that does not exist.
   */
  replayEvents(lane: number, fromS: number, toS: number, most: number): Replay | undefined;
  free(): void;
}

/** A span of a lane that is simulated again beside the run. */
export interface Replay {
  /** Simulates about `maxPackets` packets more. Returns whether the replay is complete. */
  run(maxPackets: number): boolean;
  /** Returns what was recorded: JSON of `LaneEvents`. */
  json(mostProbes: number): string;
  free(): void;
}
