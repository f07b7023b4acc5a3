import { emptyDigest, type LinkCheck, shortDigest } from '../../core/state/link-check';

/** Whether a run is the one that a link was made of. */
export interface Verdict {
  /** `nothing`: no lane has had a packet yet, so the digests do not depend on the run. */
  readonly kind: 'same' | 'differs' | 'nothing';
  /** "Reproduced exactly up to 60 s", "Differs from the link" or "Nothing to compare". */
  readonly word: string;
  /** Which lanes, and why. */
  readonly sentence: string;
}

/** The sign of each kind. */
export const VERDICT_ICONS = { same: 'check', differs: 'warning', nothing: 'help' } as const;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * Returns whether the lanes are those of the link.
 *
 * @param promise what the link says, at a time, s
 * @param digests the whole digest of each lane, at the time of the link
 * @param names of the lanes
 * @param version of this simulator
 * @param otherHops number of hops beside that of the lane
 */
export function judge(
  promise: LinkCheck & { readonly atS: number },
  digests: readonly string[],
  names: readonly string[],
  version: string,
  otherHops = 0,
): Verdict {
  const at = `${Number(promise.atS.toFixed(3))} s`;
  const hasRun = digests.some((digest) => digest !== emptyDigest(otherHops));
  const isEqual = digests.map((digest, lane) => shortDigest(digest) === promise.digests[lane]);
  const [same, other] = [true, false].map((is) => names.filter((_, lane) => isEqual[lane] === is));
  const isOld = promise.version !== version;
  if (other.length === 0 && !hasRun)
    return {
      kind: 'nothing',
      word: 'Nothing to compare',
      sentence: `No packet was sent up to ${at}, the time of the link. Its digests say nothing about the run after that.`,
    };
  if (other.length === 0) {
    const all = names.length === 2 ? 'Both' : `All ${names.length}`;
    const lanes = names.length === 1 ? 'The lane has the digest' : `${all} lanes have the digests`;
    const made = isOld
      ? `made with version ${promise.version}; this page has ${version}`
      : `version ${version}`;
    return {
      kind: 'same',
      word: `Reproduced exactly up to ${at}`,
      sentence: `${lanes} that the link carries, ${made}. They say nothing about the run after ${at}.`,
    };
  }
  const why = isOld
    ? `The link was made with version ${promise.version}; this page has ${version}.`
    : `The version is the same, ${version}: the link was changed, or the simulator has a fault. Please report it with the link.`;
  const differ = `${listed(other)} ${other.length === 1 ? 'differs' : 'differ'}`;
  const rest =
    same.length > 0 ? `; ${listed(same)} ${same.length === 1 ? 'is' : 'are'} the same` : '';
  return { kind: 'differs', word: 'Differs from the link', sentence: `${differ}${rest}. ${why}` };
}
