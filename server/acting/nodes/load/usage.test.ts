import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCurve, wave } from "./curve.ts";
import { RequestedWork, WorkLedger } from "./requestedWork.ts";
import { lastSpan, ROUND } from "./samples.ts";
import { containerUsage, type RunningContainer } from "./usage.ts";

const number = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

describe("Usage curve", () => {
  it("is constant or a wave between two values", () => {
    expect(readCurve("5", number)?.at(1e6)).toBe(5);
    const found = readCurve("10..30/2m", number);
    expect([0, 30_000, 60_000, 90_000, 120_000].map((time) => Math.round(found?.at(time) ?? 0))).toEqual([
      10, 20, 30, 20, 10,
    ]);
    expect(readCurve("10..90/2m", number, 50)?.at(60_000)).toBe(50);
    for (const text of ["", "x", "1..2", "1..x/2m", "1..2/0s", "1..2/2d"])
      expect(readCurve(text, number)).toBeUndefined();
  });

  it("has a cumulative total that matches its values and never decreases", () => {
    const time = fc.integer({ min: 0, max: 1e7 });
    const amount = fc.integer({ min: 0, max: 1e6 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1000, max: 1e6 }), time, time, (a, b, period, from, more) => {
        const curve = wave(Math.min(a, b), Math.max(a, b), period);
        const mean = (curve.total(from + more + 1) - curve.total(from)) / (more + 1);
        expect(mean).toBeGreaterThanOrEqual(Math.min(a, b) - 1);
        expect(mean).toBeLessThanOrEqual(Math.max(a, b) + 1);
      }),
    );
  });
});

describe("Measurement interval", () => {
  it("is available after two rounds, advances within one round, and never moves backwards", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 0, max: ROUND }),
        fc.array(fc.integer({ min: 0, max: 20_000 })),
        (id, start, steps) => {
          let now = 1e9 + start;
          const began = now;
          let last = 0;
          for (const step of steps) {
            now += step;
            const span = lastSpan(id, began, now);
            if (now - began > 2 * ROUND + 2000) expect(span).toBeDefined();
            if (span === undefined) continue;
            expect(span.from).toBeGreaterThanOrEqual(began);
            expect(span.to).toBeLessThanOrEqual(now);
            expect(span.to - span.from).toBeGreaterThanOrEqual(10_000);
            expect(span.to - span.from).toBeLessThanOrEqual(17_000);
            expect(span.to).toBeGreaterThanOrEqual(last);
            last = span.to;
          }
        },
      ),
    );
  });
});

const NOW = 1e9;
const container = (annotations: Record<string, string>, spec: object = {}): RunningContainer => ({
  spec: { name: "c", image: "app:1", ...spec },
  uid: "u",
  annotations,
  startedAt: NOW - 600_000,
  work: new RequestedWork(),
});

it("keeps containers' work separate and drops the work of deleted pods", () => {
  const ledger = new WorkLedger();
  ledger.add("u", "a", 500, NOW);
  ledger.add("u", "a", 250, NOW);
  expect([ledger.of("u", "a")?.total, ledger.of("u", "b"), ledger.of("v", "a")]).toEqual([750, undefined, undefined]);
  ledger.forget("u");
  expect(ledger.of("u", "a")).toBeUndefined();
});

describe("Container usage", () => {
  it("is deterministic for a given time and close to the configured value", () => {
    const busy = container({ "simulation.orrery/cpu": "250m", "simulation.orrery/memory": "64Mi" });
    const usage = containerUsage(busy, NOW);
    expect(usage).toEqual(containerUsage(busy, NOW));
    expect(Math.abs((usage?.nanoCores ?? 0) / 250e6 - 1)).toBeLessThan(0.05);
    expect(Math.abs((usage?.bytes ?? 0) / (64 * 2 ** 20) - 1)).toBeLessThan(0.02);
    expect(containerUsage(busy, NOW + ROUND)?.nanoCores).not.toBe(usage?.nanoCores);
  });

  it("is derived from the program unless an annotation is set, and ignores invalid annotations", () => {
    const idle = containerUsage(container({ "simulation.orrery/cpu": "much" }, { image: "pause" }), NOW);
    expect(idle).toMatchObject({ nanoCores: 0 });
    expect(idle?.bytes).toBeLessThan(2 ** 20);
  });

  it("increases with work up to the container's limit", () => {
    const asked = container({ "simulation.orrery/cpu": "100m" });
    const before = containerUsage(asked, NOW)?.nanoCores ?? 0;
    const { to } = containerUsage(asked, NOW)?.span ?? { to: 0 };
    asked.work?.add(3000, to - 5000);
    expect((containerUsage(asked, NOW)?.nanoCores ?? 0) - before).toBeGreaterThan(150e6);
    const bound = { ...asked, spec: { ...asked.spec, resources: { limits: { cpu: "150m" } } } };
    expect(containerUsage(bound, NOW)?.nanoCores).toBe(150e6);
    // Long after that, the work has ended.
    expect(containerUsage(asked, NOW + 120_000)?.nanoCores).toBeLessThan(110e6);
  });

  it("accumulates over time", () => {
    const busy = container({ "simulation.orrery/cpu": "1" });
    const [first, second] = [containerUsage(busy, NOW), containerUsage(busy, NOW + 10 * ROUND)];
    const passed = (second?.span.to ?? 0) - (first?.span.to ?? 0);
    expect((second?.coreNanoSeconds ?? 0) - (first?.coreNanoSeconds ?? 0)).toBeCloseTo(passed * 1e6, -3);
  });
});
