/** The tone of 1 ms, Hz; ten times the delay is an octave higher. */
const LOWEST_HZ = 220;
const LEAST_MS = 1;
const MOST_MS = 10_000;
const VOLUME = 0.06;
/** A change of pitch or volume takes about this long, s: without it, it clicks. */
const GLIDE_S = 0.03;

/** Returns the pitch of a queue delay, Hz: 220 for 1 ms and less, 440 for 10 ms, 880 for 100 ms. */
export function pitchOf(delayMs: number): number {
  const ms = Math.min(MOST_MS, Math.max(LEAST_MS, delayMs));
  return LOWEST_HZ * 2 ** Math.log10(ms / LEAST_MS);
}

/** A tone that follows a delay. It is silent until `set` is called, and after `end`. */
export class Tone {
  readonly #context: AudioContext;
  readonly #pitch: OscillatorNode;
  readonly #volume: GainNode;

  constructor(context: AudioContext) {
    this.#context = context;
    this.#pitch = context.createOscillator();
    this.#volume = context.createGain();
    this.#volume.gain.value = 0;
    this.#pitch.connect(this.#volume).connect(context.destination);
    this.#pitch.start();
  }

  /** Sounds at the pitch of a delay; undefined: silence. */
  set(delayMs: number | undefined): void {
    const { currentTime } = this.#context;
    this.#volume.gain.setTargetAtTime(delayMs === undefined ? 0 : VOLUME, currentTime, GLIDE_S);
    if (delayMs !== undefined)
      this.#pitch.frequency.setTargetAtTime(pitchOf(delayMs), currentTime, GLIDE_S);
  }

  end(): void {
    void this.#context.close();
  }
}
