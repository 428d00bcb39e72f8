import { coastalFeatures } from '../../../core/datasets/coastal-features.ts';
import { rawData } from '../../../core/datasets/raw-data.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../sample/sample-inputs.ts';
import { tableOf } from '../../write/testing/stored-dataset.ts';
import type { RecordTable } from '../../write/record-table.ts';

export function sampleTables(rawDataRecords: number): RecordTable[] {
  const sample = { seed: 4, rawDataRecords };
  return [tableOf(coastalFeatures, [...sampleCoastalFeatures(sample)]), tableOf(rawData, [...sampleRawData(sample)])];
}
