import { type LinkCheck, shortDigest } from '../state/link-check';

/** Whether a run is the one that a link was made of. */
export interface Verdict {
  readonly isSame: boolean;
  /** "Reproduced exactly" or "Differs from the link". */
  readonly word: string;
  /** Which lanes, and why. */
  readonly sentence: string;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * Returns whether the lanes are those of the link.
 *
 * @param promise what the link says
 * @param digests the whole digest of each lane, at the time of the link
 * @param names of the lanes
 * @param version of this simulator
 */
export function judge(
  promise: LinkCheck,
  digests: readonly string[],
  names: readonly string[],
  version: string,
): Verdict {
  const isEqual = digests.map((digest, lane) => shortDigest(digest) === promise.digests[lane]);
  const [same, other] = [true, false].map((is) => names.filter((_, lane) => isEqual[lane] === is));
  const isOld = promise.version !== version;
  if (other.length === 0) {
    const all = names.length === 2 ? 'Both' : `All ${names.length}`;
    const lanes = names.length === 1 ? 'The lane has the digest' : `${all} lanes have the digests`;
    const made = isOld
      ? `made with version ${promise.version}; this page has ${version}`
      : `version ${version}`;
    return {
      isSame: true,
      word: 'Reproduced exactly',
      sentence: `${lanes} that the link carries, ${made}.`,
    };
  }
  const why = isOld
    ? `The link was made with version ${promise.version}; this page has ${version}.`
    : `The version is the same, ${version}: the link was changed, or the simulator has a fault. Please report it with the link.`;
  const differ = `${listed(other)} ${other.length === 1 ? 'differs' : 'differ'}`;
  const rest =
    same.length > 0 ? `; ${listed(same)} ${same.length === 1 ? 'is' : 'are'} the same` : '';
  return { isSame: false, word: 'Differs from the link', sentence: `${differ}${rest}. ${why}` };
}
