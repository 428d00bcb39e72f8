import { datasets } from '../../core/datasets/datasets.ts';
import { parameters, type ParameterDescription } from '../../core/query/parameters.ts';
import { pagePath, documentPagePaths } from '../../core/storage/format/layout.ts';
import { heading, html, table, type Html } from './html.ts';
import { rootFrom } from './page-frame.ts';

const root = rootFrom(documentPagePaths.api);

/** The rules for all requests and responses, which do not depend on the data. */
export function requestRules(): Html {
  return html` ${heading('parameters', 'Parameters')} ${parameterTable()}
    <ul>
      <li>
        <code>latitude</code> and <code>longitude</code> make the request a search and must be given together;
        <code>rangeInM</code> and <code>searchStyle</code> need both.
      </li>
      <li>
        The names of parameters, and the values of <code>sortOrder</code> and <code>searchStyle</code>, match without
        regard to case.
      </li>
      <li>
        Numbers are plain decimals: <code>10</code>, <code>10.0</code>, <code>+10</code> and <code>1e1</code> are the
        same. A plus sign is not decoded as a space.
      </li>
      <li>
        An empty value counts as absent, and so does <code>pageNumber=null</code>. The first of a repeated parameter
        counts. Unknown parameters are ignored, so a misspelt name goes unnoticed. On the path of a record, parameters
        have no effect.
      </li>
      <li>
        Parameters without effect are still checked: <code>pageSize</code> without <code>pageNumber</code>, and both
        with <code>searchStyle=Nearest</code>.
      </li>
    </ul>
    ${heading('order', 'Order')}
    ${table(
      ['Dataset', 'Sorted by'],
      datasets.map(({ name, sortKey }) => [
        html`<code>${name}</code>`,
        html`<code>${sortKey.field}</code>,
          ${
            sortKey.comparison === 'text'
              ? 'compared as text, character by character'
              : 'compared as English text; case does not matter, accents do'
          }`,
      ]),
    )}
    <p>
      <code>sortOrder=desc</code>, the default, begins with the newest record, or with the last name in the alphabet.
      Records with equal keys are in ascending order of their identifiers in both directions, so <code>asc</code> is not
      simply the reverse. Lists, pages and searches all have this order.
    </p>
    ${heading('paging', 'Paging')}
    <p>With <code>pageNumber</code> the response is an object with two keys.</p>
    ${table(
      ['Key', 'Meaning'],
      [
        [html`<code>MetaData.TotalItems</code>`, 'Records in the whole result.'],
        [html`<code>MetaData.CurrentPage</code>`, 'The page retrieved.'],
        [html`<code>MetaData.TotalPages</code>`, 'Pages of this size; 0 for an empty result.'],
        [
          html`<code>MetaData.NextPageLink</code>, <code>MetaData.PrevPageLink</code>`,
          'Absolute URLs of the next and previous pages, or null. The Link header has the same URLs.',
        ],
        [html`<code>PagedItems</code>`, 'The records of the page.'],
      ],
    )}
    <p>
      Follow <code>NextPageLink</code> until it is null. Page 1 of an empty result is an empty page; a page above the
      last is an <a href="#errors">error</a>. Each request counts the pages again: compare <code>X-Data-Version</code>
      between pages to detect that the data has changed.
    </p>
    ${heading('distance', 'Distance')}
    <p>
      A distance is the length of the shortest path on the WGS 84 ellipsoid, in metres. The result is exact, not an
      approximation on a sphere or a map: a record at exactly <code>rangeInM</code> is found, and searches work across
      the antimeridian and at the poles.
    </p>
    <p>
      The position of a <code>RawData</code> record is <code>LocationX</code> (longitude),
      <code>LocationY</code> (latitude). A coastal feature has an inshore and an offshore point: the nearer one counts,
      and the feature appears once.
    </p>
    <p>
      <strong>A distance is measured to a point of a coastal feature, never to an animal.</strong> Reports under 1,000 m
      offshore or without a distance are placed at the feature’s inshore point, other reports at its offshore point, and
      many records share one point. Anyone who uses the search or the nearest record must take this into account: read
      <a href="${root}${pagePath('dictionary')}#positions">how positions were derived</a>, and pass this on wherever a
      person reads a position.
    </p>
    <p>
      If nothing is within the radius, the response is an empty array. <code>searchStyle=Nearest</code> without
      <code>rangeInM</code> considers the whole dataset; if there is no record, the status is 404.
    </p>
    ${heading('records', 'Records')}
    <p>
      A record is a JSON object with every key of its dataset, always in the same order. Values are as the publisher
      gave them; <code>NULL</code> is ordinary text. Dates and times are text, <code>YYYY-MM-DDThh:mm:ss</code>, as
      recorded and without a time zone: compare them as text, without conversion. Each field is explained in the
      <a href="${root}${pagePath('dictionary')}">data dictionary</a>.
    </p>`;
}

/** The parameters, as described by the code that parses them. */
function parameterTable(): Html {
  return table(
    ['Name', 'Allowed', 'Default', 'Meaning'],
    parameters.map(({ name, allowed, meaning, ...rest }: ParameterDescription) => [
      html`<code id="parameter-${name}">${name}</code>`,
      allowed,
      rest.default === undefined ? 'absent' : html`<code>${rest.default}</code>`,
      meaning,
    ]),
  );
}
