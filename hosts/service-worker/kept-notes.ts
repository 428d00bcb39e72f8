/** Stands among the kept files, under a name that no file of the site has. */
export const notesPath = 'data/kept-on-this-device';

/** What is remembered of the kept files between two lives of the worker. */
export interface KeptNotes {
  /** Paths of files that never make room for others. */
  readonly needed: readonly string[];
  /** Path and bytes of each file, the latest read last. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

/** Notes that are missing, or that cannot be read, count as none. Never rejects. */
export async function readNotes(response: Response | undefined): Promise<KeptNotes> {
  try {
    const { needed, files } = (await response?.json()) as KeptNotes;
    return { needed: [...needed], files: [...files] };
  } catch {
    return { needed: [], files: [] };
  }
}
