import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RawWatchHandlers } from "../activity/inspector/rawWatch.ts";
import { fakeClock } from "../testing/fakeClock.ts";
import { oldestRetained } from "./retention.ts";

/** A list whose history begins at `edge`; `say` defines the behaviour of its watch. */
function setup(edge: number, say: (handlers: RawWatchHandlers) => void) {
  const clock = fakeClock();
  const asked: string[] = [];
  const source = {
    watch: (revision: number, handlers: RawWatchHandlers) => {
      asked.push(`watch ${revision}`);
      queueMicrotask(() => say(handlers));
      return { close: () => asked.push("close") };
    },
    isListable: async (revision: number) => {
      asked.push(`list ${revision}`);
      return revision >= edge;
    },
  };
  return { clock, asked, source };
}
const refusal = (message: string): string => JSON.stringify({ type: "ERROR", object: { code: 410, message } });

describe("oldestRetained", () => {
  it("reads the revision from the error of one watch without a list", async () => {
    const { clock, asked, source } = setup(120, ({ opened, frame }) => {
      opened();
      frame(refusal("too old resource version: 1 (120)"));
    });
    expect(await oldestRetained(source, 5000, clock)).toBe(120);
    expect(asked).toEqual(["watch 1", "close"]);
  });

  it("returns the oldest revision if the watch delivers events", async () => {
    const { clock, asked, source } = setup(1, ({ opened, frame }) => {
      opened();
      frame(JSON.stringify({ type: "ADDED", object: { metadata: { resourceVersion: "7" } } }));
    });
    expect(await oldestRetained(source, 5000, clock)).toBe(1);
    expect(asked).toEqual(["watch 1", "close"]);
  });

  it("falls back to lists if a watch is silent, fails without a revision, or ends", async () => {
    const silent = setup(1, ({ opened }) => opened());
    const found = oldestRetained(silent.source, 40, silent.clock);
    await Promise.resolve();
    await silent.clock.advance(1000);
    expect(await found).toBe(1);
    for (const say of [
      ({ frame }: RawWatchHandlers) => frame(refusal("The resourceVersion for the provided watch is too old.")),
      ({ closed }: RawWatchHandlers) => closed(),
    ]) {
      const { clock, source } = setup(17, say);
      expect(await oldestRetained(source, 40, clock)).toBe(17);
    }
  });

  it("sends no request if there is only one revision", async () => {
    const { clock, asked, source } = setup(1, () => undefined);
    expect(await oldestRetained(source, 1, clock)).toBe(1);
    expect(asked).toEqual([]);
  });

  it("finds any limit with few requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), async (current, seed) => {
        const edge = 1 + (seed % current);
        const { clock, asked, source } = setup(edge, ({ closed }) => closed());
        expect(await oldestRetained(source, current, clock)).toBe(edge);
        expect(asked.length).toBeLessThan(25);
      }),
    );
  });
});
