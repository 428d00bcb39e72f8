import { apiRoot, documentPagePaths } from '../../core/storage/layout.ts';
import type { ChangedRecords, ChangeLog, ChangeLogEntry } from './change-log.ts';
import { html, type Html } from './html.ts';
import { rootFrom, type PageContent } from './page-frame.ts';
import { formatCount } from './page-tables.ts';

const root = rootFrom(documentPagePaths.changes);
/** More identifiers than these are a matter for programs. */
const mostIdentifiers = 50;
const kinds = ['added', 'changed', 'removed'] as const;

/** What each version of the data brought. `jsonPath` is where the same stands as data. */
export function changesPage(log: ChangeLog, metadata: unknown, jsonPath: string | undefined): PageContent {
  return {
    name: 'changes',
    title: 'Changes',
    description: 'Which shark records and coastal places each version of the data added, changed and removed.',
    contents: [],
    metadata,
    body: html` <h1>Changes</h1>
      <p class="lead">What each version of the data added, changed and removed against the one before, newest first.</p>
      ${jsonPath === undefined ? undefined : html`<p><a href="${root}${jsonPath}">The same as JSON</a>, with all identifiers that were kept.</p>`}
      ${log.length === 0 ? html`<p>Nothing has been compared yet: the next build tells what changes.</p>` : log.map(entry)}`,
  };
}

function entry({ builtAt, dataVersion, datasets }: ChangeLogEntry): Html {
  return html`<section aria-labelledby="version-${dataVersion}-${builtAt}">
    <h2 id="version-${dataVersion}-${builtAt}">
      <time datetime="${builtAt}">${builtAt.slice(0, 10)}</time>, version <code>${dataVersion}</code>
    </h2>
    ${
      datasets === undefined
        ? html`<p>The first build: there was none before to compare with.</p>`
        : Object.entries(datasets).map(
            ([name, changes]) =>
              html`<h3>${name}</h3>
                <ul>
                  ${kinds.map((kind) => html`<li>${records(name, changes[kind], kind)}</li>`)}
                </ul>`,
          )
    }
  </section>`;
}

function records(dataset: string, { count, identifiers }: ChangedRecords, kind: (typeof kinds)[number]): Html {
  if (count === 0) return html`None ${kind}`;
  const shown = identifiers.slice(0, mostIdentifiers);
  const list = shown.map((identifier, index) => {
    const before = index > 0 ? ', ' : '';
    if (kind === 'removed') return html`${before}${identifier}`;
    return html`${before}<a href="${root}${apiRoot}/${dataset}/${identifier}">${identifier}</a>`;
  });
  const rest = count > shown.length ? ` and ${formatCount(count - shown.length)} more` : '';
  return html`${formatCount(count)} ${kind}: <span class="identifiers">${list}${rest}</span>`;
}
