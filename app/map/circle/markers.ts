import { DivIcon, Marker } from 'leaflet';

const fingerSize = 44;

/**
 * `testId` is what tests find it by: everyone else changes the search with the controls in the panel or the pointer.
 */
export function draggable(className: string, testId: string): Marker {
  const icon = new DivIcon({ className, iconSize: [fingerSize, fingerSize] });
  const marker = new Marker([0, 0], { icon, draggable: true, keyboard: false, autoPan: false, zIndexOffset: 1000 });
  return marker.on('add', () => {
    // Leaflet creates a new element each time it is added to the map.
    marker.getElement()?.setAttribute('data-testid', testId);
  });
}

export interface TextMarker {
  readonly marker: Marker;
  readonly write: (text: string) => void;
  /** The current text. */
  readonly text: () => string;
  /** Width of the text in pixels; all figures have the same width, so it depends only on the length. */
  readonly width: () => number;
}

/** A text at a point of the map that does not receive pointer events. */
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
      // An element outside the page has no width.
      if (width > 0) widths.set(length, width);
      return width || length * 8 + 12;
    },
  };
}
