import type { Problem } from '../../core/sim/protocol';
import type { BatchPackage } from '../../wasm/batch-package';
import { scenarioAt, type Source } from './files';
import type { StoryDocument } from './story.generated';

/** A story that was read. */
export interface Story {
  readonly text: string;
  /** JSON with the text of each scenario that it names. */
  readonly files: string;
  readonly document: StoryDocument;
}

/** Most scenarios of other files that a story may name. */
const MOST_FILES = 20;

export type Opened =
  | { readonly ok: true; readonly story: Story }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The functions of the package that read stories. `openStory` may take long, so it can be done elsewhere. */
export interface Reader extends Pick<BatchPackage, 'storyFiles'> {
  readonly openStory: (text: string, files: string) => string | Promise<string>;
}

/** Reads a story, with the scenarios that it names. */
export async function open(
  reader: Reader,
  { text, base }: Source,
  find: (address: string, base?: URL) => Promise<string | undefined> = scenarioAt,
): Promise<Opened> {
  const addresses = (JSON.parse(reader.storyFiles(text)) as string[]).slice(0, MOST_FILES);
  const found = await Promise.all(
    addresses.map(async (address) => {
      // A scenario that cannot be fetched is a problem of the story.
      const content = await find(address, base).catch(() => undefined);
      return content === undefined ? [] : [[address, content] as const];
    }),
  );
  const files = JSON.stringify(Object.fromEntries(found.flat()));
  try {
    const document = JSON.parse(await reader.openStory(text, files)) as StoryDocument;
    return { ok: true, story: { text, files, document } };
  } catch (error) {
    return { ok: false, problems: problemsOf(error) };
  }
}

/** Returns the problems that the package throws. Anything else is thrown again. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Error && error.message.startsWith('['))
    return JSON.parse(error.message) as Problem[];
  throw error;
}
