export interface FrameTask<Value> {
  /** Acts on the value with the next frame, unless a later one comes before. */
  push(value: Value): void;
  /** Acts at once on what waits. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

const due = new Set<() => void>();
let frame: number | undefined;
let lastFrameAt = Number.NEGATIVE_INFINITY;
/** Somewhat more than from one frame to the next where frames take long. */
const movingForInMilliseconds = 150;

function actOnAll(): void {
  lastFrameAt = performance.now();
  const acts = [...due];
  due.clear();
  frame = undefined;
  for (const act of acts) {
    try {
      act();
    } catch (error) {
      // What else is due does not wait for it.
      reportError(error);
    }
  }
}

function leaveOut(act: () => void): void {
  if (!due.delete(act) || due.size > 0 || frame === undefined) return;
  cancelAnimationFrame(frame);
  frame = undefined;
}

/**
 * Acts with the next frame while something is moved frame by frame, else at once. What comes between two frames is shown
 * with the second in either case; but a page that changed before the pointer's own event must be laid out for it, and once
 * more for what follows from the event.
 */
export function runInFrame(act: () => void): void {
  const isMoving = performance.now() - lastFrameAt <= movingForInMilliseconds;
  if ((isMoving || frame !== undefined) && !document.hidden) {
    due.add(act);
    frame ??= requestAnimationFrame(actOnAll);
    return;
  }
  // A page out of sight is shown no frames. What waits is older, and comes first.
  if (frame !== undefined) {
    cancelAnimationFrame(frame);
    actOnAll();
  }
  act();
}

/**
 * Passes on the latest value, once for each frame that the screen shows. All that is due with a frame is done in one
 * task, in the order in which it came: what follows from it is rendered once, and the page laid out once.
 */
export function oncePerFrame<Value>(act: (value: Value) => void): FrameTask<Value> {
  let waiting: { readonly value: Value } | undefined;
  const actOnWaiting = (): void => {
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    act(value);
  };
  return {
    push: (value) => {
      waiting = { value };
      due.add(actOnWaiting);
      frame ??= requestAnimationFrame(actOnAll);
    },
    flush: () => {
      leaveOut(actOnWaiting);
      actOnWaiting();
    },
    cancel: () => {
      leaveOut(actOnWaiting);
      waiting = undefined;
    },
  };
}
