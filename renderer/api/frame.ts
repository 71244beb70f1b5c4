/** Calls `run` at the next frame; the result cancels it. */
export type Schedule = (run: () => void) => () => void;

/**
 * The next animation frame; in a hidden page, where frames do not run, a timer, so that the list keeps receiving and is
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
  // A page that is hidden between the request and the frame would otherwise wait forever.
  const fallback = setTimeout(once, 500);
  return () => {
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(fallback);
  };
};
