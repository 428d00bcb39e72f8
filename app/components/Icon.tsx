import { type Mark } from '../../core/datasets/kinds.ts';
import { markFill, markPaths } from '../vocabulary/kinds.ts';

/** Line drawings in a 24 by 24 box, as SVG paths. */
const paths = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13M15.5 15.5L21 21',
  locate: 'M12 5a7 7 0 1 1 0 14a7 7 0 1 1 0-14M12 1.5V5M12 19v3.5M1.5 12H5M19 12h3.5',
  share: 'M12 15V3.5M8 7l4-4l4 4M5 12v8.5h14V12',
  download: 'M12 3.5V16M7.5 11.5L12 16l4.5-4.5M4 20.5h16',
  code: 'M8.5 6.5L3 12l5.5 5.5M15.5 6.5L21 12l-5.5 5.5',
  chart: 'M4 20.5h16M7 20V12M12 20V5M17 20V9',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  back: 'M14.5 5L7.5 12l7 7',
  forward: 'M9.5 5l7 7l-7 7',
  up: 'M5 14.5L12 7.5l7 7',
  down: 'M5 9.5l7 7l7-7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  filter: 'M4 6h16M7.5 12h9M10.5 18h3',
  calendar: 'M4 6h16v14.5H4ZM4 10.5h16M8 3v4M16 3v4',
  copy: 'M8.5 8.5h11v12h-11ZM15.5 8.5v-5h-11v12h4',
  check: 'M4.5 12.5l5 5L19.5 7',
  help: 'M9 9a3 3 0 1 1 4.4 2.6C12.4 12.2 12 12.8 12 14M12 17.2v.3M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7Z',
  pin: 'M12 21.5S5 14.5 5 9.5a7 7 0 0 1 14 0C19 14.5 12 21.5 12 21.5ZM12 7a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5',
  move: 'M12 3v18M3 12h18M9.5 5.5L12 3l2.5 2.5M9.5 18.5L12 21l2.5-2.5M5.5 9.5L3 12l2.5 2.5M18.5 9.5L21 12l-2.5 2.5',
  play: 'M7 4.5v15L19 12Z',
  pause: 'M8 5v14M16 5v14',
  area: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  /** The outline of an island with bays. */
  coast: 'M9 4L14 2.5L18 5.5L20.5 10L17.5 12.5L19.5 17L15 21L9.5 19.5L8.5 15.5L3.5 13.5L4 8.5L8 8Z',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the control around it has the accessible name. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The shape of a mark in its colour. Decorative: text next to it must say what it means. */
export function MarkIcon({ mark, size = 18 }: { readonly mark: Mark; readonly size?: number }) {
  return (
    <svg className="mark-icon" width={size} height={size} viewBox="-10 -10 20 20" aria-hidden="true" focusable="false">
      <path d={markPaths[mark]} fill={markFill(mark)} stroke="var(--paper)" strokeWidth="1.5" />
    </svg>
  );
}
