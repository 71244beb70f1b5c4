/** Calls `run` in the next frame; the result cancels the call. */
export type Schedule = (run: () => void) => () => void;

/**
 * The next animation frame. In a hidden page, which has no frames, a timer, so that lists keep receiving and are
 * current when the page becomes visible again.
 */
export const nextFrame: Schedule = (run) => {
  if (document.visibilityState === "hidden") {
    const handle = setTimeout(run, 250);
    return () => clearTimeout(handle);
  }
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(fallback);
    run();
  };
  const frame = requestAnimationFrame(once);
  // Needed if the page becomes hidden before the frame: it would otherwise wait forever.
  const fallback = setTimeout(once, 500);
  return () => {
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(fallback);
  };
};
