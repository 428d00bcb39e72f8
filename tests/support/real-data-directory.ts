import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const usualDirectory = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const directory = process.env['COASTWATCH_REAL_DATA'] ?? usualDirectory;

/** The folder with the real data files; undefined where they are absent, as in a fresh clone. */
export const realDataDirectory: string | undefined = existsSync(directory) ? directory : undefined;
