import { type Recorded, type Recording, readRecording } from '../recording';

/** A packet of a test; times in ms. */
export interface Sample {
  readonly hop?: number;
  readonly flow?: number;
  readonly kind?: number;
  readonly number?: number;
  readonly bytes?: number;
  readonly arrived: number;
  readonly joined?: number;
  readonly left?: number;
  readonly departed?: number;
  readonly delivered?: number;
  readonly fate?: number;
  readonly marked?: number;
  readonly ecn?: number;
  readonly bucket?: number;
  readonly cls?: number;
  readonly text?: number;
}

const s = (ms: number | undefined): number => (ms === undefined ? -1 : ms / 1000);

/** Returns what the worker answers for these packets, which are in the order of their arrivals. */
export function answer(samples: readonly Sample[], others: Partial<Recorded> = {}): Recorded {
  const rows = samples.map((p) => [
    p.hop ?? 0,
    p.flow ?? 0,
    p.kind ?? 0,
    p.number ?? 0,
    p.bytes ?? 1500,
    s(p.arrived),
    s(p.joined ?? (p.fate === 3 ? undefined : p.arrived)),
    s(p.left),
    s(p.departed),
    s(p.delivered),
    p.fate ?? 2,
    s(p.marked),
    p.ecn ?? 0,
    p.bucket ?? -1,
    p.cls ?? -1,
    p.text ?? -1,
  ]);
  const columns = Array.from({ length: 16 }, (_, i) => rows.map((row) => row[i])).flat();
  return {
    lane: 0,
    fromS: 0,
    toS: 10,
    columns: Float64Array.from(columns),
    classes: '',
    texts: '',
    windows: new Float64Array(0),
    groups: Int32Array.of(0, 0, 1),
    skipped: 0,
    ...others,
  };
}

export const record = (samples: readonly Sample[], others: Partial<Recorded> = {}): Recording =>
  readRecording(answer(samples, others));
