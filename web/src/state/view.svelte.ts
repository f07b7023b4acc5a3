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

  /**
   * The visible window: it follows what has been computed once that has filled it, and the playhead where that is
   * moved out of it, back into the past.
   */
  window(nowS: number, durationS: number, doneS = nowS): [number, number] {
    if (this.span === 'all') return [0, Math.max(durationS, doneS)];
    const end = Math.min(doneS, nowS + this.span);
    return [Math.max(0, end - this.span), Math.max(this.span, end)];
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
