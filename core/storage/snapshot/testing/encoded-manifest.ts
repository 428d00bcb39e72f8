import { defaultRules } from '../../../datasets/testing/default-rules.ts';
import { encodeManifest } from '../manifest.ts';

/** The bytes of the manifest of a version that has no datasets. */
export function encodedManifest(dataVersion: string): Promise<Uint8Array<ArrayBuffer>> {
  const inventory = { hash: '0'.repeat(32), bytes: 0 };
  const builtAt = '2026-01-01T00:00:00.000Z';
  return encodeManifest({
    dataVersion,
    builtAt,
    sample: false,
    target: 'compute',
    rules: defaultRules,
    datasets: {},
    inventory,
    previous: [],
  });
}
