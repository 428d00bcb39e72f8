import { countOf, formatCount } from '../vocabulary/numbers.ts';
import type { DownloadState } from './use-download.ts';

/** How far a download is, and how it ended. */
export function DownloadProgress({ state }: { readonly state: DownloadState }) {
  return (
    <>
      {state.step === 'reading' && (
        <div className="sharing-progress">
          <progress
            aria-label="Records read"
            max={Math.max(1, state.of)}
            value={state.of > 0 ? state.read : undefined}
          />
          <span className="small muted figure">
            {state.of > 0 ? `${formatCount(state.read)} of ${countOf(state.of, 'record')} read` : 'Reading records …'}
          </span>
        </div>
      )}
      <p role="status" className={state.step === 'saved' ? 'sharing-saved' : 'visually-hidden'}>
        {state.step === 'saved' && `Saved ${formatCount(state.count)} as ${state.name}.`}
        {state.step === 'reading' && 'Reading records'}
      </p>
      {state.step === 'failed' && (
        <p role="alert" className="fault">
          The file could not be made: {state.message}
        </p>
      )}
    </>
  );
}
