import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seed } from '../../tests/support/test-size.ts';
import { nameWithCoordinates, readCoordinates } from './coordinate-parser.ts';

const digits = '23456789CFGHJMPQRVWX';
const point = { latitude: -31.9923125, longitude: 115.8635625 };

/** The full code of the cell in these row and column of 8,000 per degree, as the specification of Plus Codes says. */
function codeOfCell(row: number, column: number): string {
  let code = '';
  for (let [y, x, pair] = [row, column, 0]; pair < 5; pair++) {
    code = `${digits.charAt(y % 20)}${digits.charAt(x % 20)}${pair === 1 ? '+' : ''}${code}`;
    [y, x] = [Math.floor(y / 20), Math.floor(x / 20)];
  }
  return code.replace('+', '').replace(/^.{8}/, '$&+');
}

const cells = fc.record({ row: fc.nat(180 * 8000 - 1), column: fc.nat(360 * 8000 - 1) });
const middleOf = ({ row, column }: { row: number; column: number }) => ({
  latitude: Number(((row + 0.5) / 8000 - 90).toFixed(7)),
  longitude: Number(((column + 0.5) / 8000 - 180).toFixed(7)),
});
function completed(text: string, reference: { latitude: number; longitude: number }, name = 'Perth') {
  const reading = readCoordinates(text);
  if (!reading || !('shortCode' in reading)) throw new Error(`${text} is not read as a short code`);
  return reading.shortCode.near(reference, name);
}

describe('Plus Codes', () => {
  it.each([
    '4PWQ2V57+3C',
    '4pwq2v57+3c',
    ' 4PWQ2V57+3C. ',
    '4PWQ2V57+3C South Perth, Western Australia',
    'South Perth, 4PWQ2V57+3C',
    '(4PWQ2V57+3C)',
    'https://plus.codes/4PWQ2V57+3C',
    'plus.codes/4PWQ2V57%2B3C',
    'https://www.google.com/maps/search/?api=1&query=4PWQ2V57%2B3C',
  ])('in full are read in %s', (text) => {
    expect(readCoordinates(text)).toEqual({ position: point, note: 'Plus Code 4PWQ2V57+3C' });
  });

  it('of any point are read exactly, in upper and lower case', () => {
    console.info(`Plus Codes: COASTWATCH_SEED=${seed}`);
    fc.assert(
      fc.property(cells, fc.boolean(), (cell, isLower) => {
        const code = codeOfCell(cell.row, cell.column);
        const reading = readCoordinates(isLower ? code.toLowerCase() : code);
        expect(reading).toEqual({ position: middleOf(cell), note: `Plus Code ${code}` });
      }),
      { seed },
    );
  });

  it('without their first four or two digits mean the nearest point to the town, wherever in the area the town is', () => {
    const shift = fc.double({ min: -0.49, max: 0.49, noNaN: true });
    fc.assert(
      fc.property(cells, shift, shift, fc.constantFrom(2, 4), (cell, north, east, missing) => {
        const { latitude, longitude } = middleOf(cell);
        fc.pre(Math.abs(latitude) < 80 && Math.abs(longitude) < 170);
        const code = codeOfCell(cell.row, cell.column);
        const size = missing === 4 ? 1 : 20;
        const reference = { latitude: latitude + north * size, longitude: longitude + east * size };
        fc.pre(Math.abs(reference.latitude) < 80 && Math.abs(reference.longitude) < 170);
        expect(completed(`${code.slice(missing)} Perth`, reference)).toEqual({
          position: { latitude, longitude },
          note: `Plus Code ${code}, the nearest to Perth`,
        });
      }),
      { seed },
    );
  });

  it.each([
    ['2V57+3C', ''],
    ['2v57+3c cottesloe', 'cottesloe'],
    ['2V57+3C, Cottesloe', 'Cottesloe'],
    ['2V57+3C,Cottesloe', 'Cottesloe'],
    ['2V57+3C Cottesloe, Western Australia', 'Cottesloe'],
    ['2V57+3C Cottesloe WA 6011, Australia', 'Cottesloe'],
    ['Cottesloe 2V57+3C', 'Cottesloe'],
    ['Cottesloe (2V57+3C)', 'Cottesloe'],
    ['WQ2V57+3C South Perth', 'South Perth'],
    ['2V57+3CX Margaret River', 'Margaret River'],
  ])('in short are read in %s, with the town %s', (text, town) => {
    expect(nameWithCoordinates(text)).toBe(town);
    const { position } = completed(text, { latitude: -31.99, longitude: 115.75 });
    expect(position.latitude).toBeCloseTo(point.latitude, 3);
    expect(position.longitude).toBeCloseTo(point.longitude, 3);
  });

  it('without a town, or with an unknown one, have a problem that says what is missing', () => {
    expect(readCoordinates('2V57+3C')).toMatchObject({ problem: expect.stringContaining('needs a town') as string });
    expect(readCoordinates('2V57+3C Nowhere')).toMatchObject({
      problem: expect.stringContaining('was not found') as string,
    });
  });

  it.each(['2V57+3', '2V5+3C', '2V57+3A', '2V57+3C+2', 'x2V57+3C', 'Beach + Reef', 'A+B', '+3C', '4PWQ0057+3C'])(
    '%s is none',
    (text) => {
      expect(readCoordinates(text)).toBeUndefined();
    },
  );

  it('are not found in coordinates', () => {
    for (const text of ['-31.9925+115.8635', '-31 59.4 +115 45', '-31.99 +115.75', 'S31.99+E115.75']) {
      expect(JSON.stringify(readCoordinates(text)) ?? '', text).not.toContain('Plus Code');
    }
  });
});
