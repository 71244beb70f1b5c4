/** Time of uninterrupted work after which other requests get their turn, in milliseconds. */
const SLICE = 15;

/**
 * For long work in small steps: call it between two of them. It gives a promise to wait for when the work has had the event
 * loop for long enough, and undefined while it may go on.
 *
 * @example const pause = takeTurns(); for (const step of steps) { step(); await pause(); }
 */
export function takeTurns(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let began = now();
  return () => {
    if (now() - began < SLICE) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = now();
        resolve();
      });
    });
  };
}
