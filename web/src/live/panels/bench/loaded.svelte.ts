import type { Workspace } from '../../../core/state/workspace.svelte';

interface Part<T> {
  /** Its name in the notice of a failure: "The queue view". */
  readonly what: string;
  readonly isWanted: () => boolean;
  readonly load: () => Promise<T>;
  /** Called after a failure: nothing shows the part. */
  readonly onfail?: () => void;
}

/** Returns a part of the page that is loaded when it is first wanted. Called where effects may be. */
export function loaded<T>(
  { notices }: Workspace,
  { what, isWanted, load, onfail }: Part<T>,
): { readonly current: T | undefined } {
  let current = $state.raw<T>();
  /** What the part depends on can change while it is loaded. */
  let isLoading = false;
  $effect(() => {
    if (current !== undefined || !isWanted() || isLoading) return;
    isLoading = true;
    load().then(
      (part) => (current = part),
      () => {
        isLoading = false;
        onfail?.();
        notices.warn(`${what} could not be loaded. Check the network and try again.`);
      },
    );
  });
  return {
    get current() {
      return current;
    },
  };
}
