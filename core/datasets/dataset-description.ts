/*
 * How a dataset is described. Record types, validation, CSV columns, the data dictionary and the OpenAPI document are
 * all derived from this description, so they always agree.
 */

/** `dateTime` is text `YYYY-MM-DDThh:mm:ss` without an offset; it stays text everywhere. */
export type FieldType = 'integer' | 'number' | 'text' | 'dateTime';

/**
 * `never`: null is an error. `documented`: null is a regular value. `tolerated`: the documentation of the API promises
 * a value, but a few published records have none; null is accepted and counted in a warning.
 */
export type NullRule = 'never' | 'documented' | 'tolerated';

export interface FieldDescription {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly nulls: NullRule;
  /** One or two sentences for the data dictionary. */
  readonly meaning: string;
  readonly unit?: string;
  /** Smallest and largest value accepted, both inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The documented values. Other values are accepted with a warning. */
  readonly knownValues?: readonly string[];
  /** The text is a whole number in digits. Other texts are accepted with a warning. */
  readonly numericText?: true;
  /** This integer must equal the length, in UTF-16 code units, of the text field named here. */
  readonly lengthOf?: string;
  /** The text is a comma-separated list of codes: the data dictionary counts single codes. */
  readonly isCodeList?: true;
  /** Groups of records in which values should be unique: the data dictionary counts the records that share a value. */
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

/** The fields that contain one position of a record. */
export interface PositionDescription {
  readonly longitudeField: string;
  readonly latitudeField: string;
  readonly meaning: string;
}

/**
 * The fields of a record in the columns, in addition to its identifier, its positions and, in a dataset sorted
 * by time, its sort key.
 */
interface ColumnsDescription {
  /** The field with the name of the record's location. */
  readonly placeName: string;
  readonly texts: readonly TextColumnDescription[];
  /**
   * Fields that are loaded later than the snapshot, when somebody looks at single records or filters by them. The fields
   * of a group are read together.
   */
  readonly details: readonly (readonly string[])[];
}

export interface TextColumnDescription {
  readonly field: string;
  /** Texts that do not consist of digits are replaced by null. */
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
 * The description of a dataset without its fields. The explorer needs only this part to read columns, so it
 * does not load the descriptions of the fields at startup.
 */
export interface DatasetOutline {
  /** The dataset's name in paths, in its canonical spelling. */
  readonly name: string;
  readonly title: string;
  readonly tableName: string;
  readonly meaning: string;
  readonly identifierField: string;
  readonly sortKey: { readonly field: string; readonly comparison: SortComparison };
  /** Every record has all of these positions. A search uses the nearest one. */
  readonly positions: readonly PositionDescription[];
  readonly columns: ColumnsDescription;
}

export interface DatasetDescription extends DatasetOutline {
  /** In the order of the API's documentation, which is the key order of every record. */
  readonly fields: readonly FieldDescription[];
}

type FieldValue<Field extends FieldDescription> = Field['type'] extends 'integer' | 'number'
  ? number
  : Field['nulls'] extends 'never'
    ? string
    : string | null;

export type RecordOf<Description extends DatasetDescription> = {
  readonly [Field in Description['fields'][number] as Field['name']]: FieldValue<Field>;
};

/** A record of any dataset, for code that works from the description. */
export type DatasetRecord = Readonly<Record<string, string | number | null>>;
