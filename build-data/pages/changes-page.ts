import { changeLogPath, documentPagePaths, recordPath } from '../../core/storage/format/layout.ts';
import type { BuildChanges, ChangeLog, DatasetChanges } from '../documents/change-log.ts';
import { formatCount, formatRecorded } from '../format-text.ts';
import { html, type Html, type Insertion } from './html.ts';
import { rootFrom, type PageContent } from './page-frame.ts';

const root = rootFrom(documentPagePaths.changes);
/** The most identifiers shown; the change log has more, for programs. */
const maxIdentifiers = 40;

/** The page that lists what each version of the data changed. */
export function changesPage({ builds, earlierBuildsLeftOut }: ChangeLog, metadata: unknown): PageContent {
  return {
    name: 'changes',
    title: 'Changes',
    description: 'Which shark records and coastal places each version of the data added, changed and removed.',
    contents: [],
    metadata,
    lead: 'What each version of the data added, changed and removed against the one before, newest first.',
    body: html` <p>
        <a href="${root}${changeLogPath}">The same as JSON</a>, with more identifiers and the fields that changed.
      </p>
      ${builds.length === 0 ? html`<p>No version of the data has been logged yet.</p>` : builds.map(build)}
      ${
        earlierBuildsLeftOut === 0
          ? undefined
          : html`<p class="hint">${formatCount(earlierBuildsLeftOut)} earlier builds are no longer listed.</p>`
      }`,
  };
}

function build({ builtAt, dataVersion, previousDataVersion, note, datasets }: BuildChanges): Html {
  const id = `version-${dataVersion}-${builtAt.replace(/[^0-9]/g, '')}`;
  const changes = Object.entries(datasets).map(([name, changed]) =>
    datasetChanges(name, changed, previousDataVersion === null),
  );
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">
      <time datetime="${builtAt}">${formatRecorded(builtAt)} UTC</time>, version <code>${dataVersion}</code>
    </h2>
    ${note === undefined ? undefined : html`<p>${note}</p>`} ${changes}
  </section>`;
}

function datasetChanges(name: string, { records, added, changed, removed }: DatasetChanges, isFirst: boolean): Html {
  const link = (identifier: number): Html => html`<a href="${root}${recordPath(name, identifier)}">${identifier}</a>`;
  const lines = [
    line('added', added.count, added.identifiers.map(link)),
    line(
      'changed',
      changed.count,
      changed.records.map(({ identifier, fields }) => html`${link(identifier)} (${fields.join(', ')})`),
    ),
    line('removed', removed.count, removed.identifiers),
  ];
  const isSame = !isFirst && added.count + changed.count + removed.count === 0;
  return html`<h3>${name}</h3>
    <p>${formatCount(records)} records${isSame ? ': none added, changed or removed' : ''}.</p>
    ${
      isFirst || isSame
        ? undefined
        : html`<ul>
            ${lines}
          </ul>`
    }`;
}

function line(kind: string, count: number, identifiers: readonly Insertion[]): Html {
  if (count === 0) return html`<li>None ${kind}</li>`;
  const shown = identifiers.slice(0, maxIdentifiers);
  const list = shown.map((identifier, index) => html`${index > 0 ? ', ' : ''}${identifier}`);
  const rest = count > shown.length ? ` and ${formatCount(count - shown.length)} more` : '';
  return html`<li>${formatCount(count)} ${kind}: <span class="identifiers">${list}${rest}</span></li>`;
}
