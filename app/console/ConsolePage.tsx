import { useEffect, useState } from 'react';

import { datasets } from '../../core/datasets/index.ts';
import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import type { ApiConnection } from '../connection/api-connection.ts';
import { formatAsRecorded, formatLocal } from '../vocabulary/dates.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { RequestSender } from './RequestSender.tsx';

type Reading =
  | { readonly state: 'under way' }
  | { readonly state: 'read'; readonly manifest: Manifest }
  | { readonly state: 'failed'; readonly message: string };

/** The page for those who call the interface: what data stands here, and a way to put requests to it. */
export function ConsolePage({ connection }: { readonly connection: ApiConnection }) {
  const [reading, setReading] = useState<Reading>({ state: 'under way' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isWanted = true;
    connection
      .manifest()
      .then((manifest): Reading => ({ state: 'read', manifest }))
      .catch((error: unknown): Reading => ({
        state: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }))
      .then((result) => {
        if (isWanted) setReading(result);
      });
    return () => {
      isWanted = false;
    };
  }, [connection, attempt]);

  const manifest = reading.state === 'read' ? reading.manifest : undefined;
  return (
    <>
      <header className="banner">
        <div className="banner-inside">
          <h1>
            <a href="./">Coastwatch</a> interface
          </h1>
          <p>Coastal features and shark records of Western Australia, as JSON</p>
        </div>
        <div className="notice">
          <p>
            {manifest?.sample ? <strong>Sample data: invented records, for trying the service. </strong> : null}
            Historical records, not live warnings. A record is placed at a point of a coastal feature, not where the
            animal was.
          </p>
          <p>
            <a href="./docs/data-dictionary/#terms">Terms of use</a>: {termsOfUse.join(' ')}
          </p>
        </div>
      </header>
      <main>
        {reading.state === 'failed' ? (
          <div className="panel" role="alert">
            <p className="fault">The data could not be read.</p>
            <p>The page works, but has nothing to answer from. Check the connection, then try again.</p>
            <p className="hint">{reading.message}</p>
            <p>
              <button
                type="button"
                onClick={() => {
                  setReading({ state: 'under way' });
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
      <footer>
        <p>
          <a href="./">Back to the map</a>, or to the <a href="./docs/">documentation of the interface</a>. The complete
          datasets: <a href={`${connection.siteUrl}webapi/v1/CoastalFeatures.json`}>CoastalFeatures</a>,{' '}
          <a href={`${connection.siteUrl}webapi/v1/RawData.json`}>RawData</a>.
        </p>
      </footer>
    </>
  );
}

/** What data stands behind the page: both datasets' counts, the version, when it was built. */
export function DataStatus({ manifest }: { readonly manifest: Manifest | undefined }) {
  return (
    <section aria-label="The data">
      <dl className="figures">
        {datasets.map(({ name, title }) => (
          <div className="panel" key={name}>
            <dt>{title}</dt>
            <dd data-testid={`count-${name}`}>{manifest ? formatCount(manifest.datasets[name]?.records ?? 0) : '…'}</dd>
            <dd className="remark">
              {name === 'RawData' ? newestRecord(manifest) : 'Places of the coast, two points each'}
            </dd>
          </div>
        ))}
        <div className="panel">
          <dt>Data version</dt>
          <dd className="version" data-testid="data-version">
            {manifest?.dataVersion ?? '…'}
          </dd>
          <dd className="remark">{manifest ? `Built ${formatLocal(new Date(manifest.builtAt))}` : 'Being read'}</dd>
        </div>
      </dl>
    </section>
  );
}

function newestRecord(manifest: Manifest | undefined): string {
  if (!manifest) return 'Being read';
  const last = manifest.datasets['RawData']?.last;
  return last ? `Newest ${formatAsRecorded(last)} (as recorded)` : 'No records';
}
