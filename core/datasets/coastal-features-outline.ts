import type { DatasetOutline } from './dataset-description.ts';

/** Named places of the coast, each with an inshore and an offshore point. */
export const coastalFeaturesOutline = {
  name: 'CoastalFeatures',
  title: 'Coastal features',
  tableName: 'coastal features table',
  meaning: 'Named places of the Western Australian coast, each with an inshore and an offshore point.',
  identifierField: 'CoastalFeatureID',
  sortKey: { field: 'CoastalFeatureDisplayName', comparison: 'englishCollation' },
  positions: [
    {
      longitudeField: 'CoastalFeatureInshoreLongitude',
      latitudeField: 'CoastalFeatureInshoreLatitude',
      meaning: 'The inshore point: where reports under 1,000 m offshore are placed.',
    },
    {
      longitudeField: 'CoastalFeatureOffshoreLongitude',
      latitudeField: 'CoastalFeatureOffshoreLatitude',
      meaning: 'The offshore point: where reports of 1,000 m and more offshore are placed.',
    },
  ],
  overview: {
    placeName: 'CoastalFeatureDisplayName',
    texts: [{ field: 'CoastalFeatureFeatureType' }, { field: 'CoastalFeatureTownProximityNEW' }],
  },
  expectedRegion: { west: 90, south: -45, east: 130, north: -8 },
} as const satisfies DatasetOutline;
