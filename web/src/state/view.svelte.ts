/** How much of the run the plots show, s; 'all' is the whole run. */
export const SPANS = [10, 30, 60, 'all'] as const;
export type Span = (typeof SPANS)[number];
export type DelayScale = 'log' | 'linear';
/** Which part of the run headline numbers tell of. */
export type Scope = 'window' | 'run';

/** What the page shows of a run. Nothing in here changes a run. */
export class View {
  span = $state<Span>(30);
  delayScale = $state<DelayScale>('log');
  scope = $state<Scope>('window');
  /** Of the burst button. */
  burstMbps = $state<number>();
  burstS = $state(2);

  /** The visible window: it follows time once time has filled it. */
  window(nowS: number, durationS: number): [number, number] {
    if (this.span === 'all') return [0, Math.max(durationS, nowS)];
    return [Math.max(0, nowS - this.span), Math.max(this.span, nowS)];
  }

  toggleScale(): void {
    this.delayScale = this.delayScale === 'log' ? 'linear' : 'log';
  }
}
