// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Engine, ExportedList, FileFormat } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { fakeResult, fakeData, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { ToolButtons } from './ToolButtons.tsx';

const csvOfRecords = '2,written\r\n1,written\r\n';
/** What the engine exports for two records. */
const exported = (format: FileFormat): ExportedList => ({
  text: new Blob([format === 'csv' ? csvOfRecords : '\n{"id":2},\n{"id":1}']),
  count: 2,
});
const view: Partial<ViewState> = {
  search: { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 },
  filters: { ...noFilters, species: ['white'], featureTypes: ['beach'] },
};
interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}
const saved: SavedFile[] = [];

beforeAll(async () => {
  await import('./DownloadDialog.tsx');
  await import('./ShareDialog.tsx');
});
beforeEach(() => {
  saved.length = 0;
  let file = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'share');
});

async function show(engine: Partial<Engine> = {}, isCompact = false): Promise<Session> {
  const session = await fakeSession(
    {
      export: (_query, format) => Promise.resolve(exported(format)),
      query: (query) => Promise.resolve(fakeResult(query, { found: 2 })),
      ...engine,
    },
    view,
  );
  render(
    <SessionContext value={session}>
      <ToolButtons isCompact={isCompact} />
    </SessionContext>,
  );
  return session;
}

async function press(name: string | RegExp): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    // The module of the dialog is already loaded: see beforeAll.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

describe('downloading', () => {
  it('shows the number of records, the filters, the approximate size and the file name', async () => {
    await show();
    await press('Download');
    expect(screen.getByText('2 records')).toBeDefined();
    expect(screen.getByText('less than 0.1 MB')).toBeDefined();
    expect(screen.queryByText(/can take a minute/)).toBeNull();
    expect(screen.getByText('White shark')).toBeDefined();
    expect(screen.getByText('within 5 km of 31.9900° S, 115.7500° E')).toBeDefined();
    expect(screen.getByText('coastwatch-records_white-shark_within-5-km-of-31.9900S-115.7500E.csv')).toBeDefined();
  });

  it('warns that many records take a long time, and shows the size of each format', async () => {
    await show({ query: (query) => Promise.resolve(fakeResult(query, { found: 1_000_000 })) });
    await press('Download');
    expect(screen.getByText('about 160 MB')).toBeDefined();
    expect(screen.getByText(/can take a minute/)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^GeoJSON/ }));
    expect(screen.getByText('about 570 MB')).toBeDefined();
  });

  it('mentions the protection against formulas only for CSV', async () => {
    await show();
    await press('Download');
    expect(screen.getByText(/would run as a formula/)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^GeoJSON/ }));
    expect(screen.queryByText(/would run as a formula/)).toBeNull();
  });

  it('saves a CSV file with comments at the start', async () => {
    await show();
    await press('Download');
    await press('Download CSV');
    expect(saved.map(({ name }) => name)).toEqual([
      'coastwatch-records_white-shark_within-5-km-of-31.9900S-115.7500E.csv',
    ]);
    const lines = (await saved[0]?.file.text())?.split('\r\n') ?? [];
    expect(lines).toContain('# Filters: White shark');
    expect(lines).toContain('# Historical records, not live warnings.');
    expect(lines).toContain('# Area: within 5,000 m of latitude, longitude -31.99,115.75');
    expect(lines.filter((line) => !line.startsWith('#')).map((line) => line.split(',', 1)[0])).toEqual([
      'RawDataId',
      '2',
      '1',
      '',
    ]);
    expect(screen.getByRole('status').textContent).toMatch(/^Saved 2 records as coastwatch-records/);
  });

  it('omits the comments if the user clears the checkbox', async () => {
    await show();
    await press('Download');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Include comment lines' }));
    await press('Download CSV');
    expect(await saved[0]?.file.text()).toMatch(/^RawDataId,/);
  });

  it('saves a GeoJSON feature collection with metadata', async () => {
    await show();
    await press('Download');
    fireEvent.click(screen.getByRole('radio', { name: /^GeoJSON/ }));
    await press('Download GeoJSON');
    const collection = JSON.parse((await saved[0]?.file.text()) ?? '') as { metadata: unknown; features: unknown[] };
    expect(collection.features).toHaveLength(2);
    expect(collection.metadata).toMatchObject({
      title: 'Coastwatch records',
      disclaimer: 'Historical records, not live warnings.',
      filters: 'White shark',
      count: 2,
      isSample: false,
      dataVersion: fakeData.dataVersion,
      newestRecord: fakeData.newest,
      address: expect.stringMatching(/^https:\/\/example\.org\/coast\/\?c=.*&species=white/) as unknown,
    });
  });

  it('identifies sample data', async () => {
    await show({ load: () => Promise.resolve({ ...fakeData, sample: true }) });
    await press('Download');
    expect(screen.getByText(/^This is invented sample data/)).toBeDefined();
    await press('Download CSV');
    expect(saved[0]?.name).toMatch(/^coastwatch-sample-records_/);
    expect(await saved[0]?.file.text()).toMatch(/^# Coastwatch sample records\r\n# Invented sample data/);
  });

  describe('that takes a long time', () => {
    interface PendingExport {
      readonly query: unknown;
      readonly report: (read: number, of: number) => void;
      readonly finish: (list: ExportedList) => void;
    }
    const pendingExports: PendingExport[] = [];
    const cancelExport = vi.fn<Engine['cancelExport']>();
    beforeEach(async () => {
      pendingExports.length = 0;
      cancelExport.mockReset().mockResolvedValue();
      await show({
        export: (query, _format, onProgress) =>
          new Promise((finish) => pendingExports.push({ query, report: (read, of) => onProgress?.(read, of), finish })),
        cancelExport,
      });
      await press('Download');
      await press('Download CSV');
    });
    const finish = (which: number): Promise<void> =>
      act(async () => {
        pendingExports[which]?.finish(exported('csv'));
        await new Promise((resolve) => setTimeout(resolve));
      });

    it('shows its progress, and announces its start and its end once', async () => {
      expect(screen.getByRole('status').textContent).toBe('Creating the file');
      for (const read of [0, 1, 2]) {
        act(() => pendingExports[0]?.report(read, 2));
        expect(screen.getByText(`${read} of 2 records read`)).toBeDefined();
        expect(screen.getByRole('progressbar').getAttribute('value')).toBe(String(read));
        expect(screen.getByRole('status').textContent).toBe('Creating the file');
      }
      await finish(0);
      expect(screen.queryByRole('progressbar')).toBeNull();
      expect(screen.getByRole('status').textContent).toMatch(/^Saved 2 records as/);
    });

    it('stops when it is cancelled, and saves nothing', async () => {
      await press('Cancel');
      expect(cancelExport).toHaveBeenCalledOnce();
      expect(screen.queryByRole('progressbar')).toBeNull();
      expect(screen.getByRole('status').textContent).toBe('Cancelled. Nothing was saved.');
      await finish(0);
      expect(saved).toEqual([]);
    });

    it('can start again immediately after it was cancelled, and only the second file is saved', async () => {
      await press('Cancel');
      await press('Download CSV');
      expect(pendingExports).toHaveLength(2);
      act(() => pendingExports[1]?.report(1, 2));
      act(() => pendingExports[0]?.report(2, 2));
      expect(screen.getByText('1 of 2 records read')).toBeDefined();
      await finish(0);
      expect(saved).toEqual([]);
      await finish(1);
      expect(saved).toHaveLength(1);
    });

    it('stops when the dialog is closed, and saves nothing', async () => {
      await press('Close');
      expect(cancelExport).toHaveBeenCalledOnce();
      await finish(0);
      expect(saved).toEqual([]);
    });

    it('starts once, even if the button is pressed repeatedly', async () => {
      await press('Download CSV');
      expect(pendingExports).toHaveLength(1);
    });

    it('shows no progress that is reported after its end', async () => {
      await finish(0);
      act(() => pendingExports[0]?.report(1, 2));
      expect(screen.queryByRole('progressbar')).toBeNull();
      await press('Close');
      expect(cancelExport).not.toHaveBeenCalled();
    });

    it('keeps the focus when the Cancel button disappears', async () => {
      screen.getByRole('button', { name: 'Cancel' }).focus();
      await press('Cancel');
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download CSV' }));
    });
  });

  it('reports why it failed, and can be retried', async () => {
    const exportList = vi
      .fn<Engine['export']>()
      .mockRejectedValueOnce(new Error('Some of the records could not be read.'))
      .mockResolvedValue(exported('csv'));
    await show({ export: exportList });
    await press('Download');
    await press('Download CSV');
    expect(screen.getByRole('alert').textContent).toBe(
      'The file could not be created. Nothing was saved. Some of the records could not be read.',
    );
    expect(saved).toEqual([]);
    await press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(saved).toHaveLength(1);
  });
});

describe('sharing', () => {
  const address = /^https:\/\/example\.org\/coast\/\?c=-26,117\.5&z=5&at=-31\.99,115\.75&r=5000&species=white/;

  it('shows the URL of the view, and says that it includes the centre of the search', async () => {
    await show();
    await press('Share');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toMatch(address);
    expect(screen.getByText(/If you used Near me, that is your position/)).toBeDefined();
  });

  it('has the code that shows the map on another page', async () => {
    await show();
    await press('Share');
    const code = (name: RegExp): string => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).value;
    expect(code(/^As an iframe/)).toContain('src="https://example.org/coast/embed/?c=-26,117.5&amp;z=5&amp;at=');
    expect(code(/^As an element/)).toContain('src="https://example.org/coast/embed/coastwatch-map.js"');
  });

  it.each([
    ['copied', () => Promise.resolve(), 'Copied'],
    ['not copied', () => Promise.reject(new DOMException('no', 'NotAllowedError')), 'Not copied'],
  ])('announces politely that the address was %s, and keeps the width of the button', async (_, writeText, text) => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await show();
    await press('Share');
    const button = screen.getByRole('button', { name: 'Copy' });
    const texts = (): string[] => Array.from(button.querySelectorAll('span > span'), (span) => span.textContent);
    const before = texts();
    await press('Copy');
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(text);
    expect(button.querySelector('[aria-hidden="false"]')?.textContent).toBe(text);
    // The button always contains all of its texts, one on top of the other.
    expect(texts()).toEqual(before);
  });

  it('opens the share sheet of a device that has one', async () => {
    const shareNatively = vi.fn<typeof navigator.share>().mockRejectedValue(new DOMException('closed', 'AbortError'));
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    Object.defineProperty(navigator, 'share', { configurable: true, value: shareNatively });
    await show();
    await press('Share');
    await press('Send the address …');
    expect(shareNatively).toHaveBeenCalledWith({ title: '', url: expect.stringMatching(address) as unknown });
    expect(screen.getByRole('textbox', { name: 'Address' })).toBeDefined();
  });
});

describe('the tools', () => {
  it('ask for the printed page, and link to the API', async () => {
    const print = vi.fn();
    window.addEventListener('coastwatch:print', print);
    await show();
    await press('Print');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    window.removeEventListener('coastwatch:print', print);
    expect(print).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link', { name: 'API' }).getAttribute('href')).toBe('./docs/');
  });

  it('are behind one button if there is little space', async () => {
    await show({}, true);
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    await press(/^More/);
    await press('Download');
    expect(screen.queryByRole('heading', { name: 'More' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Download this view' })).toBeDefined();
  });
});
