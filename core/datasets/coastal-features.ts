import type { DatasetDescription, RecordOf } from './dataset-description.ts';
import { coastalFeaturesOutline } from './coastal-features-outline.ts';

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
      meaning: 'Display name, [type] and proximity in one text, as chosen from in a form.',
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
