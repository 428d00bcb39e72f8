import './panel-skeleton.css';

/** Stands where the list will stand while its script comes: the same rows, without words. */
export function PanelSkeleton() {
  return (
    <div className="panel-skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="panel-skeleton-row" />
      ))}
    </div>
  );
}
