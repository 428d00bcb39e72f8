import { expect, it } from 'vitest';

import { fakeAnswer, fakePlace, fakeRecord } from '../session/testing/fake-session.ts';
import type { Question } from '../engine/questions.ts';
import { noFilters } from '../view/view-state.ts';
import { apiRequestOf } from './api-request.ts';
import { requestNotes, type RequestFacts } from './request-notes.ts';

const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
const question: Question = {
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  search,
  area: { west: 105, south: -38, east: 130, north: -10 },
  rows: { start: 0, end: 0 },
};
const unfiltered = fakeAnswer(question, { found: 1, nearestRecord: fakeRecord, nearestPlace: fakePlace });

function notesOf(facts: Partial<RequestFacts>, sort: Question['sort'] = 'newest'): string {
  const all = { tab: 'records', search, isFiltered: false, unfiltered: undefined, ...facts } as const;
  const request = apiRequestOf({ tab: all.tab, sort }, all.search, 'https://example.org/');
  return requestNotes({ ...all, request }).join(' ');
}

it('says nothing of filters when there are none', () => {
  expect(notesOf({})).toBe('It answers the first page of ten; TotalItems is the count, and NextPageLink leads on.');
});

it('tells how many records the answer holds before filters', () => {
  expect(notesOf({ isFiltered: true, unfiltered })).toContain('its answer is 1 record within the radius, before');
});

it('tells which record is the nearest before filters', () => {
  const nearest = { ...search, mode: 'nearest' } as const;
  expect(notesOf({ search: nearest, isFiltered: true, unfiltered })).toBe(
    'It answers one object: the nearest record. The API has no such filters: its answer is the nearest of all, ' +
      'number 63755, whether it passes the filters or not.',
  );
  expect(notesOf({ search: nearest, tab: 'places', isFiltered: true, unfiltered })).toContain('number 7,');
  expect(notesOf({ search: nearest, isFiltered: true })).toContain('the nearest of all, whether');
});

it('tells in which order the answer stands when the list is sorted by distance', () => {
  expect(notesOf({}, 'nearest')).toContain('its answer stands the newest first.');
  expect(notesOf({ tab: 'places' }, 'nearest')).toContain('its answer stands from Z to A.');
});
