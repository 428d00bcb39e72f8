import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** PostgreSQL or PostGIS is not installed here: the message says what to do about it. */
export class PostgisUnavailable extends Error {
  override readonly name = 'PostgisUnavailable';
}

const debianFolder = '/usr/lib/postgresql';
const neededPrograms = ['initdb', 'postgres'];

/** The folder of PostgreSQL's server programs: the newest of Debian's, else one of PATH. Throws PostgisUnavailable. */
export function findPostgresqlPrograms(): string {
  const searched = [...debianVersions().map((version) => join(debianFolder, version, 'bin')), ...foldersOfPath()];
  const found = searched.find((folder) => neededPrograms.every((program) => isProgram(join(folder, program))));
  if (found !== undefined) return found;
  throw new PostgisUnavailable(
    'PostgreSQL is not installed here. Install PostGIS, which brings it along: on Debian 12 the package ' +
      'postgresql-15-postgis-3.',
  );
}

/** What to say when the server runs, but has no PostGIS; `version` is its major version. */
export function postgisMissing(version: number): PostgisUnavailable {
  return new PostgisUnavailable(
    `PostgreSQL ${version} is here without PostGIS. Install it: on Debian the package postgresql-${version}-postgis-3.`,
  );
}

function debianVersions(): string[] {
  try {
    return readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

function foldersOfPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
