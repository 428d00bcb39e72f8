import type { CoastalFeatureRecord, RawDataRecord } from '../../core/datasets/datasets.ts';

/** What a person calls each field of a record. */
export const recordFieldNames: Readonly<Record<keyof RawDataRecord, string>> = {
  RawDataId: 'Record number',
  ObjectId: 'Code of the report or the tag',
  Distance: 'Distance from the shore',
  DistanceUnit: 'Unit of that distance',
  InteractionValue: 'Kind of interaction',
  InteractionId: 'Kind, as a number',
  TownProximity: 'Town',
  LocationValue: 'Place',
  SightingNumbervalue: 'Number of animals',
  ReportDateTime: 'Reported at',
  SightingDateTime: 'Seen or detected at',
  SightingSizeValue: 'Estimated length',
  SightingSpeciesValue: 'Species',
  OwnerValue: 'Source',
  LocationDetail: 'Remarks',
  LocationX: 'Longitude',
  LocationY: 'Latitude',
};

/** What a person calls each field of a place. */
export const placeFieldNames: Readonly<Record<keyof CoastalFeatureRecord, string>> = {
  CoastalFeatureID: 'Place number',
  CoastalFeatureDOFID: 'Code of the department',
  CoastalFeatureFullName: 'Full name',
  CoastalFeatureDisplayName: 'Name',
  CoastalFeatureFeatureType: 'Type',
  CoastalFeatureInshoreLatitude: 'Inshore latitude',
  CoastalFeatureInshoreLongitude: 'Inshore longitude',
  CoastalFeatureOffshoreLatitude: 'Offshore latitude',
  CoastalFeatureOffshoreLongitude: 'Offshore longitude',
  CoastalFeatureLGAName: 'Local government area',
  CoastalFeatureSource: 'Source',
  CoastalFeatureTownProximityOLD: 'Position from a town',
  CoastalFeatureTownProximityNEW: 'Town',
  CoastalFeatureInshore_Offshore: 'Inshore and offshore points',
  CoastalFeatureLookup_Table: 'Entry in forms',
  CoastalFeatureTweet_Text: 'Wording in public messages',
  CoastalFeatureResponse_Region: 'Response regions',
  CoastalFeatureSource1: 'Remark on the source',
  CoastalFeatureTweet_Text_Len: 'Length of that wording',
};
