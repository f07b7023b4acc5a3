/** The interface of the wasm package, without importing it. */
export interface Core {
  /** Returns the problems as JSON, or '' if the scenario is valid. */
  check(scenario: string): string;
  /** Returns the shortest JSON of the same scenario. */
  canonical(scenario: string): string;
  /** Version of the simulator. */
  version(): string;
  /** A run of these lanes of the scenario. Throws an error whose message is a JSON list of problems. */
  open(scenario: string, lanes: Uint32Array): Engine;
}

/** One run of all lanes, or of some; its methods number only its own lanes. Times are in simulated seconds. */
export interface Engine {
  laneCount(): number;
  now(): number;
  /**
   * Runs to `toS`, or until about `maxPackets` packets have been offered to the queues of all lanes, or changes have
   * cost as much; returns now.
   */
  advance(toS: number, maxPackets: number): number;
  /** Schedules a change; '' or problems as JSON. */
  apply(change: string): string;
  /** Continues with another scenario from the first difference. Returns '', or problems as JSON and changes nothing. */
  revise(scenario: string, lanes: Uint32Array): string;
  sampleCount(): number;
  sampleInterval(): number;
  /** Returns the samples from `from` on of these columns, named with blanks between: lane after lane, column after column. */
  columns(names: string, from: number): Float32Array;
  summary(lane: number): string;
  window(lane: number, fromS: number, toS: number): string;
  digest(lane: number): string;
  /**
   * Starts a replay of a lane that records its drops, marks and probes from `fromS` until just before `toS`, the first
   * `most` drops and marks. Returns `undefined` for a lane that does not exist.
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
