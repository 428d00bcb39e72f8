/** What one build changed in a dataset: how many records, and the first of them by identifier. */
export interface ChangedRecords {
  readonly count: number;
  /** Perhaps fewer than the count says. */
  readonly identifiers: readonly number[];
}

/** What one build changed against the one before. */
export interface ChangeLogEntry {
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  readonly dataVersion: string;
  /** By dataset name, in the order of the datasets; undefined for the first build, which has none to compare with. */
  readonly datasets:
    | Readonly<
        Record<
          string,
          { readonly added: ChangedRecords; readonly changed: ChangedRecords; readonly removed: ChangedRecords }
        >
      >
    | undefined;
}

/** Newest first. */
export type ChangeLog = readonly ChangeLogEntry[];
