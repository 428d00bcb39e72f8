import { createHash } from 'node:crypto';

import Ajv2020 from '@redocly/ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { inProcessHost } from '../../../tests/contract/hosts/in-process-host.ts';
import { OgcClient } from '../../../tests/contract/ogc/ogc-client.ts';
import { collections } from '../../engine/collections.ts';
import { htmlPage, styleHash } from './html-page.ts';
import { site } from '../../../build-data/site/testing/default-site.ts';

let client: OgcClient;

beforeAll(async () => {
  client = new OgcClient(await inProcessHost());
});

type Keywords = Readonly<Record<string, unknown>>;
interface Schema {
  readonly $id: string;
  readonly properties: Readonly<Record<string, Keywords>>;
}

describe.each(collections)('the schemas of $name', ({ name, dataset }) => {
  it.each(['schema', 'queryables'])(
    '/conf/schemas/basic-schema-inspection, roles and sequence: %s',
    async (resource) => {
      const path = `/collections/${name}/${resource}`;
      const { headers, body } = await client.get(path, { Accept: 'application/schema+json' });
      expect(headers['content-type']).toBe('application/schema+json');
      const schema = JSON.parse(body) as Schema;
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
      expect(schema.$id).toBe(client.root + path);
      const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
      for (const keyword of ['x-ogc-role', 'x-ogc-propertySeq', 'x-ogc-unit']) ajv.addKeyword(keyword);
      const validate = ajv.compile(schema);
      const properties = Object.values(schema.properties);
      expect(Object.keys(schema.properties)).toEqual([...dataset.fields.map((field) => field.name), 'geometry']);
      expect(properties.map((each) => each['x-ogc-propertySeq'])).toEqual(properties.map((_, index) => index + 1));
      for (const each of properties) expect('type' in each).toBe(each['format'] !== 'geometry-point');
      const roles = properties.map((each) => each['x-ogc-role']).filter(Boolean);
      expect(roles).toEqual(['id', ...(name === 'RawData' ? ['primary-instant'] : []), 'primary-geometry']);
      for (const { properties: values, geometry } of await client.features(name)) {
        const present = Object.entries(values).filter(([, value]) => value !== null);
        expect(validate({ ...Object.fromEntries(present), geometry }), JSON.stringify(validate.errors)).toBe(true);
      }
      expect(validate({ unknown: 1 })).toBe(false);
    },
  );
});

describe('the description of the API', () => {
  it('is valid by a third-party validator, and describes all parameters of all collections', async () => {
    const { body } = await client.get('/api');
    const config = await createConfig({
      extends: ['spec'],
      rules: {
        struct: 'error',
        'no-unresolved-refs': 'error',
        'operation-operationId-unique': 'error',
        'no-unused-components': 'error',
      },
    });
    const found = await lintFromString({ source: body, absoluteRef: 'api.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    for (const { name, dataset } of collections) {
      for (const { name: field, type } of dataset.fields) {
        const value = type === 'dateTime' ? '2020-01-01' : '1';
        const { status } = await client.get(`/collections/${name}/items?${field}=${value}&limit=1`);
        expect([field, status]).toEqual([field, 200]);
        expect(body).toContain(`"name":"${field}","in":"query"`);
      }
    }
  });
});

describe('pages', () => {
  const page = (url: string): string =>
    htmlPage(
      {
        ...{
          title: '<i>"&',
          json: null,
          columns: ['<b>'],
          rows: [['<script>alert(1)</script>'], ["javascript:alert('1')"], [null]],
        },
        links: [{ href: 'https://a.example/ogc/x?y="><script>', rel: 'next', type: 'a', title: '<u>' }],
      },
      {
        ...{
          url: new URL(url),
          siteUrl: 'https://a.example/',
          root: 'https://a.example/ogc',
          format: 'html',
          name: 'items',
        },
        ...{
          collection:
            collections[0] ??
            (() => {
              throw new Error('no collection');
            })(),
          featureId: '',
        },
      },
      site,
      true,
    );

  it('escape every text, link only to web pages, and say that data is invented', () => {
    const text = page('https://a.example/ogc');
    expect(text).not.toMatch(/<(?:script|i|b|u)>/);
    expect(text).not.toMatch(/href="(?!https:\/\/a\.example\/)/);
    expect(text).toContain('Sample data: invented records');
  });

  it('have exactly the style that their policy allows', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page('https://a.example/ogc')) ?? [];
    expect(styleHash).toBe(`sha256-${createHash('sha256').update(style).digest('base64')}`);
  });

  it.each([
    ['', 'https://a.example/'],
    ['?near=115.7,-31.9&within=5000', 'https://a.example/?c=-31.9%2C115.7&amp;r=5000'],
    ['?datetime=2019-01-31', 'https://a.example/?from=2019-01-31&amp;to=2019-01-31'],
    ['?near=115.7,-31.9', 'https://a.example/'],
    ['?near=115.7,-31.9&within=5000&SightingSpeciesValue=tiger', 'https://a.example/'],
    ['?datetime=2019-01-01/2019-12-31', 'https://a.example/?from=2019-01-01&amp;to=2019-12-31'],
    ['?datetime=2019-01-01T00:00:00Z/..&bbox=1,2,3,4', 'https://a.example/'],
  ])('for %s link to the same search on the map, if it has that', (query, expected) => {
    expect(page(`https://a.example/ogc/collections/RawData/items${query}`)).toContain(`<a href="${expected}">Map</a>`);
  });

  it('of single features link to these on the map', async () => {
    for (const [path, parameter] of [
      ['RawData/items/46307', 'record=46307'],
      ['CoastalFeaturesOffshore/items/1', 'place=1'],
    ]) {
      const { body } = await client.get(`/collections/${path ?? ''}?f=html`);
      expect(body).toContain(`<a href="https://data.example.org/?${parameter ?? ''}">Map</a>`);
    }
  });
});
