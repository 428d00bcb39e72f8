/**
 * The records as published, with their keys in the order of the API. A test checks these types against the descriptions of
 * the datasets.
 */

/** A named place on the coast, with an inshore and an offshore point. Coordinates are in degrees, WGS 84. */
export interface CoastalFeature {
  readonly CoastalFeatureID: number;
  readonly CoastalFeatureDOFID: string | null;
  readonly CoastalFeatureFullName: string | null;
  readonly CoastalFeatureDisplayName: string;
  readonly CoastalFeatureFeatureType: string | null;
  readonly CoastalFeatureInshoreLatitude: number;
  readonly CoastalFeatureInshoreLongitude: number;
  readonly CoastalFeatureOffshoreLatitude: number;
  readonly CoastalFeatureOffshoreLongitude: number;
  readonly CoastalFeatureLGAName: string | null;
  readonly CoastalFeatureSource: string | null;
  readonly CoastalFeatureTownProximityOLD: string | null;
  readonly CoastalFeatureTownProximityNEW: string | null;
  readonly CoastalFeatureInshore_Offshore: string | null;
  readonly CoastalFeatureLookup_Table: string | null;
  readonly CoastalFeatureTweet_Text: string | null;
  readonly CoastalFeatureResponse_Region: string | null;
  readonly CoastalFeatureSource1: string | null;
  readonly CoastalFeatureTweet_Text_Len: number;
}

/**
 * A sighting of a shark, or a detection of a tagged one. Its position is a point of a coastal feature, not where the
 * animal was. Times are text as recorded, without an offset. Longitude and latitude are in degrees, WGS 84.
 */
export interface RawDataRecord {
  readonly RawDataId: number;
  readonly ObjectId: string | null;
  readonly Distance: string | null;
  readonly DistanceUnit: string | null;
  readonly InteractionValue: string | null;
  readonly InteractionId: string | null;
  readonly TownProximity: string | null;
  readonly LocationValue: string | null;
  readonly SightingNumbervalue: string | null;
  readonly ReportDateTime: string | null;
  readonly SightingDateTime: string;
  readonly SightingSizeValue: string | null;
  readonly SightingSpeciesValue: string | null;
  readonly OwnerValue: string | null;
  readonly LocationDetail: string | null;
  readonly LocationX: number;
  readonly LocationY: number;
}
