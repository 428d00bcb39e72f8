import type { LayerProps } from '@react-leaflet/core';
import { DivIcon, type Layer, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet';
import type { RefObject } from 'react';

import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { oncePerFrame } from '../../explorer/frame-scheduler.ts';
import type { LocationSearch } from '../../view/view-state.ts';
import type { Units } from '../../vocabulary/distances.ts';
import { type Camera, pointIn } from '../camera.ts';
import { cameraOf, latLngOf, positionOf } from '../leaflet-camera.ts';
import { controlsOf } from '../scene/fit-view.ts';
import { type Box, boxAround, LabelPlacement, TextMeasure } from '../scene/label-placement.ts';
import { roundRadius } from '../scene/radius.ts';
import { type CircleInput, type CircleScene, circleSceneOf, type FoundNearest } from '../scene/circles.ts';
import { LineLayer, marginShare } from './drawn-layers.ts';
import type { CircleSource, DrawnMarks } from './Marks.tsx';

/** What the layer shows, and the callbacks for what the user drags. */
export interface SearchCircleProps extends LayerProps {
  /** The result of a search for the nearest items; null while it is unknown. */
  readonly found: FoundNearest | null;
  /** The circle around the selected place or location. */
  readonly around: LocationSearch | null;
  readonly units: Units;
  /** The hit targets of the last drawing. */
  readonly drawn: RefObject<DrawnMarks | null>;
  readonly onSearch: (search: LocationSearch) => void;
  readonly onRadiusAround: (radiusInMetres: number) => void;
  /** Set to this layer while it is on the map. */
  readonly source: RefObject<CircleSource | null>;
  /** Called a moment after the last change, if the circles or the camera differ from those of the last drawing. */
  readonly onRest: () => void;
}

/**
 * The map is at rest after this time without a change. Shorter pauses occur after every frame while a wheel turns.
 */
const restDelayInMilliseconds = 250;

const styles = {
  search: { line: 'map-circle', handle: 'radius-handle', bearingInDegrees: 90 },
  // On the side opposite to the initial handle of a search.
  place: { line: 'map-around', handle: 'around-handle', bearingInDegrees: 270 },
} as const;

/**
 * The search on the map or the circle around the selection: its line, the draggable centre and handle, and their
 * labels. Only this layer changes during a drag.
 */
export class SearchCircleLayer extends LayerGroup implements CircleSource {
  #props: SearchCircleProps;
  #search: LocationSearch | null = null;
  #map: LeafletMap | null = null;
  readonly #lines = new LineLayer();
  readonly #circles = { search: new CircleParts('search', this), place: new CircleParts('place', this) } as const;
  #measure: TextMeasure | undefined;
  /** The controls that cover parts of the view, measured when the map last stopped. */
  #mapControls: readonly Box[] = [];
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** The circles and the camera that the last drawing arranged, as JSON. */
  #arranged = '';
  /** Reports a drag at most once per frame. Pointer events can be more frequent, and a report updates all results. */
  readonly #dragReport = oncePerFrame((report: () => void) => {
    report();
  });

  constructor(props: SearchCircleProps) {
    super();
    this.#props = props;
    const { search, place } = this.#circles;
    search.onDrag(
      (centre) => {
        this.#dragReport.push(() => {
          if (this.#search) this.#props.onSearch({ ...this.#search, centre });
        });
      },
      (radiusInMetres) => {
        this.#dragReport.push(() => {
          if (this.#search) this.#props.onSearch({ ...this.#search, radiusInMetres });
        });
      },
    );
    place.onDrag(
      () => undefined,
      (radiusInMetres) => {
        this.#dragReport.push(() => {
          this.#props.onRadiusAround(radiusInMetres);
        });
      },
    );
    for (const each of [search, place]) {
      each.onDragEnd(() => {
        this.#dragReport.flush();
        this.#arrange();
      });
    }
  }

  /** Whether a centre or a handle is being dragged. */
  get isDragging(): boolean {
    return Object.values(this.#circles).some(({ dragged }) => dragged !== null);
  }

  override onAdd(map: LeafletMap): this {
    super.onAdd(map);
    this.#map = map;
    const context = document.createElement('canvas').getContext('2d');
    if (context) this.#measure = new TextMeasure(context, getComputedStyle(map.getContainer()).fontFamily);
    this.addLayer(this.#lines);
    this.#mapControls = controlsOf(map);
    this.#props.source.current = this;
    map.on('moveend resize', this.#arrange, this);
    this.#arrange();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('moveend resize', this.#arrange, this);
    clearTimeout(this.#restTimer);
    this.#dragReport.cancel();
    this.#map = null;
    this.#props.source.current = null;
    this.#props.onRest();
    return super.onRemove(map);
  }

  update(props: SearchCircleProps): void {
    this.#props = props;
    this.#arrange();
  }

  showSearch(search: LocationSearch | null): void {
    this.#search = search;
    this.#arrange();
  }

  inputs(): readonly CircleInput[] {
    const { around, found, units } = this.#props;
    const search = this.#search;
    return (['search', 'place'] as const).flatMap((kind) => {
      const shown = kind === 'search' ? search : around;
      if (!shown) return [];
      const { bearingInDegrees, labelSide, dragged } = this.#circles[kind];
      return [
        {
          kind,
          search: shown,
          found:
            kind === 'search'
              ? found && { nearestRecord: found.nearestRecord, nearestPlace: found.nearestPlace }
              : null,
          units,
          bearingInDegrees,
          labelSide,
          // A search for the nearest items has no handle, so the drag of the handle ends.
          dragged: dragged === 'handle' && shown.mode === 'nearest' ? null : dragged,
        },
      ];
    });
  }

  show(circles: readonly CircleScene[], inputs: readonly CircleInput[], camera: Camera): void {
    if (!this.#map || this.isDragging) return;
    // While the map moves, the labels keep their sides.
    const drawing = cameraOf(this.#map, marginShare);
    if (stateOf(inputs, camera) !== stateOf(this.inputs(), drawing)) return;
    for (const circle of circles) this.#showCircle(circle);
    // The handle and its label stay where they have been arranged.
    this.#arranged = stateOf(this.inputs(), drawing);
  }

  /** Positions everything now. When nothing has changed for a moment, a drawing arranges the labels with the marks. */
  #arrange(): void {
    this.#position();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      if (!this.#map || this.isDragging) return;
      // Measuring the controls forces a layout, so it is not done in every frame.
      this.#mapControls = controlsOf(this.#map);
      if (stateOf(this.inputs(), cameraOf(this.#map, marginShare)) === this.#arranged) return;
      this.#position();
      this.#props.onRest();
    }, restDelayInMilliseconds);
  }

  /** Positions everything, except that a dragged marker remains under the pointer. */
  #position(): void {
    const map = this.#map;
    const measure = this.#measure;
    if (!map || !measure) return;
    const camera = cameraOf(map);
    const placement = new LabelPlacement();
    for (const box of this.#mapControls) placement.reserve(box);
    const marks = this.#marksIn(camera);
    for (const input of this.inputs()) {
      this.#showCircle(circleSceneOf(camera, input, marks, placement, measure));
    }
    for (const [kind, parts] of Object.entries(this.#circles)) {
      if ((kind === 'search' ? this.#search : this.#props.around) !== null) continue;
      parts.hide();
      // A marker that is removed while it is dragged does not report the end of the drag.
      if (kind === 'search') this.#dragReport.cancel();
      this.#lines.set(parts.lineName, []);
      for (const line of Object.values(lineNames)) if (kind === 'search') this.#lines.set(line, []);
    }
  }

  /**
   * The boxes of the marks of the last drawing, for the labels of lines. The label of a radius avoids marks only at rest,
   * so that it does not jump while the circle or the map is dragged.
   */
  #marksIn(camera: Camera): readonly Box[] {
    if (this.#search?.mode !== 'nearest') return [];
    const targets = this.#props.drawn.current?.targets ?? [];
    return targets.flatMap(({ item, radius }) =>
      item.kind === 'mark' ? [boxAround(pointIn(camera, item.mark.position), radius, radius)] : [],
    );
  }

  #showCircle(scene: CircleScene): void {
    const { kind, circle, lines } = scene;
    this.#circles[kind].show(scene);
    this.#lines.set(this.#circles[kind].lineName, circle, true);
    if (kind === 'place') return;
    for (const [to, name] of Object.entries(lineNames)) {
      this.#lines.set(name, lines.find((line) => line.to === to)?.path ?? []);
    }
  }
}

/** Circles and the camera of a drawing as text, to compare them. */
function stateOf(circles: readonly CircleInput[], { zoom, left, top }: Camera): string {
  return JSON.stringify([circles, zoom, left, top]);
}

const lineNames = { record: 'map-line-record', place: 'map-line-place' } as const;
const touchSizeInPixels = 44;

/** The markers of one circle. */
class CircleParts {
  readonly lineName: string;
  bearingInDegrees: number;
  labelSide: CircleInput['labelSide'] = 'below';
  dragged: CircleInput['dragged'] = null;
  readonly #group: LayerGroup;
  readonly #centre = draggable('map-centre', 'search-centre');
  readonly #handle: Marker;
  readonly #labels: Readonly<Record<CircleScene['labels'][number]['kind'], TextMarker>>;
  /** The centre of the circle as last drawn, from which the distance of a dragged handle is measured. */
  #middle: Position | null = null;

  constructor(kind: CircleInput['kind'], group: LayerGroup) {
    const { line, handle, bearingInDegrees } = styles[kind];
    this.lineName = line;
    this.bearingInDegrees = bearingInDegrees;
    this.#group = group;
    this.#handle = draggable('map-handle', handle);
    this.#labels = {
      radius: textMarker('map-radius-label'),
      record: textMarker('map-line-label'),
      place: textMarker('map-line-label'),
    };
    this.#centre.on('dragstart', () => (this.dragged = 'centre'));
    this.#handle.on('dragstart', () => (this.dragged = 'handle'));
  }

  onDrag(onCentre: (centre: Position) => void, onRadius: (radiusInMetres: number) => void): void {
    this.#centre.on('drag', () => {
      onCentre(positionOf(this.#centre.getLatLng().wrap()));
    });
    this.#handle.on('drag', () => {
      if (!this.#middle) return;
      const to = geodesicDirection(this.#middle, positionOf(this.#handle.getLatLng().wrap()));
      this.bearingInDegrees = to.bearingInDegrees;
      onRadius(roundRadius(to.distanceInMetres));
    });
  }

  onDragEnd(onEnd: () => void): void {
    for (const marker of [this.#centre, this.#handle]) {
      marker.on('dragend', () => {
        this.dragged = null;
        onEnd();
      });
    }
  }

  show({ centre, middle, handle, labels }: CircleScene): void {
    this.#middle = middle;
    this.#toggle(this.#centre, centre !== null);
    if (centre && this.dragged !== 'centre') this.#centre.setLatLng(latLngOf(centre));
    this.#toggle(this.#handle, handle !== null);
    if (handle) this.labelSide = handle.labelSide;
    if (!handle && this.dragged === 'handle') this.dragged = null;
    if (handle && this.dragged !== 'handle') {
      this.bearingInDegrees = handle.bearingInDegrees;
      this.#handle.setLatLng(latLngOf(handle.position));
    }
    for (const [kind, { marker, write }] of Object.entries(this.#labels)) {
      const label = labels.find((each) => each.kind === kind);
      this.#toggle(marker, label !== undefined);
      if (!label) continue;
      write(label.text);
      marker.setLatLng(latLngOf(label.position));
    }
  }

  hide(): void {
    this.dragged = null;
    for (const layer of [this.#centre, this.#handle, ...Object.values(this.#labels).map(({ marker }) => marker)]) {
      this.#toggle(layer, false);
    }
  }

  #toggle(layer: Layer, isShown: boolean): void {
    if (isShown === this.#group.hasLayer(layer)) return;
    if (isShown) this.#group.addLayer(layer);
    else this.#group.removeLayer(layer);
  }
}

/**
 * A marker that can be dragged. It has no accessible name, only a `testId`: assistive technology changes the search
 * with the controls in the panel.
 */
function draggable(className: string, testId: string): Marker {
  const icon = new DivIcon({ className, iconSize: [touchSizeInPixels, touchSizeInPixels] });
  const marker = new Marker([0, 0], { icon, draggable: true, keyboard: false, autoPan: false, zIndexOffset: 1000 });
  return marker.on('add', () => {
    // Leaflet creates a new element each time the marker is added to the map.
    marker.getElement()?.setAttribute('data-testid', testId);
  });
}

interface TextMarker {
  readonly marker: Marker;
  readonly write: (text: string) => void;
}

/** A text at a position on the map. It does not receive pointer events. */
function textMarker(className: string): TextMarker {
  const text = document.createElement('span');
  const icon = new DivIcon({ className, html: text, iconSize: [0, 0] });
  return {
    marker: new Marker([0, 0], { icon, interactive: false, keyboard: false }),
    write: (written) => {
      if (text.textContent !== written) text.textContent = written;
    },
  };
}
