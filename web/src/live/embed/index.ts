import { mount } from 'svelte';
import type { Address } from '../../core/state/address.svelte';
import type { TabStorage } from '../../core/state/reload';
import type { Workspace } from '../../core/state/workspace.svelte';
import EmbedView from './EmbedView.svelte';
import { targetOf, Teller } from './messages';
import { readParameters } from './parameters';

/** Frames of one host share the storage of the tab, so an embedded run does not use it. */
const NO_STORAGE: TabStorage = { read: () => undefined, write: () => undefined };

/** Returns the address of the whole page with this hash. */
const full = (hash: string): string => location.href.replace(/[?#].*$/s, '') + hash;

/** Shows the run of the address inside another page. `make`: makes the state of a page. */
export function showEmbed(
  target: HTMLElement,
  make: (address: Address, tab: TabStorage) => Workspace,
): void {
  const parameters = readParameters(location.search);
  const { theme } = parameters;
  if (theme) document.documentElement.dataset['theme'] = theme;

  const teller = new Teller(poster(parameters.origin));
  const address: Address = {
    read: () => location.hash,
    // Steps in the history of the page around would surprise its reader.
    write: (hash) => {
      history.replaceState(null, '', location.pathname + location.search + hash);
      teller.changed(full(hash), workspace.doc.base.title ?? '');
    },
  };
  const workspace = make(address, NO_STORAGE);
  void workspace.opener.start();
  mount(EmbedView, { target, props: { workspace, parameters, teller, full } });
}

/** Returns what sends a message to the page around; nothing if there is none, or if its origin is not known. */
function poster(asked: string | undefined): (message: object) => void {
  const { parent } = window;
  if (parent === window) return () => undefined;
  const ancestor = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
  const to = targetOf({ asked, ancestor, referrer: document.referrer });
  if (to === undefined) return () => undefined;
  return (message) => parent.postMessage(message, to);
}
