import { useEffect, useState } from 'react';

import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import type { ApiConnection } from '../connection/api-connection.ts';
import { RequestSender } from './RequestSender.tsx';
import { DataStatus } from './DataStatus.tsx';

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
