// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { hasSavedPlaces, storageKeyOf } from './has-saved-places.ts';
import { keyOf, maximumSavedPlaces, newRecordIds, type SavablePlace, SavedPlaces } from './saved-places.ts';

const siteUrl = 'https://example.org/coast/';
const trigg: SavablePlace = { placeId: 7, name: 'Trigg Beach', position: { longitude: 115.75, latitude: -31.87 } };
const point: SavablePlace = { placeId: null, name: 'A point', position: { longitude: 115.7, latitude: -31.9 } };
const seen = (
  known: readonly number[],
  dataVersion = 'a',
): { known: readonly number[]; seenAt: string; dataVersion: string } => ({
  known,
  dataVersion,
  seenAt: '2026-07-02T04:00:00.000Z',
});
const open = (): SavedPlaces => new SavedPlaces(siteUrl);

beforeEach(() => {
  window.localStorage.clear();
});

describe('saved places', () => {
  it('are still there on the next visit, with everything that was known', () => {
    expect(hasSavedPlaces(siteUrl)).toBe(false);
    expect(open().save(trigg, seen([3, 900, 901, 64_000]))).toBeNull();
    expect(open().save(point, seen([]))).toBeNull();
    expect(hasSavedPlaces(siteUrl)).toBe(true);
    expect(open().list()).toEqual([
      { ...trigg, ...seen([3, 900, 901, 64_000]) },
      { ...point, ...seen([]) },
    ]);
  });

  it('belong to one site: another site of the same origin has its own', () => {
    open().save(trigg, seen([1]));
    expect(new SavedPlaces('https://example.org/').list()).toEqual([]);
    expect(hasSavedPlaces('https://example.org/')).toBe(false);
  });

  it('are limited in number, and a saved place can still be updated', () => {
    const store = open();
    for (let id = 0; id < maximumSavedPlaces; id++) expect(store.save({ ...trigg, placeId: id }, seen([]))).toBeNull();
    expect(store.save({ ...trigg, placeId: 999 }, seen([]))).toBe('full');
    expect(store.save({ ...trigg, placeId: 3 }, seen([5]))).toBeNull();
    expect(store.list()).toHaveLength(maximumSavedPlaces);
  });

  it('can be removed, one or all, and restored in their order with what was known', () => {
    const store = open();
    store.save(trigg, seen([1]));
    store.save(point, seen([2]));
    const before = store.list();
    const restoreOne = store.remove([trigg]);
    expect(open().list().map(keyOf)).toEqual([keyOf(point)]);
    restoreOne();
    expect(open().list()).toEqual(before);
    const restoreAll = store.remove(store.list());
    expect(hasSavedPlaces(siteUrl)).toBe(false);
    restoreAll();
    expect(open().list()).toEqual(before);
  });

  it('are the same in all tabs: no tab overwrites what another one has saved', () => {
    const [one, other] = [open(), open()];
    const listener = vi.fn();
    one.save(trigg, seen([1]));
    const stop = other.subscribe(listener);
    expect(other.list()).toEqual([]);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeyOf(siteUrl) }));
    expect(listener).toHaveBeenCalledOnce();
    expect(other.list()).toHaveLength(1);
    stop();
    other.save(point, seen([2]));
    one.markSeen(trigg, seen([1, 9], 'b'));
    expect(open().list()).toEqual([
      { ...trigg, ...seen([1, 9], 'b') },
      { ...point, ...seen([2]) },
    ]);
    expect(one.list()).toEqual(open().list());
  });

  it.each([
    'null',
    '{',
    '[]',
    '{"version":2,"places":[]}',
    '{"version":1,"places":[1,null,{}]}',
    '{"version":1,"places":[{"placeId":1,"name":"a","position":{"longitude":1,"latitude":91},"known":"","seenAt":"2026-01-01","dataVersion":"a"}]}',
    '{"version":1,"places":[{"placeId":1,"name":"a","position":{"longitude":1,"latitude":1},"known":"-","seenAt":"2026-01-01","dataVersion":"a"}]}',
  ])('are none if the storage contains something else: %s', (text) => {
    window.localStorage.setItem(storageKeyOf(siteUrl), text);
    expect(open().list()).toEqual([]);
    expect(open().save(trigg, seen([1]))).toBeNull();
    expect(open().list()).toHaveLength(1);
  });

  it('are none where storage is blocked, and say so when one is saved', () => {
    const blocked = new SavedPlaces(siteUrl, () => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(blocked.save(trigg, seen([1]))).toBe('refused');
    expect(blocked.list()).toEqual([]);
    blocked.markSeen(trigg, seen([1]));
    blocked.remove([trigg])();
    const descriptor = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(hasSavedPlaces(siteUrl)).toBe(false);
    descriptor.mockRestore();
  });

  it('stay as they are when the storage is full', () => {
    const full = new SavedPlaces(siteUrl, () => {
      const quota = {
        getItem: () => null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      };
      return quota as unknown as Storage;
    });
    expect(full.save(trigg, seen([1]))).toBe('refused');
    expect(full.list()).toEqual([]);
  });
});

describe('new records', () => {
  const version = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });

  it('are those that were not there when the user last looked, whatever was added late, withdrawn or looked at', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ids: version, looks: fc.boolean() }), { minLength: 1, maxLength: 8 }),
        (visits) => {
          window.localStorage.clear();
          // Brute force: every identifier that was near the place when the user last looked.
          let lastSeen = new Set(visits[0]?.ids);
          open().save(
            trigg,
            seen(
              [...lastSeen].sort((a, b) => a - b),
              'version 0',
            ),
          );
          for (const [number, { ids, looks }] of visits.entries()) {
            const current = [...ids].sort((a, b) => a - b);
            const [saved] = open().list();
            const found = newRecordIds(saved?.known ?? [], current);
            expect(found).toEqual(current.filter((id) => !lastSeen.has(id)));
            if (!looks) continue;
            open().markSeen(trigg, seen(current, `version ${number}`));
            lastSeen = new Set(ids);
          }
        },
      ),
    );
  });
});
