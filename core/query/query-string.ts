import { parameters, type ParameterName, type ParameterTexts } from './parameters.ts';

const namesByLowerCase = new Map<string, ParameterName>(parameters.map(({ name }) => [name.toLowerCase(), name]));

/**
 * Reads the parameters from the query part of a URL, with or without its question mark. Names match without regard to
 * case; the first of a repeated parameter counts; unknown ones are ignored; an empty value, or `pageNumber=null`,
 * counts as absent.
 *
 * A plus sign stands for itself: no value here can hold a space, and `latitude=+17.76` or `rangeInM=1e+4` mean what
 * they say. A percent sign that encodes nothing also stands for itself.
 */
export function readQueryString(search: string): ParameterTexts {
  const texts = new Map<ParameterName, string>();
  const query = search.startsWith('?') ? search.slice(1) : search;
  if (query === '') return texts;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = namesByLowerCase.get(decode(equals < 0 ? pair : pair.slice(0, equals)).toLowerCase());
    if (name === undefined || texts.has(name)) continue;
    texts.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1)));
  }
  for (const [name, text] of texts) {
    if (text === '' || (name === 'pageNumber' && text === 'null')) texts.delete(name);
  }
  return texts;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
