import type { Token } from './coordinate-tokens.ts';

/** One written angle in degrees, negative for south and west; `axis` where a letter or a word tells it. */
export interface Angle {
  readonly degrees: number;
  readonly axis?: 'latitude' | 'longitude' | undefined;
  readonly note?: string | undefined;
}

const axisOfLetter: Readonly<Record<string, 'latitude' | 'longitude'>> = {
  N: 'latitude',
  S: 'latitude',
  E: 'longitude',
  W: 'longitude',
};
const units = ['°', "'", '"'] as const;
const unitNames = ['degrees', 'minutes', 'seconds'] as const;

/** Both angles, or what is wrong with the first that cannot be read. */
export function anglesOf(
  parts: readonly [readonly Token[], readonly Token[]],
): { readonly first: Angle; readonly second: Angle } | { readonly problem: string } {
  const first = angleOf(parts[0]);
  if ('problem' in first) return first;
  const second = angleOf(parts[1]);
  return 'problem' in second ? second : { first, second };
}

function angleOf(tokens: readonly Token[]): Angle | { readonly problem: string } {
  const letters = tokens.filter(({ kind }) => kind === 'letter');
  const axes = tokens.filter(({ kind }) => kind === 'axis');
  if (letters.length > 1 || axes.length > 1) return { problem: 'There are more letters than one for each coordinate.' };
  const written = tokens.filter(({ kind }) => kind === 'number' || kind === 'unit');
  const size = sizeOf(written);
  if (typeof size !== 'number') return size;

  const sign = written[0]?.text.charAt(0) ?? '';
  const letter = letters[0]?.text;
  const axis = letter === undefined ? undefined : axisOfLetter[letter];
  const named = axes[0]?.text === 'longitude' ? 'longitude' : axes[0] ? 'latitude' : undefined;
  if (axis && named && axis !== named) return { problem: `The letter ${letter ?? ''} does not go with a ${named}.` };
  if (letter === undefined) return { degrees: sign === '-' ? -size : size, axis: named };
  const isNegative = letter === 'S' || letter === 'W';
  if (sign === '-' && !isNegative) return { problem: `A minus sign and the letter ${letter} contradict each other.` };
  const note = sign === '-' ? `The minus sign and the letter ${letter} were taken to say the same.` : undefined;
  return { degrees: isNegative ? -size : size, axis, note };
}

/** The size of an angle in degrees, from one to three numbers, the largest unit first. */
function sizeOf(written: readonly Token[]): number | { readonly problem: string } {
  const values: number[] = [];
  for (const { kind, text } of written) {
    if (kind === 'unit') {
      // A sign that got lost stands for whichever is due.
      if (values.length === 0 || (text !== '?' && text !== units[values.length - 1])) {
        return { problem: `The sign ${text} stands in an unexpected place; 31° 59' 39" S is the order.` };
      }
      continue;
    }
    const before = values.at(-1);
    if (before !== undefined && !Number.isInteger(before)) {
      return { problem: `Only the last number of a coordinate can have decimals; ${before} is followed by another.` };
    }
    if (values.length > 0 && /^[+-]/.test(text)) return { problem: `The sign before ${text.slice(1)} is unexpected.` };
    if (values.length === 3) return { problem: 'A coordinate has degrees, minutes and seconds, and no fourth number.' };
    const value = Math.abs(Number(text));
    if (values.length > 0 && value >= 60) {
      return {
        problem: `There are fewer than 60 ${unitNames[values.length] ?? ''} in one of the unit above; ${value} is beyond.`,
      };
    }
    values.push(value);
  }
  const [degrees, minutes, seconds] = values;
  if (degrees === undefined) return { problem: 'One of the two coordinates has no number.' };
  if (minutes === undefined) return degrees;
  // To a millimetre: sixtieths leave long tails that say nothing.
  return Number((degrees + minutes / 60 + (seconds ?? 0) / 3600).toFixed(8));
}
