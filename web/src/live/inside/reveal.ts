/** Scrolls an answer into sight, and the lit line of its rule: if there is no room for both, the line. */
export function reveal(answer: HTMLElement | undefined): void {
  answer?.scrollIntoView({ block: 'nearest' });
  answer?.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' });
}
