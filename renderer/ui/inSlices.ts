import { advance, type Steps } from "../../shared/steps.ts";

/** Milliseconds of a slice: input and drawing wait at most this long, and a frame has time for both. */
const SLICE = 12;

/**
 * Runs steps in short slices, between which the page handles input and draws. The first slice runs at once, so that
 * small work needs no pause.
 *
 * @throws Error when a step yields a promise, and whatever the steps throw
 */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE;
    let step = advance(steps, until);
    while (step.done !== true && step.value === undefined && performance.now() < until) step = advance(steps, until);
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new Error("steps of the page cannot wait for a promise");
    await nextTask();
  }
}

/** Waits until other tasks of the page had their turn. A message, unlike a timer, is not delayed in a hidden window. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
