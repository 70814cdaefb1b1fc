/**
 * How much the fault tests do. `FAULT_SHARE=0.1` does a tenth, for a quick look; the default is the promise.
 */

const share = Number(process.env['FAULT_SHARE'] ?? 1);
if (!(share > 0)) throw new Error('FAULT_SHARE is a number above 0');

export function times(count: number): number {
  return Math.ceil(count * share);
}

/** One line of what was done, for whoever reads the run. */
export function tell(line: string): void {
  process.stdout.write(`faults: ${line}\n`);
}
