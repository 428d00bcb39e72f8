/** The description of each parameter of lists and searches: parsing, messages and documents follow from it. */
export interface ParameterDescription {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'choice';
  /** What is allowed, in words that end the sentence "allowed is …". */
  readonly allowed: string;
  readonly default?: string;
  /** The parameter, default or not, is allowed only with a centre: a request without one is refused. */
  readonly needsCentre?: true;
  /** A value for a first try. */
  readonly example?: string;
  readonly meaning: string;
  readonly choices?: readonly string[];
  /** Smallest and largest number allowed, both inclusive; `above` is itself not allowed. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly above?: number;
}

export const parameters = [
  {
    name: 'pageNumber',
    type: 'integer',
    minimum: 1,
    allowed: 'an integer of 1 or more',
    example: '1',
    meaning: 'The page to retrieve. Absent: the complete result as a plain array.',
  },
  {
    name: 'pageSize',
    type: 'integer',
    minimum: 1,
    allowed: 'an integer of 1 or more',
    default: '10',
    meaning: 'Records per page, used when pageNumber is set. There is no maximum.',
  },
  {
    name: 'sortOrder',
    type: 'choice',
    choices: ['asc', 'desc'],
    allowed: 'asc or desc',
    default: 'desc',
    meaning: "Direction of the dataset's sort key.",
  },
  {
    name: 'latitude',
    type: 'number',
    minimum: -90,
    maximum: 90,
    allowed: 'a number from -90 to 90, together with longitude',
    meaning: 'Latitude of the centre of a search, in degrees.',
  },
  {
    name: 'longitude',
    type: 'number',
    minimum: -180,
    maximum: 180,
    allowed: 'a number from -180 to 180, together with latitude',
    meaning: 'Longitude of the centre of a search, in degrees.',
  },
  {
    name: 'rangeInM',
    type: 'number',
    above: 0,
    allowed: 'a number above 0, together with latitude and longitude',
    default: '10000',
    needsCentre: true,
    meaning: 'Radius of a search in metres. Nearest without it considers the whole dataset.',
  },
  {
    name: 'searchStyle',
    type: 'choice',
    choices: ['InRadius', 'Nearest'],
    allowed: 'InRadius or Nearest, together with latitude and longitude',
    default: 'InRadius',
    needsCentre: true,
    meaning: 'Every record within the radius, or the nearest record alone.',
  },
] as const satisfies readonly ParameterDescription[];

export type ParameterName = (typeof parameters)[number]['name'];

export const defaultPageSize = 10;
export const defaultRangeInMetres = 10_000;

/** What a list or a search may be told apart by: the text given, where a parameter is present. */
export type ParameterTexts = ReadonlyMap<ParameterName, string>;
