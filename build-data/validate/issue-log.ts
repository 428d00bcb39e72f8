import { showAsGiven } from '../format-text.ts';
import { findingKinds, type FindingCode, type FindingKind } from './issue-kinds.ts';

/** Where in a file something was found: a physical line of CSV (the header is row 1) or an element of a JSON array. */
export interface Place {
  readonly unit: 'row' | 'record';
  /** Counted from 1. */
  readonly number: number;
}

/** What is known about one finding, beyond its kind and file. */
export interface FindingDetails {
  readonly place?: Place;
  /** The identifier of the record. */
  readonly identifier?: unknown;
  readonly field?: string;
  /** The offending value; it is shortened and escaped before it is kept. */
  readonly value?: unknown;
  /** How the file writes the value and the identifier, where parsing has changed them: `95.0`, not 95. */
  readonly textInFile?: { readonly value?: string | undefined; readonly identifier?: string | undefined };
  /** What was expected, or whatever else a person needs to know, as a phrase in plain English. */
  readonly explanation?: string;
}

/** One finding as it is kept and shown: texts are short and hold no control characters. */
export interface FindingExample {
  readonly place?: Place;
  readonly identifier?: string;
  readonly field?: string;
  readonly value?: string;
  readonly explanation?: string;
}

/** All findings of one kind in one file. */
export interface FindingGroup {
  readonly code: FindingCode;
  readonly kind: FindingKind;
  /** Name of the dataset and path or address of the file in which they were found. */
  readonly dataset: string;
  readonly location: string;
  readonly total: number;
  /** The first ones, in the order found. */
  readonly examples: readonly FindingExample[];
}

interface GrowingGroup extends FindingGroup {
  total: number;
  readonly examples: FindingExample[];
}

/** The number of findings of one kind in one file that are kept with their details; the others are only counted. */
export const examplesPerKind = 10;

/**
 * Collects faults and warnings of any number of files. Memory does not grow with the number of findings: of each kind
 * and file the first few are kept, the rest is counted.
 */
export class Findings {
  readonly #groups = new Map<string, GrowingGroup>();

  /** Records one finding of a file. */
  add(code: FindingCode, dataset: string, location: string, details: FindingDetails = {}): void {
    const key = `${code} ${dataset} ${location}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { code, kind: findingKinds[code], dataset, location, total: 0, examples: [] };
      this.#groups.set(key, group);
    }
    group.total++;
    if (group.examples.length < examplesPerKind) group.examples.push(exampleOf(details));
  }

  /** True as soon as there is one fault: nothing may be published then. */
  get refused(): boolean {
    return this.groups.some((group) => group.kind.severity === 'fault');
  }

  /** Every kind found, by file, in the order in which each was first met. */
  get groups(): readonly FindingGroup[] {
    return [...this.#groups.values()];
  }

  /** The kinds of warnings that were found. */
  get warningCodes(): readonly FindingCode[] {
    return [...new Set(this.groups.filter(({ kind }) => kind.severity === 'warning').map(({ code }) => code))];
  }

  get faultCount(): number {
    return this.#count((group) => group.kind.severity === 'fault');
  }

  get warningCount(): number {
    return this.#count((group) => group.kind.severity === 'warning');
  }

  /** How many findings of one kind there are, over all files. */
  totalOf(code: FindingCode): number {
    return this.#count((group) => group.code === code);
  }

  #count(counts: (group: FindingGroup) => boolean): number {
    return this.groups.filter(counts).reduce((sum, group) => sum + group.total, 0);
  }
}

/** Takes findings about one file. */
export type Report = (code: FindingCode, details?: FindingDetails) => void;

function exampleOf(details: FindingDetails): FindingExample {
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
