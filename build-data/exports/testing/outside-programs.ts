import { execFileSync, spawnSync } from 'node:child_process';

/*
 * Programs that are not ours and read what we write. Where one is not installed, tests with it are skipped, and say so.
 */

const most = 512 * 1024 * 1024;

export function hasProgram(name: 'ogr2ogr' | 'python3' | 'sha256sum'): boolean {
  const found = spawnSync(name, ['--version']).error === undefined;
  if (!found) console.warn(`${name} is not installed: reading exports with it is SKIPPED.`);
  return found;
}

export interface OutsideFeature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** The features of a file as GDAL reads them, of Debian's package gdal-bin; within a box of degrees if it is given. */
export function readWithGdal(path: string, box?: readonly [number, number, number, number]): OutsideFeature[] {
  const within = box === undefined ? [] : ['-spat', ...box.map(String)];
  // Beside stdout GDAL would put a file of its own.
  const asked = ['-f', 'GeoJSON', '/vsistdout/', path, ...within, '-lco', 'COORDINATE_PRECISION=15', '-dim', 'XY'];
  const text = execFileSync('ogr2ogr', asked, { maxBuffer: most, encoding: 'utf8' });
  return (JSON.parse(text) as { features: OutsideFeature[] }).features;
}

/** What a few lines of Python print, read as JSON. */
export function readWithPython(script: string, path: string): unknown {
  return JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer: most, encoding: 'utf8' }));
}
