import type { FileReference } from '../../core/storage/format/file-reference.ts';
import {
  changeLogPath,
  dictionaryPath,
  type InterfaceDocument,
  interfaceDocumentPath,
} from '../../core/storage/format/layout.ts';
import type { RecordTable } from '../write/record-table.ts';
import { type TreeSink, writeHashed } from '../write/tree-sink.ts';
import { type ChangeLog, logChanges, type LoggedBuild } from './change-log.ts';
import { dataDictionaryOf, dictionaryCsv, dictionaryJson } from './data-dictionary.ts';
import { openApiOf, type OpenApiOptions } from './open-api/open-api.ts';
import { serviceDocumentOf, type ServiceOptions } from './service-document.ts';

interface DocumentOptions extends ServiceOptions, OpenApiOptions, LoggedBuild {
  readonly target: 'static' | 'compute';
}

interface WrittenDocuments {
  /** For the manifest: the files that the API returns at the addresses of its documents. */
  readonly documents: Readonly<Record<InterfaceDocument, FileReference>>;
  readonly changeLog: ChangeLog;
}

/** Writes the documents that describe the API and its data to programs. */
export async function writeDocuments(
  tables: readonly RecordTable[],
  sink: TreeSink,
  options: DocumentOptions,
  dictionaries = tables.map((table) => dataDictionaryOf(table, options)),
): Promise<WrittenDocuments> {
  const contents: Readonly<Record<InterfaceDocument, unknown>> = {
    'index.json': serviceDocumentOf(tables, options),
    'openapi.json': openApiOf(tables, options, dictionaries),
  };
  const write = async (name: InterfaceDocument): Promise<FileReference> => {
    const bytes = encode(JSON.stringify(contents[name]));
    if (options.target === 'static') await sink.write(interfaceDocumentPath(name), bytes);
    return writeHashed(bytes, 'json', sink);
  };
  const documents = { 'index.json': await write('index.json'), 'openapi.json': await write('openapi.json') };
  for (const dictionary of dictionaries) {
    await sink.write(dictionaryPath(dictionary.dataset, 'csv'), encode(dictionaryCsv(dictionary)));
    await sink.write(dictionaryPath(dictionary.dataset, 'json'), encode(dictionaryJson(dictionary)));
  }
  const changeLog = await logChanges(tables, options);
  await sink.write(changeLogPath, encode(`${JSON.stringify(changeLog, null, 1)}\n`));
  return { documents, changeLog };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
