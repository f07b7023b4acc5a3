import type { Problem } from '../../core/sim/protocol';
import type { GoalsAnswer } from './goals.generated';

/** The messages between the page and the worker that measures goals. */
export type ToGoalWorker =
  | {
      /** The run is that of this scenario from now on. */
      readonly kind: 'open';
      readonly run: number;
      readonly scenario: string;
      /** The challenge as it was handed out; undefined if the page does not have it. */
      readonly challenge: string | undefined;
    }
  | {
      /** The goals are wanted at this time, s. A newer request replaces one that has no answer. */
      readonly kind: 'measure';
      readonly run: number;
      readonly toS: number;
    };

export type FromGoalWorker =
  | { readonly kind: 'goals'; readonly run: number; readonly answer: GoalsAnswer }
  /** What is changed that is locked, each as a sentence. */
  | { readonly kind: 'changed'; readonly run: number; readonly changed: readonly string[] }
  | {
      readonly kind: 'failed';
      readonly run: number;
      readonly message: string;
      /** What is wrong with the scenario; undefined if the simulator failed. */
      readonly problems?: readonly Problem[] | undefined;
    };

/** The part of the package that the worker calls. */
export interface GoalCore {
  readonly GoalRun: new (scenario: string) => GoalRun;
  changedWithoutPermission(challenge: string, handed: string): string;
}
export interface GoalRun {
  advance(toS: number, packets: number): boolean;
  /** Returns JSON of `GoalsAnswer`. */
  answer(): string;
  free(): void;
}

/** The part of `Worker` that is used; tests replace it. */
export interface GoalWorkerLike {
  postMessage(message: ToGoalWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromGoalWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
