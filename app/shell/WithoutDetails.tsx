import type { ReactNode } from 'react';

import { Icon } from '../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import { returnToList } from '../view/history-entries.ts';

/** What stands in the place of details that cannot be shown: why not, and the way back to the list. */
export function WithoutDetails({ children }: { readonly children: ReactNode }) {
  const { view } = useSession();
  return (
    <section aria-label="Details">
      <button
        type="button"
        className="button"
        data-kind="plain"
        onClick={() => {
          returnToList(view);
        }}
      >
        <Icon name="back" size={18} />
        Back to list
      </button>
      {children}
    </section>
  );
}
