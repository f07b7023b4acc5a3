import {
  KEYS,
  MEASURED,
  type Parameter,
  PARAMETERS,
  type Settings,
  STANDARD,
  WORD_NAMES,
  WORDS,
} from '../../core/model/stability';
import { belongs } from './controller';

/** Longest path that is read, characters. */
const LONGEST = 400;

/** Reads the path of an address. With a problem, the settings are the paper's. */
export function decode(path: string): { readonly settings: Settings; readonly problem?: string } {
  const fail = (what: string): ReturnType<typeof decode> => ({
    settings: STANDARD,
    problem: `The address is not valid: ${what} The page shows the paper's values.`,
  });
  if (path === '') return { settings: STANDARD };
  if (path.length > LONGEST)
    return fail(`it has ${path.length} characters; at most ${LONGEST} are accepted.`);
  let settings = STANDARD;
  const seen = new Set<string>();
  for (const part of path.split('_')) {
    const [key = '', rest] = [part.slice(0, 1), part.slice(1)];
    if (seen.has(key)) return fail(`it has “${key}” twice.`);
    seen.add(key);
    const name = PARAMETERS.find((one) => KEYS[one] === key);
    const word = WORD_NAMES.find((one) => WORDS[one][0] === key);
    if (name !== undefined || key === MEASURED) {
      if (!/^\d{1,9}(\.\d{1,12})?(e-?\d{1,2})?$/.test(rest))
        return fail(`“${part}” needs a number after “${key}”.`);
      const value = Number(rest);
      settings = name
        ? { ...settings, values: { ...settings.values, [name]: value } }
        : { ...settings, measured: value };
    } else if (word !== undefined) {
      const options: readonly string[] = WORDS[word][1];
      if (!options.includes(rest))
        return fail(`“${part}” is none of ${options.map((o) => key + o).join(', ')}.`);
      settings = { ...settings, [word]: rest };
    } else return fail(`“${part.slice(0, 20)}” is not a setting of this view.`);
  }
  if (seen.has(KEYS.flows) && seen.has(KEYS.probability))
    return fail('it sets both N and p; each follows from the other, so set one.');
  const other = [...Object.keys(settings.values), settings.against].find(
    (name) => !belongs(name as Parameter, settings.tuning),
  ) as Parameter | undefined;
  if (other !== undefined)
    return fail(`the controller “t${settings.tuning}” has no “${KEYS[other]}”.`);
  if ((settings.measured ?? 0) > 1) return fail('the measured drop rate is above 1.');
  return { settings };
}
