import { marks as kindsOfMark } from '../../vocabulary/kinds.ts';
import { ringInPixels as clusterRingInPixels } from '../../vocabulary/cluster-size.ts';
import type { ScreenPoint } from '../camera.ts';
import { setFont } from '../scene/lettering.ts';
import { type SceneMark, shapeReach } from '../scene/marks.ts';
import type { SceneLabel } from '../scene/place-names.ts';
import { ringRadiusInPixels, type Scene, type SceneSelection } from '../scene/scene.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext } from './picture-canvas.ts';
import { colourOf, type MarkSprites } from './sprites.ts';

const selectedScale = 1.4;
const dotRadius = 2.5;
const haloInPixels = 3;
const fullTurn = 2 * Math.PI;

/** Paints marks, names and the selection. Circles and lines are not painted here, because they move independently. */
export function paintScene(context: DrawingContext, scene: Scene, palette: Palette, sprites: MarkSprites): void {
  for (const mark of scene.marks) {
    if (mark.mark.locations > 1) paintCluster(context, mark, palette);
    else sprites.draw(context, mark.mark.mark, mark.x, mark.y, mark.radius / shapeReach, mark.isSelected);
  }
  for (const label of scene.labels) paintLabel(context, label, palette);
  paintDots(context, scene.dots, palette);
  if (scene.selection) paintSelection(context, scene.selection, palette, sprites);
}

/** A ring whose arcs show the share of each kind, clockwise from the top, around the count. */
function paintCluster(context: DrawingContext, { mark, x, y, radius, countInside }: SceneMark, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, radius + 1.5, 0, fullTurn);
  context.fillStyle = palette.paper;
  context.fill();
  let start = -Math.PI / 2;
  context.lineWidth = clusterRingInPixels;
  for (const kind of kindsOfMark) {
    if (mark.byMark[kind] === 0) continue;
    const end = start + (mark.byMark[kind] / mark.records) * fullTurn;
    context.beginPath();
    context.arc(x, y, radius - clusterRingInPixels / 2, start, end);
    context.strokeStyle = palette[colourOf(kind)];
    context.stroke();
    start = end;
  }
  setFont(context, 'inside', palette.font);
  context.textAlign = 'center';
  context.fillStyle = palette.ink;
  context.fillText(countInside, x, y + 0.5);
}

/** A text with a halo, above ground and marks. */
function paintLabel(context: DrawingContext, { text, x, y, lettering }: SceneLabel, palette: Palette): void {
  setFont(context, lettering, palette.font);
  context.textAlign = 'left';
  context.lineJoin = 'round';
  context.lineWidth = haloInPixels;
  context.strokeStyle = palette.paper;
  context.globalAlpha = 0.75;
  context.strokeText(text, x, y);
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
    const { at, mark } = selection;
    if (mark) sprites.draw(context, mark, at.x, at.y, selectedScale, true);
    else paintRing(context, at, palette);
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
