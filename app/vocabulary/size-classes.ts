/** Lengths of at least this are one class. */
export const topSizeInMetres = 6;

/** The classes of length in charts: "under 1 m", "1 to 2 m" (without 2 m), …, "6 m and more". */
export const sizeClasses: readonly string[] = Array.from({ length: topSizeInMetres + 1 }, (_, metres) =>
  metres === 0 ? 'under 1 m' : metres === topSizeInMetres ? `${metres} m and more` : `${metres} to ${metres + 1} m`,
);
