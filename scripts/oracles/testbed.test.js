import { expect, test } from 'vitest';
import { judge } from './testbed.js';

const hop = '  hop 1: 120 packets arrived, 100 departed, 15 were dropped, 5 wait\n';
const late = '  NOT VALID: largest lateness of dequeues: 90.0 ms; at most 40 ms is valid\n';

test('a run that adds up passes, punctual or not', () => {
  expect(judge(0, `${hop}  valid: 99 % within 0.8 ms\n`)).toBe('120 packets, valid');
  expect(judge(1, hop + late)).toBe('120 packets, not valid, because the machine was late');
});

test('a machine without the rights skips the run', () => {
  expect(judge(3, 'aqm testbed cannot run here: no namespace.')).toMatch(/^skipped: needs .*tun$/);
});

test('lost packets, other errors and contradictions fail', () => {
  expect(() => judge(0, `${hop.replace('120', '121')}  valid: x\n`)).toThrow('do not add up');
  expect(() => judge(0, '  valid: x\n')).toThrow('do not add up');
  expect(() => judge(3, 'FILE: No such file')).toThrow('exit code 3');
  expect(() => judge(1, `${hop}  valid: x\n`)).toThrow('verdict');
  expect(() => judge(0, hop + late)).toThrow('verdict');
});
