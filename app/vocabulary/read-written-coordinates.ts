import { readingOf, type CoordinatesReading } from './coordinates-reading.ts';
import { anglesOf, type Angle } from './written-angles.ts';
import { tokensOf, withPlainSigns, type Token } from './coordinate-tokens.ts';

const unclear = 'It is not clear where latitude ends and longitude begins; a comma between them tells.';

/**
 * The point that two written angles name: latitude first unless letters say otherwise. Undefined for a text with words
 * or signs that have no place in coordinates, or with fewer than two numbers.
 */
export function readWrittenCoordinates(text: string): CoordinatesReading | undefined {
  const plain = withPlainSigns(text);
  const withPoints = readTokens(tokensOf(plain, 'point'));
  const withCommas = readTokens(tokensOf(plain, 'comma'));
  if (!withCommas || 'problem' in withCommas) return withPoints ?? withCommas;
  if (!withPoints || 'problem' in withPoints) return withCommas;
  const [a, b] = [withPoints.position, withCommas.position];
  if (a.latitude === b.latitude && a.longitude === b.longitude) return withPoints;
  return { problem: 'The commas can be read in two ways; decimal points tell, such as -31.99, 115.75.' };
}

function readTokens(tokens: readonly Token[] | undefined): CoordinatesReading | undefined {
  const numbers = tokens?.filter(({ kind }) => kind === 'number') ?? [];
  if (!tokens || numbers.length < 2) return undefined;
  const parts = splitInTwo(tokens);
  if (!parts) return { problem: unclear };
  const angles = anglesOf(parts);
  return 'problem' in angles ? angles : readAngles(angles.first, angles.second);
}

function readAngles(first: Angle, second: Angle): CoordinatesReading {
  const note = first.note ?? second.note;
  if (first.axis !== undefined && first.axis === second.axis) {
    return { problem: `Both are written as a ${first.axis}; one latitude and one longitude are needed.` };
  }
  if (first.axis === 'longitude' || second.axis === 'latitude') return readingOf(second.degrees, first.degrees, note);
  const isNamed = first.axis !== undefined || second.axis !== undefined;
  if (!isNamed && Math.abs(first.degrees) > 90 && Math.abs(first.degrees) <= 180 && Math.abs(second.degrees) <= 90) {
    const swapped = 'Read as longitude, then latitude: the first number is too large for a latitude.';
    return readingOf(second.degrees, first.degrees, [note, swapped].filter((each) => each !== undefined).join(' '));
  }
  return readingOf(first.degrees, second.degrees, note);
}

/** Where the first angle ends: by a separator, else by letters, degree signs, a sign, else in the middle. */
function splitInTwo(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] | undefined {
  const indexesOf = (test: (token: Token) => boolean): readonly number[] =>
    tokens.flatMap((token, index) => (test(token) ? [index] : []));
  const separators = indexesOf(({ kind }) => kind === 'separator');
  const [separator] = separators;
  if (separators.length > 1) return undefined;
  if (separator !== undefined) return [tokens.slice(0, separator), tokens.slice(separator + 1)];
  const at = (index: number): [readonly Token[], readonly Token[]] => [tokens.slice(0, index), tokens.slice(index)];

  for (const kindOfName of ['axis', 'letter']) {
    const [first, second] = indexesOf(({ kind }) => kind === kindOfName);
    if (first === undefined) continue;
    if (first === 0 && second !== undefined) return at(second);
    if (first > 0 && first < tokens.length - 1) return at(first + 1);
  }
  const numbers = indexesOf(({ kind }) => kind === 'number');
  const [, secondDegree] = indexesOf(({ kind, text }) => kind === 'unit' && text === '°');
  if (secondDegree !== undefined) return at(secondDegree - 1);
  const signed = numbers.slice(1).filter((index) => /^[+-]/.test(tokens[index]?.text ?? ''));
  if (signed.length === 1 && signed[0] !== undefined) return at(signed[0]);
  const middle = numbers[numbers.length / 2];
  return middle === undefined ? undefined : at(middle);
}
