import { useSession } from '../session/use-session.ts';
import { focusCount } from '../components/focus-count.ts';

/** Says that the data could not be read, what still works, and offers to try again. */
export function ReadingFailed({ message, showsOlder }: { readonly message: string; readonly showsOlder: boolean }) {
  const session = useSession();
  return (
    <div className="results-failed" role="alert">
      <h2>The records could not be read</h2>
      <p>{message}</p>
      <p>
        {showsOlder
          ? 'What was read before stays below, and does not follow the map and the filters.'
          : 'The map of the coast and the help still work; lists, counts and searches need the records.'}
      </p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        onClick={() => {
          void session.load();
          focusCount();
        }}
      >
        Retry
      </button>
    </div>
  );
}
