import { useSession, useView } from '../session/use-session.ts';
import { titleId } from './DetailsHead.tsx';
import { hasFilters } from '../view/view-state.ts';

export interface MissingWords {
  readonly title: string;
  readonly text: string;
  /** Whether the filters may be why nothing is there. */
  readonly mayBeFiltered?: boolean;
}

/** What an address names need not exist. */
export function MissingNote({ words }: { readonly words: MissingWords }) {
  const { view } = useSession();
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  return (
    <>
      <p>{words.text}</p>
      {words.mayBeFiltered && isFiltered ? (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => {
              view.getState().clearFilters();
              // The button goes; the title stays.
              document.getElementById(titleId)?.focus();
            }}
          >
            Clear filters
          </button>
        </p>
      ) : null}
    </>
  );
}
