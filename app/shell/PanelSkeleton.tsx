import type { ReactNode } from 'react';

import './panel-skeleton.css';

/** A placeholder for the panel while its module is loaded, below an optional text. */
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

/** The placeholder for the list, with the same text as the static HTML. */
export function ListSkeleton() {
  return (
    <PanelSkeleton>
      <p className="panel-skeleton-words">
        Where sharks were seen, detected, caught or tagged along the coast of Western Australia, and the places of that
        coast. The list is loading.
      </p>
    </PanelSkeleton>
  );
}
