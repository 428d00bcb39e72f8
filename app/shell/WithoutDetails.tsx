import type { ReactNode } from 'react';

import { BackToListButton } from '../components/BackToListButton.tsx';
import { useSession } from '../session/use-session.ts';
import { returnToList } from '../view/view-history.ts';

/** What stands in the place of details that cannot be shown: why not, and the way back to the list. */
export function WithoutDetails({ children }: { readonly children: ReactNode }) {
  const { view } = useSession();
  return (
    <section aria-label="Details">
      <BackToListButton
        onPress={() => {
          returnToList(view);
        }}
      />
      {children}
    </section>
  );
}
