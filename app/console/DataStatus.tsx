import { datasets } from '../../core/datasets/index.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { formatAsRecorded, formatLocal } from '../vocabulary/dates.ts';
import { formatCount } from '../vocabulary/numbers.ts';

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
