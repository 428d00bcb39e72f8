// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

import { siteOf } from '../../build-data/site/site-file.ts';
import { site as siteFile } from '../../build-data/site/testing/default-site.ts';
import { marks } from '../../core/datasets/kinds.ts';
import type { Site } from '../../core/datasets/site.ts';

const noun = { one: 'report', many: 'reports' };
const words = { label: 'Report', labelOfMany: 'Reports', shortLabel: 'Reports', ...noun };
/** Another hemisphere, with summer time. */
const seals: Site = {
  ...{ title: 'Sealwatch', language: 'en-GB', tagline: 'See where seals were heard.' },
  ...{ description: 'Seals.', introduction: 'Where seals were heard.', subject: { one: 'seal', many: 'seals' } },
  region: {
    ...{ name: 'Cape Coast', adjective: 'Cape Coast', shortName: 'the Cape', otherNames: ['Northland (north)'] },
    box: { west: -75, south: 35, east: -60, north: 48 },
  },
  landingBox: { west: -72, south: 40, east: -65, north: 46 },
  time: {
    ...{ shortName: 'Cape time', name: 'Cape Coast time', convertedMark: '*' },
    ...{ conversion: 'four or five hours were subtracted', rule: 'All times are in UTC.' },
  },
  kinds: {
    ...{ Sighted: { label: 'Seen', verb: 'seen' }, Detected: { label: 'Heard', verb: 'heard' } },
    ...{ Caught: { label: 'Caught', verb: 'caught' }, Tagged: { label: 'Tagged', verb: 'tagged' } },
    ...{ Relocated: { label: 'Moved', verb: 'moved' }, Other: { label: 'Other', verb: 'recorded' } },
  },
  marks: {
    sighting: words,
    detection: { label: 'Visit', labelOfMany: 'Visits', shortLabel: 'Visits', one: 'visit', many: 'visits' },
    handled: { ...words, one: 'seal moved', many: 'seals moved' },
    other: words,
  },
  mainMarks: ['detection'],
  species: [{ value: 'grey', name: 'Atlantic grey seal', inSentence: 'Atlantic grey seal' }],
  ...{ owners: {}, featureTypes: {}, terms: ['Read this.'] },
  places: { towns: [], suburbs: [], others: [], nicknames: {} },
};
const marine = { one: 'animal', many: 'animals' };
const stranding = { label: 'Stranding', labelOfMany: 'Strandings', shortLabel: 'Strandings' };
/** Reports by people only. */
const strandings: Site = {
  ...seals,
  ...{ title: 'Strandings', subject: marine, mainMarks: ['sighting'] },
  marks: { ...seals.marks, sighting: { ...stranding, one: 'stranding', many: 'strandings' } },
};

const ofDefaultSite = (globalThis as { name?: string }).name;
/** Loads modules of the explorer as a page of this site does. */
function open(site: Site): void {
  Object.assign(globalThis, { name: JSON.stringify(site) });
  vi.resetModules();
}
beforeEach(() => {
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
afterAll(() => {
  Object.assign(globalThis, { name: ofDefaultSite });
  vi.resetModules();
});

const none = { sighting: 0, detection: 0, handled: 0, other: 0 };
const heard = {
  ...{ records: 9, sharks: 2, recordsByMark: { ...none, detection: 9 }, byMark: { ...none, detection: 3 } },
  ...{ speciesSighted: [], speciesOfSharks: [{ key: 'grey', count: 2 }] },
  ...{ lastSighting: null, lastVisit: '2021-05-02T00:00:00' },
};
const stranded = {
  ...{ records: 89, sharks: 0, recordsByMark: { ...none, sighting: 89 }, byMark: { ...none, sighting: 89 } },
  ...{ speciesSighted: [], speciesOfSharks: [], lastSighting: '2021-04-08T00:00:00', lastVisit: null },
};

async function sentencesOf(observations: typeof heard | typeof stranded): Promise<readonly string[]> {
  const texts = await import('./observation-sentences.ts');
  return [...texts.observationSentences(observations, 'within 1 km', null), texts.recordsInWords(observations)];
}

it('a site with receivers only counts visits of its animals, in its time', async () => {
  open(seals);
  expect(await sentencesOf(heard)).toEqual([
    '3 visits by 2 tagged seals within 1 km.',
    'Last visit 2 May 2021.',
    'Tagged: Atlantic grey seal 2.',
    'All 9 records: 9 detections of tagged seals. A visit is one tagged seal on one day, however often a receiver detected it.',
  ]);
  const { countsInWords } = await import('./observation-counts.ts');
  expect(countsInWords({ byMark: none, sharks: 0 })).toBe('no visits');
  const { formatLocalTime } = await import('./dates.ts');
  expect(formatLocalTime('2021-07-31T00:13:00', 'UTC')).toBe('31 Jul 2021, 00:13 Cape time*');
});

it('a site with reports only counts them, and mentions neither receivers nor visits', async () => {
  open(strandings);
  expect(await sentencesOf(stranded)).toEqual([
    '89 strandings within 1 km.',
    'Last stranding 8 April 2021.',
    'All 89 records: 89 strandings. A stranding is one report: of one animal or of many, and perhaps of one reported before.',
  ]);
  const { countsInWords } = await import('./observation-counts.ts');
  expect(countsInWords({ byMark: none, sharks: 0 })).toBe('no strandings');
  expect(await helpText()).not.toMatch(/receiver|visit|detection|\btag/i);
});

/** The text of the help, without the data dictionary. */
async function helpText(): Promise<string> {
  const { default: HelpDialog } = await import('../help/HelpDialog.tsx');
  const { ExplorerContext } = await import('../explorer/use-explorer.ts');
  const { fakeExplorer } = await import('../explorer/testing/fake-explorer.ts');
  const help = createElement(HelpDialog, { topic: 'about', onClose: () => undefined });
  const { container } = render(createElement(ExplorerContext, { value: await fakeExplorer() }, help));
  const [text = ''] = container.textContent.split('Data dictionary');
  expect(text.length).toBeGreaterThan(1000);
  return text;
}

it('legends have neither marks that no record has nor those that the site does not count', async () => {
  open(strandings);
  const { marksIn } = await import('./site-words.ts');
  const [some, zeros] = [Uint32Array.of(0, 1), new Uint32Array(2)];
  const counts = { sighting: some, detection: some, handled: zeros, other: some };
  expect(marksIn({ histogram: { counts } })).toEqual(['sighting', 'other']);
  expect(marksIn(undefined)).toEqual(['sighting', 'handled', 'other']);
});

it('coordinates are read in the hemisphere of the site, and its names after a town are not part of the town', async () => {
  open(seals);
  const { readCoordinates } = await import('./coordinate-parser.ts');
  expect(readCoordinates('44.5, -68.2')).toEqual({ position: { latitude: 44.5, longitude: -68.2 } });
  expect(readCoordinates('-44.5, -68.2')).toMatchObject({ note: expect.stringMatching(/^This is south/) as string });
  for (const text of ['43,5 30', 'geo:here', '2V57+3C', '2V57+3C Nowhere']) {
    expect(JSON.stringify(readCoordinates(text))).toMatch(/such as (?:geo:)?(?:43\.00, ?-68\.50|(?:87MH)?2G22\+22)/);
  }
  const { nothingFound } = await import('../place-search/suggestions.ts');
  expect(nothingFound).toMatch(/such as 43\.00, -68\.50\.$/);
  const { readShortPlusCode } = await import('./plus-codes.ts');
  for (const after of ['', ' Cape Coast', ' the Cape 123', ', Northland (north)']) {
    expect(readShortPlusCode(`2V57+3C Harbourton${after}`)?.town).toBe('Harbourton');
  }
});

it.each([seals, strandings])('no text of another site names those of the default site: $title', async (site) => {
  open(site);
  const siteWords = await import('./site-words.ts');
  const { filtersInWords, tagCaution } = await import('./filter-texts.ts');
  const { recordLabel, recordTitle } = await import('./titles.ts');
  const { seasonInWords } = await import('../charts/SeasonChart.tsx');
  const { higherNumbersInWords, usualInWords } = await import('./observation-sentences.ts');
  const { noFilters } = await import('../view/view-state.ts');
  const years = [2014, 2015, 2016, 2017].map((year) => ({ year, halves: Array.from({ length: 24 }, () => 1) }));
  const texts = [
    ...Object.values(siteWords).flatMap((word) => (typeof word === 'function' ? [] : [JSON.stringify(word)])),
    ...marks.map((mark) => recordLabel({ mark })),
    ...[siteWords.mainCountsAnd('other records'), tagCaution, higherNumbersInWords, usualInWords(years, '2021-05-02')],
    filtersInWords({ ...noFilters, species: ['grey', 'white'], kinds: ['Sighted', 'Detected'], sources: ['x'] }),
    recordTitle({ species: 'grey', interaction: 'Detected' }).rest,
    seasonInWords([{ month: 3, sightings: 20, years: [{ year: 2014, sightings: 20 }], usual: { least: 1, most: 2 } }]),
    await helpText(),
  ];
  expect(texts.filter((text) => text === '' || /shark|western|\bWA\b|whale|undefined/i.test(text))).toEqual([]);
  expect(texts.filter((text) => /\ba [aeio]|\ban [^aeiou]/i.test(text))).toEqual([]);
});

it('the default site is read again by later tests', () => {
  expect(JSON.parse(ofDefaultSite ?? '')).toEqual(JSON.parse(JSON.stringify(siteOf(siteFile))));
});
