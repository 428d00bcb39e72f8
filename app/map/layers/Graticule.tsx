import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';
import { Layer, type Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';

import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { type Camera, positionAt } from '../camera.ts';
import { cameraOf } from '../leaflet-camera.ts';
import type { DrawingContext, Palette } from '../paint/canvas.ts';
import { degreeLabel, degreeStep, minGraticuleSpacingInPixels, multiplesBetween } from '../scene/degree-steps.ts';

interface GraticuleProps extends LayerProps {
  readonly palette: Palette;
  /** The element of the map controls. The frame is its first child, so it is behind the controls. */
  readonly host: RefObject<HTMLElement | null>;
}

/**
 * The frame of degrees around the map. The lines of the graticule are part of the ground, because they move with it.
 */
export const Graticule = createLayerComponent<DegreeFrame, GraticuleProps>(
  (props, context) => createElementObject(new DegreeFrame(props), context),
  (layer, { palette }) => {
    layer.setPalette(palette);
  },
);

/** Width of the frame, in pixels, on the sides without and with degree labels. */
const band = 6;
const bandWithLabels = 24;
/** Minimum length of a segment of the band, in pixels. */
const minSegmentInPixels = 26;
const pixelsPerCharacter = 8;

const edges = ['top', 'left', 'right', 'bottom'] as const;
type Edge = (typeof edges)[number];

/**
 * The frame of the chart: a band of light and dark segments on all sides, and the degrees of the graticule at the top
 * and on the left. It does not move with the chart, and is redrawn with every step of a movement.
 */
class DegreeFrame extends Layer {
  readonly #element = document.createElement('div');
  readonly #host: GraticuleProps['host'];
  #palette: Palette;
  #map: LeafletMap | null = null;
  readonly #canvases: Readonly<Record<Edge, HTMLCanvasElement>>;
  #labels: { readonly images: LabelImages; readonly ratio: number } | undefined;

  constructor({ palette, host }: GraticuleProps) {
    super();
    this.#palette = palette;
    this.#host = host;
    this.#element.className = 'map-frame';
    this.#element.setAttribute('aria-hidden', 'true');
    const canvasFor = (edge: Edge): HTMLCanvasElement => {
      const canvas = document.createElement('canvas');
      canvas.dataset['edge'] = edge;
      this.#element.append(canvas);
      return canvas;
    };
    this.#canvases = {
      top: canvasFor('top'),
      left: canvasFor('left'),
      right: canvasFor('right'),
      bottom: canvasFor('bottom'),
    };
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    this.#host.current?.prepend(this.#element);
    this.#draw(cameraOf(map));
    return this;
  }

  override onRemove(): this {
    this.#element.remove();
    this.#map = null;
    return this;
  }

  override getEvents(): Record<string, () => void> {
    const draw = (): void => {
      if (this.#map) this.#draw(cameraOf(this.#map));
    };
    // Every change of the view also fires `move`.
    return { move: draw, resize: draw };
  }

  setPalette(palette: Palette): void {
    if (palette === this.#palette) return;
    this.#palette = palette;
    this.#labels = undefined;
    if (this.#map) this.#draw(cameraOf(this.#map));
  }

  /** The label images for the current device pixel ratio. */
  #labelImages(): { readonly images: LabelImages; readonly ratio: number } {
    const ratio = Math.min(window.devicePixelRatio, 2);
    if (this.#labels?.ratio !== ratio) this.#labels = { images: new LabelImages(this.#palette, ratio), ratio };
    return this.#labels;
  }

  #draw(camera: Camera): void {
    for (const edge of edges) this.#drawEdge(edge, camera);
  }

  #drawEdge(edge: Edge, camera: Camera): void {
    const canvas = this.#canvases[edge];
    const isLongitude = edge === 'top' || edge === 'bottom';
    const hasLabels = edge === 'top' || edge === 'left';
    const length = isLongitude ? camera.width : camera.height;
    const breadth = hasLabels ? bandWithLabels : band;
    const [width, height] = isLongitude ? [length, breadth] : [breadth, length];
    const { ratio } = this.#labelImages();
    const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
      Object.assign(canvas, pixels);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // From here on, for every edge, x is along the edge and y is from the edge inwards.
    if (edge === 'left') context.transform(0, 1, 1, 0, 0, 0);
    if (edge === 'right') context.transform(0, 1, -1, 0, band, 0);
    if (edge === 'bottom') context.transform(1, 0, 0, -1, 0, band);

    const first = positionAt(camera, { x: 0, y: 0 });
    const last = positionAt(camera, { x: camera.width, y: camera.height });
    const range: [number, number] = isLongitude ? [first.longitude, last.longitude] : [last.latitude, first.latitude];
    const along = (seconds: number): number =>
      isLongitude
        ? mercatorX(seconds / 3600) * camera.worldSize - camera.left
        : mercatorY(seconds / 3600) * camera.worldSize - camera.top;
    this.#drawBand(context, range, along, length, camera);
    if (hasLabels) this.#drawLabels(context, edge, range, along, length, camera);
  }

  #drawBand(
    context: DrawingContext,
    [from, to]: readonly [number, number],
    along: (seconds: number) => number,
    length: number,
    { worldSize }: Camera,
  ): void {
    context.fillStyle = this.#palette.paper;
    context.fillRect(0, 0, length, band);
    const step = degreeStep(worldSize / 360, minSegmentInPixels);
    const degrees = step / 3600;
    context.fillStyle = this.#palette.muted;
    for (const seconds of multiplesBetween(from - degrees, to + degrees, step)) {
      if (Math.round(seconds / step) % 2 !== 0) continue;
      const [start, end] = [along(seconds), along(seconds + step)];
      context.fillRect(Math.min(start, end), 0, Math.abs(end - start), band - 1);
    }
    context.fillRect(0, band - 1, length, 1);
  }

  #drawLabels(
    context: DrawingContext,
    edge: 'top' | 'left',
    [from, to]: readonly [number, number],
    along: (seconds: number) => number,
    length: number,
    { worldSize }: Camera,
  ): void {
    const { images, ratio } = this.#labelImages();
    const step = degreeStep(worldSize / 360, minGraticuleSpacingInPixels);
    for (const seconds of multiplesBetween(from, to, step)) {
      const at = along(seconds);
      const text = degreeLabel(seconds, edge === 'top' ? 'longitude' : 'latitude');
      // Labels must not reach into the corners or beyond the edge.
      const reach = (text.length * pixelsPerCharacter) / 2 + (edge === 'top' ? bandWithLabels : band);
      if (at < reach || at > length - reach) continue;
      const image = images.get(text);
      const [width, height] = [image.width / ratio, image.height / ratio];
      context.save();
      context.translate(Math.round(at * ratio) / ratio, band + 9);
      // Labels on the left read upwards.
      if (edge === 'left') context.transform(-1, 0, 0, 1, 0, 0);
      context.drawImage(image, -width / 2, -height / 2, width, height);
      context.restore();
    }
  }
}

const sizeInPixels = 13;
/** Background of the labels, which may be above pale sea or a strongly coloured mark. */
const plate = { sidePadding: 4, height: 16, corner: 3, opacity: 0.88 } as const;
/** More than any view shows. When the cache has this many images, it is cleared. */
const maxImages = 400;

/** A rendered text, to be copied. Its width and height are even numbers of device pixels. */
type LabelImage = HTMLCanvasElement;

/**
 * Cache of the degree labels of the chart's frame, each rendered once. Setting a canvas font and drawing text costs
 * more than the rest of the frame, which is redrawn with every step of a movement.
 */
class LabelImages {
  readonly #palette: Palette;
  readonly #pixelRatio: number;
  readonly #images = new Map<string, LabelImage>();

  constructor(palette: Palette, pixelRatio: number) {
    this.#palette = palette;
    this.#pixelRatio = pixelRatio;
  }

  get(text: string): LabelImage {
    let image = this.#images.get(text);
    if (!image) {
      if (this.#images.size >= maxImages) this.#images.clear();
      image = this.#render(text);
      this.#images.set(text, image);
    }
    return image;
  }

  #render(text: string): LabelImage {
    const image = document.createElement('canvas');
    const context = image.getContext('2d');
    if (!context) return image;
    const even = (pixels: number): number => 2 * Math.ceil((pixels * this.#pixelRatio) / 2);
    const font = `${sizeInPixels}px ${this.#palette.font}`;
    context.font = font;
    const width = context.measureText(text).width + 2 * plate.sidePadding;
    // Setting the size resets all other state.
    image.width = even(width);
    image.height = even(plate.height);
    context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, image.width / 2, image.height / 2);
    context.fillStyle = this.#palette.paper;
    context.globalAlpha = plate.opacity;
    context.beginPath();
    context.roundRect(-width / 2, -plate.height / 2, width, plate.height, plate.corner);
    context.fill();
    context.globalAlpha = 1;
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = this.#palette.muted;
    context.fillText(text, 0, 0.5);
    return image;
  }
}
