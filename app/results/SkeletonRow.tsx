/** Stands where a row will stand, at its height. */
export function SkeletonRow() {
  return (
    <div className="results-skeleton" aria-hidden="true">
      <span className="results-skeleton-mark" />
      <span className="results-skeleton-line" data-width="title" />
      <span className="results-skeleton-line" data-width="place" />
      <span className="results-skeleton-line" data-width="detail" />
    </div>
  );
}
