import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type BaseMap, openStreetMap, originsOf, providerOf } from '../../core/http/base-maps.ts';
import { seed, sizeOf } from '../../tests/support/test-size.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { readBaseMaps } from './base-maps.ts';

console.info(`base maps: COASTWATCH_SEED=${seed}`);

const read = (...texts: string[]) =>
  readBaseMaps(texts, (message) => {
    throw new Error(message);
  });
const credit = '© Example';

async function writeArchive(change: (header: Buffer) => void = () => undefined): Promise<string> {
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  header[99] = 2;
  change(header);
  const path = join(folderOfTest(), 'coast.pmtiles');
  await writeFile(path, header);
  return path;
}

describe('the base maps of the command line', () => {
  it('are the streets of OpenStreetMap unless the publisher chooses', () => {
    expect(readBaseMaps(undefined, () => expect.fail())).toEqual([{ ...openStreetMap, file: null }]);
    expect(read('osm')).toEqual([{ ...openStreetMap, file: null }]);
    expect(read('none')).toEqual([]);
    expect(providerOf(openStreetMap)).toBe('openstreetmap.org');
  });

  it('are templates and archives, each with its title and its credit, in the given order', async () => {
    const file = await writeArchive();
    expect(
      read(
        'osm',
        `Photos = https://{s}.example.org/{z}/{x}/{y}{r}.jpg?key=a=b | ${credit}`,
        `Chart=https://example.org/a.pmtiles|${credit}`,
        `Own=${file}|${credit}`,
      ).map(({ title, kind, url, file: path }) => [title, kind, url, path]),
    ).toEqual([
      ['Streets', 'tiles', openStreetMap.url, null],
      ['Photos', 'tiles', 'https://{s}.example.org/{z}/{x}/{y}{r}.jpg?key=a=b', null],
      ['Chart', 'archive', 'https://example.org/a.pmtiles', null],
      ['Own', 'archive', '', file],
    ]);
  });

  it.each<readonly [text: string, reason: string]>([
    ['https://example.org/{z}/{x}/{y}.png', 'is not osm, none or TITLE=ADDRESS|CREDIT'],
    ['Streets=https://example.org/{z}/{x}/{y}.png', 'is not osm, none or TITLE=ADDRESS|CREDIT'],
    [`${'a'.repeat(21)}=https://example.org/{z}/{x}/{y}.png|c`, 'has a title that is not one line of 1 to 20'],
    ['A=https://example.org/{z}/{x}/{y}.png|c\nd', 'is not osm, none or TITLE=ADDRESS|CREDIT'],
    ['A=ftp://example.org/{z}/{x}/{y}.png|c', 'has an address that is not an http or https URL'],
    ["A=https://a' 'unsafe-inline/{z}/{x}/{y}.png|c", 'has an address that is not an http or https URL'],
    ['A=https://me:secret@example.org/{z}/{x}/{y}.png|c', 'has an address with a user name or a password'],
    ['A=https://example.org/{z}/{x}/{q}.png|c', 'has the unknown placeholder {q}'],
    ['A=https://{x}.example.org/{z}/{x}/{y}.png|c', 'has a placeholder in its host'],
    ...['a;sandbox', "a,b'unsafe-inline'", '*', '*.example.org', '[::1]:8080', "{s}.a'self'", 'a_b'].map(
      (host) => [`A=https://${host}/{z}/{x}/{y}.png|c`, 'has an address whose host is not a name of letters'] as const,
    ),
    ["A=https://a;script-src'self'/coast.pmtiles|c", 'has an address whose host is not a name of letters'],
    ['A=https:///{x}/{z}/{y}|c', 'has an address that is not an http or https URL'],
    ['A=https://example.org/tiles.png|c', 'has an address that is neither a template'],
    ['A=no-such-file.pmtiles|c', 'names the file no-such-file.pmtiles, which cannot be read'],
  ])('are refused with a reason: %s', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  it('have only hosts that are safe in a content security policy, whatever the address', () => {
    const part = fc.constantFrom(...'/:@?#\\;,\'*"<> %[]{}-._~aé0', '{s}', '{x}', '.org', '//', ':80', 'https:');
    const addresses = fc.array(part, { maxLength: 8 }).map((parts) => `https://${parts.join('')}/{z}/{x}/{y}`);
    fc.assert(
      fc.property(addresses, (address) => {
        let maps: readonly BaseMap[] = [];
        try {
          maps = read(`A=${address}|c`);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: --base-map /);
        }
        for (const origin of maps.flatMap(originsOf)) expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+(?::\d+)?$/);
      }),
      { seed, numRuns: sizeOf(20_000) },
    );
  });

  it.runIf(process.platform !== 'win32')('are refused if a file is a named pipe', () => {
    const path = join(folderOfTest(), 'pipe.pmtiles');
    execFileSync('mkfifo', [path]);
    expect(() => read(`A=${path}|c`)).toThrow('not a PMTiles archive of version 3');
  });

  it('are refused if two have one title, or if there is another one next to none', () => {
    expect(() => read('osm', `Streets=https://example.org/{z}/{x}/{y}.png|${credit}`)).toThrow(
      'have the title "Streets"',
    );
    expect(() => read('none', 'osm')).toThrow('--base-map none cannot be combined');
  });

  it.each([
    ['another format', (header: Buffer) => header.write('SQLite ', 0, 'latin1'), 'not a PMTiles archive of version 3'],
    ['version 2', (header: Buffer) => (header[7] = 2), 'not a PMTiles archive of version 3'],
    ['Brotli', (header: Buffer) => (header[97] = 3), 'compression is neither none nor gzip'],
    ['an unknown type of tile', (header: Buffer) => (header[99] = 0), 'neither images nor vector tiles'],
  ])('are refused if a file has %s', async (_, change, reason) => {
    const path = await writeArchive(change);
    expect(() => read(`A=${path}|c`)).toThrow(reason);
  });
});
