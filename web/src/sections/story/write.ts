import type { LinkedDisplay } from '../../core/state/display.svelte';

/** Views that a step can show; the reader refuses others. */
export const STORY_VIEWS = [
  'queue-delay',
  'drops-and-marks',
  'utilization',
  'queue-length',
  'goodput',
  'group-goodput',
  'group-delay',
] as const;
/** The view of a story in place of one of Live, and the other way round: Live has the goodput of each flow, not of each group. */
const IN_STORIES: Readonly<Record<string, string>> = { 'flow-goodput': 'group-goodput' };
const IN_LIVE: Readonly<Record<string, string>> = { 'group-goodput': 'flow-goodput' };
export const inLive = (view: string): string => IN_LIVE[view] ?? view;
const MOST_VIEWS = 3;

/** The front matter of a new story. */
export const FRONT = `---
title: My story
audience: My lecture
point: One sentence that stays.
language: en
---
`;

/** The state of the page that becomes a step. */
export interface PageState {
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly display: LinkedDisplay;
}

/** Returns the Markdown of a step with a state, and with texts to replace. */
export function stepText({ scenario, display }: PageState): string {
  const durationS = Number(scenario['durationS'] ?? 30);
  const kept = Object.entries(scenario).filter(
    ([name]) => !['version', 'title', 'about', 'source', 'preset'].includes(name),
  );
  const json = JSON.stringify(Object.fromEntries(kept), null, 2);
  const views = (display.views ?? ['queue-delay', 'utilization'])
    .map((id) => IN_STORIES[id] ?? id)
    .filter((id) => STORY_VIEWS.some((view) => view === id))
    .slice(0, MOST_VIEWS);
  const { fixed, headS } = display;
  const from = quarter(fixed?.fromS ?? 0);
  const to = Math.max(from + 0.25, quarter(fixed?.toS ?? durationS));
  const guessAt = Math.min(quarter(headS), to - 0.25);
  const settings = [
    ...(views.length > 0 ? [`- views = ${views.join(', ')}`] : []),
    ...(fixed ? [`- window = ${from} to ${to} s`] : []),
    `- guess at = ${guessAt} s`,
    ...(display.scales['queue-delay'] === 'linear' ? ['- scale = linear'] : []),
    ...(display.inspected ? [`- inspect = lane ${display.inspected.lane + 1}`] : []),
    ...(display.queue ? ['- queue view = on'] : []),
  ];
  return `
## Title of the step

\`\`\`json
${json}
\`\`\`
${settings.join('\n')}

What does one see here, and what changes?

### Guess: How long does a packet wait?

- [ ] An answer that tempts
  Why it tempts.
- [x] The right answer

### Answer: What happens

A packet waits {queueDelayMs.mean of lane 1 from ${guessAt} to ${to} s}.
`;
}

/** Times of windows are in steps of a quarter of a second. */
const quarter = (s: number): number => Math.max(0, Math.round(s * 4) / 4);
