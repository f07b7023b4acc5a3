import { expect, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { Change, Scenario } from '../web/src/core/document/scenario.ts';
import { STANDARD_DISPLAY } from '../web/src/core/state/display.svelte.ts';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { encodeLink } from '../web/src/core/state/share.ts';

/** A home uplink with a buffer of 800 ms, under drop-tail and under CoDel. It is short enough to end within a test. */
export const UPLINK = {
  version: 1,
  title: 'Test uplink',
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 667 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
};

export const scenarioFile = (name: string): string =>
  readFileSync(new URL(`../scenarios/${name}.json`, import.meta.url), 'utf8');

/** Returns a preset. */
export const preset = (name: string): Scenario => JSON.parse(scenarioFile(name)) as Scenario;

/** The preset that the page opens without a link. */
const FIRST = 'bufferbloat';

/** Returns the visible window that the overview shows, s. */
export const shownWindow = async (page: Page): Promise<number[]> => {
  const overview = page.getByRole('group', { name: 'Overview of the whole run' });
  return Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await overview.getAttribute(name))),
  );
};

/** Runs in the page: puts a link into the address bar and waits until its run is being computed. */
const follow = (hash: string): Promise<void> =>
  new Promise((done) => {
    const bench = document.querySelector<HTMLElement>('.bench')!;
    const observer = new MutationObserver((records) => {
      if (records.every(({ oldValue }) => oldValue !== 'busy')) return;
      observer.disconnect();
      done();
    });
    observer.observe(bench, { attributeFilter: ['data-state'], attributeOldValue: true });
    location.hash = hash;
  });

type State = 'empty' | 'busy' | 'playing' | 'paused' | 'finished' | 'failed';

/** The visible page and its data attributes. */
export class Playground {
  readonly page: Page;
  readonly bench: Locator;
  readonly lanes: Locator;
  readonly changes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bench = page.locator('.bench');
    this.lanes = page.locator('[data-lane]');
    this.changes = page.locator('[data-changes]');
  }

  async open(hash = ''): Promise<void> {
    await this.page.goto(`./${hash}`);
    await expect(this.lanes.first()).toBeVisible();
  }

  /**
   * Opens a scenario by its link, which computes the run up to `atS` and pauses there. It takes half the time of a paste. An open page
   * gets the link in its address bar, and forgets its former scenario and display. At 0, controls would set start values.
   */
  async stopped(scenario: object, atS = 0.1): Promise<void> {
    await this.#show(scenario, atS);
    await this.isAt('paused');
    await this.settles();
  }

  /** Opens the first scenario of the page, computed up to `atS` and paused there. */
  async first(atS: number): Promise<void> {
    await this.#show(preset(FIRST), atS, FIRST);
    await this.isAt('paused');
    await this.settles();
  }

  /** Opens a scenario by its link, computed to its end. */
  async finished(scenario: object): Promise<void> {
    await this.#show(scenario, (scenario as Scenario).durationS);
    await expect(this.bench).toHaveAttribute('data-state', 'finished', { timeout: 300_000 });
    await this.settles();
  }

  async #show(scenario: object, atS: number, id?: string): Promise<void> {
    const { changes = [], ...rest } = scenario as Scenario;
    const display = { ...STANDARD_DISPLAY, headS: atS };
    const origin = id === undefined ? undefined : { id, wasModified: false };
    const hash = await encodeLink({ scenario: rest, changes, atS, display, preset: origin });
    if (this.page.url() === 'about:blank') await this.open(hash);
    else await this.page.evaluate(follow, hash);
  }

  async now(): Promise<number> {
    return Number(await this.bench.getAttribute('data-now'));
  }

  async isAt(state: State): Promise<void> {
    await expect(this.bench).toHaveAttribute('data-state', state);
  }

  async reaches(seconds: number): Promise<void> {
    await expect.poll(() => this.now()).toBeGreaterThanOrEqual(seconds);
  }

  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause' }).click();
    await this.isAt('paused');
    await this.settles();
  }

  /** Waits until numbers and address bar match the plots. */
  async settles(): Promise<void> {
    await expect(this.bench).toHaveAttribute('data-settled', 'true');
    await expect(this.bench).toHaveAttribute('data-reported', 'true');
  }

  /** Returns the timeline of the address bar's link. */
  async timeline(): Promise<readonly Change[]> {
    await this.settles();
    const opened = await decodeLink(new URL(await this.page.evaluate(() => location.href)).hash);
    if (!opened.ok) throw new Error('the address bar has no link');
    return opened.shared.changes;
  }

  async speed(speed: string): Promise<void> {
    await this.page.getByLabel('Speed: simulated seconds per second').first().selectOption(speed);
  }

  /** Runs at full speed to the end of the scenario. */
  async finish(): Promise<void> {
    await this.speed('Infinity');
    await expect(this.bench).toHaveAttribute('data-state', 'finished', { timeout: 300_000 });
    await this.settles();
  }

  /** Opens the inside of a lane. It stays open when another scenario opens. */
  async inspect(): Promise<void> {
    const inside = this.page.getByRole('group', { name: /^Inside (?!of)/ });
    if ((await inside.count()) === 0) await this.page.keyboard.press('i');
    await expect(inside.first()).toBeVisible();
  }

  /** Opens the library. */
  async library(): Promise<Locator> {
    await this.page.getByTitle('Open another scenario').click();
    const library = this.page.locator('main.library');
    await expect(library).toBeVisible();
    return library;
  }

  /** Pastes a scenario in the library. */
  async paste(scenario: object | string): Promise<void> {
    await this.library();
    await this.page.getByRole('button', { name: 'Open a file' }).click();
    const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
    await this.page.getByLabel('Or paste a scenario').fill(text);
    await this.page.getByRole('button', { name: 'Open the pasted text' }).click();
  }

  /** Pastes a valid scenario and waits until its run has begun. The former run continues until then. */
  async pasteGood(scenario: object | string): Promise<void> {
    await this.paste(scenario);
    await expect(this.page.locator('main.library')).toBeHidden();
  }

  /** Opens a scenario, paused at time zero. */
  async pasteStopped(scenario: object | string): Promise<void> {
    await this.pasteGood(scenario);
    await this.pause();
  }

  /** The number of waiting packets, per lane. */
  get queued(): Locator {
    return this.page.getByText('packets now queued').locator('xpath=ancestor::div[1]/dd/span');
  }

  digests(): Promise<string[]> {
    return this.lanes.evaluateAll((lanes) =>
      lanes.map((lane) => (lane as HTMLElement).dataset['digest'] ?? ''),
    );
  }

  /** The headline numbers of all lanes, as shown. */
  async numbers(): Promise<string[]> {
    const texts = await this.lanes.locator('[data-number]').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  async number(lane: number, id: string): Promise<number> {
    const cell = this.page.locator(`[data-lane="${lane}"] [data-number="${id}"]`);
    return parseFloat((await cell.innerText()).replace(/[^\d.]*([\d.]+).*/s, '$1'));
  }

  slider(name: string): Locator {
    return this.page.getByRole('slider', { name, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }
}
