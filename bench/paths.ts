import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The published files, where they are at hand. */
export function publishedFiles(): { readonly coastalFeatures: string; readonly rawData: string } | undefined {
  const directory = process.env['COASTWATCH_REAL_DATA'] ?? fromRoot('../shared/data');
  if (!existsSync(directory)) return undefined;
  return { coastalFeatures: `${directory}/CoastalFeatures.csv`, rawData: `${directory}/RawData.csv` };
}

/** The inputs to measure with: the published files where they are at hand, else our sample. */
export function benchInputs(): { readonly title: string; readonly commandLine: readonly string[] } {
  const files = publishedFiles();
  if (!files) return { title: 'sample data', commandLine: ['--sample'] };
  return {
    title: 'the published data',
    commandLine: ['--coastal-features', files.coastalFeatures, '--raw-data', files.rawData],
  };
}

/** What node is given to serve a tree, as `npm run serve` gives it; options of the host follow. */
export function serveCommandLine(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { scripts: { serve: string } };
  return scripts.serve.split(' ').slice(1);
}
