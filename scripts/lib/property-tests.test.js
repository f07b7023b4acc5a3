import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { allPropertyTests, propertyTests } from './property-tests.js';

test('the tests of a block are found, and no other functions', () => {
  const text = `
proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn first(a in 0..9) {
        helper(a);
    }

    fn helper(a: u8) {}
}

#[test]
fn by_hand() {}

mod tests {
    proptest! {
        #[test]
        fn second(
            a in 0..9,
        ) {}
    }

    #[test]
    fn also_by_hand() {}
}
`;
  expect(propertyTests(text)).toEqual(['first', 'second']);
});

test('every file of the repository with a block has tests', () => {
  const found = [...allPropertyTests().values()].flat();
  expect(new Set(found).size).toBe(found.length);
  const crates = join(root, 'crates');
  const blocks = readdirSync(crates, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs'))
    .map((path) => readFileSync(join(crates, path), 'utf8'))
    .filter((text) => /^\s*proptest! \{$/m.test(text));
  expect(blocks.length).toBeGreaterThan(10);
  for (const text of blocks) expect(propertyTests(text)).not.toEqual([]);
});

test('cargo gives property tests a fixed seed', () => {
  const config = readFileSync(join(root, '.cargo', 'config.toml'), 'utf8');
  expect(config).toMatch(/^\[env\]\nPROPTEST_RNG_SEED = "\d+"$/m);
});
