import { expect, test } from '@playwright/test';

import { fetchJson, type PublishedRecord } from './support/api.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

test.use({ serviceWorkers: 'allow' });

// A page of another site imports the client from ours.
const scriptUrl = `${fullHost}client/coastwatch-client.js`;

interface Found {
  readonly all: number;
  readonly nearest: PublishedRecord | null;
  readonly refused: string;
}

test('a page of another site imports the client and sends requests with it', atOneSize, async ({ page }) => {
  // The page has another origin and is not subject to our content security policy.
  await page.goto(`${process.env['COASTWATCH_PLAIN_HOST'] ?? ''}robots.txt`);
  const found = await page.evaluate<Found>(`(async () => {
    const { CoastwatchClient } = await import(${JSON.stringify(scriptUrl)});
    const client = new CoastwatchClient(${JSON.stringify(fullHost)});
    let all = 0;
    for await (const record of client.rawData.records({ pageSize: 50 })) if (record.RawDataId > 0) all++;
    const nearest = await client.rawData.nearest({ latitude: -32.3, longitude: 115.73 });
    const refused = await client.rawData.page({ pageNumber: 100000 }).catch((error) => error.name + ': ' + error.reason);
    return { all, nearest, refused };
  })()`);
  const records = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  expect(records.length).toBeGreaterThan(50);
  expect(found.all).toBe(records.length);
  expect(found.nearest).toEqual(
    await fetchJson(`${fullHost}webapi/v1/RawData?latitude=-32.3&longitude=115.73&searchStyle=Nearest`),
  );
  expect(found.refused).toBe('CoastwatchError: refused');
});
