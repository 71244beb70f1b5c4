import { describe, expect, it, vi } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { conflict } from "../../../../shared/status.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { quotaLedger } from "./quotaLedger.ts";

/** A quota `q` with numeric amounts, and a store that refuses writes not based on the newest version. */
function setUp(limit: number) {
  const state = { used: 0, version: 1, writes: 0, meanwhile: () => undefined as unknown };
  const read = (): ApiObject => ({
    metadata: { name: "q", resourceVersion: String(state.version) },
    status: { used: state.used },
  });
  const usedOf = (quota: ApiObject): number => (quota["status"] as { used: number }).used;
  const charge = quotaLedger({
    quotas: async () => [read()],
    async write(quota) {
      await Promise.resolve();
      state.meanwhile();
      if (quota.metadata.resourceVersion !== String(state.version)) throw new Error("conflict");
      state.used = usedOf(quota);
      state.version += 1;
      state.writes += 1;
    },
  });
  const take = (amount: number, dryRun = false, charged?: () => void) =>
    charge("n", {
      dryRun,
      charged,
      apply: (quotas) =>
        quotas.flatMap((quota) => {
          if (usedOf(quota) + amount > limit) throw new Error("exceeded");
          return amount === 0 ? [] : [{ ...quota, status: { used: usedOf(quota) + amount } }];
        }),
    });
  return { state, take };
}

describe("quotaLedger", () => {
  it("charges waiting requests in one batch, each after the previous ones", async () => {
    const { state, take } = setUp(3);
    const results = await Promise.allSettled([1, 1, 1, 1, 0].map((amount) => take(amount)));
    expect(results.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled", "rejected", "fulfilled"],
    ]);
    expect(state.used).toBe(3);
    expect(state.writes).toBe(2);
  });

  it("checks dry runs without writing", async () => {
    const { state, take } = setUp(1);
    await take(1, true, () => {
      throw new Error("nothing was charged");
    });
    await expect(take(2, true)).rejects.toThrow("exceeded");
    expect(state.writes).toBe(0);
  });

  it("limits the wait to ten seconds and does not charge the request afterwards", async () => {
    const timers = manualTimers();
    let write = (): void => undefined;
    let applied = 0;
    const charge = quotaLedger({
      timers,
      quotas: async () => [{ metadata: { name: "q" } }],
      write: () => new Promise<void>((resolve) => (write = resolve)),
    });
    const request = (): Promise<void> => {
      const apply = (quotas: readonly ApiObject[]): readonly ApiObject[] => {
        applied += 1;
        return quotas;
      };
      return charge("n", { dryRun: false, apply });
    };
    const results = Promise.allSettled([request(), request()]);
    await vi.waitFor(() => expect(applied).toBe(1));
    timers.advance(10_000);
    const reason = { message: "Internal error occurred: resource quota evaluation timed out", code: 500 };
    expect(await results).toMatchObject([{ reason }, { reason }]);
    write();
    const late = request();
    await vi.waitFor(() => expect(applied).toBe(2));
    write();
    await late;
    expect(timers.pending()).toEqual([]);
  });

  it("retries as long as conflicts occur", async () => {
    let lost = 0;
    const writes: unknown[] = [];
    const charge = quotaLedger({
      quotas: async () => [{ metadata: { name: "q" } }],
      async write(quota) {
        lost += 1;
        if (lost <= 20) throw conflict({ group: "", resource: "resourcequotas" }, "q", "modified");
        writes.push(quota);
      },
    });
    await charge("n", { dryRun: false, apply: (quotas) => quotas });
    expect([lost, writes.length]).toEqual([21, 1]);
  });

  it("recalculates after a quota change and rejects requests that no longer fit", async () => {
    const { state, take } = setUp(5);
    let charged = 0;
    state.meanwhile = () => {
      if (state.version === 1) [state.version, state.used] = [2, 4];
    };
    await take(1, false, () => {
      charged += 1;
    });
    expect([state.used, charged]).toEqual([5, 1]);

    const full = setUp(5);
    full.state.meanwhile = () => {
      if (full.state.version === 1) [full.state.version, full.state.used] = [2, 5];
    };
    await expect(full.take(1)).rejects.toThrow("exceeded");
  });

  it("gives up on a quota that keeps changing", async () => {
    const { state, take } = setUp(5);
    state.meanwhile = () => {
      state.version += 1;
    };
    await expect(take(1)).rejects.toThrow("conflict");
    state.meanwhile = () => undefined;
    await take(1);
    expect(state.used).toBe(1);
  });
});
