import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { historicalNotice } from '../../core/datasets/notices.ts';
import {
  catalogPath,
  checksumsPath,
  completeArrayPath,
  dataPackagePath,
  documentPagePaths,
  exportPath,
  feedPath,
  placeFeedPath,
  sitemapPath,
} from '../../core/storage/format/layout.ts';
import { exportedDataset } from '../exports/export-columns.ts';
import type { ExportedFile } from '../exports/exported-file.ts';
import { formatDay, formatSize } from '../format-text.ts';
import { statedRights } from '../publication.ts';
import { asTitle, contentOf, recordsOf } from '../site/words.ts';
import { codeBlock, heading, html, type Html, table } from './html.ts';
import { type PageContent, rootFrom, type SiteFacts, termsSection } from './page-frame.ts';

const root = rootFrom(documentPagePaths.downloads);

/** The page for people who load the data into a tool, cite it, or subscribe to new records. */
export function downloadsPage(facts: SiteFacts, files: readonly ExportedFile[], metadata: unknown): PageContent {
  const hasCsv = files.some(({ format }) => format === 'csv');
  return {
    name: 'downloads',
    title: 'Downloads',
    description: `${asTitle(contentOf(facts.publication.site))} as files for spreadsheets, maps and statistics, with sizes and checksums, and feeds of the newest records.`,
    contents: [
      ['terms', 'Terms of use'],
      ['files', 'Files'],
      ...(hasCsv ? [['csv', 'Reading the CSV'] as const] : []),
      ['cite', 'How to cite'],
      ['feeds', 'Feeds'],
      ['metadata', 'Metadata'],
    ],
    metadata,
    lead: 'Each complete dataset, in the format that your tool reads.',
    body: html` ${termsSection(root, facts.publication)} ${heading('files', 'Files')}
      ${
        files.length === 0
          ? withoutFiles()
          : datasets.map(({ name, title }) =>
              fileTable(
                title,
                files.filter(({ dataset }) => dataset === name),
              ),
            )
      }
      ${files.length === 0 ? undefined : html`<p>All checksums, in the format of sha256sum: <a href="${root}${checksumsPath}">checksums.txt</a>.</p>`}
      ${hasCsv ? readingCsv() : undefined} ${heading('cite', 'How to cite')}
      <p>Cite the data version: the same version always means the same records.</p>
      <blockquote>${citation(facts)}</blockquote>
      ${heading('feeds', 'Feeds')}
      <p>
        The newest records as <a href="${root}${feedPath('atom')}">Atom with GeoRSS</a> and as
        <a href="${root}${feedPath('json')}">JSON Feed</a>, the 50 that became known last, and the 50 that were added
        last.
        ${
          facts.target === 'compute'
            ? html` Each coastal feature also has feeds of the records within 1 km of its inshore point:
                <code>${placeFeedPath('atom', '{CoastalFeatureID}')}</code> and
                <code>${placeFeedPath('json', '{CoastalFeatureID}')}</code>.`
            : undefined
        }
      </p>
      ${heading('metadata', 'Metadata')}
      <ul>
        <li>
          <a href="${root}${dataPackagePath}">datapackage.json</a>: a Frictionless data package, with the fields of each
          CSV file for programs.
        </li>
        <li><a href="${root}${catalogPath}">catalog.jsonld</a>: DCAT, for data catalogues.</li>
        <li><a href="${root}${sitemapPath}">sitemap.xml</a>: the pages of this site.</li>
      </ul>`,
  };
}

function fileTable(title: string, files: readonly ExportedFile[]): Html | undefined {
  if (files.length === 0) return undefined;
  const rows = files.map(({ title: fileTitle, path, hashedPath, bytes, sha256 }) => [
    html`<a href="${root}${path}" download aria-label="${fileTitle}">${fileTitle.split(', ').at(-1)}</a>`,
    formatSize(bytes),
    html`<a href="${root}${hashedPath}"><code>${sha256}</code></a>`,
  ]);
  return html`<h3>${title}</h3>
    ${table(['File', 'Size', 'SHA-256, linked to this version'], rows, { label: title, numbers: [1] })}`;
}

function readingCsv(): Html {
  const snippets = datasets.flatMap((dataset) =>
    csvSnippets(dataset).map(({ title, code }) => ({ title, block: codeBlock(`${title}: ${dataset.title}`, code) })),
  );
  const titles = [...new Set(snippets.map(({ title }) => title))];
  const samples = titles.map(
    (title, index) =>
      html`<details name="csv-code" ${index === 0 ? html` open` : undefined}>
        <summary>${title}</summary>
        ${snippets.filter((snippet) => snippet.title === title).map(({ block }) => block)}
      </details>`,
  );
  return html`${heading('csv', 'Reading the CSV')}
    <p>
      <strong>CSV</strong> is for programs: UTF-8 without a byte order mark, the published values and nothing else. An
      empty cell is a null, <code>""</code> is an empty text, and the text <code>NULL</code> is a published value.
      <strong>CSV for spreadsheets</strong> has a byte order mark, an apostrophe before each text that a spreadsheet
      would run as a formula, and a last column that identifies this variant. This code reads <strong>CSV</strong> and
      keeps every value as published:
    </p>
    <div class="samples">${samples}</div>`;
}

function withoutFiles(): Html {
  const links = datasets.map(
    ({ name, title }) => html`<li><a href="${root}${completeArrayPath(name)}">${title} as JSON</a></li>`,
  );
  return html`<p>This site was built without files to download. The API returns each complete dataset:</p>
    <ul>
      ${links}
    </ul>`;
}

function citation({ siteUrl, dataVersion, modifiedAt, sample, publication }: SiteFacts): string {
  const { publisher, site, ...rights } = publication;
  const what = sample ? 'invented sample records' : `${recordsOf(site)} and coastal features of ${site.region.name}`;
  const by = publisher === undefined ? '' : `${publisher.name}. `;
  const version = `Data version ${dataVersion}, first built ${formatDay(modifiedAt)}.`;
  return [
    `${by}${site.title}: ${what}. ${version} ${siteUrl}`,
    ...statedRights(rights),
    historicalNotice,
    ...(site.positions ? [site.positions.notice] : []),
  ].join(' ');
}

/** A few lines of code that read a CSV download without changing any value. */
interface CsvSnippet {
  readonly title: string;
  /** As in the info string of a Markdown code block. */
  readonly language: 'python' | 'r' | 'sql';
  readonly code: string;
}

/**
 * Code that reads a CSV download. Codes keep their leading zeros, and the text `NULL` remains text: only an empty cell
 * becomes a null. Times remain the published text, except in DuckDB, whose timestamps have no zone either.
 */
export function csvSnippets(dataset: DatasetDescription): readonly CsvSnippet[] {
  const { name, fields } = exportedDataset(dataset);
  const file = exportPath(name, '.csv').replace(/^.*\//, '');
  const numbers = fields.filter(({ type }) => type === 'integer' || type === 'number');
  const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join(',');
  const sqlTypes = { integer: 'BIGINT', number: 'DOUBLE', dateTime: 'TIMESTAMP' } as const;
  const sqlTyped = fields.flatMap(({ name: field, type }) =>
    type === 'text' ? [] : [`\n    '${field}': '${sqlTypes[type]}'`],
  );
  return [
    {
      title: 'Python with pandas',
      language: 'python',
      code: `import pandas

records = pandas.read_csv("${file}", dtype=str, keep_default_na=False, na_values=[""])
records = records.astype({${lines(numbers.map((field) => `"${field.name}": ${field.type === 'integer' ? 'int' : 'float'}`))}
})`,
    },
    {
      title: 'R',
      language: 'r',
      code: `records <- read.csv("${file}", colClasses = "character", na.strings = "", encoding = "UTF-8")
numbers <- c(${lines(numbers.map((field) => `"${field.name}"`))}
)
records[numbers] <- lapply(records[numbers], as.numeric)`,
    },
    {
      title: 'DuckDB',
      language: 'sql',
      code: `SELECT * FROM read_csv(
  '${file}', allow_quoted_nulls = false, auto_type_candidates = ['VARCHAR'],
  types = {${sqlTyped.join(',')}
  }
)`,
    },
  ];
}
