import { describe, expect, it } from "vitest";
import { fakeClock } from "../../testing/fakeClock.ts";
import { startTicking } from "./ticker.ts";

function ticking() {
  const clock = fakeClock();
  const ticks: boolean[] = [];
  const end = startTicking(clock, (slept) => ticks.push(slept));
  return { clock, ticks, end };
}

describe("startTicking", () => {
  it("ticks repeatedly, and reports a sleep once", async () => {
    const { clock, ticks, end } = ticking();
    await clock.advance(10_000);
    clock.jump(3_600_000);
    await clock.advance(10_000);
    expect(ticks).toEqual([false, false, true, false, false]);
    end();
  });

  it("does nothing once stopped", async () => {
    const { clock, ticks, end } = ticking();
    end();
    await clock.advance(60_000);
    expect(ticks).toEqual([]);
  });

  it("can be stopped by a tick", async () => {
    const clock = fakeClock();
    let ticks = 0;
    const end = startTicking(clock, () => {
      ticks += 1;
      end();
    });
    await clock.advance(60_000);
    expect(ticks).toBe(1);
  });
});
