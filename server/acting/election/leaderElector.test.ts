import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ManualTimers, manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { type ElectionLock, type ElectionRecord, type Elector, startElector } from "./leaderElector.ts";

const TIMES = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2000 };
const STEP = 250;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What happens to one call: the delays of the request and the response, and whether either is lost. */
interface Fate {
  readonly there: number;
  readonly back: number;
  readonly lost: "nothing" | "call" | "answer" | "for ever";
}
const GOOD: Fate = { there: 0, back: 0, lost: "nothing" };

/** A record that several candidates access over a network. */
function sharedRecord(timers: ManualTimers, fate: () => Fate) {
  let stored: { record: ElectionRecord; version: string } | undefined;
  let version = 0;
  const travel = (milliseconds: number): Promise<void> =>
    milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => timers.after(milliseconds, resolve));
  async function call<T>(act: () => T): Promise<T> {
    const { there, back, lost } = fate();
    await travel(there);
    if (lost === "call") throw new Error("lost");
    const answer = act();
    if (lost === "for ever") return new Promise<T>(() => undefined);
    await travel(back);
    if (lost === "answer") throw new Error("lost");
    return answer;
  }
  const write = (record: ElectionRecord, expected: string | undefined): void => {
    if (stored?.version !== expected) throw new Error("conflict");
    stored = { record, version: String(++version) };
  };
  const lock: ElectionLock = {
    read: () => call(() => stored),
    create: (record) => call(() => write(record, undefined)),
    update: (record, expected) => call(() => write(record, expected)),
  };
  return { lock, current: () => stored?.record };
}

/** Candidates for one record. The current leader follows from the terms that were started and stopped. */
function campaign(count: number, fate: () => Fate = () => GOOD, wall: () => number = () => 0) {
  const timers = manualTimers();
  const { lock, current } = sharedRecord(timers, fate);
  const leading = new Set<string>();
  const errors: unknown[] = [];
  const electors = Array.from({ length: count }, (_, i): Elector => {
    const identity = `candidate-${i}`;
    return startElector({
      identity,
      lock,
      times: TIMES,
      timers,
      now: wall,
      random: () => (i + 1) / (count + 1),
      lead() {
        leading.add(identity);
        return {
          async stop() {
            leading.delete(identity);
          },
        };
      },
      onError: (error) => errors.push(error),
    });
  });
  async function pass(milliseconds: number, check?: () => void): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += STEP) {
      await settle();
      timers.advance(STEP);
      await settle();
      check?.();
    }
  }
  return { electors, leading, errors, current, pass, timers };
}

describe("startElector", () => {
  it("lets one of several candidates lead and renews the lease", async () => {
    let wall = 1000;
    const { electors, leading, current, pass } = campaign(3, undefined, () => wall);
    await pass(1000);
    expect([...leading]).toEqual(["candidate-0"]);
    expect(electors.map((elector) => elector.leads())).toEqual([true, false, false]);
    wall = 90_000;
    await pass(60_000, () => expect(leading.size).toBe(1));
    expect(current()).toEqual({
      holder: "candidate-0",
      leaseSeconds: 15,
      acquired: 1000,
      renewed: 90_000,
      transitions: 0,
    });
  });

  it("releases the lease on a clean shutdown", async () => {
    const { electors, leading, current, pass } = campaign(2);
    await pass(1000);
    await electors[0]?.stop();
    expect(leading.size).toBe(0);
    expect(current()).toMatchObject({ holder: "", leaseSeconds: 1, transitions: 0 });
    await pass(TIMES.retryPeriod * 2.2);
    expect([...leading]).toEqual(["candidate-1"]);
    expect(current()).toMatchObject({ holder: "candidate-1", leaseSeconds: 15, transitions: 1 });
  });

  it("stops leading at the renew deadline when the lease is unreachable, and campaigns again", async () => {
    let fate = GOOD;
    const { leading, errors, pass } = campaign(1, () => fate);
    await pass(1000);
    fate = { ...GOOD, lost: "for ever" };
    await pass(TIMES.renewDeadline - 2 * STEP - TIMES.retryPeriod);
    expect(leading.size).toBe(1);
    await pass(TIMES.retryPeriod + 2 * STEP);
    expect(leading.size).toBe(0);
    fate = GOOD;
    await pass(TIMES.renewDeadline + 3 * TIMES.retryPeriod);
    expect(leading.size).toBe(1);
    expect(errors.length).toBeGreaterThan(0);
  });

  it("never has two leaders, and elects one soon after failures end", async () => {
    const travel = fc.integer({ min: 0, max: 48 }).map((steps) => steps * STEP);
    const lost = fc.oneof(
      { weight: 6, arbitrary: fc.constant("nothing" as const) },
      { weight: 4, arbitrary: fc.constantFrom("call" as const, "answer" as const, "for ever" as const) },
    );
    const fates = fc.array(fc.record({ there: fc.oneof(fc.constant(0), travel), back: travel, lost }), {
      minLength: 1,
      maxLength: 60,
    });
    const jumps = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fates, jumps, async (faults, clocks) => {
        let calls = 0;
        let reads = 0;
        const { electors, leading, pass } = campaign(
          3,
          () => faults[calls++] ?? GOOD,
          () => clocks[reads++ % clocks.length] ?? 0,
        );
        const atMostOne = () => expect(leading.size).toBeLessThanOrEqual(1);
        while (calls < faults.length) await pass(1000, atMostOne);
        // Messages in transit arrive; then the lease may expire, and a candidate tries.
        await pass(24_000 + TIMES.renewDeadline + TIMES.leaseDuration + 3 * TIMES.retryPeriod, atMostOne);
        expect(leading.size).toBe(1);
        expect(electors.filter((elector) => elector.leads())).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
