const waiting = new Set<() => void>();
let request: number | undefined;

function drawNext(): void {
  const [draw] = waiting;
  request = undefined;
  if (!draw) return;
  waiting.delete(draw);
  if (waiting.size > 0) request = requestAnimationFrame(drawNext);
  draw();
}

/**
 * Schedules a drawing in an animation frame of its own: two map-sized drawings in one frame would make it late. A
 * drawing that is already queued keeps its place.
 */
export function queueDrawing(draw: () => void): void {
  waiting.add(draw);
  request ??= requestAnimationFrame(drawNext);
}

/** Removes a drawing from the queue. */
export function cancelDrawing(draw: () => void): void {
  waiting.delete(draw);
}
