/** The simulator as the worker sees it: the interface of the wasm package, without naming it. */
export interface Core {
  /** Problems as JSON, or '' if the scenario is valid. */
  check(scenario: string): string;
  /** The shortest JSON that means the same scenario. */
  canonical(scenario: string): string;
  /** Version of the simulator. */
  version(): string;
  /** A run of these lanes of the scenario. Throws an error whose message is a JSON list of problems. */
  open(scenario: string, lanes: Uint32Array): Engine;
}

/** One run of all lanes, or of some; its methods count those that are here. Times in seconds of simulated time. */
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
  /** Goes on with lanes of another scenario from the first difference; '' or problems as JSON, and nothing has changed. */
  revise(scenario: string, lanes: Uint32Array): string;
  sampleCount(): number;
  sampleInterval(): number;
  /** Samples from `from` on of these columns, by names with blanks between them: lane after lane, column after column. */
  columns(names: string, from: number): Float32Array;
  summary(lane: number): string;
  window(lane: number, fromS: number, toS: number): string;
  digest(lane: number): string;
  free(): void;
}
