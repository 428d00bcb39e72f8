import { monthNames } from '../vocabulary/dates.ts';
import { sizeClasses, topSizeInMetres } from '../vocabulary/size-classes.ts';
import type { Category } from './StackedBars.tsx';

export const months: readonly Category[] = monthNames.map((name) => ({ name, label: name.slice(0, 3) }));

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');
const hoursPerLabel = 3;

/** "06:00 to 06:59". Every third bar has a label. */
export const hours: readonly Category[] = Array.from({ length: 24 }, (_, hour) => ({
  name: `${twoDigits(hour)}:00 to ${twoDigits(hour)}:59`,
  label: hour % hoursPerLabel === 0 ? twoDigits(hour) : '',
}));

export const sizes: readonly Category[] = sizeClasses.map((name, metres) => ({
  name,
  label: metres === 0 ? 'under 1' : metres === topSizeInMetres ? `${metres} m +` : `${metres} to ${metres + 1}`,
}));
