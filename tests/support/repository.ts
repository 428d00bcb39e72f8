import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The absolute path of a file, given by its path from the root of the repository. */
export const fromRoot = (path: string): string => repository + path;

const usualDirectory = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const directory = process.env['COASTWATCH_REAL_DATA'] ?? usualDirectory;

/** The folder with the real data files; undefined where they are absent, as in a fresh clone. */
export const realDataDirectory: string | undefined = existsSync(directory) ? directory : undefined;
