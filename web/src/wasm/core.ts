import type * as generated from './pkg/aqm_wasm.js';

/** The package of the live run. The comments of `crates/aqm-wasm` describe its functions and methods. */
export interface Core extends Pick<typeof generated, 'check' | 'canonical' | 'version'> {
  /** Starts a run of these lanes of the scenario. See the constructor of the generated class. */
  open(...given: ConstructorParameters<typeof generated.Engine>): Engine;
}

/** One run of all lanes, or of some. Its methods number only its own lanes. */
export interface Engine extends Omit<
  generated.Engine,
  'replayEvents' | 'scenario' | typeof Symbol.dispose
> {
  replayEvents(...given: Parameters<generated.Engine['replayEvents']>): Replay | undefined;
}

/** A span of a lane that is simulated again beside the run. */
export type Replay = Omit<generated.EventReplay, typeof Symbol.dispose>;
