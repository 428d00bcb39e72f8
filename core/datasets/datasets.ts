import type { DatasetDescription, RecordOf } from './dataset-description.ts';
import { coastalFeaturesOutline, rawDataOutline } from './outlines.ts';

/** Named places of the coast, each with an inshore and an offshore point. */
export const coastalFeatures = {
  ...coastalFeaturesOutline,
  fields: [
    {
      name: 'CoastalFeatureID',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      meaning: 'Identifier of the feature. Unique.',
    },
    {
      name: 'CoastalFeatureDOFID',
      type: 'text',
      nulls: 'tolerated',
      meaning: "The department's own code, numeric or alphanumeric. Leading zeros matter.",
    },
    { name: 'CoastalFeatureFullName', type: 'text', nulls: 'tolerated', meaning: 'The full name.' },
    {
      name: 'CoastalFeatureDisplayName',
      type: 'text',
      nulls: 'never',
      meaning: 'The name to show. Not unique: several towns have a Back Beach. The sort key.',
    },
    {
      name: 'CoastalFeatureFeatureType',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Kind of place, for example Beach, Point or BEN Sign.',
    },
    {
      name: 'CoastalFeatureInshoreLatitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the inshore point.',
    },
    {
      name: 'CoastalFeatureInshoreLongitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the inshore point.',
    },
    {
      name: 'CoastalFeatureOffshoreLatitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the offshore point.',
    },
    {
      name: 'CoastalFeatureOffshoreLongitude',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the offshore point.',
    },
    {
      name: 'CoastalFeatureLGAName',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Local government area in which the feature lies.',
    },
    { name: 'CoastalFeatureSource', type: 'text', nulls: 'tolerated', meaning: 'Where the entry comes from.' },
    {
      name: 'CoastalFeatureTownProximityOLD',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Position relative to a town in words, for example "south of Yallingup".',
    },
    {
      name: 'CoastalFeatureTownProximityNEW',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'The town alone, for example "Yallingup".',
    },
    {
      name: 'CoastalFeatureInshore_Offshore',
      type: 'text',
      nulls: 'tolerated',
      knownValues: ['Separate inshore and offshore locations', 'Inshore and offshore locations same'],
      meaning: 'Whether the inshore and the offshore point differ.',
    },
    {
      name: 'CoastalFeatureLookup_Table',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name, [type] and proximity in one text, as offered in a form.',
    },
    {
      name: 'CoastalFeatureTweet_Text',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name, then proximity: the wording used in public messages.',
    },
    {
      name: 'CoastalFeatureResponse_Region',
      type: 'text',
      nulls: 'tolerated',
      isCodeList: true,
      meaning: 'Codes of the regions that respond to an event here, separated by commas.',
    },
    {
      name: 'CoastalFeatureSource1',
      type: 'text',
      nulls: 'documented',
      meaning: 'A further remark on the source.',
    },
    {
      name: 'CoastalFeatureTweet_Text_Len',
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

/** Shark sightings and detections of tagged sharks, one record per event. */
export const rawData = {
  ...rawDataOutline,
  fields: [
    {
      name: 'RawDataId',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      meaning: 'Identifier of the record. Unique; not in order of time.',
    },
    {
      name: 'ObjectId',
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
      type: 'text',
      nulls: 'documented',
      meaning: 'Distance from the shore as reported, in DistanceUnit. Numeric text, at times with a decimal part.',
    },
    { name: 'DistanceUnit', type: 'text', nulls: 'documented', meaning: 'Unit of Distance, for example "m offshore".' },
    {
      name: 'InteractionValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Kind of the event in words: sighted, detected, tagged, caught or relocated.',
    },
    {
      name: 'InteractionId',
      type: 'text',
      nulls: 'tolerated',
      numericText: true,
      meaning:
        'Kind of the event as a number: 1 sighted, 2 tagged and released, 3 caught and released, 4 detected, ' +
        '5 tagged, relocated and released, 6 caught, relocated and released.',
    },
    { name: 'TownProximity', type: 'text', nulls: 'documented', meaning: 'The nearest town, or "Receiver".' },
    {
      name: 'LocationValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name of the coastal feature, in later records followed by its proximity to a town.',
    },
    {
      name: 'SightingNumbervalue',
      type: 'text',
      nulls: 'documented',
      meaning: 'How many animals were seen, as reported.',
    },
    {
      name: 'ReportDateTime',
      type: 'dateTime',
      nulls: 'documented',
      meaning: 'When the event was reported, as recorded, without a time zone.',
    },
    {
      name: 'SightingDateTime',
      type: 'dateTime',
      nulls: 'never',
      meaning: 'When the animal was seen or detected, as recorded, without a time zone. The sort key.',
    },
    {
      name: 'SightingSizeValue',
      type: 'text',
      nulls: 'documented',
      meaning: 'Estimated length of the animal: metres such as "2.5m", or a word.',
    },
    {
      name: 'SightingSpeciesValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Species as reported. Also whale carcasses and unidentified sonar objects.',
    },
    { name: 'OwnerValue', type: 'text', nulls: 'tolerated', meaning: 'Who reported the event.' },
    { name: 'LocationDetail', type: 'text', nulls: 'documented', meaning: 'Free text about the place of the event.' },
    {
      name: 'LocationX',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: 'Longitude of the point of a coastal feature where the record is placed.',
    },
    {
      name: 'LocationY',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: 'Latitude of the point of a coastal feature where the record is placed.',
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
