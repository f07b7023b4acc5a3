import { expect, test } from 'vitest';
import { judge } from './tc.js';

const flow = '[  5]   0.00-4.04   sec  3.50 MBytes  7.27 Mbits/sec                  receiver\n';
const udp = '[  5]   0.00-4.00   sec   479 KBytes   982 Kbits/sec  0.01 ms  0/350 (0%)  receiver\n';
const change = '2 s: r0: tc class change dev right parent 1: classid 1:1 htb rate 10000000bit\n';
const RAN = {
  code: 0,
  output: change + change,
  results: [
    [flow, flow, udp],
    [flow, flow, udp],
  ],
  lacks: 'qdisc add dev d0 root netem limit 1000000 delay 10ms\n',
  left: '',
};

test('a complete run says what the kernel lacks', () => {
  expect(judge(RAN)).toBe(
    '2 lanes of 3 flows, 15.5 and 15.5 Mbit/s, without netem, which this kernel lacks',
  );
});

test.each([
  ['an exit code', { code: 1 }, 'exit code 1'],
  ['a namespace that stays', { left: 'aqm-r0\n' }, 'left namespaces: aqm-r0'],
  ['a change that is not made', { output: change }, 'did not change'],
  ['a flow without data', { results: [[flow, 'iperf3: error', udp]], output: change }, 'nothing'],
  ['a flow that does not start', { results: [[flow, udp]], output: change }, 'each flow'],
  [
    'a link without a limit',
    { results: [[flow.replace('7.27', '900'), flow, udp]], output: change },
    'faster than the link',
  ],
])('%s is a failure', (_, difference, message) => {
  expect(() => judge({ ...RAN, ...difference })).toThrow(message);
});
