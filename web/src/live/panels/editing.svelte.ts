import { getContext, setContext } from 'svelte';
import type { Notices } from '../../core/state/notices.svelte';
import type * as Parts from './editing';

/** The controls that are loaded after the first picture, or when one of them is first wanted. */
export class Editing {
  parts = $state.raw<typeof Parts>();
  readonly #notices: Notices;
  #isLoading = false;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    import('./editing').then(
      (parts) => (this.parts = parts),
      () => {
        this.#isLoading = false;
        this.#notices.warn(
          'Some controls could not be loaded. Check the network and reload the page.',
        );
      },
    );
  }
}

const KEY = Symbol('editing');
export const provideEditing = (editing: Editing): Editing => setContext(KEY, editing);
export const useEditing = (): Editing => getContext<Editing>(KEY);
