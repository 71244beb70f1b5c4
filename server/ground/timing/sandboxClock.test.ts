import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SandboxClock } from "./sandboxClock.ts";
import type { Timers } from "./timers.ts";

/** A real-time base whose time passes on command. */
class World {
  time = 1_000_000;
  readonly #waiting = new Set<{ due: number; callback: () => void }>();
  readonly timers: Timers;

  constructor() {
    const world = this;
    this.timers = {
      get now() {
        return world.time - 1_000_000;
      },
      after(milliseconds, callback) {
        const entry = { due: world.time + Math.max(0, milliseconds), callback };
        world.#waiting.add(entry);
        return () => void world.#waiting.delete(entry);
      },
    };
  }

  now = (): number => this.time;

  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = [...this.#waiting].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#waiting.delete(next);
      this.time = Math.max(this.time, next.due);
      next.callback();
    }
    this.time = end;
  }
}

function clockOf(offset = 0) {
  const world = new World();
  const clock = new SandboxClock(world, offset);
  const rung: number[] = [];
  const alarm = (milliseconds: number) =>
    clock.timers.after(milliseconds, () => void rung.push(clock.now() - 1_000_000));
  return { world, clock, rung, alarm };
}

describe("sandbox clock", () => {
  it("follows the system clock at first", () => {
    const { world, clock, rung, alarm } = clockOf();
    alarm(100);
    world.pass(99);
    expect([clock.now(), rung]).toEqual([1_000_099, []]);
    world.pass(1);
    expect(rung).toEqual([100]);
  });

  it("stands still while it is paused, and so do its timers", () => {
    const { world, clock, rung, alarm } = clockOf();
    alarm(100);
    world.pass(40);
    clock.set({ running: false });
    world.pass(10_000);
    expect([clock.now(), clock.timers.now, rung]).toEqual([1_000_040, 40, []]);
    clock.set({ running: true });
    world.pass(60);
    expect(rung).toEqual([100]);
  });

  it("can run faster and slower", () => {
    const { world, clock, rung, alarm } = clockOf();
    alarm(6000);
    clock.set({ speed: 60 });
    world.pass(100);
    expect([clock.now(), rung]).toEqual([1_006_000, [6000]]);
    clock.set({ speed: 0.5 });
    alarm(10);
    world.pass(20);
    expect(rung).toEqual([6000, 6010]);
    clock.set({ speed: 1 });
    world.pass(5);
    expect(clock.now()).toBe(1_006_015);
  });

  it("advances to the next due timer, step by step", () => {
    const { clock, rung, alarm } = clockOf();
    clock.set({ running: false });
    alarm(500);
    alarm(100);
    expect(clock.step()).toBe(100);
    expect(rung).toEqual([100]);
    expect(clock.step()).toBe(400);
    expect(clock.step()).toBeUndefined();
    expect(clock.now()).toBe(1_000_500);
  });

  it("fast-forwards, running the timers that become due, then continues at the former speed", async () => {
    const { world, clock, rung, alarm } = clockOf();
    clock.set({ running: false });
    clock.timers.after(100, () => void alarm(50));
    alarm(200);
    const there = clock.forward(1000);
    world.pass(5);
    await there;
    expect(rung).toEqual([150, 200]);
    expect(clock.state).toEqual({ now: 1_001_000, running: false, speed: 1 });
  });

  it("keeps a speed that is set during a fast-forward", async () => {
    const { world, clock } = clockOf();
    const there = clock.forward(1000);
    clock.set({ speed: 2 });
    world.pass(500);
    await there;
    expect(clock.state.speed).toBe(2);
  });

  it("does not run cancelled timers", () => {
    const { world, clock, rung, alarm } = clockOf();
    const cancel = alarm(10);
    clock.set({ running: false });
    cancel();
    clock.set({ running: true });
    world.pass(100);
    expect([rung, clock.step()]).toEqual([[], undefined]);
  });

  it("starts at the saved time", () => expect(clockOf(5000).clock.now()).toBe(1_005_000));

  it.each([0, -1, 1001, Number.NaN])("refuses a speed of %d", (speed) =>
    expect(() => clockOf().clock.set({ speed })).toThrow(RangeError),
  );

  it("never goes back, and runs each timer once and not early, whatever operations are applied", () => {
    const action = fc.oneof(
      fc.record({ pass: fc.integer({ min: 0, max: 500 }) }),
      fc.record({ running: fc.boolean(), speed: fc.constantFrom(0.5, 1, 10) }),
      fc.record({ step: fc.constant(true) }),
      fc.record({ alarm: fc.integer({ min: 0, max: 500 }) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const { world, clock } = clockOf();
        let last = clock.now();
        const due: { at: number; rung: number[] }[] = [];
        for (const each of actions) {
          if ("pass" in each) world.pass(each.pass);
          else if ("step" in each) clock.step();
          else if ("running" in each) clock.set(each);
          else {
            const entry: { at: number; rung: number[] } = { at: clock.timers.now + each.alarm, rung: [] };
            due.push(entry);
            clock.timers.after(each.alarm, () => void entry.rung.push(clock.timers.now));
          }
          expect(clock.now()).toBeGreaterThanOrEqual(last);
          last = clock.now();
        }
        clock.set({ running: true, speed: 1 });
        world.pass(10_000);
        for (const { at, rung } of due) {
          expect(rung).toHaveLength(1);
          expect(rung[0]).toBeGreaterThanOrEqual(at - 1e-6);
        }
      }),
    );
  });
});
