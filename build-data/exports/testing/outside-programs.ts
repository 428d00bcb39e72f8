import { execFileSync, spawnSync } from 'node:child_process';

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

/** Reads the features of a file with GDAL (Debian package gdal-bin), optionally within a box in degrees. */
export function readWithGdal(path: string, box?: readonly [number, number, number, number]): GeoJsonFeature[] {
  const within = box === undefined ? [] : ['-spat', ...box.map(String)];
  const options = ['-f', 'GeoJSON', '/vsistdout/', path, ...within, '-lco', 'COORDINATE_PRECISION=15', '-dim', 'XY'];
  const text = execFileSync('ogr2ogr', options, { maxBuffer, encoding: 'utf8' });
  return (JSON.parse(text) as { features: GeoJsonFeature[] }).features;
}

/** Runs a Python script on a file and parses what it prints as JSON. */
export function readWithPython(script: string, path: string): unknown {
  return JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer, encoding: 'utf8' }));
}
