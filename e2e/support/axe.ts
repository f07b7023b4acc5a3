import { AxeBuilder } from '@axe-core/playwright';
import { type Page, test } from '@playwright/test';

/**
 * Returns axe for a page in the look of the running project. The contrast of all texts takes axe most of its time. It is that of
 * the theme: it is checked on the desktop in both themes, and only it in the dark one, where nothing else differs; a phone has
 * the colours of the light theme.
 */
export function axe(page: Page): AxeBuilder {
  const builder = new AxeBuilder({ page });
  const look = test.info().project.name;
  if (look === 'dark') return builder.withRules(['color-contrast']);
  return look === 'phone' ? builder.disableRules(['color-contrast']) : builder;
}
