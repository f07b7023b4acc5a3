import type { Attachment } from 'svelte/attachments';

type Tell = (width: number, height: number) => void;

const all = new Map<HTMLElement, Tell>();
const fresh = new Set<HTMLElement>();
let observer: ResizeObserver | undefined;

/**
 * Tells the size of an element, px, before it is painted first, and whenever it changes. Elements that appear together
 * are measured together, and then told: else the page would be laid out anew for each, after what the one before has done
 * with its size.
 */
export function sized(tell: Tell): Attachment<HTMLElement> {
  return (element) => {
    observer ??= new ResizeObserver((entries) =>
      measure(entries.map(({ target }) => target as HTMLElement)),
    );
    all.set(element, tell);
    if (fresh.size === 0) queueMicrotask(measureFresh);
    fresh.add(element);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      all.delete(element);
    };
  };
}

function measureFresh(): void {
  const elements = [...fresh];
  fresh.clear();
  measure(elements);
}

function measure(elements: readonly HTMLElement[]): void {
  const sizes = elements.map((e) => [e, e.offsetWidth, e.offsetHeight] as const);
  for (const [element, width, height] of sizes) all.get(element)?.(width, height);
}
