import { expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import { PodTokens } from "./podTokens.ts";

const SECOND = 1000;
const pod = (uid: string): NodePod => ({ metadata: { uid }, spec: { containers: [] }, status: {} });

/** Creates tokens `t1`, `t2` … that live for ten minutes, and clocks that tests can set. */
function keeper() {
  const clock = { now: 0, world: 0, isRefused: false, asked: 0 };
  const tokens = new PodTokens({
    time: { now: () => clock.now, realNow: () => clock.world },
    async request() {
      clock.asked += 1;
      if (clock.isRefused) throw new Error("refused");
      return { token: `t${clock.asked}`, life: 600 * SECOND };
    },
  });
  const of = (uid = "a", audience = "x") => tokens.of(pod(uid), { path: "token", audience });
  const isDue = () => tokens.isDue(pod("a"), { path: "token", audience: "x" });
  return { clock, tokens, of, isDue };
}

it("caches a token for 80% of its lifetime, by the real and the simulated clock", async () => {
  const { clock, of, isDue } = keeper();
  expect(isDue()).toBe(false);
  expect(await of()).toBe("t1");
  clock.now = 479 * SECOND;
  expect([isDue(), await of()]).toEqual([false, "t1"]);
  clock.now = 480 * SECOND;
  expect([isDue(), await of(), isDue()]).toEqual([true, "t2", false]);
  clock.world = 480 * SECOND;
  expect(await of()).toBe("t3");
});

it("caches tokens per pod and audience and drops those of deleted pods", async () => {
  const { tokens, of } = keeper();
  expect([await of("a"), await of("b"), await of("a", "y"), await of("a")]).toEqual(["t1", "t2", "t3", "t1"]);
  tokens.forget(pod("a"));
  expect([await of("a"), await of("b")]).toEqual(["t4", "t2"]);
});

it("keeps an old token if renewal fails, also after it has expired", async () => {
  const { clock, of } = keeper();
  clock.isRefused = true;
  await expect(of()).rejects.toThrow("refused");
  clock.isRefused = false;
  const token = await of();
  clock.isRefused = true;
  clock.world = 600 * SECOND;
  expect(await of()).toBe(token);
});
