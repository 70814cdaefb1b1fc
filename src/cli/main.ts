#!/usr/bin/env node
// Parsed by old versions of Node too: everything newer is imported only after the check.
const OLDEST_NODE = 24;

if (process.platform === 'win32') {
  refuse('vaultctl runs on Linux and macOS; on Windows, use it inside WSL');
} else if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  refuse(`vaultctl needs Node.js ${OLDEST_NODE} or newer; this is ${process.versions.node}`);
} else {
  void start();
}

async function start(): Promise<void> {
  const { runFront } = await import('./front.ts');
  process.exitCode = await runFront(process.argv.slice(2), import.meta.filename);
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
