// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';

import { readTileSource } from './map-options.ts';

function pageWith(content: string, attribution?: string): Document {
  const meta = document.createElement('meta');
  meta.name = 'coastwatch-tiles';
  meta.content = content;
  if (attribution !== undefined) meta.dataset['attribution'] = attribution;
  document.head.append(meta);
  return document;
}

afterEach(() => {
  document.head.replaceChildren();
});

describe("a publisher's tiles", () => {
  it('are read from the page with their host and attribution', () => {
    expect(readTileSource(pageWith('https://{s}.tiles.example.org/{z}/{x}/{y}.png', 'Example maps'))).toEqual({
      url: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
      kind: 'tiles',
      host: 'a.tiles.example.org',
      attribution: 'Example maps',
    });
  });

  it('may be a PMTiles archive', () => {
    expect(readTileSource(pageWith('https://example.org/map.pmtiles?v=2'))).toMatchObject({
      url: 'https://example.org/map.pmtiles?v=2',
      kind: 'archive',
      host: 'example.org',
    });
  });

  it.each(['', 'https://example.org/map.mbtiles', 'https://example.org/{z}/{x}.png', 'javascript:{z}{x}{y}'])(
    'are not read from "%s"',
    (content) => {
      expect(readTileSource(pageWith(content))).toBeNull();
    },
  );
});
