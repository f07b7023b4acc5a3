import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

// The test breaks the policy on purpose at its end.
test.use({ allowed: [/style-src|default-src/] });

test('the page needs no inline style or script, and nothing from another host', async ({
  page,
  context,
}) => {
  const broken: string[] = [];
  await context.exposeFunction('broken', (what: string) => void broken.push(what));
  await context.addInitScript(() => {
    const { broken } = window as unknown as { broken: (what: string) => void };
    addEventListener('securitypolicyviolation', (event) =>
      broken(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  const play = new Playground(page);
  await play.open();
  await play.reaches(1);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /^default-src 'self'/);
  await expect(policy).not.toHaveAttribute('content', /'unsafe-(inline|eval)|\*|https?:/);

  // What scripts draw: the inside of a lane, the queue view, sections, stories, definitions.
  await page.keyboard.press('i');
  await expect(page.getByRole('group', { name: /^Inside / }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await expect(page.getByRole('region', { name: 'Queue view' })).toBeVisible();
  for (const section of ['Papers', 'Sweep', 'Stability'])
    await page.getByRole('link', { name: section }).click();
  await expect(page.locator('[data-stable]')).toBeVisible();
  for (const [address, heading] of [
    ['./#library', 'Stories'],
    ['./#story/bufferbloat', 'A buffer ten times as large'],
    ['./#linux', 'Measured with Linux'],
    ['./docs/metrics.html', 'Measures'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  }
  expect(broken).toEqual([]);

  // The policy is in force: a style in a text is not applied, and the events above would have come.
  await page.goto('./');
  const colour = await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<i id="mark" style="color: red">mark</i>');
    return getComputedStyle(document.getElementById('mark')!).color;
  });
  expect(colour).not.toBe('rgb(255, 0, 0)');
  await expect.poll(() => broken.length).toBe(1);
});
