// The bill of materials of what runs, in CycloneDX: `npm run --silent sbom [-- FILE]`; without a file to standard output.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const running = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
);

// With --omit=dev npm also leaves out what runs, where a tool needs it too.
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
const own = bill.metadata.component['bom-ref'];
const isKept = (ref) => ref === own || running.has(ref);
bill.components = bill.components.filter((component) => isKept(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => isKept(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
const text = `${JSON.stringify(bill, null, 2)}\n`;

const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(text);
else {
  writeFileSync(file, text);
  console.error(`${file}: ${bill.components.length} components`);
}
