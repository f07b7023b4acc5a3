import type { GoalsAnswer } from './goals.generated';

/** The best attempt at a challenge. */
export interface Attempt {
  /** Number of goals that hold at the end of the run. */
  readonly held: number;
  /** Number of goals. */
  readonly of: number;
  /** The hash of its link. */
  readonly link: string;
}

/** Challenges of which attempts are kept. */
const MOST = 50;
const KEY = 'aqm-challenges';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Keeps the best attempt at each challenge in this browser. Without storage, nothing is kept. */
export class Attempts {
  readonly #store: () => Store;

  constructor(store: () => Store = () => localStorage) {
    this.#store = store;
  }

  best(challenge: string): Attempt | undefined {
    return this.#read()[challenge];
  }

  /** Keeps an attempt if it is better than the best one, and returns the best one. */
  add(challenge: string, attempt: Attempt): Attempt {
    const { [challenge]: former, ...others } = this.#read();
    if (former && former.of === attempt.of && former.held >= attempt.held) return former;
    const kept = Object.entries({ ...others, [challenge]: attempt }).slice(-MOST);
    try {
      this.#store().setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // Private windows and full storage refuse: the attempt lasts as long as the page.
    }
    return attempt;
  }

  #read(): Readonly<Record<string, Attempt>> {
    try {
      const all = JSON.parse(this.#store().getItem(KEY) ?? '{}') as unknown;
      const isAttempt = (value: unknown): boolean => {
        const { held, of, link } = (value ?? {}) as Partial<Attempt>;
        return Number.isInteger(held) && Number.isInteger(of) && /^#v\d+\.[\w-]+$/.test(link ?? '');
      };
      return Object.fromEntries(
        Object.entries(all as Record<string, Attempt>).filter(([, value]) => isAttempt(value)),
      );
    } catch {
      return {};
    }
  }
}

/** Returns how many goals hold. */
export const held = ({ goals }: GoalsAnswer): number =>
  goals.filter(({ state }) => state === 'holds').length;

/** Returns the result in a sentence. */
export function resultText(answer: GoalsAnswer): string {
  const [count, of] = [held(answer), answer.goals.length];
  if (answer.goals.every(({ state }) => state === 'waiting'))
    return `The goals are measured from ${Math.min(...answer.goals.map(({ fromS }) => fromS))} s on.`;
  const isFinal = answer.goals.every((goal) => goal.isFinal);
  const so = isFinal ? '' : ` so far, at ${Number(answer.nowS.toFixed(2))} s`;
  if (count === of) return isFinal ? 'All goals are reached.' : `All goals hold${so}.`;
  return `${count} of ${of} goals ${isFinal ? 'are reached' : 'hold'}${so}.`;
}
