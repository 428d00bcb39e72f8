import { parsePlainNumber } from '../../core/query/plain-number.ts';
import { readingOf, type CoordinatesReading } from './coordinates-reading.ts';
import { readWrittenCoordinates } from './read-written-coordinates.ts';

/** What begins like an address: a scheme, a host's name with a path, or the query or fragment alone. */
const addressStart = /^(?:[a-z]{2,10}:\/\/|geo:|[?#]|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}\.[a-z]{2,10}[/?#])/i;
/** Names under which links carry "latitude,longitude", those of a marked point before those of the map's centre. */
const pairNames = ['at', 'spot', 'q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'cp', 'c', 'center', 'sll'];

/**
 * The point in a `geo:` address (RFC 5870) or in a link of a map application or of this site; undefined for a text that
 * is no address.
 */
export function readMapLink(text: string): CoordinatesReading | undefined {
  if (!addressStart.test(text)) return undefined;
  const { path, parameters, fragment } = partsOf(text);
  return (
    readGeoAddress(path, parameters) ??
    readMarkedPoint(path) ??
    readNamedPair(parameters, 'mlat', 'mlon') ??
    readParameters(parameters) ??
    readFragment(fragment) ??
    readPath(path) ?? { problem: 'This link carries no coordinates that can be read.' }
  );
}

function partsOf(text: string): { path: string; parameters: URLSearchParams; fragment: string } {
  const [address = '', fragment = ''] = splitAtFirst(text, '#');
  const [path = '', query = ''] = splitAtFirst(address, '?');
  return { path, parameters: new URLSearchParams(query), fragment };
}

function splitAtFirst(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** `geo:-31.99,115.75;u=35`, and the `geo:0,0?q=-31.99,115.75(label)` of telephones. */
function readGeoAddress(path: string, parameters: URLSearchParams): CoordinatesReading | undefined {
  if (!/^geo:/i.test(path)) return undefined;
  const asked = readPair(parameters.get('q') ?? '');
  if (asked) return asked;
  const [place = '', ...settings] = path.slice('geo:'.length).split(';');
  const system = settings.find((setting) => /^crs=/i.test(setting))?.slice('crs='.length);
  if (system !== undefined && system.toLowerCase() !== 'wgs84') {
    return { problem: 'This geo: address uses another coordinate system than WGS 84.' };
  }
  return readPair(place) ?? { problem: 'A geo: address takes latitude and longitude, such as geo:-31.99,115.75.' };
}

/** `!3d-31.99!4d115.75`: the last one is the place asked for. */
function readMarkedPoint(path: string): CoordinatesReading | undefined {
  const latitudes = path.match(/!3d-?\d{1,3}(?:\.\d{1,20})?/g);
  const longitudes = path.match(/!4d-?\d{1,3}(?:\.\d{1,20})?/g);
  return readNumbers(latitudes?.at(-1)?.slice(3), longitudes?.at(-1)?.slice(3));
}

function readNamedPair(
  parameters: URLSearchParams,
  latitudeName: string,
  longitudeName: string,
): CoordinatesReading | undefined {
  return readNumbers(parameters.get(latitudeName), parameters.get(longitudeName));
}

function readParameters(parameters: URLSearchParams): CoordinatesReading | undefined {
  for (const name of pairNames) {
    const reading = readPair(parameters.get(name) ?? '');
    if (reading) return reading;
  }
  return readNamedPair(parameters, 'latitude', 'longitude') ?? readNamedPair(parameters, 'lat', 'lon');
}

/** `#map=12/-31.99/115.75`. */
function readFragment(fragment: string): CoordinatesReading | undefined {
  const [, latitude, longitude] = (new URLSearchParams(fragment).get('map') ?? '').split('/');
  return readNumbers(latitude, longitude);
}

/** `/@-31.99,115.75,12z`, else a segment that is written coordinates, as `/place/31°59'39"S+115°28'26"E`. */
function readPath(path: string): CoordinatesReading | undefined {
  const segments = path.split('/').slice(0, 50);
  const seen = segments.find((segment) => segment.startsWith('@'));
  for (const segment of [...segments, seen?.slice(1) ?? '']) {
    const written = decoded(segment.replaceAll('+', ' '));
    const reading = readPair(written) ?? (/\d/.test(written) ? readWrittenCoordinates(written) : undefined);
    if (reading) return reading;
  }
  return undefined;
}

/** "-31.99,115.75" or "-31.99~115.75"; what follows, such as an altitude, a zoom or a label, does not count. */
function readPair(text: string): CoordinatesReading | undefined {
  const [latitude, longitude] = text.replace(/^loc:/i, '').split('(', 1)[0]?.split(/[,~]/) ?? [];
  return readNumbers(latitude, longitude) ?? (/[°'"]/.test(text) ? readWrittenCoordinates(text) : undefined);
}

function readNumbers(
  latitude: string | null | undefined,
  longitude: string | null | undefined,
): CoordinatesReading | undefined {
  const numbers = [latitude, longitude].map((text) => parsePlainNumber((text ?? '').trim()));
  const [north, east] = numbers;
  return north === undefined || east === undefined ? undefined : readingOf(north, east);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
