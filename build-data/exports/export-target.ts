/** Where exports are put: a tree that is not published yet. */
export interface ExportTarget {
  /** The path on the disk for a path of the tree; its folder is there. */
  targetOf(path: string): string;
  /** Makes known that a file has been put there. */
  expect(path: string): void;
}
