import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readCoordinates } from './coordinate-parser.ts';
import { formatPosition, plainPosition } from './positions.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const cottesloe = { latitude: -31.99, longitude: 115.75 };

describe('the coordinate parser', () => {
  it.each([
    '-31.99,115.75',
    '−31.99, 115.75',
    '(-31.99, 115.75)',
    '31.99 S 115.75 E',
    'S31.99 E115.75',
    '115.75 E 31.99 S',
    '31.99 south, 115.75 east',
    'lat: 31.99 S; lon: 115.75 E',
    'longitude 115.75, latitude -31.99',
    '-31.99 115.75 E',
    '-31.99 / 115.75',
    '-31,99, 115,75',
    '31 59.4 S, 115 45 E',
    "31°59'24''S 115°45'0''E",
    '31 deg 59 min 24 sec S, 115 deg 45 min E',
    '-31 59 24 115 45 0',
    "-31°59.4' 115°45'",
    '-31 59.4 +115 45 0',
    '31º59’24”S 115º45’0”E',
  ])('parses %s', (text) => {
    expect(readCoordinates(text)).toEqual({ position: cottesloe });
  });

  it('reads two plain numbers as longitude and latitude if only that is valid, with a note', () => {
    expect(readCoordinates('115.75, -31.99')).toEqual({
      position: cottesloe,
      note: 'Read as longitude, then latitude: the first number is too large for a latitude.',
    });
  });

  it.each([
    '31.99, 115.75',
    '115.75, 31.99',
    '31,99 115,75',
    '31° 59.4\u2032, 115° 45\u2032',
    '31°59\u203224\u2033 115°45\u20320\u2033',
    'lat 31.99 lon 115.75',
    '31.99, 115.75 E',
  ])('reads %s as south, because the data is, and offers the north as the alternative', (text) => {
    expect(readCoordinates(text)).toMatchObject({
      position: cottesloe,
      note: expect.stringContaining('Read as south of the equator') as string,
      alternative: { position: { latitude: 31.99, longitude: 115.75 } },
    });
  });

  it.each(['31.99 N, 115.75', '+31.99, 115.75', 'N 31.99 E 115.75'])('reads %s as north, with a note', (text) => {
    const reading = readCoordinates(text);
    expect(reading).toMatchObject({ position: { latitude: 31.99, longitude: 115.75 } });
    expect(reading).toHaveProperty('note', expect.stringContaining('north of the equator'));
    expect(reading).not.toHaveProperty('alternative');
  });

  it('reads a minus sign with an S as south, with a note', () => {
    expect(readCoordinates('-31.99 S, 115.75 E')).toEqual({
      position: cottesloe,
      note: 'The minus sign and the letter S were taken to mean the same.',
    });
  });

  it.each([
    ['95, 200', 'A latitude is between 90° S and 90° N; 95° is out of range.'],
    ['-31.99, 181', 'A longitude is between 180° W and 180° E; 181° is out of range.'],
    ['115 S, 31 E', 'A latitude is between 90° S and 90° N; -115° is out of range.'],
    ['31 S, 32 S', 'Both are written as a latitude; one latitude and one longitude are needed.'],
    ['-31.99 N, 115.75 E', 'A minus sign and the letter N contradict each other. Remove one of them.'],
    ['lon 31 S, 115 E', 'A longitude cannot have the letter S. Use E or W.'],
    ['31 75 S, 115 45 E', 'The number of minutes must be less than 60; 75 is too large.'],
    ['31 15 60 S, 115 45 E', 'The number of seconds must be less than 60; 60 is too large.'],
    ['31.5 15 S, 115 45 E', 'Only the last number of a coordinate can have decimals; 31.5 is followed by another.'],
    ['31 59 115', 'It is not clear where latitude ends and longitude begins; put a comma between them.'],
    ['-31,5 30', 'The commas can be read in two ways. Use decimal points, such as -24.50, 120.60.'],
    ["31'59° S, 115 45 E", `The sign ' is unexpected. Write coordinates like 31° 59' 39" S.`],
  ])('says what is wrong with %s', (text, problem) => {
    expect(readCoordinates(text)).toEqual({ problem });
  });

  it.each([
    '',
    ' ',
    'Cottesloe',
    'North Cottesloe',
    '2km off Scarborough',
    'BSN452',
    '5 E',
    '-31.99',
    '-31.99,',
    'S E',
  ])('finds no coordinates in "%s"', (text) => {
    expect(readCoordinates(text)).toBeUndefined();
  });
});

describe('the parser of links and geo: addresses', () => {
  it.each([
    'geo:-31.99,115.75;u=35?z=11',
    'geo:0,0?q=-31.99,115.75(Cottesloe)',
    'https://www.google.com/maps/@-31.99,115.75,12.5z/data=!3m1!1e3?entry=ttu',
    'https://www.google.com/maps/place/Cottesloe+WA/@-32.1,115.6,14z/data=!3m1!4b1!4m6!3m5!1s0x0:0x1!8m2!3d-31.99!4d115.75!16z',
    'https://www.google.com/maps/place/31%C2%B059%2724.0%22S+115%C2%B045%270.0%22E/@-32.1,115.6,14z',
    'https://www.google.com/maps/search/-31.99,+115.75?entry=tts',
    'https://www.google.com/maps/search/?api=1&query=-31.99%2C115.75',
    'https://maps.google.com/?q=-31.99,115.75',
    'https://maps.google.com/maps?q=loc:-31.99,115.75&z=12',
    'https://www.openstreetmap.org/?mlat=-31.99&mlon=115.75#map=12/-32.1/115.6',
    'https://maps.apple.com/?ll=-31.99,115.75&q=Cottesloe&t=m',
    'https://maps.apple.com/place?coordinate=-31.99,115.75&name=Cottesloe',
    'https://www.bing.com/maps?cp=-31.99~115.75&lvl=12',
    'https://example.org/coast/?c=-31.99,115.75&z=11&r=5000',
    'http://127.0.0.1:8080/?c=-32.1,115.6&z=11&at=-31.99,115.75',
    'http://127.0.0.1:8080/webapi/v1/RawData?latitude=-31.99&longitude=115.75',
  ])('parses %s', (text) => {
    expect(readCoordinates(text)).toEqual({ position: cottesloe });
  });

  it.each([
    ['https://example.org/%E0%A4%A', 'No coordinates were found in this link.'],
    ['geo:here', 'A geo: address needs latitude and longitude, such as geo:-24.50,120.60.'],
    ['geo:-31.99,115.75;crs=nad27', 'This geo: address uses a coordinate system other than WGS 84.'],
    [
      'https://www.google.com/maps/@-131.99,115.75,12z',
      'A latitude is between 90° S and 90° N; -131.99° is out of range.',
    ],
  ])('says what is wrong with %s', (text, problem) => {
    expect(readCoordinates(text)).toEqual({ problem });
  });
});

describe('the parser of short links', () => {
  it.each([
    'https://maps.app.goo.gl/AbCdEf123',
    'maps.app.goo.gl/AbCdEf123?g_st=ic',
    'https://goo.gl/maps/AbCdEf123',
    'goo.gl/maps/AbCdEf123',
    'Cottesloe Beach https://maps.app.goo.gl/AbCdEf123',
  ])('says how to get the coordinates of %s', (text) => {
    const reading = readCoordinates(text);
    expect(reading).toHaveProperty('problem', expect.stringContaining('without asking Google'));
    expect(reading).toHaveProperty('problem', expect.stringContaining('copy its coordinates'));
  });

  it('reads a complete link after the name that a map application shares with it', () => {
    expect(readCoordinates('Cottesloe WA https://maps.apple.com/?ll=-31.99,115.75')).toEqual({ position: cottesloe });
  });

  /** The encoding that openstreetmap.org documents: 32 bits of each coordinate, interleaved. */
  function shortCode({ longitude, latitude }: { longitude: number; latitude: number }): string {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~';
    const x = BigInt(Math.floor(((longitude + 180) / 360) * 2 ** 32));
    const y = BigInt(Math.floor(((latitude + 90) / 180) * 2 ** 32));
    let code = 0n;
    for (let bit = 31n; bit >= 0n; bit--) code = (code << 2n) | (((x >> bit) & 1n) << 1n) | ((y >> bit) & 1n);
    return Array.from({ length: 10 }, (_, index) => digits[Number((code >> BigInt(58 - 6 * index)) & 63n)]).join('');
  }

  it('computes the point of an OpenStreetMap short link from its code', () => {
    const point = fc.record({
      longitude: fc.double({ min: -179, max: 179, noNaN: true }),
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    });
    fc.assert(
      fc.property(point, (position) => {
        const reading = readCoordinates(`https://osm.org/go/${shortCode(position)}?m`);
        if (!reading || 'problem' in reading) throw new Error('no position');
        expect(reading.position.longitude).toBeCloseTo(position.longitude, 4);
        expect(reading.position.latitude).toBeCloseTo(position.latitude, 4);
      }),
    );
  });
});

describe('for any position and any text, the parser', () => {
  const position = fc.record({
    latitude: fc.integer({ min: -9_000_000, max: 9_000_000 }).map((value) => value / 100_000 + 0),
    longitude: fc.integer({ min: -18_000_000, max: 18_000_000 }).map((value) => value / 100_000 + 0),
  });
  type Form = (position: { latitude: number; longitude: number }) => string;
  const letters = (value: number, positive: string, negative: string): string => (value < 0 ? negative : positive);
  const inSixtieths =
    (write: (size: number) => string): Form =>
    ({ latitude, longitude }) =>
      `${write(Math.abs(latitude))}${letters(latitude, 'N', 'S')}, ${write(Math.abs(longitude))}${letters(longitude, 'E', 'W')}`;
  const minutes = (size: number): string => {
    const all = Math.round(size * 6_000_000);
    return `${Math.floor(all / 6_000_000)}°${(all % 6_000_000) / 100_000}'`;
  };
  const seconds = (size: number): string => {
    const all = Math.round(size * 360_000_000);
    const rest = all % 360_000_000;
    return `${Math.floor(all / 360_000_000)}° ${Math.floor(rest / 6_000_000)}' ${(rest % 6_000_000) / 100_000}"`;
  };
  const forms: Readonly<Record<string, Form>> = {
    plain: (each) => plainPosition(each),
    'with letters': (each) => formatPosition(each, 5),
    minutes: inSixtieths(minutes),
    seconds: inSixtieths(seconds),
    'longitude first': ({ latitude, longitude }) =>
      `${Math.abs(longitude).toFixed(5)} ${letters(longitude, 'E', 'W')} ${Math.abs(latitude).toFixed(5)} ${letters(latitude, 'N', 'S')}`,
    'decimal commas': ({ latitude, longitude }) =>
      `${latitude.toFixed(5)}; ${longitude.toFixed(5)}`.replaceAll('.', ','),
    geo: (each) => `geo:${plainPosition(each)}`,
    OpenStreetMap: ({ latitude, longitude }) => `https://www.openstreetmap.org/#map=12/${latitude}/${longitude}`,
  };

  it.each(Object.entries(forms))('returns the original position from its text: %s', (_name, write) => {
    fc.assert(
      fc.property(position, (each) => {
        const reading = readCoordinates(write(each));
        expect(reading).toHaveProperty('position');
        if (!reading || !('position' in reading)) return;
        // Unsigned text that would be opposite the region is read as south, with the point as written as the alternative.
        const written = reading.alternative?.position ?? reading.position;
        expect(written.latitude).toBeCloseTo(each.latitude, 6);
        expect(written.longitude).toBeCloseTo(each.longitude, 6);
      }),
    );
  });

  it('never throws, and returns a valid position, the description of a problem, or undefined', () => {
    const pieces = fc.constantFrom(
      ...`31 115.75 - + . , ; ° ' " ? S e W lat geo: https://a.au/`.split(' '),
      ...[' ', '  '],
      ...['@', '!3d', '!4d', '#map=', '/', '~', 'q=', '&', '%', '%E0', '(', '٣', '１'],
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        const reading = readCoordinates(each);
        if (reading && 'position' in reading) {
          expect(Math.abs(reading.position.latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(reading.position.longitude)).toBeLessThanOrEqual(180);
        } else if (reading) expect(reading.problem).not.toBe('');
      }),
      { numRuns: sizeOf(2000) },
    );
  });
});
