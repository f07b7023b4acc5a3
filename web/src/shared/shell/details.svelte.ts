import type { Snippet } from 'svelte';
import { getContext, setContext } from 'svelte';

/** What a section shows about its selected cell or point. */
export interface Details {
  /** Name of the sheet: "Selected cell". */
  readonly label: string;
  /** Visible while the sheet is folded and nothing runs. */
  readonly head: Snippet | undefined;
  readonly content: Snippet;
}

/** The details that the frame of a section shows in a sheet. */
export class DetailsPlace {
  shown = $state.raw<Details>();
}

const KEY = Symbol('details');
export const provideDetails = (): DetailsPlace => setContext(KEY, new DetailsPlace());
export const useDetails = (): DetailsPlace => getContext<DetailsPlace>(KEY);
