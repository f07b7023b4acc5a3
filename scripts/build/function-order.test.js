import binaryen from 'binaryen';
import { expect, test } from 'vitest';
import { functionsOf, named, similarOrder } from './function-order.js';

/** A function with a body of its own for each `kind`. @param {string} name @param {number} kind */
const code = (name, kind) => `(func $${name} (export "${name}") (param f64) (result f64)
  (f64.mul (f64.add (local.get 0) (f64.const ${kind}.5)) (f64.sub (f64.const ${kind * 3}.25) (local.get 0))))`;

const wasm = binaryen
  .parseText(
    `(module (import "host" "log" (func $log (param f64)))
      ${code('a', 1)} ${code('b', 2)} ${code('c', 3)} ${code('d', 2)} ${code('e', 1)})`,
  )
  .emitBinary();

/** What the functions a to e of a file return for 7. @param {Uint8Array} file */
function results(file) {
  const host = { log: () => undefined };
  const module = new WebAssembly.Module(Uint8Array.from(file));
  const { exports } = new WebAssembly.Instance(module, { host });
  return [...'abcde'].map((name) => /** @type {Function} */ (exports[name])(7));
}

test('functions that share code come next to each other', () => {
  const { code, imported } = functionsOf(wasm);
  expect(imported).toBe(1);
  expect(code).toHaveLength(5);
  const order = similarOrder(code);
  expect(order.toSorted()).toEqual([0, 1, 2, 3, 4]);
  const place = (/** @type {number} */ at) => order.indexOf(at);
  expect(Math.abs(place(0) - place(4))).toBe(1);
  expect(Math.abs(place(1) - place(3))).toBe(1);
});

test('the names of functions are in that order, and the functions stay the same', () => {
  const order = [0, 4, 1, 3, 2];
  const moved = binaryen.readBinary(named(wasm, order));
  moved.runPasses(['reorder-functions-by-name']);
  const [before, now] = [results(wasm), results(moved.emitBinary())];
  expect(new Set(before).size).toBe(3);
  expect(now).toEqual(before);
  const old = functionsOf(wasm).code;
  const bodies = functionsOf(moved.emitBinary()).code.map((body) => body.toString());
  expect(bodies).toEqual(order.map((at) => old[at]?.toString()));
});

test('a file that is cut off is refused', () => {
  expect(() => functionsOf(wasm.subarray(0, wasm.length - 9))).toThrow('The wasm file is cut off.');
});
