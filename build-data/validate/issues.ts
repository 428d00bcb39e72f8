import { showAsGiven } from '../format-text.ts';

/*
 * This file lists every kind of issue in a publisher's data, with its title, its severity and what to do about it. Data
 * with a fault is refused. A warning is counted, and the data is accepted.
 */

export type Severity = 'fault' | 'warning';

interface IssueKind {
  readonly severity: Severity;
  readonly title: string;
  readonly whatToDo: string;
}

const fault = (title: string, whatToDo: string): IssueKind => ({ severity: 'fault', title, whatToDo });
const warning = (title: string, whatToDo: string): IssueKind => ({ severity: 'warning', title, whatToDo });

export const issueKinds = {
  fileNotFound: fault('File not found', 'Check the path. A relative path is resolved from the current folder.'),
  isDirectory: fault('A folder instead of a file', 'Name the file itself.'),
  fileChanged: fault(
    'The file changed while it was read',
    'Wait until its export is complete, then try again. Exports that write to a temporary name and rename it avoid this.',
  ),
  fileNotReadable: fault('The file cannot be read', 'Check the permissions and the disk, then try again.'),
  notAFile: fault('Neither a file nor a pipe', 'Name a file, a pipe or a URL.'),
  unsupportedScheme: fault(
    'A URL that is neither http nor https',
    'Give an http or https URL, or download the file and name its path.',
  ),
  invalidAddress: fault('Not a usable URL', 'Give a complete http or https URL without user name and password.'),
  hostNotReached: fault('The server cannot be reached', 'Check the address and the network, then try again.'),
  refusedByServer: fault(
    'The server did not respond with data',
    'Open the URL in a browser to see the response, then correct the URL or the server.',
  ),
  connectionCut: fault(
    'The download was interrupted',
    'Try again; if it happens again, download the file and name its path.',
  ),
  unknownLength: fault(
    'The server did not say how long the file is',
    'Have the server send Content-Length or use chunked encoding, or publish a JSON array: otherwise an incomplete download of CSV or NDJSON looks complete.',
  ),
  timedOut: fault('Data stopped arriving', 'Try again later, or save the data in a file and name its path.'),

  emptyFile: fault('An empty file', 'Check that the export was completed.'),
  webPage: fault('A web page or XML instead of data', 'Name a URL or a file that contains CSV or JSON.'),
  notText: fault('Not a text file', 'Save the data as CSV in UTF-8, or as JSON, without compression.'),
  notAnArchive: fault(
    'A ZIP archive that is not a Darwin Core Archive',
    'Give an archive whose meta.xml describes occurrences as its core, or unpack the file with the records.',
  ),
  utf16: fault(
    'Text in UTF-16',
    'Save it again in UTF-8, which spreadsheets call "CSV UTF-8", or name the encoding in a column mapping.',
  ),
  notInEncoding: fault('Text that is not in the encoding of the mapping', 'Correct `encoding` in the mapping.'),
  notUtf8: fault('Text that is not UTF-8', 'Save it again in UTF-8; spreadsheets call this "CSV UTF-8".'),
  recordTooLong: fault('A record that is too long', 'Look for a quote that is not closed, at or after this position.'),

  wrongDelimiter: fault(
    'Columns with another separator',
    'Save it again with commas between the columns and decimal points in numbers. LibreOffice asks for the separator when it saves; Excel uses the list separator of the system. Or name the separator in a column mapping.',
  ),
  noHeader: fault('No header row', 'Put the column names into the first row.'),
  missingColumn: fault(
    'Missing columns',
    'Add the column; its cells may be empty only where nulls are allowed. A mapping can list columns as optional.',
  ),
  misnamedColumn: fault('Misnamed columns', 'Rename the column exactly as expected; case matters.'),
  mismappedColumn: fault('Columns that the mapping names differently', 'Correct the mapping; case matters.'),
  duplicateColumn: fault('Duplicate columns', 'Keep only one column of this name.'),
  raggedRow: fault(
    'Rows with too few or too many cells',
    'Give the row as many cells as the header; put quotes around text that contains a comma or a line feed, and write numbers with a decimal point.',
  ),
  unclosedQuote: fault('A quote that is never closed', 'Close the quote; inside a quoted cell write a quote twice.'),
  misplacedQuote: fault(
    'A quote in the wrong place',
    'Put quotes around the whole cell, and write each quote inside it twice. Reading stopped here.',
  ),

  notAnArray: fault(
    'JSON that is not a list of records',
    'Give one array with all records, [{…}, {…}], one record per line (NDJSON), or a GeoJSON FeatureCollection.',
  ),
  esriJson: fault('Esri JSON', 'Export it as GeoJSON or CSV; request it from an ArcGIS server with f=geojson.'),
  pageObject: fault(
    'One page of the list instead of the list',
    'Request the complete list: this API sends it without pageNumber; from other servers, join all pages.',
  ),
  truncatedJson: fault('JSON that ends too early', 'Check that the export or download was completed.'),
  malformedJson: fault('Malformed JSON', 'Correct the JSON at this position. Reading stopped here.'),
  trailingContent: fault('Content after the end of the list', 'End the file with the closing bracket.'),
  recordNotObject: fault('List elements that are not records', 'Make every element of the list an object.'),
  missingField: fault('Missing fields', 'Write every field in every record; where there is no value write null.'),
  misnamedField: fault('Misnamed fields', 'Rename the field exactly as expected; case matters.'),
  duplicateField: fault('Duplicate fields in a record', 'Keep only one of them.'),
  positionConflict: fault(
    'Positions that differ from the geometry of their feature',
    'Correct one of them: they may differ by at most 0.00001 degrees, about a metre.',
  ),
  notWgs84: fault(
    'GeoJSON in a reference system other than WGS 84',
    'Convert it, for example with ogr2ogr -t_srs EPSG:4326.',
  ),

  wrongDataset: fault('The data of the other dataset', 'Swap the two files or URLs.'),
  nullNotAllowed: fault('Missing values', 'Give a value: this field must not be null or empty.'),
  textExpected: fault('Text expected', 'Put the value in quotes; otherwise leading zeros of codes are lost.'),
  numberExpected: fault(
    'Number expected',
    'Write a plain decimal: digits, a decimal point, a sign or an exponent; in JSON without quotes.',
  ),
  commaInNumber: fault(
    'Numbers with a decimal comma, or with commas between thousands',
    'Write a decimal point and nothing between thousands: 115.751, not 115,751. Spreadsheets do this with an English number format.',
  ),
  notFinite: fault('Numbers that are not finite', 'Replace NaN, infinity and numbers that are too large.'),
  notInteger: fault('Whole number expected', 'Write the number without a fraction.'),
  unmappedValue: fault(
    'Values that the mapping cannot read',
    'Correct the value or the rule of the mapping; with "unreadable", a rule skips such rows or leaves the field empty.',
  ),
  outOfRange: fault('Numbers out of range', 'Correct the number; latitude and longitude may be swapped.'),
  malformedDateTime: fault(
    'Malformed dates',
    'Write date and time as YYYY-MM-DDThh:mm:ss and nothing else; a spreadsheet does this with the format yyyy-mm-dd hh:mm:ss.',
  ),
  impossibleDateTime: fault('Impossible dates', 'Correct the date: it is not in the calendar, or before 1800.'),
  dateTimeWithOffset: fault('Dates with a time zone', 'Write the time as recorded, without Z or an offset.'),
  unusableCharacter: fault(
    'Characters that are not allowed in text',
    'Remove the NUL character or unpaired surrogate; it is often the result of truncation or a wrong conversion.',
  ),
  wrongLength: fault('Lengths that do not match their text', 'Correct the length, in UTF-16 code units.'),
  duplicateIdentifier: fault('Duplicate identifiers', 'Give each record a unique identifier.'),

  noRecords: fault('No records', 'Check that the export was completed; --max-removed 100 permits an empty dataset.'),
  emptyDataset: warning('No records, as --max-removed 100 permits', 'Check that the dataset is meant to be empty.'),
  missingFinalNewline: warning(
    'No line feed at the end of the file',
    'Check that the export was completed: the last value may be cut short.',
  ),

  emptyRow: warning('Rows of empty cells are skipped', 'Fine if a spreadsheet left them; otherwise check the export.'),
  separatorLine: warning('A first line that names the separator is skipped', 'Fine: Excel reads this line.'),
  unnamedColumn: warning('A column without a name is ignored', 'Fine if it is a row number.'),
  unknownColumn: warning('Unknown columns or fields are ignored', 'Fine if they are not meant to be published.'),
  toleratedNull: warning('Missing text', 'The record is published with null here; give the text if it is known.'),
  outsideRegion: warning('Positions outside the expected region', 'Check the sign and the order of the coordinates.'),
  mostOutsideRegion: warning(
    'Most positions are outside the region of the site',
    'If this is another coast, name its site file with --site: docs/sites.md explains how to make one. Otherwise check the sign and the order of the coordinates.',
  ),
  unknownValue: warning('Values that the API documentation does not list', 'Check the spelling; the value is kept.'),
  dateTimeForm: warning(
    'Dates with a space, or with a fraction of zero seconds',
    'Fine: they are published as YYYY-MM-DDThh:mm:ss.',
  ),
  notNumericText: warning('Text that should be a whole number', 'Check the value; it is kept.'),

  tooManyRemoved: fault(
    'More records would be removed than --max-removed allows',
    'Check that the input is complete. If it is, build again with a higher --max-removed.',
  ),
  recordsRemoved: warning('Records of the previous build are missing', 'Fine if they were meant to be removed.'),
  previousUnreadable: warning(
    'The previous build cannot be read, so added, changed and removed records are unknown',
    'Compare the numbers of records yourself, or name a readable build with --previous.',
  ),
} as const satisfies Record<string, IssueKind>;

export type IssueCode = keyof typeof issueKinds;

export const warningCodes: readonly IssueCode[] = (Object.keys(issueKinds) as IssueCode[]).filter(
  (code) => issueKinds[code].severity === 'warning',
);

/** The position of an issue in a file: a physical line of CSV (the header is row 1) or an element of a JSON array. */
export interface SourcePosition {
  readonly unit: 'row' | 'record';
  /** Counted from 1. */
  readonly number: number;
}

export interface IssueDetails {
  readonly position?: SourcePosition;
  readonly identifier?: unknown;
  readonly field?: string;
  /** The wrong value, which is shortened and escaped before it is stored. */
  readonly value?: unknown;
  /** How the file writes the value and the identifier, where parsing has changed them: `95.0`, not 95. */
  readonly textInFile?: { readonly value?: string | undefined; readonly identifier?: string | undefined };
  /** A phrase that says what was expected, or what else a person needs to know. */
  readonly explanation?: string;
}

/** One issue as stored and shown: its strings are short and have no control characters. */
export interface IssueExample {
  /** The position. Report files call it `place`. */
  readonly place?: SourcePosition;
  readonly identifier?: string;
  readonly field?: string;
  readonly value?: string;
  readonly explanation?: string;
}

/** The issues of one kind in one file that have the same cause. */
export interface IssueCause {
  /** The field or, without a field, what a person needs to know. Undefined if there is neither. */
  readonly name: string | undefined;
  readonly total: number;
  /** The first issues, in order of occurrence. */
  readonly examples: readonly IssueExample[];
}

export interface IssueGroup {
  readonly code: IssueCode;
  readonly kind: IssueKind;
  readonly dataset: string;
  readonly location: string;
  readonly total: number;
  /** In order of first occurrence. Issues with causes beyond the maximum are only counted in the total. */
  readonly causes: readonly IssueCause[];
  readonly examples: readonly IssueExample[];
}

interface GrowingGroup extends Omit<IssueGroup, 'causes' | 'examples'> {
  total: number;
  readonly causes: Map<string | undefined, { total: number; readonly examples: IssueExample[] }>;
}

/** The number of issues of a cause that are stored with their details; the others are only counted. */
const examplesPerCause = 5;
/** Bounds the memory for a file with different causes in every row. */
export const causesPerKind = 20;

/**
 * Collects faults and warnings of any number of files in bounded memory: for each kind, file and cause, the first few
 * are stored and the others counted.
 */
export class IssueLog {
  readonly #groups = new Map<string, GrowingGroup>();

  add(code: IssueCode, dataset: string, location: string, details: IssueDetails = {}): void {
    const key = `${code} ${dataset} ${location}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { code, kind: issueKinds[code], dataset, location, total: 0, causes: new Map() };
      this.#groups.set(key, group);
    }
    group.total++;
    const name = details.field ?? details.explanation;
    let cause = group.causes.get(name);
    if (cause === undefined) {
      if (group.causes.size === causesPerKind) return;
      cause = { total: 0, examples: [] };
      group.causes.set(name, cause);
    }
    cause.total++;
    if (cause.examples.length < examplesPerCause) cause.examples.push(exampleOf(details));
  }

  /** Whether there is a fault, so that nothing may be published. */
  get refused(): boolean {
    return this.groups.some((group) => group.kind.severity === 'fault');
  }

  /** All issues, grouped by kind and file, in order of first occurrence. */
  get groups(): readonly IssueGroup[] {
    return [...this.#groups.values()].map(({ causes, ...group }) => ({
      ...group,
      causes: [...causes].map(([name, cause]) => ({ name, ...cause })),
      examples: [...causes.values()].flatMap(({ examples }) => examples),
    }));
  }

  get foundWarningCodes(): readonly IssueCode[] {
    return [...new Set(this.groups.filter(({ kind }) => kind.severity === 'warning').map(({ code }) => code))];
  }

  totalOf(code: IssueCode): number {
    return this.groups.filter((group) => group.code === code).reduce((sum, group) => sum + group.total, 0);
  }
}

export type ReportIssue = (code: IssueCode, details?: IssueDetails) => void;

function exampleOf(details: IssueDetails): IssueExample {
  return {
    ...(details.position !== undefined && { place: details.position }),
    ...(details.identifier !== undefined && {
      identifier: showAsGiven(details.identifier, details.textInFile?.identifier),
    }),
    ...(details.field !== undefined && { field: details.field }),
    ...('value' in details && { value: showAsGiven(details.value, details.textInFile?.value) }),
    ...(details.explanation !== undefined && { explanation: details.explanation }),
  };
}
