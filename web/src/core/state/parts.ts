import type { AddressBar } from './address.svelte';
import type { Display } from './display.svelte';
import type { Origin } from './origin.svelte';
import type { Notices } from './notices.svelte';
import type { Clock, Run } from './run.svelte';
import type { TimelineDocument } from './timeline-document.svelte';

/** The objects that all parts of a workspace share. */
export interface Parts {
  readonly doc: TimelineDocument;
  readonly origin: Origin;
  readonly run: Run;
  readonly display: Display;
  readonly notices: Notices;
  readonly bar: AddressBar;
  readonly clock: Clock;
}
