import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../sample/sample-inputs.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { tableOf } from '../../write/testing/stored-dataset.ts';

/** Tables of sample data. There are fewer features than in the sample site, so that a build is quick. */
export function sampleTables(rawDataRecords: number): [features: RecordTable, records: RecordTable] {
  const sample = { seed: 4, rawDataRecords };
  const features = [...sampleCoastalFeatures(sample)].slice(0, 60);
  return [tableOf(coastalFeatures, features), tableOf(rawData, sampleRawData(sample))];
}
