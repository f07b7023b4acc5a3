import type { WorkerLike } from '../sim/member';
import type { DetailName } from '../sim/protocol';
import type { Scenario } from '../document/scenario';
import type { Address } from './address.svelte';
import type { TabStorage } from './reload';
import type { Clock } from './run.svelte';

/** What the page gives to its state; tests replace it. */
export interface Surroundings {
  readonly spawn: () => WorkerLike;
  /** Maximum number of workers. */
  readonly workers: number;
  readonly clock: Clock;
  readonly address: Address;
  readonly tab: TabStorage;
  /** The scenario of a page whose address has no link. */
  readonly firstScenario: Scenario;
  /** Name of its preset. */
  readonly firstPreset?: string;
  /** Returns the expected computing time of one simulated second if the scenario is too slow to play at once, s. */
  readonly slowness?: (scenario: Scenario, rateMbps: number) => number | undefined;
  /** Returns the expected computing time of the run up to `toS`, s. Without it, all runs are short. */
  readonly lasts?: (scenario: Scenario, toS: number) => number;
  /** Ids of the views that the page can draw. */
  readonly views: readonly string[];
  /** Returns the details that these views draw; undefined are the standard ones. */
  readonly details?: (views: readonly string[] | undefined) => readonly DetailName[];
}
