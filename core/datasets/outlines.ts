import type { DatasetOutline } from './dataset-description.ts';

/** Named places of the coast, each with an inshore and an offshore point. */
export const coastalFeaturesOutline = {
  name: 'CoastalFeatures',
  title: 'Coastal features',
  tableName: 'coastal features table',
  meaning: 'Named places of the coast, each with an inshore and an offshore point.',
  identifierField: 'CoastalFeatureID',
  sortKey: { field: 'CoastalFeatureDisplayName', comparison: 'englishCollation' },
  positions: [
    {
      longitudeField: 'CoastalFeatureInshoreLongitude',
      latitudeField: 'CoastalFeatureInshoreLatitude',
      meaning: 'The inshore point.',
    },
    {
      longitudeField: 'CoastalFeatureOffshoreLongitude',
      latitudeField: 'CoastalFeatureOffshoreLatitude',
      meaning: 'The offshore point.',
    },
  ],
  columns: {
    placeName: 'CoastalFeatureDisplayName',
    texts: [{ field: 'CoastalFeatureFeatureType' }, { field: 'CoastalFeatureTownProximityNEW' }],
    details: [
      ['CoastalFeatureLGAName'],
      [
        ...['CoastalFeatureSource', 'CoastalFeatureTownProximityOLD', 'CoastalFeatureInshore_Offshore'],
        ...['CoastalFeatureLookup_Table', 'CoastalFeatureTweet_Text', 'CoastalFeatureResponse_Region'],
        ...['CoastalFeatureSource1', 'CoastalFeatureDOFID', 'CoastalFeatureFullName'],
      ],
    ],
  },
} as const satisfies DatasetOutline;

/** Sightings and detections of tagged animals, one record per event. */
export const rawDataOutline = {
  name: 'RawData',
  title: 'Raw data',
  tableName: 'raw sighting table',
  meaning: 'Events in which an animal was seen, found, detected, caught or tagged, one record per event.',
  identifierField: 'RawDataId',
  sortKey: { field: 'SightingDateTime', comparison: 'text' },
  positions: [
    {
      longitudeField: 'LocationX',
      latitudeField: 'LocationY',
      meaning: 'The position of the record.',
    },
  ],
  columns: {
    placeName: 'LocationValue',
    texts: [
      { field: 'InteractionValue' },
      { field: 'SightingSpeciesValue' },
      { field: 'OwnerValue' },
      // An ObjectId of digits is the number of a tag: detections with the same number are of the same animal.
      { field: 'ObjectId', only: 'digits' },
    ],
    // The explorer filters and sorts by the first group, which is a quarter of the size of the remarks. It does not read
    // the last group, which completes the fields.
    details: [
      ['SightingSizeValue', 'SightingNumbervalue', 'Distance', 'DistanceUnit'],
      ['LocationDetail'],
      ['ObjectId', 'InteractionId', 'TownProximity', 'ReportDateTime'],
    ],
  },
} as const satisfies DatasetOutline;

/** Returns a function that compares two sort keys of a dataset, for ascending order. */
export function sortKeyComparator(dataset: DatasetOutline): (a: string, b: string) => number {
  if (dataset.sortKey.comparison === 'text') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator('en', { sensitivity: 'accent' }).compare;
}
