/**
 * The check of a link: what the run at the other end must be. It is the version of the simulator and the first digits of the digest
 * of each lane, at the time up to which the sender's run was computed.
 */
export interface LinkCheck {
  readonly version: string;
  /** For each lane, `DIGITS` hexadecimal digits. */
  readonly digests: readonly string[];
}

/** Digits of a digest that a link has: 32 bits. */
const DIGITS = 8;
/** The digest of a hop at which nothing has happened, and the factor that mixes those of several hops (aqm-sim, `digest.rs`). */
const [NOTHING, FACTOR] = [0x6a09e667f3bcc908n, 0x9e3779b97f4a7c15n];

/** Returns the digest of a lane in which nothing has happened yet: anybody can write it into a link. `others`: its hops but one. */
export function emptyDigest(others: number): string {
  let digest = NOTHING;
  for (let hop = 0; hop < others; hop++) {
    const mixed = BigInt.asUintN(64, (digest ^ NOTHING) * FACTOR);
    digest = mixed ^ (mixed >> 29n);
  }
  return digest.toString(16).padStart(16, '0');
}

const WHOLE_DIGEST = /^[0-9a-f]{16}$/;
const FORM = /^([0-9A-Za-z.+-]{1,40}):([0-9a-f]{8}(?:,[0-9a-f]{8}){0,5})$/;

/** Returns the part of a digest that links have. */
export const shortDigest = (digest: string): string => digest.slice(0, DIGITS);

/** Returns the check of a run with these digests; undefined if a lane has none. */
export const checkOf = (version: string, digests: readonly string[]): LinkCheck | undefined =>
  digests.length > 0 && digests.every((digest) => WHOLE_DIGEST.test(digest))
    ? { version, digests: digests.map(shortDigest) }
    : undefined;

/** Returns the text of a check: "0.2.0:1a2b3c4d,5e6f7a8b". */
export const checkText = ({ version, digests }: LinkCheck): string =>
  `${version}:${digests.join(',')}`;

/** Returns the check that an item of a link holds; undefined for anything else, because a link may come from anywhere. */
export function readCheck(item: unknown): LinkCheck | undefined {
  const [, version, digests] = (typeof item === 'string' && FORM.exec(item)) || [];
  return version && digests ? { version, digests: digests.split(',') } : undefined;
}
