// Imported first by every command, before anything that a newer Node has to understand.
const [major, minor] = process.versions.node.split('.').map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (!supported) {
  console.error(
    `Node ${process.versions.node} is not supported: install Node 20.19, 22.12 or later (nodejs.org), then run this command again.`,
  );
  process.exit(1);
}
