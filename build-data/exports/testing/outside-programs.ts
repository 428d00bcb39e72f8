import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/*
 * Third-party programs that read exports. Tests with a program that is not installed are skipped with a warning.
 */

const maxBuffer = 512 * 1024 * 1024;

export function hasProgram(name: 'ogr2ogr' | 'python3' | 'sha256sum'): boolean {
  const found = spawnSync(name, ['--version']).error === undefined;
  if (!found) console.warn(`${name} is not installed: reading exports with it is SKIPPED.`);
  return found;
}

export interface GeoJsonFeature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Reads the features of a file or a server, which may be in this process, with GDAL (Debian package gdal-bin). */
export async function readWithGdal(
  source: string,
  options: readonly string[] = ['-dim', 'XY'],
  env = process.env,
): Promise<GeoJsonFeature[]> {
  const format = ['-f', 'GeoJSON', '/vsistdout/', '-lco', 'COORDINATE_PRECISION=15'];
  const { stdout } = await promisify(execFile)('ogr2ogr', [...format, source, ...options], { maxBuffer, env });
  return (JSON.parse(stdout) as { features: GeoJsonFeature[] }).features;
}

/** Runs a Python script on a file and parses what it prints as JSON. */
export function readWithPython(script: string, path: string): unknown {
  return JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer, encoding: 'utf8' }));
}
