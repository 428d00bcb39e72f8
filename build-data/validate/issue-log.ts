import { showAsGiven } from '../format-text.ts';
import { issueKinds, type IssueCode, type IssueKind } from './issue-kinds.ts';

/** The position of an issue in a file: a physical line of CSV (the header is row 1) or an element of a JSON array. */
export interface SourcePosition {
  readonly unit: 'row' | 'record';
  /** Counted from 1. */
  readonly number: number;
}

/** The details of one issue, apart from its kind and file. */
export interface IssueDetails {
  readonly place?: SourcePosition;
  /** The identifier of the record. */
  readonly identifier?: unknown;
  readonly field?: string;
  /** The wrong value, which is shortened and escaped before it is stored. */
  readonly value?: unknown;
  /** How the file writes the value and the identifier, where parsing has changed them: `95.0`, not 95. */
  readonly textInFile?: { readonly value?: string | undefined; readonly identifier?: string | undefined };
  /** What was expected, or what else a person needs to know, as a phrase. */
  readonly explanation?: string;
}

/** One issue as stored and shown: texts are short and have no control characters. */
export interface IssueExample {
  readonly place?: SourcePosition;
  readonly identifier?: string;
  readonly field?: string;
  readonly value?: string;
  readonly explanation?: string;
}

/** All issues of one kind in one file. */
export interface IssueGroup {
  readonly code: IssueCode;
  readonly kind: IssueKind;
  /** Name of the dataset and path or address of the file in which they were found. */
  readonly dataset: string;
  readonly location: string;
  readonly total: number;
  /** The first ones, in order of occurrence. */
  readonly examples: readonly IssueExample[];
}

interface GrowingGroup extends IssueGroup {
  total: number;
  readonly examples: IssueExample[];
}

/** The number of issues of a kind in a file that are stored with their details; the others are only counted. */
export const examplesPerKind = 10;

/**
 * Collects faults and warnings of any number of files in bounded memory: for each kind and file, the first few are stored and
 * the others counted.
 */
export class IssueLog {
  readonly #groups = new Map<string, GrowingGroup>();

  /** Records one issue of a file. */
  add(code: IssueCode, dataset: string, location: string, details: IssueDetails = {}): void {
    const key = `${code} ${dataset} ${location}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { code, kind: issueKinds[code], dataset, location, total: 0, examples: [] };
      this.#groups.set(key, group);
    }
    group.total++;
    if (group.examples.length < examplesPerKind) group.examples.push(exampleOf(details));
  }

  /** Whether there is a fault, so that nothing may be published. */
  get refused(): boolean {
    return this.groups.some((group) => group.kind.severity === 'fault');
  }

  /** Every kind by file, in order of first occurrence. */
  get groups(): readonly IssueGroup[] {
    return [...this.#groups.values()];
  }

  /** The kinds of warnings that were found. */
  get warningCodes(): readonly IssueCode[] {
    return [...new Set(this.groups.filter(({ kind }) => kind.severity === 'warning').map(({ code }) => code))];
  }

  get faultCount(): number {
    return this.#count((group) => group.kind.severity === 'fault');
  }

  get warningCount(): number {
    return this.#count((group) => group.kind.severity === 'warning');
  }

  /** The number of issues of a kind in all files. */
  totalOf(code: IssueCode): number {
    return this.#count((group) => group.code === code);
  }

  #count(counts: (group: IssueGroup) => boolean): number {
    return this.groups.filter(counts).reduce((sum, group) => sum + group.total, 0);
  }
}

/** Takes issues about one file. */
export type ReportIssue = (code: IssueCode, details?: IssueDetails) => void;

function exampleOf(details: IssueDetails): IssueExample {
  return {
    ...(details.place !== undefined && { place: details.place }),
    ...(details.identifier !== undefined && {
      identifier: showAsGiven(details.identifier, details.textInFile?.identifier),
    }),
    ...(details.field !== undefined && { field: details.field }),
    ...('value' in details && { value: showAsGiven(details.value, details.textInFile?.value) }),
    ...(details.explanation !== undefined && { explanation: details.explanation }),
  };
}
