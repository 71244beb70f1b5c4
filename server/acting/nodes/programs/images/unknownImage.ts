import { podNamePage } from "../pages.ts";
import type { Program } from "../program.ts";
import { server } from "../server.ts";
import { task } from "../task.ts";

/** Milliseconds that a program works when it is expected to complete. */
const WORK = { init: 1_000, job: 5_000 } as const;

const serving = server({
  lines: (image) => [`This container is simulated: it stands in for ${image} and runs until it is stopped.`],
  handle: podNamePage,
  speaksEither: true,
});

const working = (what: keyof typeof WORK): Program =>
  task(async ({ image, time, print }, signal) => {
    const message = what === "job" ? "because it belongs to a job" : "because others wait for its end";
    const seconds = WORK[what] / 1000;
    print(
      "stdout",
      `This container is simulated: it stands in for ${image} and ends after ${seconds} s, ${message}.\n`,
    );
    await time.sleep(WORK[what], signal);
    return 0;
  });

/**
 * The program for any image that has none of its own. It serves until it is stopped, unless the cluster waits for its
 * end: programs of init containers and jobs complete on their own, as their authors must have intended.
 * `simulation.orrery/exit-after` overrides this.
 */
export const unknownImage: Program = {
  start: (start) => (start.task === undefined ? serving : working(start.task)).start(start),
};
