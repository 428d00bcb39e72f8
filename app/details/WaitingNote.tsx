import { useQueryState, useSession } from '../session/use-session.ts';
import { titleId } from './DetailsHead.tsx';

/** Stands where details will stand, while the data is read; and says so when it could not be. */
export function WaitingNote({ failure }: { readonly failure: string | null }) {
  const session = useSession();
  const readingFailure = useQueryState(({ loading }) => (loading.state === 'failed' ? loading.message : null));
  const message = failure ?? readingFailure;
  if (message !== null) {
    return (
      <div className="details-failed" role="alert">
        <p>The records could not be read. {message}</p>
        <p>The map of the coast and the help still work.</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            document.getElementById(titleId)?.focus();
            void session.load();
          }}
        >
          Retry
        </button>
      </div>
    );
  }
  return (
    <div aria-busy="true" className="details-waiting">
      <p className="visually-hidden">Reading</p>
      <div className="details-skeleton" aria-hidden="true" />
      <div className="details-skeleton" aria-hidden="true" />
      <div className="details-skeleton" aria-hidden="true" />
    </div>
  );
}
