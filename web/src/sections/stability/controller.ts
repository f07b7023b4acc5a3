import {
  DESIGN,
  OF_DELAY,
  type Parameter,
  PARAMETERS,
  type Settings,
  type Tuning,
} from '../../core/model/stability';

/** Parameters of PI, in the order of those of PIE that have the same role. */
const OF_LENGTH = ['gainA', 'gainB', 'samplesPerS', 'referencePackets'] as const;

/** Returns whether a parameter is one of the path, or of the controller with this tuning. */
export function belongs(name: Parameter, tuning: Tuning): boolean {
  const others: readonly string[] = tuning === 'pi' ? OF_DELAY : [...OF_LENGTH, ...DESIGN];
  return !others.includes(name);
}

/**
 * Returns the settings with another controller: without the values of the former one, and with an axis and curves that the new one has.
 */
export function withTuning(settings: Settings, tuning: Tuning): Settings {
  const { values, against, lines } = settings;
  const [from, to]: readonly (readonly Parameter[])[] =
    tuning === 'pi' ? [OF_DELAY, OF_LENGTH] : [OF_LENGTH, OF_DELAY];
  const axis = to[from.indexOf(against)] ?? against;
  const kept = PARAMETERS.filter((name) => name in values && belongs(name, tuning));
  return {
    ...settings,
    values: Object.fromEntries(kept.map((name) => [name, values[name]])),
    tuning,
    against: belongs(axis, tuning) ? axis : 'probability',
    lines: tuning === 'pi' && lines === 'beta' ? 'gains' : lines,
  };
}
