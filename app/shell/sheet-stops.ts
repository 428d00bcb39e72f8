/** Where a bottom sheet comes to rest: its head alone, half of the screen, all of it. */
export const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

export interface SheetRoom {
  /** Height of the sheet's head, which shows at every stop. */
  readonly headInPixels: number;
  /** Height of all that the sheet may cover. */
  readonly roomInPixels: number;
}

export function heightOfStop(stop: SheetStop, { headInPixels, roomInPixels }: SheetRoom): number {
  if (stop === 'peek') return Math.min(headInPixels, roomInPixels);
  return stop === 'half' ? Math.max(Math.min(headInPixels, roomInPixels), Math.round(roomInPixels / 2)) : roomInPixels;
}

/** A flick of more than this goes on to the next stop in its direction. */
const flickInPixelsPerMillisecond = 0.5;

/** The stop at which a sheet let go at some height comes to rest. The speed is positive upwards. */
export function stopAfterDrag(heightInPixels: number, speedInPixelsPerMillisecond: number, room: SheetRoom): SheetStop {
  const nearest = sheetStops.reduce((best, stop) =>
    Math.abs(heightOfStop(stop, room) - heightInPixels) < Math.abs(heightOfStop(best, room) - heightInPixels)
      ? stop
      : best,
  );
  if (Math.abs(speedInPixelsPerMillisecond) < flickInPixelsPerMillisecond) return nearest;
  const isUp = speedInPixelsPerMillisecond > 0;
  const beyond = sheetStops.filter((stop) =>
    isUp ? heightOfStop(stop, room) > heightInPixels : heightOfStop(stop, room) < heightInPixels,
  );
  return (isUp ? beyond[0] : beyond.at(-1)) ?? nearest;
}

/** What the labelled button does at each stop: up through the stops, and from the last one down again. */
export const nextStop: Readonly<Record<SheetStop, { readonly stop: SheetStop; readonly label: string }>> = {
  peek: { stop: 'half', label: 'Show the list' },
  half: { stop: 'full', label: 'Show more of the list' },
  full: { stop: 'peek', label: 'Show the map' },
};
