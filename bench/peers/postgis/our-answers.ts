import { join } from 'node:path';

import { buildSite } from '../../../build-data/build.ts';
import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import type { SearchQuery } from './random-queries.ts';
import { datasetNames, type DatasetName, type SearchInputs } from './search-inputs.ts';

/** What our handler says, asked by the requests of the interface. */
export interface OurAnswers {
  /** Identifiers in the order of the answer. */
  within(query: SearchQuery): Promise<readonly number[]>;
  /** Undefined when there is none. */
  nearest(query: SearchQuery): Promise<number | undefined>;
  /** The index of each record in the list of its dataset, in the order that decides between equally near ones. */
  readonly ranks: Readonly<Record<DatasetName, ReadonlyMap<number, number>>>;
}

const identifierFields: Readonly<Record<DatasetName, string>> = {
  CoastalFeatures: 'CoastalFeatureID',
  RawData: 'RawDataId',
};
const siteUrl = 'http://localhost/';

/** Builds a tree of the records in the folder, and answers from it. */
export async function askOurs({ files }: SearchInputs, folder: string): Promise<OurAnswers> {
  const site = join(folder, 'site');
  const result = await buildSite({
    inputs: { kind: 'files', coastalFeatures: files.CoastalFeatures, rawData: files.RawData },
    outputDirectory: site,
    target: 'compute',
    exports: false,
    siteUrl,
  });
  if (result.kind === 'refused') throw new Error('The build refused the records.');
  const context = { reader: new DatasetReader(createDirectoryStore(site)), basePath: '/' };

  const ask = async (dataset: DatasetName, parameters: string): Promise<readonly number[] | undefined> => {
    const url = `${siteUrl}webapi/v1/${dataset}${parameters}`;
    const response = await handleRequest(new Request(url), context);
    if (response?.status === 404) return undefined;
    if (response?.status !== 200) throw new Error(`${url} was answered with ${String(response?.status)}.`);
    const records = [await response.json()].flat() as readonly Readonly<Record<string, unknown>>[];
    return records.map((record) => Number(record[identifierFields[dataset]]));
  };
  const ranks: Record<DatasetName, ReadonlyMap<number, number>> = { CoastalFeatures: new Map(), RawData: new Map() };
  for (const dataset of datasetNames) {
    const list = (await ask(dataset, '')) ?? [];
    ranks[dataset] = new Map(list.map((identifier, rank) => [identifier, rank]));
  }
  return {
    ranks,
    within: async (query) => (await ask(query.dataset, parametersOf(query))) ?? [],
    nearest: async (query) => (await ask(query.dataset, parametersOf(query)))?.[0],
  };
}

/** The query as it is asked of the interface: numbers in their shortest exact form. */
export function parametersOf({ longitude, latitude, rangeInMetres, style }: SearchQuery): string {
  const range = rangeInMetres === undefined ? '' : `&rangeInM=${rangeInMetres}`;
  return `?latitude=${latitude}&longitude=${longitude}${range}&searchStyle=${style}`;
}
