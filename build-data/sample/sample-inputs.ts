import type { CoastalFeatureRecord } from '../../core/datasets/coastal-features.ts';
import type { RawDataRecord } from '../../core/datasets/raw-data.ts';
import { composeCoastalFeatures } from './coastal-features.ts';
import { composeRawData } from './raw-data.ts';

/** What a sample depends on: the same options give the same records, on every machine. */
export interface SampleOptions {
  /** Any safe integer. */
  readonly seed: number;
  /** How many records of RawData there are, 0 to 1,000,000 or more. The coastal features are always about 600. */
  readonly rawDataRecords: number;
}

/** A sample as large as the published dataset. */
export const defaultSampleOptions: SampleOptions = { seed: 1, rawDataRecords: 17_000 };

/** Made-up entries at real places of the Western Australian coast, in ascending order of their identifiers. */
export function sampleCoastalFeatures(options: SampleOptions): CoastalFeatureRecord[] {
  return composeCoastalFeatures(options.seed);
}

/**
 * Made-up sightings and detections at points of the sample's coastal features, yielded one by one as they are asked
 * for, in no order of time. Takes linear time and constant memory.
 */
export function sampleRawData(options: SampleOptions): Generator<RawDataRecord, void, undefined> {
  return composeRawData(sampleCoastalFeatures(options), options.seed, options.rawDataRecords);
}
