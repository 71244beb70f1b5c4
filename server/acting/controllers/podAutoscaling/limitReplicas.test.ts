import fc from "fast-check";
import type { HPAScalingRules } from "kubernetes-types/autoscaling/v2";
import { describe, expect, it } from "vitest";
import { type LimitInput, limitByBehavior, limitByDefault } from "./limitReplicas.ts";
import { ScalingHistory } from "./scalingHistory.ts";

const wish = (current: number, desired: number, more: Partial<LimitInput> = {}): LimitInput => ({
  current,
  desired,
  min: 1,
  max: 100,
  now: 1_000_000,
  ...more,
});
const history = (replicas: number, time = 0): ScalingHistory => new ScalingHistory({ time, replicas });

describe("Scaling without spec.behavior", () => {
  it.each<[string, LimitInput, number, string, boolean]>([
    ["scales to the desired number of replicas", wish(5, 8), 8, "DesiredWithinRange", false],
    ["at most doubles the number of replicas", wish(5, 50), 10, "ScaleUpLimit", true],
    ["scales from one replica to at most four", wish(1, 50), 4, "ScaleUpLimit", true],
    ["does not exceed the maximum", wish(5, 50, { max: 7 }), 7, "TooManyReplicas", true],
    ["does not fall below the minimum", wish(5, 1, { min: 3 }), 3, "TooFewReplicas", true],
  ])("%s", (_, given, replicas, reason, isLimited) => {
    expect(limitByDefault(given, history(given.current), 0)).toMatchObject({
      replicas,
      limited: { reason, isLimited },
    });
  });

  it("scales down only to the highest recommendation of the stabilization window", () => {
    const known = history(1, 0);
    expect(limitByDefault(wish(10, 10, { now: 1000 }), known, 300_000).stabilized).toBeUndefined();
    const held = limitByDefault(wish(10, 2, { now: 200_000 }), known, 300_000);
    expect(held).toMatchObject({ replicas: 10, stabilized: { reason: "ScaleDownStabilized" } });
    expect(limitByDefault(wish(10, 2, { now: 301_001 }), known, 300_000)).toMatchObject({ replicas: 2 });
  });
});

const rules = (more: HPAScalingRules): HPAScalingRules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  ...more,
});
const percent = (value: number, periodSeconds = 60) => ({ type: "Percent", value, periodSeconds });
const pods = (value: number, periodSeconds = 60) => ({ type: "Pods", value, periodSeconds });

describe("Scaling with spec.behavior", () => {
  const free = rules({ policies: [percent(1000)] });
  const up = (current: number, desired: number, scaleUp: HPAScalingRules, known = history(current)) =>
    limitByBehavior(wish(current, desired), known, { scaleUp, scaleDown: free });
  const down = (current: number, desired: number, scaleDown: HPAScalingRules, known = history(current)) =>
    limitByBehavior(wish(current, desired), known, { scaleUp: free, scaleDown });

  it("takes any number of policies", () => {
    const policies = new Array(200_000).fill(pods(2));
    expect(up(5, 50, rules({ policies }))).toMatchObject({ replicas: 7 });
  });

  it("applies the policy with the most change, the least change, or no change, as selectPolicy says", () => {
    const policies = [pods(4), percent(50)];
    expect(up(10, 100, rules({ policies })).replicas).toBe(15);
    expect(up(10, 100, rules({ policies, selectPolicy: "Min" })).replicas).toBe(14);
    expect(up(10, 100, rules({ policies, selectPolicy: "Disabled" }))).toMatchObject({
      replicas: 10,
      limited: { reason: "ScaleUpLimit", isLimited: true },
    });
    expect(down(10, 1, rules({ policies })).replicas).toBe(5);
    expect(down(10, 1, rules({ policies, selectPolicy: "Min" })).replicas).toBe(6);
    expect(down(10, 1, rules({ policies, selectPolicy: "Disabled" }))).toMatchObject({
      replicas: 10,
      limited: { reason: "ScaleDownLimit", isLimited: true },
    });
  });

  it("rounds up when scaling up and down when scaling down", () => {
    expect(up(3, 100, rules({ policies: [percent(10)] })).replicas).toBe(4);
    expect(down(3, 1, rules({ policies: [percent(10)] })).replicas).toBe(2);
  });

  it("counts pods added and removed within the policy period", () => {
    const policies = [pods(4)];
    const known = history(10);
    known.scaled(10, { time: 950_000, replicas: 13 }, { up: { policies } });
    expect(up(13, 100, rules({ policies }), known).replicas).toBe(14);
    known.scaled(13, { time: 951_000, replicas: 12 }, { down: { policies } });
    expect(up(12, 100, rules({ policies }), known).replicas).toBe(14);
    // With another period, the count before the older changes is the basis.
    expect(up(13, 100, rules({ policies: [pods(4, 15)] }), known).replicas).toBe(17);
  });

  it("uses the window's lowest recommendation to scale up and its highest to scale down", () => {
    const window = rules({ stabilizationWindowSeconds: 60, policies: [percent(1000)] });
    const known = history(5, 990_000);
    expect(up(5, 9, window, known)).toMatchObject({ replicas: 5, stabilized: { reason: "ScaleUpStabilized" } });
    expect(down(5, 2, window, history(5, 990_000))).toMatchObject({
      replicas: 5,
      stabilized: { reason: "ScaleDownStabilized" },
    });
    expect(up(5, 9, window, history(5, 930_000)).replicas).toBe(9);
  });
});

describe("Any desired replica count", () => {
  const policy = fc.record({
    type: fc.constantFrom("Pods", "Percent"),
    value: fc.integer({ min: 1, max: 200 }),
    periodSeconds: fc.integer({ min: 1, max: 1800 }),
  });
  const anyRules = fc.record({
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 600 }),
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(policy, { minLength: 1, maxLength: 4 }),
  });
  const steps = fc.array(
    fc.record({ desired: fc.integer({ min: 0, max: 400 }), after: fc.integer({ min: 1, max: 900 }) }),
    {
      maxLength: 20,
    },
  );

  it("is limited to minimum and maximum and to the change that one period allows", () => {
    fc.assert(
      fc.property(anyRules, anyRules, steps, (scaleUp, scaleDown, asked) => {
        const [min, max] = [2, 90];
        const known = history(10);
        let current = 10;
        let now = 0;
        /** The history of pod counts. */
        const past = [{ time: 0, replicas: 10 }];
        for (const { desired, after } of asked) {
          now += after * 1000;
          const { replicas } = limitByBehavior({ current, desired, min, max, now }, known, { scaleUp, scaleDown });
          expect(replicas).toBeGreaterThanOrEqual(min);
          expect(replicas).toBeLessThanOrEqual(max);
          if (replicas === current) continue;
          const isUp = replicas > current;
          const { policies, selectPolicy } = isUp ? scaleUp : scaleDown;
          expect(selectPolicy).not.toBe("Disabled");
          const allows = policies.map(({ type, value, periodSeconds }) => {
            const start = now - periodSeconds * 1000;
            const before = past.findLast(({ time }) => time <= start)?.replicas ?? 10;
            const change = type === "Pods" ? value : (before * value) / 100;
            return isUp ? Math.ceil(before + change) : Math.trunc(before - change);
          });
          const isWithin = (limit: number): boolean => (isUp ? replicas <= limit : replicas >= limit);
          expect(selectPolicy === "Min" ? allows.every(isWithin) : allows.some(isWithin)).toBe(true);
          known.scaled(current, { time: now, replicas }, { up: scaleUp, down: scaleDown });
          current = replicas;
          past.push({ time: now, replicas });
        }
      }),
    );
  });

  it("without spec.behavior, is limited to minimum and maximum and to the default scale-up limit", () => {
    fc.assert(
      fc.property(steps, (asked) => {
        const known = history(10);
        let current = 10;
        let now = 0;
        for (const { desired, after } of asked) {
          now += after * 1000;
          const { replicas } = limitByDefault({ current, desired, min: 2, max: 90, now }, known, 300_000);
          expect(replicas).toBeGreaterThanOrEqual(2);
          expect(replicas).toBeLessThanOrEqual(Math.min(90, Math.max(4, 2 * current)));
          current = replicas;
        }
      }),
    );
  });
});
