import { csvCell } from '../../datasets/csv.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { readSite } from '../../storage/snapshot/site-document.ts';
import { type ResponseContent, textContent } from '../responses.ts';
import { mediaTypeOf, type OgcDocument, type OgcRequest } from './document.ts';
import { htmlPage, htmlPolicy } from './html-page.ts';
import { resources } from './resources.ts';

/** The content of a response: a document in the format of the request. Throws StoredDataError. */
export async function represent(
  document: OgcDocument,
  request: OgcRequest,
  snapshot: Snapshot,
): Promise<ResponseContent> {
  const { format, name } = request;
  const contentType = mediaTypeOf(resources[name], format);
  const { headers = {} } = document;
  if (format === 'json') return { ...textContent(JSON.stringify(document.json)), contentType, headers };
  const withCharset = `${contentType}; charset=UTF-8`;
  if (format === 'csv') return { ...textContent(csvOf(document)), contentType: withCharset, headers };
  const page = htmlPage(document, request, await readSite(snapshot), snapshot.manifest.sample);
  return {
    ...textContent(page),
    contentType: withCharset,
    headers: { ...headers, 'Content-Security-Policy': htmlPolicy },
  };
}

/** Safe to open in a spreadsheet. */
function csvOf({ columns, rows }: OgcDocument): string {
  return [columns, ...rows].map((row) => `${row.map((cell) => csvCell(cell, 'spreadsheet')).join(',')}\r\n`).join('');
}
