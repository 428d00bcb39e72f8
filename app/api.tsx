import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

import { datasets } from '../core/datasets/datasets.ts';
import { positionNotice } from '../core/datasets/outlines.ts';
import { historicalNotice, shortNotice } from '../core/datasets/terms-of-use.ts';
import { documentPageLabels, pagePath } from '../core/storage/format/layout.ts';
import type { Manifest } from '../core/storage/snapshot/manifest.ts';
import { ApiConnection } from './connection/api-connection.ts';
import { takeWorkerControl } from './connection/service-worker.ts';
import { RequestSender } from './console/RequestSender.tsx';
import { formatDate, formatLocal } from './vocabulary/dates.ts';
import { formatCount } from './vocabulary/numbers.ts';
import './styles/tokens.css';
import './console/console.css';

const siteUrl = new URL('./', document.baseURI).href;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root element');

// Nothing waits for the service worker: until it has control, the page handles requests itself.
if (import.meta.env.PROD) void takeWorkerControl(siteUrl);

createRoot(root).render(
  <StrictMode>
    <ConsolePage connection={new ApiConnection(siteUrl)} />
  </StrictMode>,
);

type Loading =
  | { readonly state: 'in progress' }
  | { readonly state: 'ready'; readonly manifest: Manifest }
  | { readonly state: 'failed'; readonly message: string };

/** The same navigation as on the documentation pages. */
const pages = [
  ['./', 'Map'],
  ...documentPageLabels.map(([name, label]) => [`./${pagePath(name)}`, label] as const),
] as const;

/** The page on which API users send requests. The documentation, which links here, explains them. */
function ConsolePage({ connection }: { readonly connection: ApiConnection }) {
  const [loading, setLoading] = useState<Loading>({ state: 'in progress' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    connection
      .manifest()
      .then((manifest): Loading => ({ state: 'ready', manifest }))
      .catch((error: unknown): Loading => ({
        state: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }))
      .then((result) => {
        if (isCurrent) setLoading(result);
      });
    return () => {
      isCurrent = false;
    };
  }, [connection, attempt]);

  const manifest = loading.state === 'ready' ? loading.manifest : undefined;
  return (
    <>
      <header className="banner">
        <div className="banner-inside">
          <a className="banner-name" href="./">
            Coastwatch
          </a>
          <nav aria-label="Pages">
            <ul>
              {pages.map(([path, label]) => (
                <li key={path}>
                  <a href={path}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="notice">
          <p>
            {manifest?.sample ? <strong>{shortNotice} </strong> : null}
            {historicalNotice} {positionNotice} <a href="./docs/data-dictionary/#terms">Terms of use</a>
          </p>
        </div>
      </header>
      <main>
        <h1>Try the API</h1>
        <p>
          Write a request and see the response of this site. The <a href="./docs/">API documentation</a> explains
          requests, parameters and errors.
        </p>
        {loading.state === 'failed' ? (
          <div className="panel" role="alert">
            <p className="error">The data could not be read.</p>
            <p>Requests cannot be answered without it. Check the connection, then try again.</p>
            <p className="hint">{loading.message}</p>
            <p>
              <button
                type="button"
                onClick={() => {
                  setLoading({ state: 'in progress' });
                  setAttempt(attempt + 1);
                }}
              >
                Try again
              </button>
            </p>
          </div>
        ) : (
          <DataStatus manifest={manifest} />
        )}
        <RequestSender connection={connection} />
      </main>
    </>
  );
}

/** Describes the data of this site: the size of both datasets, the version, and when it was built. */
function DataStatus({ manifest }: { readonly manifest: Manifest | undefined }) {
  return (
    <section aria-label="The data">
      <dl className="figures">
        {datasets.map(({ name, title }) => (
          <div className="panel" key={name}>
            <dt>{title}</dt>
            <dd data-testid={`count-${name}`}>{manifest ? formatCount(manifest.datasets[name]?.records ?? 0) : '…'}</dd>
            <dd className="remark">
              {name === 'RawData' ? newestRecord(manifest) : 'Named places on the coast, with two points each'}
            </dd>
          </div>
        ))}
        <div className="panel">
          <dt>Data version</dt>
          <dd className="version" data-testid="data-version">
            {manifest?.dataVersion ?? '…'}
          </dd>
          <dd className="remark">{manifest ? `Built ${formatLocal(new Date(manifest.builtAt))}` : 'Loading'}</dd>
        </div>
      </dl>
    </section>
  );
}

function newestRecord(manifest: Manifest | undefined): string {
  if (!manifest) return 'Loading';
  const last = manifest.datasets['RawData']?.last;
  return last ? `Newest ${formatDate(last)}` : 'No records';
}
