import fc from "fast-check";
import type { Pod } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { PodMetric } from "./podMetrics.ts";
import {
  type ProposalInput,
  proposeByAverage,
  proposeByShare,
  proposeByUtilization,
  proposeByValue,
} from "./replicaCalculator.ts";

const NOW = 1_000_000_000;
const SETTINGS = { tolerance: 0.1, cpuInitializationPeriod: 300_000, initialReadinessDelay: 30_000 };

interface Looks {
  readonly request?: string | undefined;
  readonly phase?: string;
  readonly ready?: "True" | "False" | "none";
  /** Seconds ago. */
  readonly started?: number;
  readonly turned?: number;
  readonly deleted?: boolean;
  /** Usage in thousandths; undefined when there is no measurement. */
  readonly uses?: number | undefined;
  /** Seconds ago. */
  readonly measured?: number;
}

const ago = (seconds: number): string => timestamp(NOW - seconds * 1000);

function podOf(name: string, looks: Looks): ApiObject {
  const { request = "1", phase = "Running", ready = "True", started = 3600, turned = 3500, deleted } = looks;
  const condition = { type: "Ready", status: ready, lastTransitionTime: ago(turned) };
  const spec = {
    containers: [
      { name: "c", resources: "request" in looks && looks.request === undefined ? {} : { requests: { cpu: request } } },
    ],
  };
  const status = { phase, startTime: ago(started), conditions: ready === "none" ? [] : [condition] };
  const metadata = { name, ...(deleted === true ? { deletionTimestamp: ago(1) } : {}) };
  return { metadata, spec, status } satisfies Pod as unknown as ApiObject;
}

function given(current: number, all: readonly Looks[]): [ProposalInput, Map<string, PodMetric>] {
  const pods = all.map((looks, i) => podOf(`p${i}`, looks));
  const metrics = new Map<string, PodMetric>();
  all.forEach(({ uses, measured = 5 }, i) => {
    if (uses !== undefined) metrics.set(`p${i}`, { timestamp: NOW - measured * 1000, window: 15_000, value: uses });
  });
  return [{ ...SETTINGS, current, pods, now: NOW }, metrics];
}

const CPU = { resource: "cpu", percent: 50 };
const using = (...uses: (number | undefined)[]): Looks[] => uses.map((each) => ({ uses: each }));
const YOUNG: Looks = { uses: 900, ready: "False", started: 60, turned: 60 };

describe("Proposal by utilization of requests", () => {
  it.each<[string, number, readonly Looks[], number]>([
    ["scales up when usage is above the target", 2, using(900, 700), 4],
    ["scales down when usage is below the target", 4, using(100, 100, 100, 100), 1],
    ["keeps the number of replicas within the tolerance", 3, using(540, 540, 540), 3],
    ["keeps the number of replicas at the limit of the tolerance", 2, using(450, 450), 2],
    ["scales up just beyond the tolerance", 2, using(550, 550), 3],
    ["rounds the number of replicas up", 3, using(600, 600, 600), 4],
    ["assumes no usage for pods without metrics when scaling up", 3, using(900, 900, undefined), 4],
    [
      "assumes full usage of requests for pods without metrics when scaling down",
      4,
      using(200, 200, 200, undefined),
      4,
    ],
    ["keeps the number of replicas if pods without metrics would reverse the direction", 2, using(600, undefined), 2],
    ["assumes no usage for starting pods when scaling up", 3, [...using(900, 900), YOUNG], 4],
    ["ignores starting pods when scaling down", 3, [...using(100, 100), YOUNG], 1],
    ["treats pending pods as starting", 3, [...using(900, 900), { phase: "Pending" }], 4],
    ["ignores failed and deleted pods", 2, [...using(900), { uses: 0, deleted: true }, { phase: "Failed" }], 2],
    [
      "counts a pod that is not ready but was ready before",
      2,
      [{ uses: 900 }, { uses: 900, ready: "False", turned: 10 }],
      4,
    ],
    [
      "ignores a pod that has never become ready, even long after its start",
      2,
      [{ uses: 900 }, { uses: 900, ready: "False", turned: 3590 }],
      2,
    ],
    [
      "ignores a pod that has been ready for less than a metrics window",
      2,
      [{ uses: 900 }, { uses: 900, started: 20, turned: 18 }],
      2,
    ],
    [
      "counts a pod that has been ready for a metrics window",
      2,
      [{ uses: 900 }, { uses: 900, started: 40, turned: 30 }],
      4,
    ],
  ])("%s", (_, current, pods, replicas) => {
    const [task, metrics] = given(current, pods);
    expect(proposeByUtilization(task, metrics, CPU).replicas).toBe(replicas);
  });

  it("returns usage and utilization", () => {
    const [task, metrics] = given(2, using(333, 334));
    expect(proposeByUtilization(task, metrics, CPU)).toEqual({ replicas: 2, usage: 333, utilization: 33 });
  });

  it.each<[string, readonly Looks[], string]>([
    ["an empty list of pods", [], "no pods returned by selector while calculating replica count"],
    ["pods that are all starting", [YOUNG], "did not receive metrics for targeted pods (pods might be unready)"],
    [
      "a container without a request",
      [{ uses: 5, request: undefined }],
      "missing request for cpu in container c of Pod p0",
    ],
    ["requests of zero", [{ uses: 5, request: "0" }], "no metrics returned matched known pods"],
  ])("rejects %s", (_, pods, message) => {
    const [task, metrics] = given(1, pods);
    expect(() => proposeByUtilization(task, metrics, CPU)).toThrow(message);
  });
});

it.each<[string, number, readonly Looks[], number]>([
  ["scales up when usage is above the target", 2, using(20_000, 10_000), 3],
  ["scales down when usage is below the target", 3, using(1_000, 1_000, 1_000), 1],
  ["assumes the target value for pods without metrics when scaling down", 3, using(5_000, 5_000, undefined), 2],
  ["assumes zero for pods without metrics when scaling up", 3, using(25_000, 25_000, undefined), 5],
])("proposal by pods metric: %s", (_, current, pods, replicas) => {
  const [task, metrics] = given(current, pods);
  expect(proposeByAverage(task, metrics, 10_000, false).replicas).toBe(replicas);
});

describe("Proposal by total value", () => {
  it("counts ready pods only", () => {
    const [task] = given(3, [{}, {}, { ready: "False" }]);
    expect(proposeByValue(task, 30_000, 10_000)).toEqual({ replicas: 6, usage: 30_000 });
    expect(proposeByValue(task, 10_500, 10_000).replicas).toBe(3);
  });

  it("scales up from 0 replicas", () => {
    const [task] = given(0, []);
    expect(proposeByValue(task, 25_000, 10_000).replicas).toBe(3);
    expect(proposeByValue(task, 0, 10_000).replicas).toBe(0);
  });

  it("divides an average-value metric among pods", () => {
    expect(proposeByShare(SETTINGS, 4, 35_000, 5_000)).toEqual({ replicas: 7, usage: 8_750 });
    expect(proposeByShare(SETTINGS, 4, 21_000, 5_000)).toEqual({ replicas: 4, usage: 5_250 });
    expect(proposeByShare(SETTINGS, 0, 21_000, 5_000)).toEqual({ replicas: 5, usage: 21_000 });
  });
});

describe("Arbitrary pods", () => {
  const looks = fc.record({
    phase: fc.constantFrom("Running", "Running", "Pending", "Failed"),
    ready: fc.constantFrom<"True" | "False" | "none">("True", "False", "none"),
    started: fc.integer({ min: 0, max: 1000 }),
    turned: fc.integer({ min: 0, max: 1000 }),
    deleted: fc.boolean(),
    uses: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
    measured: fc.integer({ min: 0, max: 40 }),
  });

  it("unknown and starting pods never reverse the direction of a proposal", () => {
    fc.assert(
      fc.property(
        fc.array(looks, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 10, max: 150 }),
        (all, percent) => {
          const [task, metrics] = given(all.length, all);
          let proposal: ReturnType<typeof proposeByUtilization>;
          try {
            proposal = proposeByUtilization(task, metrics, { resource: "cpu", percent });
          } catch (error) {
            expect((error as Error).message).toMatch(/^did not receive metrics for targeted pods/);
            return;
          }
          const { replicas, utilization = 0 } = proposal;
          expect(Number.isInteger(replicas) && replicas >= 0).toBe(true);
          const isWhole = all.every(({ phase, deleted }) => phase === "Running" && !deleted);
          if (isWhole && utilization < percent) expect(replicas).toBeLessThanOrEqual(all.length);
          const known = all.filter(({ uses, phase, deleted }) => uses !== undefined && phase === "Running" && !deleted);
          const isKnown = isWhole && known.length === all.length;
          if (isKnown && utilization > percent * 1.1 && replicas < all.length) {
            // A result below the existing number is possible only when some pods do not count at all.
            expect(known.some(({ ready, started, turned }) => ready !== "True" || started < 300 || turned < 300)).toBe(
              true,
            );
          }
        },
      ),
    );
  });
});

it("treats pods without metrics as idle when the other pods are exactly at an absolute target", () => {
  const [task, metrics] = given(3, using(100, undefined, undefined));
  expect(proposeByAverage(task, metrics, 100, false).replicas).toBe(1);
  const [same, shares] = given(3, using(500, undefined, undefined));
  expect(proposeByUtilization(same, shares, CPU).replicas).toBe(3);
});
