import type { Scenario } from '../document/scenario';
import type { LinkCheck } from './link-check';
import { same } from '../document/same';
import type { TimelineDocument } from './timeline-document.svelte';

/** Where a document comes from. A new one is there to be edited, so it never counts as modified. */
export type Source = 'preset' | 'new' | 'link' | 'file';

/** The preset that a document comes from, also after it was shared as a link. */
export interface PresetOrigin {
  /** Name of its file in `scenarios`, without `.json`. */
  readonly id: string;
  /** The document differed from the preset when it was opened. */
  readonly wasModified: boolean;
}

const MODIFIED = ', modified';
/** Most characters of a title, as in the format. */
export const TITLE_CHARS = 120;
/** Most words and characters of the text about a scenario, as in the format. */
export const ABOUT_WORDS = 60;
export const ABOUT_CHARS = 600;

/** Returns a title that differs from that of the scenario before it was modified. */
export function modifiedTitle(title: string): string {
  if (title === '' || title.endsWith(MODIFIED)) return title;
  return (
    [...title]
      .slice(0, TITLE_CHARS - MODIFIED.length)
      .join('')
      .trimEnd() + MODIFIED
  );
}

/** The document as it was opened; the button "Defaults" restores it. */
export class Origin {
  readonly #doc: TimelineDocument;
  scenario = $state.raw<Scenario>();
  source = $state.raw<Source>('preset');
  preset = $state.raw<PresetOrigin>();
  /** Name of the kept scenario that the document is, as in `library/works`; undefined if it is not kept. */
  kept = $state.raw<string>();
  /** What the run of the opened link must be at a time, s; undefined if the link does not say. */
  promise = $state.raw<LinkCheck & { readonly atS: number }>();

  constructor(doc: TimelineDocument) {
    this.#doc = doc;
  }

  set(scenario: Scenario, source: Source, preset?: PresetOrigin, kept?: string): void {
    this.scenario = scenario;
    this.source = source;
    this.preset = preset;
    this.kept = kept;
    this.promise = undefined;
  }

  /** Whether the document differs from what was opened. A longer run is the same scenario. */
  readonly isEdited = $derived.by(() => {
    const { scenario } = this;
    return !!scenario && !same(comparable(this.#doc.scenario), comparable(scenario));
  });

  /** Whether the document is an edited one of another: not of a new one. */
  readonly isModified = $derived.by(() => this.source !== 'new' && this.isEdited);

  /** The preset of the document as a link has it, which may be opened elsewhere. */
  get sharedPreset(): PresetOrigin | undefined {
    const { preset, isModified } = this;
    return preset && { ...preset, wasModified: preset.wasModified || isModified };
  }

  /**
   * Returns the document as it is saved and shared. A modified one has a title of its own: that of the user, or the former
   * one with ", modified". A link leaves out the text about a scenario that the user has not written.
   */
  readonly shared = $derived.by<Scenario>(() => {
    const { base } = this.#doc;
    const { title } = base;
    // An attempt at a challenge is still this challenge.
    if (!title || base.goals || !this.isModified || title !== this.scenario?.title) return base;
    return { ...base, title: modifiedTitle(title) };
  });

  /** Whether links have the text about the scenario: all but the text of a preset, which every page has, if it is no task. */
  get sharesAbout(): boolean {
    const { goals, about } = this.#doc.base;
    const isOfPreset = this.source === 'preset' && this.preset !== undefined;
    return !isOfPreset || goals !== undefined || about !== this.scenario?.about;
  }
}

const comparable = ({ changes = [], ...base }: Scenario): unknown => [
  sorted({ ...base, durationS: 0 }),
  changes.toSorted((a, b) => a.atS - b.atS),
];

/** Members in order of their names: an edit can move a member to the end. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]);
}
