import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Ajv2020 from '@redocly/ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { fromRoot } from '../../tests/support/repository.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { sampleCoastalFeatures } from '../sample/sample-inputs.ts';
import { backgrounds, contrastOf, propertyOf, styleOf } from './colours.ts';
import { type LocalAreas, readLocalAreas } from './local-areas.ts';
import { checkNamedFiles } from './named-files.ts';
import { defaultSiteFile, readSiteFile, type SiteFile, siteFileSchema, siteOf } from './site-file.ts';

type Json = Record<string, unknown>;
const defaultSite = JSON.parse(readFileSync(defaultSiteFile, 'utf8')) as Json;

/** Editors show the descriptions. Members whose values are in lists or by name are described by what contains them. */
function membersWithoutDescription(schema: object, path = ''): readonly string[] {
  const {
    properties = {},
    anyOf = [],
    items,
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
    readonly anyOf?: readonly object[];
    readonly items?: object;
    readonly additionalProperties?: unknown;
  };
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description === undefined ? [`${path}${name}`] : []),
      ...membersWithoutDescription(member, `${path}${name}.`),
    ]),
    ...[...anyOf, items, additionalProperties].flatMap((each) =>
      typeof each === 'object' && each !== null ? membersWithoutDescription(each, path) : [],
    ),
  ];
}

/** Reads the default site file with changed members. */
function readWith(changes: Json): ReturnType<typeof readSiteFile> {
  const path = join(folderOfTest(), 'site.json');
  writeFileSync(path, JSON.stringify({ ...defaultSite, ...changes }));
  return readSiteFile(path);
}

describe('a site file', () => {
  it('has a JSON Schema in docs/, by which the default site file is valid', async () => {
    const schema = z.toJSONSchema(siteFileSchema);
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(fromRoot('docs/site.schema.json'));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(defaultSite), validate.errors]).toEqual([true, null]);
    expect(validate({ ...defaultSite, title: 5 })).toBe(false);
    expect(membersWithoutDescription(schema)).toEqual([]);
  });

  it('has every member in the tables of docs/sites.md', () => {
    const documentation = readFileSync(fromRoot('docs/sites.md'), 'utf8');
    const { time, ...members } = siteFileSchema.shape;
    const names = [...Object.keys(members), 'time', ...Object.keys(time.shape)];
    const listed = Array.from(
      documentation.matchAll(/^\| (`[^|]*`) \| (?:yes[^|]*|no: [^|]*)?\| /gm),
      ([, cell = '']) => cell,
    );
    expect(listed.flatMap((cell) => cell.replaceAll('`', '').split(', ')).sort()).toEqual(names.sort());
  });

  it('gives pages and the explorer its words and its region, and nothing that only builds need', () => {
    expect(Object.keys(siteOf(readSiteFile(defaultSiteFile))).sort()).toEqual(
      [
        ...['description', 'featureTypes', 'introduction', 'kinds', 'landingBox', 'language', 'mainMarks', 'marks'],
        ...['owners', 'places', 'positions', 'region', 'species', 'subject', 'tagline', 'terms', 'time', 'title'],
      ].sort(),
    );
  });

  const { region, time, species, kinds, marks } = defaultSite as Record<string, Json>;
  const faults: readonly (readonly [name: string, changes: Json, message: RegExp])[] = [
    ['an unknown member', { titel: 'x' }, /titel: unknown member; see docs\/sites\.md#members/],
    ['no title', { title: undefined }, /title: is missing: give some text/],
    ['an empty title', { title: '' }, /title: is empty/],
    ['a title with a line break', { title: 'a\nb' }, /title: contains a line break/],
    ['a long title', { title: 'a'.repeat(1001) }, /title: is too long/],
    ['a language that is a name', { language: 'English' }, /language: is not a language tag/],
    ['one subject word', { subject: { one: 'seal' } }, /subject\.many/],
    [
      'a box from east to west',
      { landingBox: { west: 5, south: 0, east: 4, north: 1 } },
      /landingBox: west must be less/,
    ],
    [
      'a box beyond a pole',
      { region: { ...region, box: { west: 0, south: 0, east: 1, north: 91 } } },
      /region\.box\.north/,
    ],
    ['an unknown zone', { time: { ...time, zone: 'Europe/Nowhere' } }, /time\.zone: is neither an offset/],
    ['an offset without a colon', { time: { ...time, zone: '+0800' } }, /time\.zone/],
    ['a date with a zone', { time: { ...time, utcBefore: '2019-07-08T00:00:00Z' } }, /time\.utcBefore/],
    ['a kind that does not exist', { interactions: [{ value: 'x', kind: 'Stranded' }] }, /interactions\.0\.kind/],
    ['a kind without words', { kinds: { ...kinds, Other: undefined } }, /kinds\.Other/],
    [
      'a mark without a plural',
      { marks: { ...marks, sighting: { label: 'a', labelOfMany: 'b', one: 'c' } } },
      /marks\.sighting\.many/,
    ],
    [
      'a species twice',
      { species: [...(species as unknown as Json[]), { value: 'white', name: 'White' }] },
      /species\.\d+\.value: "white" is also that of species\.\d/,
    ],
    [
      'a colour by its name',
      { colours: { light: { primary: 'red' } } },
      /colours\.light\.primary: is not a colour[^:]*$/,
    ],
    [
      'a landing box outside the region',
      { landingBox: { west: 5, south: 0, east: 6, north: 1 } },
      /landingBox: is not/,
    ],
    ['an impossible date', { time: { ...time, utcBefore: '2019-19-08T00:00:00' } }, /time\.utcBefore: is not a date/],
    ['a species in capitals', { species: [{ value: 'White ', name: 'White' }] }, /species\.0\.value: .* write "white"/],
    ['an owner in capitals', { owners: { 'SLS  Report': 'x' } }, /owners\.SLS {2}Report: .* write "sls report"/],
    ['a number instead of a text', { title: 5 }, /title: is a number: give some text/],
    [
      'a colour with little contrast',
      { colours: { dark: { sighting: '#333333' } } },
      /colours\.dark\.sighting: #333333 has a contrast of 1\.\d : 1 to the page .* Choose a lighter colour: it needs 4\.5 : 1/,
    ],
    [
      'a base map without a credit',
      { baseMaps: [{ title: 'a', address: 'https://a.example/{z}/{x}/{y}' }] },
      /baseMaps\.0: is neither "osm" nor an object with title, address and credit/,
    ],
    ['unknown credits', { credits: { license: 'https://a.example/' } }, /credits/],
  ];

  it.each(faults)('is refused by the name of the member: %s', (_, changes, message) => {
    expect(() => readWith(changes)).toThrow(message);
  });

  it('is refused with every fault at once, and with the reason if it is not a file or not JSON', () => {
    expect(() => readWith({ title: 1, tagline: 2 })).toThrow(/title: .*\n {2}tagline: /);
    expect(() => readSiteFile(folderOfTest())).toThrow(/it is not a file/);
    const path = join(folderOfTest(), 'broken.json');
    writeFileSync(path, '{');
    expect(() => readSiteFile(path)).toThrow(/is not JSON/);
  });
});

it('the files that a site file names are checked, and each that cannot be used is named by its member', () => {
  checkNamedFiles(defaultSiteFile, readSiteFile(defaultSiteFile));
  const [directory, localAreas] = [folderOfTest(), { file: 'areas.geojson', property: 'name' }];
  writeFileSync(join(directory, 'card.png'), 'GIF89a');
  writeFileSync(join(directory, 'detail.json'), '{}');
  const named = { card: 'card.png', coast: { outline: 'outline.json', detail: 'detail.json' }, localAreas, directory };
  const check = (): void => {
    checkNamedFiles('site.json', { ...readSiteFile(defaultSiteFile), ...named });
  };
  expect(check).toThrow(
    /card: card\.png is not a PNG.*\n.*coast\.outline: outline\.json cannot be read.*\n.*coast\.detail: detail\.json is not a coast.*\n.*localAreas\.file: areas\.geojson cannot be read/,
  );
});

describe('colours of a site', () => {
  it('are compared with the backgrounds that the style sheet has', () => {
    const tokens = readFileSync(fromRoot('app/styles/tokens.css'), 'utf8');
    for (const name of ['paper', 'sea', 'land'] as const) {
      expect(tokens).toContain(`--${name}: light-dark(${backgrounds.light[name]}, ${backgrounds.dark[name]});`);
    }
    for (const property of Object.values(propertyOf)) expect(tokens).toContain(`${property}: light-dark(`);
  });

  it('have the contrasts that WCAG computes, and a style only where there are any', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(styleOf({})).toBeUndefined();
    expect(styleOf({ dark: { primary: '#7fc8e6' } })).toContain('--primary:#7fc8e6');
  });
});

describe('local areas', () => {
  const [feature = {}] = sampleCoastalFeatures({ seed: 1, rawDataRecords: 0 });
  const ring = [
    ...[
      [-180, -90],
      [180, -90],
      [180, 90],
    ],
    ...[
      [-180, 90],
      [-180, -90],
    ],
  ];
  const areasOf = (features: unknown): LocalAreas => {
    const path = join(folderOfTest(), 'areas.geojson');
    writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
    return completeWith({ file: 'areas.geojson', property: 'name' }, dirname(path));
  };
  function completeWith(localAreas: SiteFile['localAreas'], directory: string): LocalAreas {
    const areas = readLocalAreas({ localAreas, directory }, (fault) => {
      throw new Error(fault);
    });
    if (!areas) throw new Error('no areas are named');
    return areas;
  }
  const world = { type: 'Feature', properties: { name: 'World' }, geometry: { type: 'Polygon', coordinates: [ring] } };

  it('complete features without an area, and change no other', () => {
    const complete = areasOf([world]);
    expect(complete({ ...feature, CoastalFeatureLGAName: null })).toEqual({
      ...feature,
      CoastalFeatureLGAName: 'World',
    });
    expect(complete({ ...feature, CoastalFeatureLGAName: 'Shire' })).toEqual({
      ...feature,
      CoastalFeatureLGAName: 'Shire',
    });
  });

  it.each([
    [
      'no name',
      { ...world, properties: {} },
      /localAreas\.property: feature 1 of areas\.geojson has no text in "name": name one of/,
    ],
    [
      'a point',
      { ...world, geometry: { type: 'Point', coordinates: [0, 0] } },
      /localAreas\.file: feature 1 of areas\.geojson is not a Polygon/,
    ],
    ['an open ring', { ...world, geometry: { type: 'Polygon', coordinates: [ring.slice(1)] } }, /closed rings/],
  ])('are refused: %s', (_, area, message) => {
    expect(() => areasOf([area])).toThrow(message);
  });
});
