/** How much of the run the plots show, s; 'all' is the whole run. */
export const SPANS = [10, 30, 60, 'all'] as const;
export type Span = (typeof SPANS)[number];
export type DelayScale = 'log' | 'linear';
/** Which part of the run headline numbers tell of. */
export type Scope = 'window' | 'run';

/** What of it a link tells. */
export interface Seen {
  /** Where the playhead stands, s. */
  readonly headS: number;
  readonly span: Span;
  readonly delayScale: DelayScale;
  readonly scope: Scope;
}
const FIRST = { span: 30, delayScale: 'log', scope: 'window' } as const;

/** What the page shows of a run. Nothing in here changes a run. */
export class View {
  span = $state<Span>(FIRST.span);
  delayScale = $state<DelayScale>(FIRST.delayScale);
  scope = $state<Scope>(FIRST.scope);
  /** Of the burst button. */
  burstMbps = $state<number>();
  burstS = $state(2);
  /** Where the window began last, s. */
  #t0 = 0;

  /** How much time the plots show, s: no more than there is. */
  spanS(durationS: number): number {
    return this.span === 'all' ? durationS : Math.min(this.span, durationS);
  }

  /**
   * The visible window. It stays while the playhead is in it and scrolls along with what goes on. Where the playhead is
   * moved out of it, back into the past, it comes to stand at a third, with what led there before it.
   */
  window(nowS: number, durationS: number, doneS = nowS): [number, number] {
    const span = this.spanS(durationS);
    const wish = nowS < this.#t0 ? nowS - span / 3 : Math.max(this.#t0, nowS - span);
    this.#t0 = Math.max(0, Math.min(wish, doneS - span));
    return [this.#t0, this.#t0 + span];
  }

  /** What a link tells of it, and of the playhead, s. */
  seen(headS: number): Seen {
    const { span, delayScale, scope } = this;
    return { headS, span, delayScale, scope };
  }

  /** Shows what a link tells of, or what is shown at first. */
  see({ span, delayScale, scope }: Omit<Seen, 'headS'> = FIRST): void {
    Object.assign(this, { span, delayScale, scope });
  }

  toggleScale(): void {
    this.delayScale = this.delayScale === 'log' ? 'linear' : 'log';
  }
}
