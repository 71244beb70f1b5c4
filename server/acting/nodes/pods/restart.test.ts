import { describe, expect, it } from "vitest";
import { Backoff } from "./backoff.ts";
import type { NodePod } from "./podParts.ts";
import { type StartProblem, waitForRestart } from "./restart.ts";

describe("Restart backoff", () => {
  it("doubles up to five minutes", () => {
    const backoff = new Backoff();
    let now = 0;
    const delays = Array.from({ length: 8 }, () => {
      const delay = backoff.next(now);
      now += delay + 1_000;
      return delay / 1000;
    });
    expect(delays).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  });

  it("is reset after ten minutes of running, not counting the waiting time", () => {
    const backoff = new Backoff();
    let now = 0;
    for (let i = 0; i < 8; i++) now += backoff.next(now);
    // The last attempt counts from the end of its delay.
    expect(backoff.next(now + 599_000)).toBe(300_000);
    now += 599_000 + 300_000;
    expect(backoff.next(now + 601_000)).toBe(0);
    expect(backoff.next(now + 602_000)).toBe(10_000);
  });
});

const POD: NodePod = { metadata: { name: "p", namespace: "n", uid: "u" }, spec: { containers: [] } };

/** The states and Events of a container while it waits. */
async function waits(delay: number, startProblem?: StartProblem) {
  let now = 0;
  const seen: string[] = [];
  const note = (text: string): void => void seen.push(`${now / 1000}: ${text}`);
  await waitForRestart(
    {
      name: "c",
      startProblem,
      wait: (reason, message) => note(`${reason} ${message}`),
      recordEvent: (_type, reason, message) => note(`${reason} ${message}`),
    },
    POD,
    {
      delay,
      signal: new AbortController().signal,
      time: {
        now: () => now,
        realNow: () => now,
        sleep: async (time) => {
          now += time;
        },
      },
    },
  );
  return { seen, now };
}

const EVENT = "BackOff Back-off restarting failed container c in pod p_n(u)";

describe("Container in restart backoff", () => {
  it("reports the backoff repeatedly", async () => {
    expect(await waits(40_000)).toEqual({
      now: 50_000,
      seen: [
        "0: CrashLoopBackOff back-off 40s restarting failed container=c pod=p_n(u)",
        ...[0, 12.5, 25, 37.5].map((at) => `${at}: ${EVENT}`),
      ],
    });
    expect((await waits(10_000)).now).toBe(12_500);
    expect((await waits(300_000)).now).toBe(300_000);
    expect(await waits(0)).toEqual({ now: 0, seen: [] });
  });

  it.each(["RunContainerError", "PostStartHookError"] as const)("reports %s before the backoff", async (reason) => {
    const failed = { reason, message: "no such program" };
    expect(await waits(0, failed)).toEqual({ now: 12_500, seen: [`0: ${reason} no such program`] });
    expect((await waits(20_000, failed)).seen).toEqual([
      `0: ${reason} no such program`,
      "12.5: CrashLoopBackOff back-off 20s restarting failed container=c pod=p_n(u)",
      `12.5: ${EVENT}`,
    ]);
  });
});
