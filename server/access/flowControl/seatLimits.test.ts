import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeatDemand } from "./seatDemand.ts";
import { allocateSeats, nominalLimits } from "./seatLimits.ts";

const limited = (nominalConcurrencyShares: number, lendablePercent = 0, borrowingLimitPercent?: number) => ({
  type: "Limited",
  limited: {
    nominalConcurrencyShares,
    lendablePercent,
    ...(borrowingLimitPercent === undefined ? {} : { borrowingLimitPercent }),
  },
});

describe("Priority level seats", () => {
  it("are divided by concurrency shares", () => {
    const limits = nominalLimits(
      600,
      new Map<string, ReturnType<typeof limited>>([
        ["system", limited(30, 33)],
        ["low", limited(100, 90)],
        ["default", limited(20, 50, 100)],
      ]),
    );
    expect(Object.fromEntries(limits)).toEqual({
      system: { nominal: 120, lower: 80, upper: 720 },
      low: { nominal: 400, lower: 40, upper: 1000 },
      default: { nominal: 80, lower: 40, upper: 160 },
    });
  });

  it("are lent to levels that need them", () => {
    const claim = (lower: number, target: number) => ({ lower, upper: 100, target });
    const [busy = 0, idle = 0] = allocateSeats(100, [claim(10, 90), claim(10, 0)]);
    expect(busy).toBeCloseTo(90);
    expect(idle).toBeCloseTo(10);
  });

  it("respect the bounds and are fully allocated if the bounds allow", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(300)), { minLength: 1, maxLength: 10 }),
        (total, numbers) => {
          const claims = numbers.map(([lower, more, target]) => ({ lower, upper: lower + more, target }));
          const allotted = allocateSeats(total, claims);
          for (const [i, seats] of allotted.entries()) {
            expect(seats).toBeGreaterThanOrEqual((claims[i]?.lower ?? 0) - 1e-6);
            expect(seats).toBeLessThanOrEqual((claims[i]?.upper ?? 0) + 1e-6);
          }
          const lowest = claims.reduce((sum, { lower }) => sum + lower, 0);
          const highest = claims.reduce((sum, { upper }) => sum + upper, 0);
          const wanted = Math.min(Math.max(total, lowest), highest);
          expect(allotted.reduce((sum, seats) => sum + seats, 0)).toBeCloseTo(wanted, 3);
        },
      ),
    ));
});

describe("Expected seat demand", () => {
  it("increases immediately and decreases slowly", () => {
    const demand = new SeatDemand(0);
    demand.set(40, 0);
    const first = demand.settle(10);
    expect(first).toEqual({ high: 40, smooth: 40 });
    demand.set(0, 10);
    const second = demand.settle(20);
    expect(second.high).toBe(40);
    expect(second.smooth).toBeCloseTo(40 * 0.977);
    expect(demand.settle(30).high).toBe(0);
  });
});
