export interface OnceAFrame<Value> {
  /** Acts on the value with the next frame, unless a later one comes before. */
  push(value: Value): void;
  /** Acts at once on what waits. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

/** Passes on the latest value, once for each frame that the screen shows. */
export function onceAFrame<Value>(act: (value: Value) => void): OnceAFrame<Value> {
  let waiting: { readonly value: Value; readonly frame: number } | undefined;
  const flush = (): void => {
    if (!waiting) return;
    const { value, frame } = waiting;
    cancelAnimationFrame(frame);
    waiting = undefined;
    act(value);
  };
  return {
    push: (value) => {
      waiting = { value, frame: waiting?.frame ?? requestAnimationFrame(flush) };
    },
    flush,
    cancel: () => {
      if (waiting) cancelAnimationFrame(waiting.frame);
      waiting = undefined;
    },
  };
}
