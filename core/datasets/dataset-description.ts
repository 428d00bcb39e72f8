/**
 * The form in which each dataset is described, once. Record types, build-time validation, column lists, the data
 * dictionary and the interface document all follow from such a description, so that they cannot drift apart.
 */

/** `dateTime` is text `YYYY-MM-DDThh:mm:ss` without an offset; it stays text everywhere. */
export type FieldType = 'integer' | 'number' | 'text' | 'dateTime';

/**
 * `never`: a null is refused. `documented`: null is a regular value. `tolerated`: the interface document promises a
 * value, the published data breaks the promise now and then; a null is kept, and counted in a warning.
 */
export type NullRule = 'never' | 'documented' | 'tolerated';

export interface FieldDescription {
  readonly name: string;
  readonly type: FieldType;
  readonly nulls: NullRule;
  /** One or two sentences for the data dictionary. */
  readonly meaning: string;
  /** Unit of a numeric value, in words. */
  readonly unit?: string;
  /** Smallest and largest value accepted, both inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The values the interface document names; another one is kept, with a warning. */
  readonly knownValues?: readonly string[];
  /** The text is a whole number written in digits; another text is kept, with a warning. */
  readonly numericText?: true;
  /** This integer must equal the length, in UTF-16 code units, of the text field named here. */
  readonly lengthOf?: string;
  /** The text is a comma-separated list of codes: the data dictionary counts single codes. */
  readonly isCodeList?: true;
  /** Groups in which a value should belong to one record only: the data dictionary counts the records that share one. */
  readonly uniqueAmong?: readonly RecordGroup[];
}

/** The records whose text in `field` is, or is not, `value`, ignoring case and surrounding spaces. */
export interface RecordGroup {
  readonly name: string;
  readonly field: string;
  readonly comparison: 'is' | 'is not';
  readonly value: string;
}

/** How the sort key is compared: code unit by code unit, or by case-insensitive English collation. */
export type SortComparison = 'text' | 'englishCollation';

/** One place where a record of the dataset stands. */
export interface PositionDescription {
  readonly longitudeField: string;
  readonly latitudeField: string;
  readonly meaning: string;
}

/** What the overview of a dataset tells of each record, beside its identifier, its points and a sort key that is a time. */
export interface ColumnSnapshotDescription {
  /** The field that names the place where the record stands. */
  readonly placeName: string;
  /**
   * The dataset whose places those of this one mostly are: the overview tells them by reference. For a dataset whose
   * records stand at one point each; the one named here names none itself.
   */
  readonly featureDataset?: string;
  readonly texts: readonly TextColumnDescription[];
}

export interface TextColumnDescription {
  readonly field: string;
  /** Texts that are not digits alone are left out: null stands in their place. */
  readonly only?: 'digits';
}

/** A longitude and latitude box in degrees, edges included. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * What a dataset is, but for its fields one by one. Whoever reads nothing but the overview needs no more, and whoever
 * visits the explorer need not fetch the meaning of each field at once.
 */
export interface DatasetOutline {
  /** The dataset's name in paths, in its canonical spelling. */
  readonly name: string;
  /** What a person calls it. */
  readonly title: string;
  /** What error messages call the table. */
  readonly tableName: string;
  readonly meaning: string;
  readonly identifierField: string;
  readonly sortKey: { readonly field: string; readonly comparison: SortComparison };
  /** A record stands at each of these; in a search the nearer one counts. */
  readonly positions: readonly PositionDescription[];
  readonly columnSnapshot: ColumnSnapshotDescription;
  /** Positions outside are kept, with a warning: they are rare here, and often a lost sign. */
  readonly expectedRegion: DegreeBox;
}

export interface DatasetDescription extends DatasetOutline {
  /** In the order of the interface document, which is the key order of every record. */
  readonly fields: readonly FieldDescription[];
}

type FieldValue<Field extends FieldDescription> = Field['type'] extends 'integer' | 'number'
  ? number
  : Field['nulls'] extends 'never'
    ? string
    : string | null;

/** The TypeScript type of a dataset's records, derived from its description. */
export type RecordOf<Description extends DatasetDescription> = {
  readonly [Field in Description['fields'][number] as Field['name']]: FieldValue<Field>;
};

/** A record of whichever dataset, for code that works from the description. */
export type DatasetRecord = Readonly<Record<string, string | number | null>>;
