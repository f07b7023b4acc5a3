import type { Attachment } from 'svelte/attachments';

type Report = (width: number, height: number) => void;

const all = new Map<HTMLElement, Report>();
const fresh = new Set<HTMLElement>();
let observer: ResizeObserver | undefined;

/**
 * Reports the size of an element, px, before its first painting and after each change. Elements that appear together are all
 * measured first and then reported. Otherwise the browser would lay out the page again for each of them.
 */
export function sized(report: Report): Attachment<HTMLElement> {
  return (element) => {
    all.set(element, report);
    if (fresh.size === 0) queueMicrotask(measureFresh);
    fresh.add(element);
    return () => {
      observer?.unobserve(element);
      all.delete(element);
      fresh.delete(element);
    };
  };
}

function measureFresh(): void {
  const elements = [...fresh];
  fresh.clear();
  measure(elements);
  observer ??= new ResizeObserver((entries) =>
    measure(entries.map(({ target }) => target as HTMLElement)),
  );
  for (const element of elements) observer.observe(element);
}

function measure(elements: readonly HTMLElement[]): void {
  const sizes = elements.map((e) => [e, e.offsetWidth, e.offsetHeight] as const);
  for (const [element, width, height] of sizes) all.get(element)?.(width, height);
}
