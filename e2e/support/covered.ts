import type { Page } from '@playwright/test';

/**
 * Returns the buttons, links and fields at whose centre a press would reach another one, each with the one that takes the press. Each is
 * scrolled into view before.
 */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ALL = 'a[href], button, input, select, summary, [role=slider]';
    const nameOf = (element: Element): string =>
      element.ariaLabel ?? element.textContent.trim().slice(0, 40);
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(ALL)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('[inert], [popover]:not(:popover-open)')) continue;
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      // A label, a mark inside a button and the drawn part of a control pass the press on.
      const taker = at?.closest(ALL);
      if (!taker || taker === element || taker.contains(element) || element.contains(taker))
        continue;
      found.push(`${nameOf(element)} is below ${nameOf(taker)}`);
    }
    return found;
  });
}
