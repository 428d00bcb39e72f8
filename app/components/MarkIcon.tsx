import { type Mark, markColours, markPaths } from '../vocabulary/kinds.ts';

/** The shape of a mark in its colour. What it means must stand beside it in words. */
export function MarkIcon({ mark, size = 18 }: { readonly mark: Mark; readonly size?: number }) {
  return (
    <svg className="mark-icon" width={size} height={size} viewBox="-10 -10 20 20" aria-hidden="true" focusable="false">
      <path d={markPaths[mark]} fill={`var(${markColours[mark]})`} stroke="var(--paper)" strokeWidth="1.5" />
    </svg>
  );
}
