import { OpenLocationCode } from 'open-location-code';

import type { Position } from '../../core/geo/wgs84.ts';
import { examplePosition } from './example-position.ts';
import { site } from './site.ts';

const codes = new OpenLocationCode();

/** A point, with a note on anything that was guessed. */
export interface PointReading {
  readonly position: Position;
  readonly note?: string;
}

/** A Plus Code without its first four digits. It repeats about every 100 km, and means the one nearest to its town. */
export interface ShortPlusCode {
  /** '' if none was typed. */
  readonly town: string;
  /** The point nearest to `reference`. `name` is what people call the reference. */
  readonly near: (reference: Position, name: string) => PointReading;
}

export interface ShortPlusCodeReading {
  /** What to show if the code cannot be completed: its town is missing or unknown. */
  readonly problem: string;
  readonly shortCode: ShortPlusCode;
}

/**
 * Between spaces or punctuation. Shorter codes, with two digits before the plus sign, are not in use. Zeros fill only
 * codes of eight digits without their last digits.
 */
const codeInText =
  /(?<![^\s,;/(="'])(?:(?:[2-9CFGHJMPQRVWX]{2}){2,4}\+[2-9CFGHJMPQRVWX]{0,7}|(?=.{8}\+)(?:[2-9CFGHJMPQRVWX]{2}){1,3}(?:00)+\+)(?![^\s,;.?!/)&#"'])/i;
const { region } = site;
const namesOfRegion = [region.shortName, region.name, ...region.otherNames]
  .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  .join('|');
/** What follows the name of a town in an address, or is there without one: "Cottesloe WA 6011". */
const regionAfterTown = new RegExp(String.raw`(?:^|\s+)(?:${namesOfRegion})(?![\p{L}\p{N}]).*$`, 'iu');

/** A full Plus Code in a text, as written or in a link; undefined if there is none. */
export function readFullPlusCode(text: string): PointReading | undefined {
  const code = codeInText.exec(text)?.[0];
  return code !== undefined && codes.isFull(code) ? readingOf(code) : undefined;
}

/** A Plus Code, full or short, perhaps with a town; undefined if there is none. */
export function readPlusCode(text: string): PointReading | ShortPlusCodeReading | undefined {
  const example = codes.encode(examplePosition.latitude, examplePosition.longitude);
  const shortCode = readShortPlusCode(text);
  if (!shortCode) return readFullPlusCode(text);
  return {
    problem:
      shortCode.town === ''
        ? `A short Plus Code, such as ${example.slice(4)}, needs a town.`
        : `The town of this Plus Code was not found. Check its spelling, or type the full code, such as ${example}.`,
    shortCode,
  };
}

/** A short Plus Code with the name of its town before or after it; undefined if there is none. */
export function readShortPlusCode(text: string): ShortPlusCode | undefined {
  const code = codeInText.exec(text)?.[0];
  if (code === undefined || !codes.isShort(code)) return undefined;
  const [town = ''] = text
    .replace(code, ',')
    .split(/[,;()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return {
    town: town.replace(regionAfterTown, ''),
    near: ({ latitude, longitude }, name) =>
      readingOf(codes.recoverNearest(code, latitude, longitude), `, the nearest to ${name}`),
  };
}

/** The middle of the area of a full code. */
function readingOf(code: string, remark = ''): PointReading {
  const { latitudeCenter, longitudeCenter } = codes.decode(code);
  // A code is a multiple of a fraction of a degree, so further digits are rounding errors.
  const position = { longitude: Number(longitudeCenter.toFixed(7)), latitude: Number(latitudeCenter.toFixed(7)) };
  return { position, note: `Plus Code ${code.toUpperCase()}${remark}` };
}
