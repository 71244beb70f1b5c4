import { describe, expect, it } from "vitest";
import { Leases } from "./leases.ts";

function grantedLeases(reuseSeconds = 60) {
  const granted: { id: number; seconds: number }[] = [];
  const clock = { now: 0, failing: false };
  const leases = new Leases({
    reuseSeconds,
    monotonic: () => clock.now,
    grant: async (lease) => {
      if (clock.failing) throw new Error("no lease");
      granted.push(lease);
      return lease;
    },
  });
  return { leases, granted, clock };
}

describe("Leases", () => {
  it("are shared by keys with the same time to live while they are reusable", async () => {
    const { leases, granted, clock } = grantedLeases();
    const ids = await Promise.all([leases.idFor(3600), leases.idFor(3600), leases.idFor(10)]);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(granted.map(({ seconds }) => seconds)).toEqual([3660, 70]);
    clock.now = 59_999;
    expect(await leases.idFor(3600)).toBe(ids[0]);
    clock.now = 60_000;
    expect(await leases.idFor(3600)).not.toBe(ids[0]);
    expect(granted).toHaveLength(3);
  });

  it("have at most a thousand keys", async () => {
    const { leases, granted } = grantedLeases();
    const ids = await Promise.all(Array.from({ length: 2500 }, () => leases.idFor(5)));
    const counts = granted.map(({ id }) => ids.filter((one) => one === id).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2500);
    expect(Math.max(...counts)).toBeLessThanOrEqual(1000);
    expect(granted.length).toBeLessThanOrEqual(4);
  });

  it("are granted again after a failure, after they were dropped, and when they are not shared", async () => {
    const { leases, granted, clock } = grantedLeases();
    clock.failing = true;
    await expect(leases.idFor(5)).rejects.toThrow("no lease");
    clock.failing = false;
    const id = await leases.idFor(5);
    leases.forget();
    expect(await leases.idFor(5)).not.toBe(id);
    expect(granted).toHaveLength(2);
    const alone = grantedLeases(0);
    expect(await alone.leases.idFor(5)).not.toBe(await alone.leases.idFor(5));
  });
});
