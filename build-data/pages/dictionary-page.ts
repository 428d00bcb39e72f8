import { apiRoot, documentPagePaths } from '../../core/storage/layout.ts';
import type { Dictionary, DictionaryField } from './dictionary-value.ts';
import { html, type Html } from './html.ts';
import { addressOf, rootFrom, type PageContent } from './page-frame.ts';
import { formatCount } from './page-tables.ts';

const root = rootFrom(documentPagePaths.dictionary);

const typeWords: Readonly<Record<DictionaryField['type'], string>> = {
  integer: 'Integer',
  number: 'Number',
  text: 'Text',
  dateTime: 'Date and time, as text YYYY-MM-DDThh:mm:ss without a time zone',
};

/** For whoever asks what a value, or a position, means. `files` are the dictionaries as data, by dataset. */
export function dictionaryPage(
  dictionaries: readonly Dictionary[],
  metadata: unknown,
  files: readonly { readonly dataset: string; readonly title: string; readonly path: string }[],
): PageContent {
  return {
    name: 'dictionary',
    title: 'Data dictionary',
    description:
      'What each field of the shark records and coastal places of Western Australia means, which values it has, and how positions were derived.',
    contents: [
      ['positions', 'How positions were derived'],
      ['terms', 'Terms of use'],
      ['times', 'Times'],
      ...dictionaries.map(({ name, title }) => [name, title] as const),
    ],
    metadata,
    body: html` <h1>Data dictionary</h1>
      <p class="lead">What the records say, and what they do not. Counts are those of the data that this site holds.</p>
      <h2 id="positions">How positions were derived</h2>
      <p>
        <strong>A record of RawData stands at a point of a coastal feature, not where the animal was.</strong> Each
        feature has two points. A report under 1,000 m offshore stands at the inshore point of the feature that it
        names, any other at its offshore point; detections of tagged animals stand at the receiver. So many records
        share exactly one point, and a distance found by a search leads to that point and not to an animal.
      </p>
      ${dictionaries.map(
        ({ title, positions }) =>
          html`<h3>${title}</h3>
            <ul>
              ${positions.map((position) => html`<li>${position}</li>`)}
            </ul>`,
      )}
      <h2 id="terms">Terms of use</h2>
      <p>
        Whoever uses the location search or the nearest record must take into account how positions were derived. Pass
        it on wherever a person reads a position or a distance. These are historical records, not live warnings: where
        nothing is recorded, nobody looked, nobody reported, or nothing was there, and the records cannot tell which.
      </p>
      <h2 id="times">Times</h2>
      <p>
        Times stand as they were recorded; no record tells its time zone. Until about the first week of July 2019
        reports by people are in Universal Time (UTC), eight hours behind Western Australia; later ones are in local
        time. Those of the SMART drumline trial are in UTC throughout.
      </p>
      ${dictionaries.map((dictionary) => section(dictionary, files))}`,
  };
}

function section(
  { name, title, meaning, records, fields }: Dictionary,
  files: readonly { readonly dataset: string; readonly title: string; readonly path: string }[],
): Html {
  const own = files.filter(({ dataset }) => dataset === name);
  const links = own.map(({ title: words, path }) => html` <a href="${root}${path}">${words}</a>`);
  return html`<h2 id="${name}">${title}</h2>
    <p>
      ${meaning} ${formatCount(records)} records, at
      <a href="${root}${addressOf('interface')}#requests"><code>${apiRoot}/${name}</code></a
      >.
    </p>
    ${own.length > 0 ? html`<p>This dictionary as data:${links}.</p>` : undefined}
    <dl class="fields">${fields.map((field) => fieldEntry(name, field, records))}</dl>`;
}

function fieldEntry(dataset: string, field: DictionaryField, records: number): Html {
  const { name, type, unit, longest, values, quirks, meaning } = field;
  const id = `${dataset}-${name}`;
  const facts = [
    unit === undefined ? typeWords[type] : `${typeWords[type]}, ${unit}`,
    ...(longest === undefined ? [] : [`at the most ${formatCount(longest)} characters long`]),
    nullWords(field, records),
  ];
  return html`<div id="${id}">
    <dt><a href="#${id}">${name}</a></dt>
    <dd>${meaning}</dd>
    <dd class="hint">${facts.join('; ')}.</dd>
    ${quirks.map((quirk) => html`<dd class="hint">${quirk}</dd>`)}
    ${values === undefined ? undefined : html`<dd class="values">Values: ${valueList(values)}</dd>`}
  </div>`;
}

function nullWords({ nulls, nullCount }: DictionaryField, records: number): string {
  if (nulls === 'never') return 'never null';
  const counted = `null in ${formatCount(nullCount)} of ${formatCount(records)}`;
  return nulls === 'documented' ? counted : `promised, but ${counted}`;
}

function valueList(values: NonNullable<DictionaryField['values']>): Html {
  const items = values.map(
    ({ value, count }, index) =>
      html`${index > 0 ? ', ' : ''}${value === '' ? 'empty text' : html`<code>${value}</code>`}&nbsp;${formatCount(count)}`,
  );
  return html`${items}.`;
}
