import {
  allowedMethods,
  problems,
  retryAfterInSeconds,
  type Problem,
  type ProblemCode,
} from '../../core/api/problems.ts';
import { formatCount, formatRecorded } from './format-words.ts';
import { heading } from './headings.ts';
import { html, type Html, type Insertion } from './html.ts';
import type { SiteFacts } from './site-facts.ts';

/** What data stands behind the interface. */
export function dataOf({ tables, dataVersion }: SiteFacts): Html {
  const counts = tables.map(
    ({ dataset, size }) =>
      html`<div>
        <dt>${formatCount(size)}</dt>
        <dd>${dataset.title}, <code>${dataset.name}</code></dd>
      </div>`,
  );
  const newest = tables.find(({ dataset }) => dataset.sortKey.comparison === 'text')?.last;
  return html`<dl class="figures">
    ${counts}
    <div>
      <dt>${newest === undefined || newest === null ? 'none' : formatRecorded(newest)}</dt>
      <dd>Newest record, as recorded</dd>
    </div>
    <div>
      <dt><code>${dataVersion}</code></dt>
      <dd>Data version</dd>
    </div>
  </dl>`;
}

export const promise = html` ${heading('promise', 'What stays')}
  <p>A program written against version 1, the <code>v1</code> of the path, goes on working. These stay:</p>
  <ul>
    <li>paths, parameters, their defaults and how they may be spelled;</li>
    <li>the keys of every record, page and error, their order, and the type of each value;</li>
    <li>the order of lists, ties included;</li>
    <li>the status of each problem, and what each header described here means.</li>
  </ul>
  <p>
    These may change at any time: the wording of messages, further headers, values that a text field has not had before,
    and the data itself. Anything else comes under a new path.
  </p>`;

const whenItArises: Readonly<Record<ProblemCode, string>> = {
  pageBeyondLast: 'The page number lies above the last page.',
  noSuchRecord: 'No record has the identifier, or the text is none.',
  badParameters: 'A parameter is malformed, out of range, or missing where another needs it.',
  nothingNear: 'The nearest record was asked for, and there is none.',
  unknownPath: 'The path is none of the interface.',
  methodNotAllowed: `A method other than ${allowedMethods}.`,
  malformedRequest: 'The request is not well-formed HTTP, on hosts that see it.',
  requestTooLarge: 'The address and the headers are longer than the host takes.',
  dataUnavailable: `The stored data cannot be read. Try again after ${retryAfterInSeconds} seconds, as Retry-After says.`,
  serverBusy: `The host is sending as many responses as its operator allows. Try again after ${retryAfterInSeconds} seconds, as Retry-After says.`,
};

/** Every problem of the catalogue, by its status. */
export function problemRows(): readonly (readonly Insertion[])[] {
  return Object.entries(problems).map(([code, make]) => {
    // Of an empty list each of them can be made: what a request would put in stays empty.
    const { status, clientMessage } = (make as (...details: readonly unknown[]) => Problem)([], [], []);
    const when = html`${whenItArises[code as ProblemCode]} <code class="hint" id="error-${code}">${code}</code>`;
    return [status, when, clientMessage];
  });
}

/** Whoever tells the meaning of a header here promises that it stays. */
export const headers: readonly (readonly [name: string, meaning: string])[] = [
  ['Content-Type', 'application/json; charset=UTF-8.'],
  ['Content-Length', 'Bytes of the body, where they are known beforehand.'],
  [
    'X-Data-Version',
    'The version of the data from which the answer was made. It also tells an answer of the interface from a file that a host sent in its place.',
  ],
  ['ETag', 'The tag of this answer, for If-None-Match.'],
  ['Cache-Control', 'no-cache: keep it, but ask before using it again. no-store on errors.'],
  [
    'Link',
    'next and prev: the pages beside this one. describedby, on every result: the data dictionary, which says how positions were derived.',
  ],
  ['Allow', 'On 405 and OPTIONS: the methods that are allowed.'],
  ['Retry-After', 'On 503: seconds after which to try again.'],
  ['Access-Control-Allow-Origin', '*: scripts of any origin may read the answers.'],
  ['Access-Control-Expose-Headers', 'The headers that such scripts may read: Link, ETag, X-Data-Version.'],
  ['X-Content-Type-Options', 'nosniff: no browser takes an answer for anything but JSON.'],
];
