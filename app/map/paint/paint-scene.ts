import { type Mark, marks as kindsOfMark } from '../../../core/datasets/kinds.ts';
import { markColours, markPaths } from '../../vocabulary/kinds.ts';
import { ringInPixels as clusterRingInPixels } from '../../vocabulary/cluster-size.ts';
import type { ScreenPoint } from '../camera.ts';
import { setFont } from '../scene/label-placement.ts';
import { ringRadiusInPixels, type Scene, type SceneSelection } from '../scene/scene.ts';
import { type SceneMark, shapeReach } from '../scene/scene-marks.ts';
import type { SceneLabel } from '../scene/place-names.ts';
import type { DrawingContext, Palette } from './canvas.ts';
import type { paintJourney } from './paint-journey.ts';

const selectedScale = 1.4;
const dotRadius = 2.5;
const haloInPixels = 3;
const fullTurn = 2 * Math.PI;

/** Paints marks, names and the selection. Circles and their lines are not painted here, because they move independently. */
export function paintScene(
  context: DrawingContext,
  scene: Scene,
  palette: Palette,
  sprites: MarkSprites,
  paintPath?: typeof paintJourney,
): void {
  paintPath?.(context, scene.path, palette);
  for (const mark of scene.marks) {
    if (mark.mapMark.locations > 1) paintCluster(context, mark, palette);
    else sprites.draw(context, mark.mapMark.mark, mark.x, mark.y, mark.radius / shapeReach, mark.isSelected);
  }
  for (const label of scene.labels) paintLabel(context, label, palette);
  paintDots(context, scene.dots, palette);
  if (scene.selection) paintSelection(context, scene.selection, palette, sprites);
}

/** A ring whose arcs show the share of each kind, clockwise from the top. */
function paintCluster(context: DrawingContext, { mapMark, x, y, radius }: SceneMark, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, radius + 1.5, 0, fullTurn);
  context.fillStyle = palette.paper;
  context.fill();
  let start = -Math.PI / 2;
  context.lineWidth = clusterRingInPixels;
  for (const kind of kindsOfMark) {
    if (mapMark.byMark[kind] === 0) continue;
    const end = start + (mapMark.byMark[kind] / mapMark.observations) * fullTurn;
    context.beginPath();
    context.arc(x, y, radius - clusterRingInPixels / 2, start, end);
    context.strokeStyle = palette[markColours[kind]];
    context.stroke();
    start = end;
  }
}

/** A text above ground and marks, with a halo, which would cover the ring around a count. */
function paintLabel(context: DrawingContext, { text, x, y, lettering }: SceneLabel, palette: Palette): void {
  setFont(context, lettering, palette.font);
  context.textAlign = 'left';
  context.lineJoin = 'round';
  context.lineWidth = haloInPixels;
  context.strokeStyle = palette.paper;
  context.globalAlpha = 0.75;
  if (lettering !== 'clusterCount') context.strokeText(text, x, y);
  context.globalAlpha = 1;
  context.fillStyle = lettering === 'sea' ? palette.muted : palette.ink;
  context.fillText(text, x, y);
}

function paintDots(context: DrawingContext, dots: readonly ScreenPoint[], palette: Palette): void {
  context.beginPath();
  for (const { x, y } of dots) {
    context.moveTo(x + dotRadius, y);
    context.arc(x, y, dotRadius, 0, fullTurn);
  }
  context.strokeStyle = palette.paper;
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = palette.ink;
  context.fill();
}

function paintSelection(
  context: DrawingContext,
  selection: SceneSelection,
  palette: Palette,
  sprites: MarkSprites,
): void {
  if (selection.kind === 'point') {
    const { point, mark } = selection;
    if (mark) sprites.draw(context, mark, point.x, point.y, selectedScale, true);
    else paintRing(context, point, palette);
    return;
  }
  const { inshore, offshore } = selection;
  if (offshore) {
    context.beginPath();
    context.moveTo(inshore.x, inshore.y);
    context.lineTo(offshore.x, offshore.y);
    context.lineWidth = 4;
    context.strokeStyle = palette.paper;
    context.stroke();
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.strokeStyle = palette.ink;
    context.stroke();
    context.setLineDash([]);
    paintPoint(context, offshore, palette);
  }
  paintRing(context, inshore, palette);
  paintPoint(context, inshore, palette);
}

function paintRing(context: DrawingContext, { x, y }: ScreenPoint, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, ringRadiusInPixels, 0, fullTurn);
  context.lineWidth = 5;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = palette.ink;
  context.stroke();
}

function paintPoint(context: DrawingContext, { x, y }: ScreenPoint, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, 4, 0, fullTurn);
  context.lineWidth = 3;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.fillStyle = palette.ink;
  context.fill();
}

const spriteHaloInPixels = 1.5;
const spriteRingInPixels = 2;

interface Sprite {
  readonly image: OffscreenCanvas;
  /** Half the side of the image, in CSS pixels. */
  readonly reach: number;
}

/** The shapes of marks, each drawn once for its size and then copied. */
export class MarkSprites {
  readonly #palette: Palette;
  readonly #pixelRatio: number;
  readonly #sprites = new Map<string, Sprite>();

  constructor(palette: Palette, pixelRatio: number) {
    this.#palette = palette;
    this.#pixelRatio = pixelRatio;
  }

  /** Draws a mark around a point; a selected one with a ring of ink. Scales are rounded to tenths. */
  draw(context: DrawingContext, mark: Mark, x: number, y: number, scale: number, isSelected = false): void {
    const tenths = Math.round(scale * 10);
    const key = `${mark} ${tenths} ${String(isSelected)}`;
    let sprite = this.#sprites.get(key);
    if (!sprite) {
      sprite = this.#make(mark, tenths / 10, isSelected);
      this.#sprites.set(key, sprite);
    }
    const { image, reach } = sprite;
    context.drawImage(image, x - reach, y - reach, 2 * reach, 2 * reach);
  }

  #make(mark: Mark, scale: number, isSelected: boolean): Sprite {
    const reach = Math.ceil(10 * scale + spriteHaloInPixels + (isSelected ? 2 * spriteRingInPixels : 0));
    const side = Math.round(2 * reach * this.#pixelRatio);
    const image = new OffscreenCanvas(side, side);
    const context = image.getContext('2d');
    if (context) {
      const shape = new Path2D(markPaths[mark]);
      context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, image.width / 2, image.height / 2);
      context.scale(scale, scale);
      context.lineJoin = 'round';
      const stroke = (colour: string, beyondInPixels: number): void => {
        context.strokeStyle = colour;
        context.lineWidth = (2 * beyondInPixels) / scale;
        context.stroke(shape);
      };
      if (isSelected) stroke(this.#palette.ink, spriteHaloInPixels + 2 * spriteRingInPixels - 0.5);
      stroke(this.#palette.paper, isSelected ? spriteRingInPixels : spriteHaloInPixels);
      context.fillStyle = this.#palette[markColours[mark]];
      context.fill(shape);
    }
    return { image, reach };
  }
}
