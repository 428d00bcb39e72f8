import { DivIcon, Marker } from 'leaflet';

const fingerSize = 44;

/** `testId` is what tests find it by: everyone else changes the search with the controls in the panel or the pointer. */
export function draggable(className: string, testId: string): Marker {
  const icon = new DivIcon({ className, iconSize: [fingerSize, fingerSize] });
  const marker = new Marker([0, 0], { icon, draggable: true, keyboard: false, autoPan: false, zIndexOffset: 1000 });
  return marker.on('add', () => {
    // Its element is made anew each time it comes to the map.
    marker.getElement()?.setAttribute('data-testid', testId);
  });
}

export interface TextMarker {
  readonly marker: Marker;
  readonly write: (text: string) => void;
  /** What is written now. */
  readonly text: () => string;
  /** How wide what is written is, in pixels; figures are all of one width, so that length tells it. */
  readonly width: () => number;
}

/** A piece of text that stands at a point of the map and lets fingers through. */
export function label(className: string): TextMarker {
  const text = document.createElement('span');
  const icon = new DivIcon({ className, html: text, iconSize: [0, 0] });
  const widths = new Map<number, number>();
  return {
    marker: new Marker([0, 0], { icon, interactive: false, keyboard: false }),
    write: (written) => {
      if (text.textContent !== written) text.textContent = written;
    },
    text: () => text.textContent,
    width: () => {
      const { length } = text.textContent;
      const known = widths.get(length);
      if (known !== undefined) return known;
      const width = text.offsetWidth;
      // What is not on the page yet has no width.
      if (width > 0) widths.set(length, width);
      return width || length * 8 + 12;
    },
  };
}
