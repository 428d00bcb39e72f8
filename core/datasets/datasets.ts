import type { DatasetDescription, RecordOf } from './dataset-description.ts';
import { coastalFeaturesOutline, rawDataOutline } from './outlines.ts';

/** Named places of the coast, each with an inshore and an offshore point. */
export const coastalFeatures = {
  ...coastalFeaturesOutline,
  fields: [
    {
      name: 'CoastalFeatureID',
      label: 'Place number',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      meaning: 'Identifier of the feature. Unique.',
    },
    {
      name: 'CoastalFeatureDOFID',
      label: 'Other code',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Another code of the feature, numeric or alphanumeric. Leading zeros matter.',
    },
    { name: 'CoastalFeatureFullName', label: 'Full name', type: 'text', nulls: 'tolerated', meaning: 'The full name.' },
    {
      name: 'CoastalFeatureDisplayName',
      label: 'Name',
      type: 'text',
      nulls: 'never',
      meaning: 'The name to show. Not unique. The sort key.',
    },
    {
      name: 'CoastalFeatureFeatureType',
      label: 'Type',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Kind of place, for example Beach or Point.',
    },
    {
      name: 'CoastalFeatureInshoreLatitude',
      label: 'Inshore latitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the inshore point.',
    },
    {
      name: 'CoastalFeatureInshoreLongitude',
      label: 'Inshore longitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the inshore point.',
    },
    {
      name: 'CoastalFeatureOffshoreLatitude',
      label: 'Offshore latitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the offshore point.',
    },
    {
      name: 'CoastalFeatureOffshoreLongitude',
      label: 'Offshore longitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the offshore point.',
    },
    {
      name: 'CoastalFeatureLGAName',
      label: 'Local government area',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Local government area in which the feature lies.',
    },
    {
      name: 'CoastalFeatureSource',
      label: 'Source',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Where the entry comes from.',
    },
    {
      name: 'CoastalFeatureTownProximityOLD',
      label: 'Position relative to a town',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Position relative to a town in words, such as "south of" a town.',
    },
    {
      name: 'CoastalFeatureTownProximityNEW',
      label: 'Town',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'The town alone.',
    },
    {
      name: 'CoastalFeatureInshore_Offshore',
      label: 'Inshore and offshore points',
      type: 'text',
      nulls: 'tolerated',
      knownValues: ['Separate inshore and offshore locations', 'Inshore and offshore locations same'],
      meaning: 'Whether the inshore and the offshore point differ.',
    },
    {
      name: 'CoastalFeatureLookup_Table',
      label: 'Entry in forms',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name, [type] and proximity in one text, as offered in a form.',
    },
    {
      name: 'CoastalFeatureTweet_Text',
      label: 'Text for public messages',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name, then proximity: the wording used in public messages.',
    },
    {
      name: 'CoastalFeatureResponse_Region',
      label: 'Response regions',
      type: 'text',
      nulls: 'tolerated',
      isCodeList: true,
      meaning: 'Codes of the regions that respond to an event here, separated by commas.',
    },
    {
      name: 'CoastalFeatureSource1',
      label: 'Remark on the source',
      type: 'text',
      nulls: 'documented',
      meaning: 'A further remark on the source.',
    },
    {
      name: 'CoastalFeatureTweet_Text_Len',
      label: 'Length of the message text',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      unit: 'characters (UTF-16 code units)',
      lengthOf: 'CoastalFeatureTweet_Text',
      meaning: 'Length of CoastalFeatureTweet_Text.',
    },
  ],
} as const satisfies DatasetDescription;

export type CoastalFeatureRecord = RecordOf<typeof coastalFeatures>;

/** Sightings and detections of tagged animals, one record per event. */
export const rawData = {
  ...rawDataOutline,
  fields: [
    {
      name: 'RawDataId',
      label: 'Record number',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      meaning: 'Identifier of the record. Unique; not in order of time.',
    },
    {
      name: 'ObjectId',
      label: 'Report or tag code',
      type: 'text',
      nulls: 'tolerated',
      uniqueAmong: [
        { name: 'sightings', field: 'InteractionValue', comparison: 'is', value: 'sighted' },
        { name: 'records other than detections', field: 'InteractionValue', comparison: 'is not', value: 'detected' },
      ],
      meaning:
        'Code of the report, or of the tagged animal. Repeated across the detections of one tag; the data dictionary ' +
        'counts the codes that several sightings share.',
    },
    {
      name: 'Distance',
      label: 'Distance from the shore',
      type: 'text',
      nulls: 'documented',
      meaning: 'Distance from the shore as reported, in DistanceUnit. Numeric text, at times with a decimal part.',
    },
    {
      name: 'DistanceUnit',
      label: 'Distance unit',
      type: 'text',
      nulls: 'documented',
      meaning: 'Unit of Distance, for example "m offshore".',
    },
    {
      name: 'InteractionValue',
      label: 'Kind of interaction',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Kind of the event in words: sighted, detected, tagged, caught or relocated.',
    },
    {
      name: 'InteractionId',
      label: 'Kind, as a number',
      type: 'text',
      nulls: 'tolerated',
      numericText: true,
      meaning:
        'Kind of the event as a number: 1 sighted, 2 tagged and released, 3 caught and released, 4 detected, ' +
        '5 tagged, relocated and released, 6 caught, relocated and released.',
    },
    {
      name: 'TownProximity',
      label: 'Town',
      type: 'text',
      nulls: 'documented',
      meaning: 'The nearest town, or "Receiver".',
    },
    {
      name: 'LocationValue',
      label: 'Place',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name of the coastal feature, in later records followed by its proximity to a town.',
    },
    {
      name: 'SightingNumbervalue',
      label: 'Number of animals',
      type: 'text',
      nulls: 'documented',
      meaning: 'How many animals were seen, as reported.',
    },
    {
      name: 'ReportDateTime',
      label: 'Reported at',
      type: 'dateTime',
      nulls: 'documented',
      meaning: 'When the event was reported, as recorded, without a time zone.',
    },
    {
      name: 'SightingDateTime',
      label: 'Seen or detected at',
      type: 'dateTime',
      nulls: 'never',
      meaning: 'When the animal was seen or detected, as recorded, without a time zone. The sort key.',
    },
    {
      name: 'SightingSizeValue',
      label: 'Estimated length',
      type: 'text',
      nulls: 'documented',
      meaning: 'Estimated length of the animal: metres such as "2.5m", or a word.',
    },
    {
      name: 'SightingSpeciesValue',
      label: 'Species',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Species as reported. Also objects and what is not the subject of the site.',
    },
    { name: 'OwnerValue', label: 'Source', type: 'text', nulls: 'tolerated', meaning: 'Who reported the event.' },
    {
      name: 'LocationDetail',
      label: 'Remarks',
      type: 'text',
      nulls: 'documented',
      meaning: 'Free text about the place of the event.',
    },
    {
      name: 'LocationX',
      label: 'Longitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the record.',
    },
    {
      name: 'LocationY',
      label: 'Latitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the record.',
    },
  ],
} as const satisfies DatasetDescription;

export type RawDataRecord = RecordOf<typeof rawData>;

/** Every dataset of the service, in the order of the documentation. */
export const datasets: readonly DatasetDescription[] = [coastalFeatures, rawData];

/** Finds a dataset by its name in a path; case does not matter. */
export function findDataset(name: string): DatasetDescription | undefined {
  const wanted = name.toLowerCase();
  return datasets.find((dataset) => dataset.name.toLowerCase() === wanted);
}
