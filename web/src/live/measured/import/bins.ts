import { Samples, type Recorded } from './recorded';

/** Length of a bin of throughput and drops, s. */
const BIN_S = 0.1;

/** Counts of the packets in a bin. */
interface Bin {
  bits: number;
  offered: number;
  dropped: number;
}

/** What single packets add up to: throughput and drops in bins, from the first packet on. */
export class Bins {
  readonly #bins: Bin[] = [];

  /** Returns the bin of a time, s, which is not negative. */
  at(s: number): Bin {
    return (this.#bins[Math.floor(s / BIN_S + 1e-9)] ??= { bits: 0, offered: 0, dropped: 0 });
  }

  /** Returns throughput and drops under these names. */
  series(throughput: string, dropped: string): readonly (Recorded | undefined)[] {
    const rates = new Samples();
    const drops = new Samples();
    const first = this.#bins.findIndex((bin?: Bin) => bin !== undefined);
    for (let i = first; i >= 0 && i < this.#bins.length; i++) {
      const { bits = 0, offered = 0, dropped = 0 } = (this.#bins[i] as Bin | undefined) ?? {};
      const end = Number(((i + 1) * BIN_S).toFixed(6));
      rates.add(end, bits / BIN_S / 1e6);
      drops.add(end, dropped, Math.max(offered, dropped));
    }
    return [
      rates.series(throughput, 'throughput', 0, { isOverTime: true }),
      drops.series(dropped, 'drops', 0, { isOverTime: true, isWeighted: true }),
    ];
  }
}
