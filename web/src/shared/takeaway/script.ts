/** Programs for which a script can be written, in the order of the choice. */
export const TARGETS = [
  {
    value: 'tc',
    label: 'tc',
    about:
      'A shell script for Linux: network namespaces, the qdisc of the kernel, iperf3. Needs root.',
  },
  { value: 'nest', label: 'NeST', about: 'A Python program for NeST, which needs Linux and root.' },
  { value: 'ns3', label: 'ns-3', about: 'A C++ program for ns-3.37 or later.' },
  { value: 'mininet', label: 'Mininet', about: 'A Python program for Mininet, which needs root.' },
  {
    value: 'flent',
    label: 'Flent',
    about: 'A shell script that prepares the path and runs Flent.',
  },
] as const;

/** A program, as `aqm export --to` names it. */
export type Target = (typeof TARGETS)[number]['value'];

/** A script, and what of the scenario it cannot say. */
export interface Script {
  readonly text: string;
  readonly fileName: string;
  readonly notCarried: readonly string[];
}

/** Writes the script of a scenario. Loads the package for many runs at the first call. */
export async function scriptOf(scenario: string, target: Target, link: string): Promise<Script> {
  const { loadBatch } = await import('../../wasm/batch-package');
  const batch = await loadBatch();
  const made = batch.exportScript(scenario, target, link);
  const { text, fileName, notCarried } = made;
  made.free();
  return { text, fileName, notCarried };
}
