export interface FrameTask<Value> {
  /** Schedules the action with this value for the next frame, replacing an earlier value. */
  push(value: Value): void;
  /** Runs a scheduled action now. */
  flush(): void;
  /** Removes a scheduled action without running it. */
  cancel(): void;
}

const scheduled = new Set<() => void>();
let frame: number | undefined;
let lastFrameAt = Number.NEGATIVE_INFINITY;
/** Somewhat longer than a slow frame. */
const movementTimeoutInMilliseconds = 150;

function runScheduled(): void {
  lastFrameAt = performance.now();
  const actions = [...scheduled];
  scheduled.clear();
  frame = undefined;
  for (const action of actions) {
    try {
      action();
    } catch (error) {
      // The other actions still run.
      reportError(error);
    }
  }
}

function unschedule(action: () => void): void {
  if (!scheduled.delete(action) || scheduled.size > 0 || frame === undefined) return;
  cancelAnimationFrame(frame);
  frame = undefined;
}

/**
 * Runs an action in the next frame while something moves frame by frame, otherwise immediately. Either way, a change
 * becomes visible in the next frame. Waiting avoids a second layout: a page that changes before a pointer event is laid
 * out for the event and again after it.
 */
export function runInFrame(action: () => void): void {
  const isMoving = performance.now() - lastFrameAt <= movementTimeoutInMilliseconds;
  if ((isMoving || frame !== undefined) && !document.hidden) {
    scheduled.add(action);
    frame ??= requestAnimationFrame(runScheduled);
    return;
  }
  // A hidden page has no frames. Scheduled actions are older and run first.
  if (frame !== undefined) {
    cancelAnimationFrame(frame);
    runScheduled();
  }
  action();
}

/**
 * Runs an action at most once per frame, with the latest value. All actions of a frame run in one task, in the order in
 * which they were scheduled, so that the page is rendered and laid out once.
 */
export function oncePerFrame<Value>(action: (value: Value) => void): FrameTask<Value> {
  let waiting: { readonly value: Value } | undefined;
  const runWaiting = (): void => {
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    action(value);
  };
  return {
    push: (value) => {
      waiting = { value };
      scheduled.add(runWaiting);
      frame ??= requestAnimationFrame(runScheduled);
    },
    flush: () => {
      unschedule(runWaiting);
      runWaiting();
    },
    cancel: () => {
      unschedule(runWaiting);
      waiting = undefined;
    },
  };
}
