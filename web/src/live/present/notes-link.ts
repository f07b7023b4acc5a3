import type { Scene } from '../../shared/shell/scene';
import { type Act, channelOf, fromNotes, type ToNotes } from './messages';

/** A channel to the other window; tests replace it. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** What the screen does when the notes ask for it. */
export interface Host {
  /** What is shown; undefined where there is nothing to present. */
  scene(): Scene | undefined;
  readonly state: { isBlack: boolean; hasKnobs: boolean };
  /** Start of the lecture's clock, ms since 1970. */
  beganMs(): number;
  /** The clock begins again. */
  restartClock(): void;
  /** The notes have been opened, or closed. */
  notesAre(isOpen: boolean): void;
}

/** Least time between two messages, ms: a run at full speed changes its time in every frame. */
const APART_MS = 100;

/** The screen's end of the channel to its notes window. */
export class NotesLink {
  readonly #channel: Channel;
  readonly #host: Host;
  readonly #later: (callback: () => void, ms: number) => void;
  #isWaiting = false;
  #isOver = false;

  constructor(
    id: string,
    host: Host,
    open: (name: string) => Channel = (name) => new BroadcastChannel(name),
    later: (callback: () => void, ms: number) => void = (callback, ms) =>
      void setTimeout(callback, ms),
  ) {
    this.#host = host;
    this.#later = later;
    this.#channel = open(channelOf(id));
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = fromNotes(data);
      if (!message) return;
      host.notesAre(message.is !== 'bye');
      if (message.is === 'ask') this.#send();
      else if (message.is === 'act') this.#act(message.act);
      else if (message.is === 'hands') host.scene()?.setHands(message.hands);
      else if (message.is === 'go') this.#go(message.step);
    });
  }

  /** What is shown has changed. */
  changed(): void {
    if (this.#isWaiting || this.#isOver) return;
    this.#isWaiting = true;
    this.#later(() => {
      this.#isWaiting = false;
      this.#send();
    }, APART_MS);
  }

  /** The screen closes, or does not present any more. */
  close(): void {
    if (this.#isOver) return;
    this.#post({ is: 'gone' });
    this.#isOver = true;
    this.#channel.close();
  }

  #send(): void {
    const scene = this.#host.scene();
    if (!scene || this.#isOver) return;
    const { isBlack, hasKnobs } = this.#host.state;
    const { title, where, sees, heading, notes, text, options, hands, next, forward, back } = scene;
    const texts = { title, where, sees, heading, notes, text, options, hands, next, forward, back };
    const { steps, at } = scene;
    const beganMs = this.#host.beganMs();
    this.#post({ is: 'shown', shown: { ...texts, steps, at, isBlack, hasKnobs, beganMs } });
  }

  #post(message: ToNotes): void {
    this.#channel.postMessage(message);
  }

  #go(step: number): void {
    this.#host.state.isBlack = false;
    this.#host.scene()?.goTo(step);
  }

  #act(act: Act): void {
    const { state } = this.#host;
    if (act === 'clock') {
      this.#host.restartClock();
      return this.#send();
    }
    if (act === 'black') state.isBlack = !state.isBlack;
    else if (act === 'knobs') state.hasKnobs = !state.hasKnobs;
    // As with a key: what comes next is not on a black screen.
    else if (state.isBlack) state.isBlack = false;
    else if (act === 'forward') this.#host.scene()?.goForward();
    else this.#host.scene()?.goBack();
  }
}
