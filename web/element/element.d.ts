/** The run is open: `ready`. */
export interface ReadyDetail {
  /** The link to the run. */
  readonly link: string;
  /** Length of the run, s. */
  readonly durationS: number;
}

/** The time of the run: `time`, at most four times a second. */
export interface TimeDetail {
  /** Simulated time of the playhead, s. */
  readonly nowS: number;
  readonly isPlaying: boolean;
}

/** The link to the present state is another one: `changed`. */
export interface ChangedDetail {
  readonly link: string;
  /** Title of the scenario. */
  readonly title: string;
}

export interface AqmPlaygroundEventMap {
  ready: CustomEvent<ReadyDetail>;
  time: CustomEvent<TimeDetail>;
  changed: CustomEvent<ChangedDetail>;
}

/**
 * `<aqm-playground link="…" panels="delay,drops" controls="play,bandwidth">`: a run of AQM Playground. Attributes: `src` (address of the
 * built page; by default the one in this package), `link`, `panels`, `controls`, `theme`, `autoplay`, `title`.
 */
export declare class AqmPlayground extends HTMLElement {
  /** The link to the present state of the run, as the page told it last; '' before that. */
  readonly currentLink: string;
  addEventListener<K extends keyof AqmPlaygroundEventMap>(
    type: K,
    listener: (this: AqmPlayground, event: AqmPlaygroundEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'aqm-playground': AqmPlayground;
  }
}
