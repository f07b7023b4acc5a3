import { excerpt } from '../../core/state/excerpt';
import { MOST_CHARACTERS, must, pack, TooLarge, unpack } from '../../core/state/packing';
import { lengthen } from '../../core/state/read-link';
import { shorten, translate } from '../../core/state/share';
import { type Plan, slim } from './plan';

/**
 * The path of a link to a plan, after `#sweep/`: `v1.` and the packed list (`state/packing.ts`) of one item, the plan without
 * `version`, `about` and `source`, with the short names of links to runs.
 */
const VERSION = 1;

/** Greatest size of an unpacked plan, that of a file. */
const MOST_BYTES = 512 * 1024;

/** The plan of a link, not validated, or the reason why it cannot be read. */
type Read =
  { readonly ok: true; readonly plan: unknown } | { readonly ok: false; readonly message: string };

/** Returns the path of a plan; undefined if it is too long for a link. */
export async function toPath(plan: Plan): Promise<string | undefined> {
  const members = Object.entries(slim(plan)).filter(([name]) => name !== 'version');
  const packed = await pack([translate(Object.fromEntries(members), shorten)]);
  const path = `v${VERSION}.${packed}`;
  return path.length <= MOST_CHARACTERS ? path : undefined;
}

/** Returns what to do in place of copying the link of a plan; undefined if its link holds it. */
export function insteadOf(isTooLong: boolean, isWrong: boolean): string | undefined {
  if (isTooLong)
    return 'This plan is too long for a link. Save it with “Plan”, and send the file: the receiver opens it in Sweep.';
  return isWrong
    ? 'The plan has mistakes, so its link would not open. Correct them, or take back the last edit.'
    : undefined;
}

/** Reads a path. Never throws. */
export async function readPath(path: string): Promise<Read> {
  const version = /^v(\d+)\./.exec(path)?.[1];
  if (version === undefined) return refuse(DAMAGED);
  if (Number(version) > VERSION)
    return refuse(
      `This link was made by a newer version of the playground (format ${excerpt(version, 6)}, this page reads up to ${VERSION}). Reload the page, or ask for the plan as a file.`,
    );
  if (path.length > MOST_CHARACTERS)
    return refuse(`This link has more than ${MOST_CHARACTERS} characters, the limit of a link.`);
  try {
    const [plan] = await unpack(path.slice(version.length + 2), MOST_BYTES);
    must(plan, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
    const named = translate(plan, lengthen) as Readonly<Record<string, unknown>>;
    return { ok: true, plan: { version: 1, ...named } };
  } catch (error) {
    return refuse(
      error instanceof TooLarge
        ? `This link unpacks to more than ${MOST_BYTES / 1024} KiB, the limit of a plan.`
        : DAMAGED,
    );
  }
}

const DAMAGED =
  'This link to a sweep is damaged: part of it may have been cut off. Ask for a new link, or for the plan as a file.';
const refuse = (message: string): Read => ({ ok: false, message });
