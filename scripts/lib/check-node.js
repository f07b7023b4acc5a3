// Imported first by every command, before anything that a newer Node has to understand.

/** As `engines` in package.json, which is what all packages in the lockfile run on. @param {string} version */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

if (!isSupported(process.versions.node)) {
  console.error(
    `Node ${process.versions.node} is not supported: install Node 20 (from 20.19), 22 (from 22.13), or 24 and later (nodejs.org), then run this command again.`,
  );
  process.exit(1);
}
