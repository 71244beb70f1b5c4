import type { Clock } from "../clock.ts";

const TICK = 5_000;

/**
 * Ticks every few seconds, and detects that the computer slept in between, for which there is no event.
 *
 * @returns a function that stops the ticks
 */
export function startTicking(clock: Clock, onTick: (slept: boolean) => void): () => void {
  let last = clock.now();
  let cancel: () => void = () => undefined;
  let ended = false;
  const schedule = (): void => {
    cancel = clock.after(TICK, () => {
      const now = clock.now();
      const slept = now - last > TICK * 6;
      last = now;
      onTick(slept);
      if (!ended) schedule();
    });
  };
  schedule();
  return () => {
    ended = true;
    cancel();
  };
}
