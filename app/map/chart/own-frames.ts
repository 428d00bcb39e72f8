const waiting = new Set<() => void>();
let request: number | undefined;

function takeTurn(): void {
  const [draw] = waiting;
  request = undefined;
  if (!draw) return;
  waiting.delete(draw);
  if (waiting.size > 0) request = requestAnimationFrame(takeTurn);
  draw();
}

/**
 * Draws with a coming frame of the screen that no other drawing takes time of. Two pictures as large as the map in one
 * frame make it late; one after the other none of them does. What waits already keeps its turn.
 */
export function drawInOwnFrame(draw: () => void): void {
  waiting.add(draw);
  request ??= requestAnimationFrame(takeTurn);
}

/** Forgets a drawing that waits for its turn. */
export function cancelOwnFrame(draw: () => void): void {
  waiting.delete(draw);
}
