import type { ReactNode } from 'react';

import './panel-skeleton.css';

/** Stands where the details will stand while their script comes: rows without words, below what is to be said meanwhile. */
export function PanelSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="panel-skeleton">
      {children}
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="panel-skeleton-row" />
      ))}
    </div>
  );
}

/** The same in the place of the list, with words that the HTML begins with already. */
export function ListSkeleton() {
  return (
    <PanelSkeleton>
      <p className="panel-skeleton-words">
        Where sharks were seen, detected, caught or tagged along the coast of Western Australia, and the places of that
        coast. The list is being read.
      </p>
    </PanelSkeleton>
  );
}
