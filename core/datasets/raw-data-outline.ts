import type { DatasetOutline } from './dataset-description.ts';

/** Shark sightings and detections of tagged sharks, one record an event. */
export const rawDataOutline = {
  name: 'RawData',
  title: 'Raw data',
  tableName: 'raw sighting table',
  meaning:
    'Shark sightings reported by people, and detections of tagged sharks by receivers, one record an event. ' +
    'A record stands at a point of a coastal feature, not where the animal was.',
  identifierField: 'RawDataId',
  sortKey: { field: 'SightingDateTime', comparison: 'text' },
  positions: [
    {
      longitudeField: 'LocationX',
      latitudeField: 'LocationY',
      meaning:
        'A point of the coastal feature named in the report: its inshore point for reports under 1,000 m offshore, ' +
        'its offshore point for others.',
    },
  ],
  overview: {
    placeName: 'LocationValue',
    knownPlaces: 'CoastalFeatures',
    texts: [
      { field: 'InteractionValue' },
      { field: 'SightingSpeciesValue' },
      { field: 'OwnerValue' },
      // Digits alone are the number of a tag, and tell which detections are of one animal.
      { field: 'ObjectId', only: 'digits' },
    ],
  },
  expectedRegion: { west: 90, south: -45, east: 130, north: -8 },
} as const satisfies DatasetOutline;
