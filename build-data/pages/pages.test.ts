import { Window } from 'happy-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '../../core/datasets/datasets.ts';
import { parameters } from '../../core/query/parameters.ts';
import { documentPagePaths } from '../../core/storage/format/layout.ts';
import type { ChangeLog } from '../documents/change-log.ts';
import { buildDataDictionary } from '../documents/data-dictionary.ts';
import { openApiOf } from '../documents/write-documents.ts';
import type { ExportedFile } from '../exports/exported-file.ts';
import { escapeMarkup } from '../../core/feeds/escape-markup.ts';
import { apiPage } from './api-page.ts';
import { changesPage, dictionaryPage } from './document-pages.ts';
import { embeddingPage } from './embedding-page.ts';
import { downloadsPage } from './downloads-page.ts';
import { datasetMetadata } from './metadata/dataset-metadata.ts';
import { schemaOrgCatalog } from './metadata/linked-data.ts';
import { fillTemplate, type PageContent, type PageName } from './page-frame.ts';
import { hostileFacts, hostileText } from './testing/facts.ts';

const template =
  '<!doctype html><html lang="en-AU"><head><script type="module" src="./assets/document-1a.js"></script>' +
  '<!--coastwatch-head--></head><body><!--coastwatch-body--></body></html>';
const facts = hostileFacts();
const openApi = openApiOf(facts.tables, { ...facts, hasPages: true });
const file: ExportedFile = {
  dataset: 'RawData',
  format: 'csv',
  title: 'Raw data, CSV',
  mediaType: 'text/csv',
  path: 'downloads/RawData.csv',
  hashedPath: 'downloads/RawData.0123456789abcdef.csv',
  bytes: 1234,
  sha256: '0123456789abcdef'.repeat(4),
};
const none = { count: 0, identifiers: [], notListed: 0 };
const changeLog: ChangeLog = {
  dataVersion: facts.dataVersion,
  builtAt: facts.builtAt,
  sample: true,
  earlierBuildsLeftOut: 3,
  builds: [
    {
      builtAt: facts.builtAt,
      dataVersion: facts.dataVersion,
      previousDataVersion: 'fedcba9876543210',
      datasets: {
        CoastalFeatures: {
          records: 274,
          added: none,
          changed: { count: 0, records: [], notListed: 0 },
          removed: none,
        },
        RawData: {
          records: 400,
          added: { count: 1, identifiers: [7], notListed: 0 },
          changed: { count: 60, records: [{ identifier: 8, fields: ['Distance'] }], notListed: 59 },
          removed: none,
        },
      },
    },
  ],
};

const contents: PageContent[] = [];
const pages = new Map<PageName, string>();
beforeAll(() => {
  const metadata = schemaOrgCatalog(facts, datasetMetadata(facts, [file]));
  contents.push(
    apiPage(facts, openApi, metadata),
    dictionaryPage(
      facts.tables.map((table) => buildDataDictionary(table, facts)),
      metadata,
      facts.publication,
      facts.rules.times,
    ),
    downloadsPage(facts, [file], metadata),
    embeddingPage(facts, metadata),
    changesPage(changeLog, metadata, facts.publication),
  );
  for (const content of contents) pages.set(content.name, fillTemplate(template, content, facts));
});
const pageHtml = (name: PageName): string => pages.get(name) ?? '';
const names = Object.keys(documentPagePaths) as PageName[];

it('the data dictionary explains tags and visits only if there are detections', () => {
  const dictionaries = facts.tables.map((table) => buildDataDictionary(table, facts));
  const sectionsWith = (...interactions: readonly string[]): readonly string[] => {
    const values = interactions.map((value) => ({ value, records: 1 }));
    const changed = dictionaries.map((dictionary) => ({
      ...dictionary,
      fields: dictionary.fields.map((field) => (field.name === 'InteractionValue' ? { ...field, values } : field)),
    }));
    return dictionaryPage(changed, undefined, facts.publication, facts.rules.times).contents.map(([id]) => id);
  };
  expect(sectionsWith('Sighted', ' DETECTED')).toContain('visits');
  expect(sectionsWith('Sighted', 'detected nearby')).not.toContain('visits');
});

describe.each(names)('the documentation page %s', (name) => {
  it('has unique ids, and all its internal links have a target', () => {
    const ids = Array.from(pageHtml(name).matchAll(/\sid="([^"]*)"/g), ([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id = ''] of pageHtml(name).matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id);
    for (const [id] of contents.find((content) => content.name === name)?.contents ?? []) expect(ids).toContain(id);
  });

  it('works under any base path: its links and assets are relative, and lead to files of the site', () => {
    const page = pageHtml(name);
    const base = `https://elsewhere.example/coast/${documentPagePaths[name]}`;
    const addresses = Array.from(
      page.matchAll(/<(?:a|link|script)[^>]*\s(?:href|src)="([^"#]+)/g),
      ([, found = '']) => found,
    );
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses) {
      if (address.startsWith(facts.siteUrl)) continue; // The canonical URL, for search engines.
      expect(address).toMatch(/^\.\.\//);
      expect(new URL(address, base).href).toMatch(/^https:\/\/elsewhere\.example\/coast\//);
    }
    expect(page).toContain(`data-root="${name === 'api' ? '../' : '../../'}"`);
  });

  it('allows only its own script, and displays hostile text as text', () => {
    const page = pageHtml(name);
    expect(page.match(/<script[^>]*>/g)).toEqual([
      expect.stringContaining('src="'),
      '<script type="application/ld+json">',
    ]);
    expect(page).not.toMatch(/<img|onerror='|\sstyle=|\son[a-z]+="/);
  });

  it('has a title, and links to the other pages, even without scripts', () => {
    const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
    document.write(pageHtml(name));
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    const links = Array.from(document.querySelectorAll('nav[aria-label="Pages"] a'), (link) => link.textContent);
    expect(links).toEqual(expect.arrayContaining(['Data dictionary', 'Downloads', 'Changes']));
    expect(document.querySelectorAll('h1[hidden], nav[hidden], main[hidden]')).toHaveLength(0);
  });
});

const escapeHtml = (text: string): string => escapeMarkup(text, 'html');

describe('the API page', () => {
  it('has the rules of docs/api.md, with tables, lists, links and code', () => {
    const page = pageHtml('api');
    for (const { name, allowed, meaning } of parameters) {
      const cells = [
        'scope="row" ><code>' + name + '</code>',
        `<td>${allowed}</td>`,
        `<td>${escapeHtml(meaning)}</td>`,
      ];
      for (const cell of cells) expect(page).toContain(cell);
    }
    expect(page).toContain('<li><code>latitude</code> and <code>longitude</code> are only allowed together');
    expect(page).toContain('<strong>Records with equal keys are in ascending order');
    expect(page).toContain('<a href="#errors">');
    expect(page).not.toMatch(/\.md\b|\]\(|\*\*|\n\|/);
  });

  it('has a form with every request of the OpenAPI document whose response is JSON, and its parameters', () => {
    const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
    document.write(pageHtml('api'));
    const fieldsOf = (path: string): (string | null)[] =>
      Array.from(document.querySelectorAll(`fieldset[data-request="${path}"] [name]`), (field) =>
        field.getAttribute('name'),
      );
    expect(fieldsOf('webapi/v1/RawData')).toEqual(parameters.map(({ name }) => name));
    expect(fieldsOf('webapi/v1/CoastalFeatures/{id}')).toEqual(['id']);
    const offered = Array.from(document.querySelectorAll('.request-form option[value]'), (each) =>
      each.getAttribute('value'),
    );
    const described = Object.keys(openApi['paths'] as object).filter((path) => !path.endsWith('.flatbush'));
    expect(offered).toEqual(described.map((path) => `webapi/v1${path}`));
  });

  it('warns when the site was built without its public URL', () => {
    const local = { ...facts, siteUrl: 'http://localhost:8080/' };
    expect(fillTemplate(template, apiPage(local, openApi, {}), local)).toContain('address-note');
    expect(pageHtml('api')).not.toContain('address-note');
  });
});

describe('the data dictionary', () => {
  it('explains every field of each dataset, under a unique id', () => {
    for (const { name, fields } of datasets) {
      for (const field of fields) {
        expect(pageHtml('dictionary')).toContain(`id="${name}-${field.name}"`);
        expect(pageHtml('dictionary')).toContain(escapeHtml(field.meaning));
      }
    }
  });
});

describe('the downloads page', () => {
  it('lists each file with its size and checksum, under both names', () => {
    const page = pageHtml('downloads');
    for (const part of [`../../${file.path}"`, `../../${file.hashedPath}"`, file.sha256, '1 kB'])
      expect(page).toContain(part);
  });
});

describe('the changes page', () => {
  it('counts added, changed and removed records, and links to the existing ones', () => {
    const words = pageHtml('changes')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ');
    expect(words).toContain('1 added: 7');
    expect(words).toContain('60 changed: 8 (Distance) and 59 more');
    expect(words).toContain('None removed');
    expect(words).toContain('274 records: none added, changed or removed');
    expect(words).toContain('3 earlier builds are no longer listed.');
    expect(pageHtml('changes')).toContain('href="../../webapi/v1/RawData/7.json"');
  });
});

it('the dictionary displays hostile text as text', () => {
  expect(pageHtml('dictionary')).toContain(escapeHtml(hostileText).slice(0, 40));
});
