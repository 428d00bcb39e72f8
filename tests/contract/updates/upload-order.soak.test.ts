import { copyFile, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Upload, uploadList } from '../../../build-data/hosting/host-files.ts';
import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { publishVersion, versionOfResponse } from './versioned-site.ts';

const uploads = 3;
const paths = ['RawData', 'RawData?pageNumber=2&pageSize=90', 'RawData/150', 'CoastalFeatures?sortOrder=asc'];

let folder: string;
let built: string;
let live: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-upload-'));
  built = join(folder, 'built');
  live = join(folder, 'live');
  await publishVersion(0, built);
  await cp(built, live, { recursive: true, dereference: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** Uploads a file to the live site atomically, as object stores do. */
async function send({ path }: Upload): Promise<void> {
  const target = join(live, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(built, path), `${target}.sent`);
  await rename(`${target}.sent`, target);
}

async function versionOf(reader: DatasetReader, path: string): Promise<number> {
  const request = new Request(`https://data.example.org/webapi/v1/${path}`);
  const response = await handleRequest(request, { reader, basePath: '/' });
  if (!response) throw new Error(`${path} is not a path of the API`);
  return versionOfResponse(path, {
    status: response.status,
    body: await response.text(),
    dataVersion: response.headers.get('X-Data-Version') ?? undefined,
  });
}

it('during an upload in the documented order, each response is of one version, and new readers see the new version after the manifest', async () => {
  const longLived = new DatasetReader(createDirectoryStore(live));
  let responses = 0;
  for (let version = 1; version <= uploads; version++) {
    await publishVersion(version, built);
    const list = await uploadList(built, '/');
    expect(list.length).toBeGreaterThan(20);
    let isPublished = false;
    for (const upload of list) {
      await send(upload);
      isPublished ||= upload.path === 'data/manifest.json';
      for (const reader of [longLived, new DatasetReader(createDirectoryStore(live))]) {
        const path = paths[responses++ % paths.length] ?? '';
        const found = await versionOf(reader, path);
        if (reader !== longLived)
          expect([upload.path, found]).toEqual([upload.path, isPublished ? version : version - 1]);
      }
    }
    expect(isPublished).toBe(true);
  }
  console.info(`${uploads} uploads, file by file, survived: ${responses} responses, each of one version.`);
});
