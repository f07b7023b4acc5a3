import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { packElement } from '../scripts/build/element.js';
import { npm } from '../scripts/build/npm.js';
import type { AqmPlayground } from '../web/element/element.d.ts';
import { encodeLink } from '../web/src/core/state/share.ts';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { Playground, UPLINK } from './playground.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

type Heard = Readonly<Record<string, unknown>>;

/** The example page of the documentation. */
const [EXAMPLE] = /<iframe id="run"[^]*?<\/script>/.exec(
  readFileSync(new URL('../docs/embed.md', import.meta.url), 'utf8'),
)!;

/** Shows the example page with another run, and records the messages that it gets. */
async function embed(page: Page, query: string, hash: string): Promise<void> {
  const address = `./?embed&${query.replaceAll('<', '&lt;')}${hash}`;
  const example = EXAMPLE.replace(/https:\/\/your\.host[^"]*/, () => address);
  const body = `<!doctype html><html lang="en"><title>Course</title><main><h1>Course</h1>
    <script>heard = []; addEventListener('message', (e) => heard.push({ ...e.data, from: e.origin }));</script>
    ${example}</main>`;
  await page.route('**/course.html', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.goto('./course.html');
}
const heard = (page: Page, event: string): Promise<Heard[]> =>
  page.evaluate(
    (event) =>
      (window as unknown as { heard: Heard[] }).heard.filter((one) => one['event'] === event),
    event,
  );

test('an embedded run has what its address asks for, tells what happens, and opens in full', async ({
  page,
  context,
  watch,
}) => {
  const link = await encodeLink({ scenario: UPLINK, changes: [], atS: 0 });
  await embed(page, 'panels=delay,utilization&controls=play,time,bandwidth', link);
  const frame = page.frameLocator('iframe');
  await expect.poll(() => heard(page, 'ready')).toHaveLength(1);
  const [ready] = await heard(page, 'ready');
  expect(ready).toMatchObject({ source: 'aqm-playground', durationS: 60 });
  expect(ready['from']).toBe(new URL(page.url()).origin);
  await expect(frame.locator('figure')).toHaveCount(2);
  await expect(frame.getByRole('list', { name: 'Ignored parameters' })).toHaveCount(0);
  await expect(frame.getByRole('navigation')).toHaveCount(0);
  await expect(frame.getByRole('slider', { name: 'Round-trip time' })).toHaveCount(0);

  await frame.getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => (await heard(page, 'time')).some(({ nowS }) => Number(nowS) > 1))
    .toBe(true);
  await frame.getByRole('button', { name: 'Pause' }).click();
  const bandwidth = frame.getByRole('textbox', { name: 'Bandwidth', exact: true });
  await bandwidth.fill('5');
  await bandwidth.press('Enter');
  const told = async (): Promise<unknown> => {
    const { link } = (await heard(page, 'changed')).at(-1) ?? {};
    const opened = await decodeLink(new URL(String(link)).hash);
    return opened.ok ? opened.shared.changes : [];
  };
  await expect.poll(told).toMatchObject([{ set: 'link.rateMbps', to: 5 }]);
  await expect(page.locator('#time')).not.toHaveText('0');
  await expect(page.getByRole('link', { name: 'Your state' })).toHaveAttribute('href', /#v1\./);
  expect((await axe(page).analyze()).violations).toEqual([]);
  // The page around a frame has the landmarks.
  const inside = axe(page.frames()[1]).include('body');
  expect((await inside.analyze()).violations).toEqual([]);

  const opening = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'AQM Playground' }).click();
  const whole = new Playground(await opening);
  watch(context);
  await expect(whole.lanes.first()).toBeVisible();
  expect(await whole.timeline()).toMatchObject([{ set: 'link.rateMbps', to: 5 }]);
  await expect(whole.page.locator('figure')).toHaveCount(2);

  const hostile = 'panels=<img src=x onerror=alert(1)>,delay&theme=expression(1)&origin=*://*&x=1';
  await page.unroute('**/course.html');
  await embed(page, hostile, '#v1.AAAA');
  const lines = frame.getByRole('list', { name: 'Ignored parameters' });
  await expect(lines).toContainText('panels=<img src=x onerror=alert(1)> is ignored');
  await expect(lines.getByRole('listitem')).toHaveCount(4);
  await expect(frame.locator('img')).toHaveCount(0);
  await expect(frame.locator('figure')).toHaveCount(1);
  // A damaged link says so, and the way to the whole page stays.
  await expect(frame.getByRole('alert')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'AQM Playground' })).toHaveAttribute(
    'href',
    /\/some\/where\//,
  );
});

test.describe('on another host', () => {
  // The course page is served by a host of its own.
  test.use({ allowed: [/^request leaves the origin: http:\/\/127\.0\.0\.1:/] });

  test('the element of the packed npm package shows a run and reports its events', async ({
    page,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'aqm-element-'));
    const server = createServer((request, response) => serve(folder, request.url ?? '', response));
    try {
      const tarball = await packElement(join(folder, 'packed'));
      const install = ['install', '--prefix', join(folder, 'course'), '--offline', '--no-audit'];
      await npm([...install, '--no-fund', tarball], 'The tarball could not be installed.');
      const link = await encodeLink({ scenario: UPLINK, changes: [], atS: 0 });
      writeFileSync(
        join(folder, 'course', 'index.html'),
        `<!doctype html><html lang="en"><title>Course</title>
        <aqm-playground controls="play,bandwidth" panels="drops" link="https://elsewhere.example/${link}"></aqm-playground>
        <script type="module">
          window.heard = [];
          const run = document.querySelector('aqm-playground');
          for (const event of ['ready', 'time', 'changed'])
            run.addEventListener(event, ({ detail }) => heard.push({ event, ...detail }));
          await import('./node_modules/aqm-playground-element/element.js');
        </script>`,
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/course/index.html`);
      await expect.poll(() => heard(page, 'ready')).toMatchObject([{ durationS: 60 }]);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('figure')).toHaveCount(1);
      await frame.getByRole('button', { name: 'Play' }).click();
      await expect.poll(async () => (await heard(page, 'time')).length).toBeGreaterThan(1);
      await frame.getByRole('slider', { name: 'Bandwidth' }).press('PageDown');
      await expect.poll(async () => (await heard(page, 'changed')).length).toBeGreaterThan(0);
      const current = (): Promise<string> =>
        page.locator('aqm-playground').evaluate((run: AqmPlayground) => run.currentLink);
      expect((await heard(page, 'changed')).map(({ link }) => link)).toContain(await current());
      expect(await current()).toContain('/aqm-playground-element/page/index.html#v1.');
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Serves the files of a folder. */
function serve(folder: string, address: string, response: ServerResponse): void {
  const path = join(folder, decodeURIComponent(new URL(address, 'http://localhost').pathname));
  if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
  response.end(readFileSync(path));
}
