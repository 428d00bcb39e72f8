import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../sample/sample-inputs.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { tableOf } from '../../write/testing/stored-dataset.ts';

export function sampleTables(rawDataRecords: number): RecordTable[] {
  const sample = { seed: 4, rawDataRecords };
  return [tableOf(coastalFeatures, [...sampleCoastalFeatures(sample)]), tableOf(rawData, [...sampleRawData(sample)])];
}
