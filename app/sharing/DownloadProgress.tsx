import { countOf, formatCount } from '../vocabulary/numbers.ts';
import type { DownloadState } from './use-download.ts';

interface DownloadProgressProps {
  readonly state: DownloadState;
  /** What one of what is downloaded is called. */
  readonly one: string;
}

/** How far a download is, and how it ended. */
export function DownloadProgress({ state, one }: DownloadProgressProps) {
  const isOver = state.step === 'saved' || state.step === 'cancelled';
  return (
    <>
      {state.step === 'reading' && (
        <div className="sharing-progress">
          <progress
            aria-label={`${one === 'place' ? 'Places' : 'Records'} read`}
            max={Math.max(1, state.of)}
            value={state.of > 0 ? state.read : undefined}
          />
          <span className="small muted figure">
            {state.of > 0 ? `${formatCount(state.read)} of ${countOf(state.of, one)} read` : 'Reading …'}
          </span>
        </div>
      )}
      {/* Said once at the start and once at the end; how far it is can be asked of the bar. */}
      <p role="status" className={isOver ? 'sharing-saved' : 'visually-hidden'}>
        {state.step === 'saved' && `Saved ${countOf(state.count, one)} as ${state.name}.`}
        {state.step === 'cancelled' && 'Cancelled. Nothing was saved.'}
        {state.step === 'reading' && 'Making the file'}
      </p>
      {state.step === 'failed' && (
        <p role="alert" className="fault">
          The file could not be made, and nothing was saved. {state.message}
        </p>
      )}
    </>
  );
}
