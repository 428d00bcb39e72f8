import { rawData } from '../../core/datasets/datasets.ts';
import type { TimeRule } from '../../core/datasets/recorded-time.ts';
import { visitRule } from '../../core/datasets/tagged-sharks.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import {
  pagePath,
  apiRoot,
  changeLogPath,
  dictionaryPath,
  documentPagePaths,
  recordPath,
} from '../../core/storage/format/layout.ts';
import type { BuildChanges, ChangeLog } from '../documents/change-log.ts';
import {
  type DataDictionary,
  describeCopies,
  type DictionaryField,
  formatCountedValue,
  typeNames,
} from '../documents/data-dictionary.ts';
import { formatCount, formatRecorded } from '../format-text.ts';
import type { Publication } from '../publication.ts';
import type { DatasetChanges } from '../validate/compare-versions.ts';
import type { FieldQuirk } from '../validate/record-statistics.ts';
import { heading, html, type Html, type Insertion } from './html.ts';
import { contentOf, recordsOf } from '../site/words.ts';
import { type PageContent, rootFrom, termsSection } from './page-frame.ts';

const visitsTitle = ({ site }: Publication): string => `Tagged ${site.subject.many} and visits`;
const dictionaryRoot = rootFrom(documentPagePaths.dictionary);

export function dictionaryPage(
  dictionaries: readonly DataDictionary[],
  metadata: unknown,
  publication: Publication,
  times: TimeRule,
): PageContent {
  const hasDetections = dictionaries.some(recordsDetections);
  return {
    name: 'dictionary',
    title: 'Data dictionary',
    description: `What each field of the ${contentOf(publication.site)} means, which values it has, and how positions were derived.`,
    contents: [
      ['terms', 'Terms of use'],
      ['positions', 'How positions were derived'],
      ['times', 'Times'],
      ...(hasDetections ? [['visits', visitsTitle(publication)] as const] : []),
      ...dictionaries.map(({ dataset, title }) => [dataset, title] as const),
    ],
    metadata,
    lead: 'What the records say, and what they do not. Counts refer to the data of this site.',
    body: html` ${termsSection(dictionaryRoot, publication)}
      <p>
        These are historical records, not live warnings. Where there is no record, nobody looked, nobody reported,
        ${hasDetections ? 'no receiver listened, ' : ''}or nothing was there: the data does not show which.
      </p>
      ${heading('positions', 'How positions were derived')}
      <p>
        ${publication.site.positions?.notice ?? 'The publisher does not say how the positions of records were derived.'}
      </p>
      <p>
        Each coastal feature has an inshore and an offshore point. Its field
        <a href="#CoastalFeatures-CoastalFeatureInshore_Offshore"><code>CoastalFeatureInshore_Offshore</code></a> says
        whether they differ.
      </p>
      ${dictionaries.map(
        ({ title, positions }) =>
          html`<h3>${title}</h3>
            <ul>
              ${positions.map((position) => html`<li>${position}</li>`)}
            </ul>`,
      )}
      ${heading('times', 'Times')}
      <p>Times are published as they were recorded, without a time zone. ${times.inWords} Feeds use this rule.</p>
      ${hasDetections ? visitsSection(publication, times) : undefined} ${dictionaries.map(datasetSection)}`,
  };
}

/** Whether a dataset may have detections of tags. Its values are unknown if they are many. */
function recordsDetections({ dataset, fields }: DataDictionary): boolean {
  if (dataset !== rawData.name) return false;
  const values = fields.find(({ name }) => name === 'InteractionValue')?.values;
  return values === undefined || values.some(({ value }) => keyOfText(String(value)) === 'detected');
}

function visitsSection(publication: Publication, times: TimeRule): Html {
  const { subject } = publication.site;
  return html`${heading('visits', visitsTitle(publication))}
    <p>
      A receiver makes a record each time it detects a tagged ${subject.one}, so one ${subject.one} can produce more
      than a thousand records. The explorer therefore counts visits. ${visitRule(subject, times.name)}
    </p>`;
}

function datasetSection(dictionary: DataDictionary): Html {
  const { dataset, title, meaning, records, fields } = dictionary;
  return html`${heading(dataset, title)}
    <p>
      ${meaning} ${formatCount(records)} records, at
      <a href="${dictionaryRoot}${pagePath('api')}#requests"><code>${apiRoot}/${dataset}</code></a
      >. This dictionary is available as
      <a href="${dictionaryRoot}${dictionaryPath(dataset, 'csv')}" aria-label="${title}: dictionary as CSV">CSV</a> and
      <a href="${dictionaryRoot}${dictionaryPath(dataset, 'json')}" aria-label="${title}: dictionary as JSON">JSON</a>.
      ${describeCopies(dictionary)}
    </p>
    <dl class="fields">${fields.map((field) => fieldEntry(dataset, field))}</dl>`;
}

function fieldEntry(dataset: string, field: DictionaryField): Html {
  const { name, meaning, values, isCodeList, quirks } = field;
  const id = `${dataset}-${name}`;
  return html`<div id="${id}">
    <dt><a class="anchor" href="#${id}">${name}</a></dt>
    <dd>${meaning}</dd>
    <dd class="hint">${describeValues(field).join(' ')}</dd>
    ${quirks.map((quirk) => quirkEntry(dataset, quirk))}
    ${values === undefined || values.length === 0 ? undefined : html`<dd class="values">${isCodeList ? 'Codes' : 'Values'} and how many records have them: ${valueList(values)}</dd>`}
  </div>`;
}

function describeValues({ type, unit, nullRule, nullRecords, longest, smallest, largest }: DictionaryField): string[] {
  return [
    `${typeNames[type].replace(/^./, (letter) => letter.toUpperCase())}${unit === undefined ? '' : `, ${unit}`}.`,
    `${nullRule}${nullRecords === 0 ? '' : ` ${formatCount(nullRecords)} ${nullRecords === 1 ? 'record has' : 'records have'} null.`}`,
    ...(longest === undefined
      ? []
      : [`The longest text has ${formatCount(longest)} ${longest === 1 ? 'character' : 'characters'}.`]),
    ...(smallest === undefined || largest === undefined ? [] : [`From ${smallest} to ${largest}.`]),
  ];
}

function quirkEntry(dataset: string, { meaning, records, examples }: FieldQuirk): Html {
  const links = examples.map(
    (identifier, index) =>
      html`${index > 0 ? ', ' : ''}<a href="${dictionaryRoot}${recordPath(dataset, identifier)}">${identifier}</a>`,
  );
  const where = examples.length === 0 ? undefined : html`, ${links}${records > examples.length ? ' and others' : ''}`;
  return html`<dd class="hint">
    ${meaning.replace(/[.]$/, '')}: ${formatCount(records)} ${records === 1 ? 'record' : 'records'}${where}.
  </dd>`;
}

function valueList(values: NonNullable<DictionaryField['values']>): string {
  return `${values.map(formatCountedValue).join(', ')}.`;
}

const changesRoot = rootFrom(documentPagePaths.changes);
/** The maximum number of identifiers shown. The change log in JSON has more. */
const maxIdentifiers = 40;

export function changesPage(
  { builds, earlierBuildsLeftOut }: ChangeLog,
  metadata: unknown,
  { site }: Publication,
): PageContent {
  return {
    name: 'changes',
    title: 'Changes',
    description: `Which ${recordsOf(site)} and coastal places each version of the data added, changed and removed.`,
    contents: [],
    metadata,
    lead: 'What each version of the data added, changed and removed compared with the one before, newest first.',
    body: html` <p>
        <a href="${changesRoot}${changeLogPath}">The same list as JSON</a>, with more identifiers and the fields that
        changed.
      </p>
      ${builds.length === 0 ? html`<p>No version of the data has been logged yet.</p>` : builds.map(buildSection)}
      ${
        earlierBuildsLeftOut === 0
          ? undefined
          : html`<p class="hint">${formatCount(earlierBuildsLeftOut)} earlier builds are no longer listed.</p>`
      }`,
  };
}

function buildSection({ builtAt, dataVersion, previousDataVersion, note, datasets }: BuildChanges): Html {
  const id = `version-${dataVersion}-${builtAt.replace(/[^0-9]/g, '')}`;
  const changes = Object.entries(datasets).map(([name, changed]) =>
    datasetChanges(name, changed, previousDataVersion !== null),
  );
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">
      <time datetime="${builtAt}">${formatRecorded(builtAt)} UTC</time>, version <code>${dataVersion}</code>
    </h2>
    ${note === undefined ? undefined : html`<p>${note}</p>`} ${changes}
  </section>`;
}

function datasetChanges(name: string, { records, added, changed, removed }: DatasetChanges, isCompared: boolean): Html {
  const link = (identifier: number): Html =>
    html`<a href="${changesRoot}${recordPath(name, identifier)}">${identifier}</a>`;
  const lines = [
    changeLine('added', added.count, added.identifiers.map(link)),
    changeLine(
      'changed',
      changed.count,
      changed.records.map(({ identifier, fields }) => html`${link(identifier)} (${fields.join(', ')})`),
    ),
    changeLine('removed', removed.count, removed.identifiers),
  ];
  const isSame = isCompared && added.count + changed.count + removed.count === 0;
  return html`<h3>${name}</h3>
    <p>${formatCount(records)} records${isSame ? ': none added, changed or removed' : ''}.</p>
    ${
      !isCompared || isSame
        ? undefined
        : html`<ul>
            ${lines}
          </ul>`
    }`;
}

function changeLine(kind: string, count: number, identifiers: readonly Insertion[]): Html {
  if (count === 0) return html`<li>None ${kind}</li>`;
  const shown = identifiers.slice(0, maxIdentifiers);
  const list = shown.map((identifier, index) => html`${index > 0 ? ', ' : ''}${identifier}`);
  const rest = count > shown.length ? ` and ${formatCount(count - shown.length)} more` : '';
  return html`<li>${formatCount(count)} ${kind}: <span class="identifiers">${list}${rest}</span></li>`;
}
