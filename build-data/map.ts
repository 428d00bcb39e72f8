import { CsvError } from 'csv-parse/sync';
import { parseArgs } from 'node:util';

import { datasets, findDataset, rawData } from '../core/datasets/datasets.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import type { TimeRule } from '../core/datasets/recorded-time.ts';
import { exitCodes } from '../core/http/exit-codes.ts';
import { escapeText } from './format-text.ts';
import { MappingError, parseMapping } from './mapping/mapping.ts';
import { type ProposedMapping, proposeMapping } from './mapping/propose-mapping.ts';
import { rulesOf } from './site/rules.ts';
import { defaultSiteFile, readSiteFile, SiteFileError } from './site/site-file.ts';
import { readDataset } from './read/read-dataset.ts';
import { displayLocation, openSource, SourceError } from './read/source.ts';
import { formatIssues } from './report/build-report.ts';
import { escapeLines, runCommand, UsageError } from './run-command.ts';
import { IssueLog } from './validate/issues.ts';

/*
 * `npm run map` proposes a column mapping for a CSV file. It writes the mapping to standard output, and what a person has to
 * check, with five records as the mapping reads them, to standard error.
 */

const usage = `Usage: npm run -s map -- FILE|URL [--dataset ${datasets.map(({ name }) => name).join('|')}] [--site FILE] > FILE.map.json

Proposes how the columns of a CSV file become the fields of raw data (default) or of coastal features. The records that it
shows are read by the time rule of the site file (default: sites/western-australia/site.json). See docs/mapping.md.`;

const headBytes = 1024 * 1024;
/** Where the records should be is not known here. */
const wholeWorld = { west: -180, south: -90, east: 180, north: 90 } as const;
const shownRecords = 5;

async function run(commandLine: readonly string[]): Promise<number> {
  const { values, positionals } = parse(commandLine);
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return exitCodes.success;
  }
  const [location] = positionals;
  const dataset = findDataset(values.dataset);
  if (location === undefined || positionals.length > 1) throw new UsageError('Name one file or URL.');
  if (!dataset) throw new UsageError(`--dataset ${values.dataset} is unknown.`);
  const timeRule = readTimeRule(values.site);
  const { mapping, notes } = propose(await readHead(location), dataset);
  process.stdout.write(`${JSON.stringify(mapping, undefined, 2)}\n`);
  for (const note of notes) process.stderr.write(`Check: ${escapeText(note)}\n`);
  try {
    const issues = new IssueLog();
    const records: DatasetRecord[] = [];
    const onRecord = (record: DatasetRecord): void => {
      if (records.length < shownRecords) records.push(record);
    };
    const parsed = parseMapping('proposed', mapping, dataset);
    await readDataset({ dataset, location, mapping: parsed, timeRule, issues, onRecord, region: wholeWorld });
    for (const record of records) process.stderr.write(`${escapeLines(JSON.stringify(record, undefined, 2))}\n`);
    process.stderr.write(formatIssues(issues));
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    process.stderr.write(`To complete: ${escapeLines(error.message)}\n`);
  }
  return exitCodes.success;
}

/** Throws UsageError. */
function readTimeRule(path: string): TimeRule {
  try {
    return rulesOf(readSiteFile(path)).times;
  } catch (error) {
    if (error instanceof SiteFileError) throw new UsageError(error.message);
    throw error;
  }
}

/** Throws UsageError. */
function propose(head: Buffer, dataset: DatasetDescription): ProposedMapping {
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(head.toString('latin1', 0, 1024)))
    throw new UsageError('This is JSON: a mapping can be proposed only for CSV. Write it as docs/mapping.md explains.');
  try {
    return proposeMapping(head, dataset);
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`A mapping can be proposed only for CSV: ${error.message}.`);
    throw error;
  }
}

function parse(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        dataset: { type: 'string', default: rawData.name },
        site: { type: 'string', default: defaultSiteFile },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readHead(location: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (await openSource(location, 60_000)).chunks) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= headBytes) break;
    }
  } catch (error) {
    if (error instanceof SourceError) throw new UsageError(`${displayLocation(location)}: ${error.message}`);
    throw error;
  }
  return Buffer.concat(parts);
}

await runCommand({ expectedErrors: [], run });
