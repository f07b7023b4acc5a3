// What V8 tells of the functions that it compiles.

/**
 * Bytes of machine code of each function, by its index, as `--trace-wasm-compilation-times` prints them.
 *
 * @param {string} output
 * @returns {Map<number, number>}
 */
export function codeSizes(output) {
  const lines = output.matchAll(/#(\d+) using TurboFan.*\bcodesize (\d+)/g);
  return new Map(Array.from(lines, ([, index, bytes]) => [Number(index), Number(bytes)]));
}

/**
 * The functions whose code has another size in `other`, in order. Both must be of the same module.
 *
 * @param {Map<number, number>} sizes
 * @param {Map<number, number>} other
 */
export function differing(sizes, other) {
  if (sizes.size !== other.size)
    throw new Error(`V8 told of ${sizes.size} functions, then of ${other.size}.`);
  return [...sizes.keys()].filter((index) => sizes.get(index) !== other.get(index)).sort(byNumber);
}

/**
 * @param {number} a
 * @param {number} b
 */
const byNumber = (a, b) => a - b;
