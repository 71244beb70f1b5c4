import type { Clock } from "./clock.ts";

const TICK = 5_000;

/**
 * Ticks every few seconds, and notices what no event tells: a machine that slept in between.
 *
 * @returns ends it; no tick comes afterwards
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
