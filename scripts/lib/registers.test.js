import { expect, test } from 'vitest';
import { codeSizes, differing } from './registers.js';

const output = (/** @type {number} */ last) => `noise
Compiled function 0x405eb100#258 using TurboFan, took 2 ms and 818000 / 1733008 max/total bytes; bodysize 4747 codesize 14632 name wasm-function#258
Compiled function 0x405eb100#624 using TurboFan, took 9 ms and 1194440 / 2464120 max/total bytes; bodysize 5103 codesize 10060 name wasm-function#624
Compiled function 0x405eb100#9 using TurboFan, took 9 ms and 1194440 / 2464120 max/total bytes; bodysize 5103 codesize ${last} name wasm-function#9
`;

test('code is compared function by function', () => {
  const usual = codeSizes(output(88));
  expect([...usual]).toEqual([
    [258, 14632],
    [624, 10060],
    [9, 88],
  ]);
  expect(differing(usual, codeSizes(output(88)))).toEqual([]);
  expect(differing(usual, codeSizes(output(89)))).toEqual([9]);
});

test('functions that V8 left out do not count as equal', () => {
  expect(() => differing(codeSizes(output(88)), new Map([[9, 88]]))).toThrow(
    '3 functions, then of 1',
  );
});
