import type { Parameter } from '../document/parameters.generated';
import { quantity } from './format';

/** Shows a list of numbers for a text field: "1, 2.5, 5". */
export const shownNumbers = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : '';

/** Reads a list of numbers, separated by commas or spaces. Returns the reason if it is not accepted. */
export function numbersIn(
  text: string,
  { item, min = 0, max = Infinity }: Pick<Parameter, 'item' | 'min' | 'max'>,
): readonly number[] | string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  const wrong = words.find((_, i) => !Number.isFinite(numbers[i]));
  if (wrong !== undefined) return `"${wrong}" is not a number`;
  if (numbers.length < min) return `at least ${min} ${min === 1 ? 'number' : 'numbers'}`;
  if (numbers.length > max) return `at most ${max} numbers`;
  const [least, most] = [item?.min ?? -Infinity, item?.max ?? Infinity];
  const outside = numbers.find((n) => n < least || n > most);
  if (outside !== undefined) return `${outside} is outside ${quantity(least)} to ${quantity(most)}`;
  const broken = item?.type === 'integer' && numbers.find((n) => !Number.isInteger(n));
  return typeof broken === 'number' ? `${broken} is not a whole number` : numbers;
}
