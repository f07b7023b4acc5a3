import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cargoBin, root } from '../lib/paths.js';
import { capture, must } from '../lib/run.js';
import { Stop } from '../lib/steps.js';

const wasmTarget = 'wasm32-unknown-unknown';

/** Returns the contents of rust-toolchain.toml, read in the same way as by rustup. */
function pinned() {
  const text = readFileSync(join(root, 'rust-toolchain.toml'), 'utf8');
  /** @param {string} key */
  const list = (key) =>
    [
      ...(text.match(new RegExp(`^${key}\\s*=\\s*\\[(.*)\\]`, 'm'))?.[1] ?? '').matchAll(
        /"([^"]+)"/g,
      ),
    ].map((match) => /** @type {string} */ (match[1]));
  const channel = text.match(/^channel\s*=\s*"([^"]+)"/m)?.[1];
  if (channel === undefined)
    throw new Stop('rust-toolchain.toml has no channel. Restore the file from git.');
  return { channel, components: list('components'), targets: list('targets') };
}

/** Checks for the pinned version of Rust with its formatter, its linter and the wasm target; installs it if possible. */
export async function checkRust() {
  const { channel, components, targets } = pinned();
  let installed = '';
  if (!(await complete(channel))) {
    await install(channel, components, targets);
    installed = ', installed by rustup';
  }
  await checkLinker();
  return `${channel} with ${wasmTarget}${installed}`;
}

/** @param {string} channel */
async function complete(channel) {
  const version = await capture('rustc', ['--version']);
  if (version.code !== 0 || !version.output.startsWith(`rustc ${channel} `)) return false;
  const library = await capture('rustc', ['--print', 'target-libdir', '--target', wasmTarget]);
  if (library.code !== 0 || !existsSync(library.output.trim())) return false;
  for (const component of ['fmt', 'clippy']) {
    if ((await capture('cargo', [component, '--version'])).code !== 0) return false;
  }
  return true;
}

/**
 * @param {string} channel
 * @param {string[]} components
 * @param {string[]} targets
 */
async function install(channel, components, targets) {
  if ((await capture('rustup', ['--version'])).code !== 0) {
    const rustc = await capture('rustc', ['--version']);
    throw new Stop(
      rustc.code === 0
        ? `${rustc.output.trim()} was found, but Rust ${channel} with ${targets.join(', ')}, ${components.join(' and ')} is needed. Install rustup (rustup.rs), which fetches it, then run this command again.`
        : 'Rust was not found. Install rustup (rustup.rs), then run this command again.',
    );
  }
  await must(
    'rustup',
    [
      ...['toolchain', 'install', channel, '--no-self-update', '--profile', 'minimal'],
      ...components.flatMap((component) => ['--component', component]),
      ...targets.flatMap((target) => ['--target', target]),
    ],
    {
      cure: `rustup could not install Rust ${channel} with ${targets.join(', ')}. Fix the problem above.`,
    },
  );
  // The installed toolchain may be hidden by another one on PATH, or by an override.
  if (await complete(channel)) return;
  const active = (await capture('rustup', ['show', 'active-toolchain'])).output.trim();
  const rustc = (await capture('rustc', ['--version'])).output.trim();
  throw new Stop(
    active.startsWith(channel)
      ? `\`rustc\` on PATH is not rustup's Rust ${channel} but ${rustc}. Put ${cargoBin}, or the folder of your rustup commands, first on PATH, then run this command again.`
      : `rustup uses ${active} instead of Rust ${channel}. Unset RUSTUP_TOOLCHAIN or run \`rustup override unset\`, then run this command again.`,
  );
}

/** Checks for a linker: build scripts and procedural macros are linked for this machine, whatever the target. */
async function checkLinker() {
  if (process.platform === 'win32') return; // rustup installs the MSVC linker.
  if ((await capture('cc', ['--version'])).code === 0) return;
  const cure =
    process.platform === 'darwin'
      ? 'run `xcode-select --install`'
      : 'install a C compiler, for example with `apt-get install build-essential` or `dnf install gcc`';
  throw new Stop(
    `Rust needs the C linker \`cc\`, which was not found. To fix this, ${cure}. Then run this command again.`,
  );
}
