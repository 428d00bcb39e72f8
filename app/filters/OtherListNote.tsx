import { closePopoverAround } from '../components/Popover.tsx';
import { useView } from '../session/use-session.ts';
import { filterDescriptions, type FilterName } from './filter-names.ts';

/**
 * Says of a filter that it does not touch the list that is shown, and offers the list that it does. The list never
 * changes by itself when a box is ticked.
 */
export function OtherListNote({ name }: { readonly name: FilterName }) {
  const tab = useView((view) => view.tab);
  const setTab = useView((view) => view.setTab);
  const own = filterDescriptions[name].tab;
  if (own === tab) return null;
  return (
    <p className="notice-box small filters-other-list">
      <span>
        This filters {own}. The list shows {tab}.
      </span>
      <button
        type="button"
        className="button"
        data-size="small"
        onClick={({ currentTarget }) => {
          // The chip moves to the front of the row, and the focus goes back to it.
          closePopoverAround(currentTarget);
          setTab(own);
        }}
      >
        List {own}
      </button>
    </p>
  );
}
