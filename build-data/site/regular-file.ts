import { readFileSync, statSync } from 'node:fs';

/** Reads a complete file. Throws for anything else: opening a named pipe would wait for a writer. */
export function readRegularFile(path: string): Buffer {
  if (!statSync(path).isFile()) throw new RangeError(`${path} is not a file`);
  return readFileSync(path);
}
