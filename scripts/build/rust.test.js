import { expect } from 'vitest';
import { Checkout, posixTest } from '../lib/testing.js';

const check = `
  const { checkRust } = await import('./scripts/build/rust.js');
  console.log(await checkRust());
`;

/** A machine with the commands of rustup in cargo/bin, and no toolchain yet. */
function machine() {
  const checkout = new Checkout();
  checkout.write(
    'rust-toolchain.toml',
    '[toolchain]\nchannel = "1.95.0"\ncomponents = ["clippy", "rustfmt"]\ntargets = ["wasm32"]\n',
  );
  const named = '${RUSTUP_TOOLCHAIN:-1.95.0}';
  checkout.program('cc', 'exit 0');
  checkout.program('cargo', 'exit 0', 'cargo/bin');
  checkout.program(
    'rustup',
    `if [ "$1" = toolchain ]; then : > toolchain; fi
     if [ "$1" = show ]; then echo "${named}-x86_64-unknown-linux-gnu"; fi`,
    'cargo/bin',
  );
  checkout.program(
    'rustc',
    `[ -e toolchain ] || exit 1
     if [ "$1" = --print ]; then echo .; else echo "rustc ${named} (59807616e 2026-04-14)"; fi`,
    'cargo/bin',
  );
  return checkout;
}

posixTest('rustup installs the toolchain that is missing', async () => {
  const checkout = machine();
  expect(await checkout.run(check)).toMatch(/^1\.95\.0 with wasm32.*, installed by rustup\n$/);
  expect(await checkout.run(check)).toMatch(/^1\.95\.0 with wasm32[^,]*\n$/);
});

posixTest('another rustc first on PATH is reported with a fix', async () => {
  const checkout = machine();
  checkout.program('rustc', 'echo "rustc 1.75.0 (82e1608df 2023-12-21) (built by Debian)"');
  const said = await checkout.run(check);
  expect(said).not.toContain('installed by rustup');
  expect(said).toMatch(/^\n`rustc` on PATH is not rustup's Rust 1\.95\.0 but rustc 1\.75\.0 .*\n$/);
  expect(said).toMatch(/Put \S+cargo\/bin, .*first on PATH/);
});

posixTest('an override of the toolchain is reported with a fix', async () => {
  const checkout = machine();
  checkout.env['RUSTUP_TOOLCHAIN'] = 'stable';
  expect(await checkout.run(check)).toMatch(/rustup uses stable-.*Unset RUSTUP_TOOLCHAIN/);
});
