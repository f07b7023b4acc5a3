import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, version } from '../../src/wasm/pkg/aqm_wasm.js';

beforeAll(() => {
  const binary = new URL('../../src/wasm/pkg/aqm_wasm_bg.wasm', import.meta.url);
  initSync({ module: readFileSync(binary) });
});

test('the package is the one of this checkout', () => {
  const cargo = readFileSync(new URL('../../../Cargo.toml', import.meta.url), 'utf8');
  expect(cargo).toContain(`version = "${version()}"`);
});
