import type { Site } from '../../core/datasets/site.ts';
import { escapeMarkup } from '../../core/feeds/escape-markup.ts';
import { mainRecords } from '../site/words.ts';
import { scriptJson } from './html.ts';

const placeholder = /\{\{([A-Za-z.]+)\}\}/g;

/**
 * Fills the placeholders of a built page, script or manifest with words of the site: `{{region.name}}` is the text of
 * that member, `{{Subject.one}}` has a capital first letter, `{{mainRecords}}` is such as "sightings and detections", and
 * `{{site}}` is the whole site, as JSON in a script element. In scripts, a placeholder is within a string. Throws for a
 * placeholder that no site can fill.
 */
export function fillSiteWords(template: string, site: Site, syntax: 'html' | 'script'): string {
  const rest = template.replace(placeholder, '');
  if (rest.includes('{{')) throw new Error(`A placeholder is not well formed: ${rest.slice(rest.indexOf('{{'), 40)}`);
  return template.replace(placeholder, (_, path: string) => {
    if (path === 'site') return scriptJson(site).text;
    const text = path === 'mainRecords' ? mainRecords(site) : wordOf(site, path);
    return syntax === 'html' ? escapeMarkup(text, 'html') : escapeInString(text);
  });
}

function wordOf(site: Site, path: string): string {
  const members = path.charAt(0).toLowerCase() + path.slice(1);
  const word = members
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
      site,
    );
  if (typeof word !== 'string') throw new Error(`The site has no text for the placeholder {{${path}}}.`);
  return members === path ? word : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Within the quotation marks of JSON or of any string of JavaScript. */
const escapeInString = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/['`$<]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
