import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ListPhase } from "../api/lists/listState.ts";
import { type FakeClock, fakeClock } from "../testing/fakeClock.ts";
import { type Trouble, type TroubleWatch, watchTrouble } from "./troubleWatch.ts";

/** Milliseconds that a list may be without contact. */
const TROUBLE_AFTER = 30_000;

let clock: FakeClock;
let told: Trouble[];
let watch: TroubleWatch;
beforeEach(() => {
  clock = fakeClock();
  told = [];
  watch = watchTrouble(clock, (trouble) => told.push(trouble));
});

describe("watchTrouble", () => {
  it("reports once when contact is lost for long enough", async () => {
    for (const phase of ["loading", "live", "reconnecting"] as const) watch.phase(phase);
    await clock.advance(TROUBLE_AFTER - 1);
    watch.phase("stale");
    expect(told).toEqual([]);
    await clock.advance(1);
    expect(told).toEqual(["lost"]);
    watch.phase("stale");
    await clock.advance(10 * TROUBLE_AFTER);
    expect(told).toEqual(["lost"]);
  });

  it("reports nothing if contact returns in time, and restarts the timer", async () => {
    for (const phase of ["live", "reconnecting", "live", "reconnecting"] as const) {
      watch.phase(phase);
      await clock.advance(TROUBLE_AFTER - 1);
    }
    expect(told).toEqual([]);
    await clock.advance(1);
    expect(told).toEqual(["lost"]);
  });

  it("reports a denial immediately, and the next outage again", async () => {
    watch.phase("live");
    watch.phase("forbidden");
    watch.phase("forbidden");
    watch.phase("empty");
    watch.phase("stale");
    await clock.advance(TROUBLE_AFTER);
    expect(told).toEqual(["refused", "lost"]);
  });

  it("reports nothing for lists that were never live or after it was stopped", async () => {
    for (const phase of ["loading", "failed", "forbidden"] as const) watch.phase(phase);
    await clock.advance(TROUBLE_AFTER);
    watch.phase("live");
    watch.phase("stale");
    watch.stop();
    await clock.advance(TROUBLE_AFTER);
    expect(told).toEqual([]);
  });

  it("never reports more often than the list was live", async () => {
    const phase = fc.constantFrom<ListPhase>(
      "loading",
      "live",
      "empty",
      "stale",
      "reconnecting",
      "forbidden",
      "failed",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(phase, fc.nat(40_000)), { maxLength: 12 }), async (steps) => {
        const time = fakeClock();
        let count = 0;
        const one = watchTrouble(time, () => {
          count++;
        });
        for (const [next, wait] of steps) {
          one.phase(next);
          await time.advance(wait);
        }
        expect(count).toBeLessThanOrEqual(steps.filter(([next]) => next === "live" || next === "empty").length);
      }),
    );
  });
});
