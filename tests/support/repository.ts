import { fileURLToPath } from 'node:url';

/** The absolute path of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The absolute path of a file that is named from the root of the repository. */
export const fromRoot = (path: string): string => repository + path;
