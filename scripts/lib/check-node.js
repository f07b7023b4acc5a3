// Every command imports this file first, before any file with newer syntax.

/** Equals `engines` in package.json; all packages in the lockfile run on these versions. @param {string} version */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

if (!isSupported(process.versions.node)) {
  console.error(
    `Node ${process.versions.node} is not supported. Install Node 20 (from 20.19), 22 (from 22.13), or 24 and later (nodejs.org), then run this command again.`,
  );
  process.exit(1);
}
