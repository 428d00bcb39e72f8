import { describe, expect, it } from 'vitest';

import { encodePointRecords, pointsOfTable } from '../../build-data/write/table-points.ts';
import { rawDataRecord, storedSnapshot, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../datasets/datasets.ts';
import { dataFilePath } from '../storage/format/layout.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { handleRequest } from './handle-request.ts';

describe('the records of the points, stored in parts', async () => {
  const records = Array.from({ length: 60 }, (_, index) => rawDataRecord(index + 1, index, 115 + (index % 7), -32));
  const table = tableOf(rawData, records);
  const { tree, version } = await storedSnapshot([table]);
  const { dataVersion, datasets } = version.manifest;
  const expected = new TextDecoder().decode(encodePointRecords(table, pointsOfTable(table), dataVersion));
  const request = async (method = 'GET'): Promise<Response | undefined> => {
    const url = 'http://localhost/webapi/v1/RawData.points.json';
    return handleRequest(new Request(url, { method }), { reader: new DatasetReader(memoryStore(tree)), basePath: '/' });
  };

  it('are one response, of known length', async () => {
    expect(datasets['RawData']?.points.length).toBeGreaterThan(3);
    for (const method of ['GET', 'HEAD']) {
      const response = await request(method);
      expect(response?.status).toBe(200);
      expect(response?.headers.get('Content-Length')).toBe(String(expected.length));
      expect(await response?.text()).toBe(method === 'GET' ? expected : '');
    }
  });

  it('fail if a part is missing: with 503 for the first, otherwise during the response', async () => {
    const [first, , third] = (datasets['RawData']?.points ?? []).map(({ hash }) =>
      dataFilePath({ hash, extension: 'json' }),
    );
    for (const [path = '', status] of [
      [first, 503],
      [third, 200],
    ] as const) {
      const bytes = tree.files.get(path);
      tree.files.delete(path);
      const response = await request();
      expect(response?.status).toBe(status);
      if (status === 200) await expect(response?.text()).rejects.toThrow('missing');
      if (bytes) tree.files.set(path, bytes);
    }
  });
});
