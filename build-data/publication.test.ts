import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { Window } from 'happy-dom';
import { beforeAll, describe, expect, it } from 'vitest';

import { site } from './site/testing/default-site.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import { runBuild } from './testing/run-build.ts';
import { writeSmallExplorer } from '../tests/support/small-site.ts';
import { readRights } from './publication.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

/* What a build states about the terms, the licence and the publisher, as third-party parsers read it. */

const stated = {
  licence: 'https://licences.example.org/by/4.0/?a=1&b=2',
  publisher: 'Department <of> "Coasts" & Fish',
  url: 'https://coasts.example.org/',
  attribution: '</script><b>*Credit*</b> & "us" ]]> 🦈',
};
const options = [
  ...['--licence', stated.licence, '--publisher', stated.publisher],
  ...['--publisher-url', stated.url, '--attribution', stated.attribution],
];

interface Built {
  readonly directory: string;
  /** Every text document, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

const folder = temporaryFolder();
let plain: Built;
let published: Built;

async function build(name: string, more: readonly string[]): Promise<Built> {
  const directory = join(folder, name);
  const { exitCode, stderr } = await runBuild([
    ...['--coastal-features', join(folder, 'features.csv'), '--raw-data', join(folder, 'records.csv')],
    ...['--out', directory, '--explorer', join(folder, 'explorer')],
    ...['--target', 'static', '--base-url', 'https://data.example.org/coast/', ...more],
  ]);
  expect(exitCode, stderr).toBe(0);
  const texts = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(directory.length + 1);
    if (!entry.isFile() || !/\.(?:html|json|jsonld|atom|csv|txt|xml)$/.test(path)) continue;
    // There are many files of records, and none contains anything about rights.
    if (!/^(?:data|webapi\/v1\/[A-Z]\w*|downloads)\//.test(path))
      texts.set(path, await readFile(join(directory, path), 'utf8'));
  }
  return { directory, texts };
}

beforeAll(async () => {
  await mkdir(join(folder, 'explorer'));
  await writeSmallExplorer(join(folder, 'explorer'));
  const sample = { seed: 1, rawDataRecords: 300 };
  const toCsv = (rows: readonly object[]): string => stringify([...rows], { header: true });
  await writeFile(join(folder, 'features.csv'), toCsv([...sampleCoastalFeatures(sample)].slice(0, 40)));
  await writeFile(join(folder, 'records.csv'), toCsv([...sampleRawData(sample)]));
  [plain, published] = [await build('plain', []), await build('published', options)];
}, 120_000);

const readText = ({ texts }: Built, path: string): string => {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`the build wrote no ${path}`);
  return text;
};
const readJson = (built: Built, path: string): Record<string, unknown> =>
  JSON.parse(readText(built, path)) as Record<string, unknown>;
const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A page as parsed by a browser, without running its scripts. */
function parsePage(built: Built, path: string) {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } });
  window.document.write(readText(built, path));
  return window.document;
}

interface JsonLd {
  toRDF(
    document: object,
    options: object,
  ): Promise<{ readonly predicate: { readonly value: string }; readonly object: { readonly value: string } }[]>;
}
const jsonld = createRequire(import.meta.url)('jsonld') as JsonLd;

/** Parses JSON-LD with a third-party processor. The result returns all values of a predicate. */
async function parseStatements(document: unknown): Promise<(predicate: string) => string[]> {
  const documentLoader = (url: string): unknown => {
    if (url !== 'https://schema.org') throw new Error(`unexpected context ${url}`);
    const context = {
      '@vocab': 'https://schema.org/',
      // As in the context that schema.org publishes, these values are URLs.
      license: { '@type': '@id' },
      url: { '@type': '@id' },
      dateModified: { '@type': 'https://schema.org/Date' },
    };
    return { contextUrl: null, documentUrl: url, document: { '@context': context } };
  };
  const statements = await jsonld.toRDF(document as object, { safe: true, documentLoader });
  return (predicate) =>
    statements.filter((statement) => statement.predicate.value === predicate).map(({ object }) => object.value);
}

const pages = ['docs/index.html', 'docs/data-dictionary/index.html', 'docs/downloads/index.html'];
const readSchemaOrg = (built: Built, path: string): unknown =>
  JSON.parse(parsePage(built, path).querySelector('script[type="application/ld+json"]')?.textContent ?? '');

describe('the terms of use', () => {
  it.each(pages)('appear in full on the page %s, with a link to the data dictionary', (path) => {
    const { body } = parsePage(plain, path);
    for (const term of site.terms) expect(collapseWhitespace(body.textContent)).toContain(term);
    const links = Array.from(body.querySelectorAll('main a'), (link) => link.getAttribute('href'));
    expect(links).toContain(`${path === 'docs/index.html' ? '../' : '../../'}docs/data-dictionary/`);
  });

  it('are linked in the footer of every page', () => {
    for (const path of [...pages, 'docs/changes/index.html']) {
      const links = Array.from(parsePage(plain, path).querySelectorAll('footer a'), (link) =>
        link.getAttribute('href'),
      );
      expect([path, links.some((href) => href?.endsWith('docs/data-dictionary/#terms'))]).toEqual([path, true]);
    }
  });

  it.each([
    ...['catalog.jsonld', 'datapackage.json', 'webapi/v1/openapi.json', 'webapi/v1/index.json'],
    ...['docs/RawData-dictionary.json', 'docs/CoastalFeatures-dictionary.json', 'feeds/records.json'],
  ])('appear in %s', (path) => {
    const strings: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') strings.push(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    collect(readJson(plain, path));
    for (const term of site.terms) expect(strings.some((text) => text.includes(term))).toBe(true);
  });

  it('appear in the CSV dictionary, the rights of Atom feeds and the metadata for search engines', async () => {
    const [, about] = parse(readText(plain, 'docs/RawData-dictionary.csv'), { bom: true });
    const { rights } = parseAtomFeed(readText(plain, 'feeds/records.atom'));
    for (const term of site.terms) {
      expect(about?.join(' ')).toContain(term);
      expect(rights?.value).toContain(term);
    }
    for (const path of pages) {
      const valuesOf = await parseStatements(readSchemaOrg(plain, path));
      expect(valuesOf('https://schema.org/text')).toEqual([site.terms.join(' ')]);
    }
  });
});

describe('without options', () => {
  it('nothing is called open or free, and no licence, publisher or attribution is invented', () => {
    const names = [
      'license',
      'licence',
      'licenses',
      'publisher',
      'creator',
      'contributors',
      'sources',
      'creditText',
      'contact',
    ];
    const check = (path: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        expect([path, names.includes(key.replace(/^[a-z]+:/, ''))]).toEqual([path, false]);
        check(`${path} ${key}`, inner);
      }
    };
    // Of openapi.json only `info` is checked, because its schemas name everything that a publisher may state.
    for (const path of ['catalog.jsonld', 'datapackage.json', 'webapi/v1/index.json', 'feeds/records.json'])
      check(path, readJson(plain, path));
    check('openapi.json', readJson(plain, 'webapi/v1/openapi.json')['info']);
    for (const path of pages) check(path, readSchemaOrg(plain, path));
    expect(collapseWhitespace(parsePage(plain, 'docs/index.html').body.textContent)).toContain(
      'has not stated a licence',
    );
  });
});

describe('with options', () => {
  it('the schema.org metadata states licence, publisher and attribution, for the catalogue and each dataset', async () => {
    for (const path of pages) {
      const valuesOf = await parseStatements(readSchemaOrg(published, path));
      expect(new Set(valuesOf('https://schema.org/license'))).toEqual(new Set([stated.licence]));
      expect(new Set(valuesOf('https://schema.org/creditText'))).toEqual(new Set([stated.attribution]));
      expect(valuesOf('https://schema.org/name')).toContain(stated.publisher);
      expect(valuesOf('https://schema.org/url')).toContain(stated.url);
    }
  });

  it('DCAT states licence, publisher and attribution, and the licence also for each distribution', async () => {
    const valuesOf = await parseStatements(readJson(published, 'catalog.jsonld'));
    const distributions = valuesOf('http://www.w3.org/ns/dcat#distribution').length;
    expect(valuesOf('http://purl.org/dc/terms/license')).toEqual(Array(distributions + 4).fill(stated.licence));
    expect(valuesOf('http://xmlns.com/foaf/0.1/name')).toEqual(Array(3).fill(stated.publisher));
    expect(new Set(valuesOf('http://schema.theodi.org/odrs#attributionText'))).toEqual(new Set([stated.attribution]));
    expect(valuesOf('http://xmlns.com/foaf/0.1/homepage')).toContain(stated.url);
  });

  it('the data package, the API documents and the dictionaries contain what the publisher stated', () => {
    expect(readJson(published, 'datapackage.json')).toMatchObject({
      licenses: [{ path: stated.licence }],
      contributors: [{ title: stated.publisher, path: stated.url, role: 'publisher' }],
      sources: [{ title: stated.attribution }],
    });
    expect(readJson(published, 'webapi/v1/openapi.json')['info']).toMatchObject({
      license: { name: 'Licence of the data', url: stated.licence },
      contact: { name: stated.publisher, url: stated.url },
    });
    const publication = {
      licenceUrl: stated.licence,
      publisher: { name: stated.publisher, url: stated.url },
      attribution: stated.attribution,
    };
    for (const path of ['webapi/v1/index.json', 'docs/RawData-dictionary.json']) {
      expect(readJson(published, path)).toMatchObject({ publication });
    }
    const [, about] = parse(readText(published, 'docs/RawData-dictionary.csv'), { bom: true });
    for (const text of [stated.licence, stated.publisher, stated.attribution]) expect(about?.join(' ')).toContain(text);
  });

  it('two feed parsers find what the publisher stated', () => {
    const atom = parseAtomFeed(readText(published, 'feeds/records.atom'));
    expect(atom.authors).toEqual([{ name: stated.publisher, uri: stated.url }]);
    expect(atom.rights?.value).toContain(stated.attribution);
    expect(atom.links?.find(({ rel }) => rel === 'license')?.href).toBe(stated.licence);
    expect(parseJsonFeed(readJson(published, 'feeds/records.json')).authors).toEqual([
      { name: stated.publisher, url: stated.url },
    ]);
    expect(readJson(published, 'feeds/records.json')['_coastwatch']).toMatchObject({ licence: stated.licence });
  });

  it.each(pages)('the page %s shows the statements of the publisher as plain text', (path) => {
    const { body } = parsePage(published, path);
    const words = collapseWhitespace(body.textContent);
    for (const text of [stated.publisher, stated.attribution, stated.licence]) expect(words).toContain(text);
    expect(body.querySelector(`a[rel="license"]`)?.getAttribute('href')).toBe(stated.licence);
    expect(body.querySelector('main b')).toBeNull();
  });
});

describe('the options', () => {
  const refuse = (message: string): never => {
    throw new Error(message);
  };

  it.each([
    [{ licence: 'CC-BY-4.0' }, '--licence "CC-BY-4.0" is not a URL that begins with https:// or http://.'],
    [
      { licence: 'https://me:secret@example.org/' },
      '--licence contains a user name or a password, which everyone could read: leave them out.',
    ],
    [{ publisher: '  ' }, '--publisher is empty: leave it out, or give some text.'],
    [
      { publisher: 'one\ntwo' },
      '--publisher contains a line break or another control character: give one line of text.',
    ],
    [{ publisher: 'x'.repeat(201) }, '--publisher has 201 characters: give at most 200.'],
    [{ 'publisher-url': 'https://example.org/' }, '--publisher-url needs --publisher: name the publisher, too.'],
  ])('%j is refused in one line', (values, message) => {
    expect(() => readRights(values, refuse)).toThrow(new Error(message));
  });

  it('an invalid option ends the build with exit code 2 before anything is written', async () => {
    const out = join(folder, 'refused');
    const { exitCode, stderr } = await runBuild(['--sample', '--out', out, '--licence', 'mine']);
    expect(exitCode).toBe(2);
    expect(stderr.split('\n')[0]).toBe('--licence "mine" is not a URL that begins with https:// or http://.');
    expect(await readdir(folder)).not.toContain('refused');
  });
});
