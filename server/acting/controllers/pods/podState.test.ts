import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { untilNextAvailable } from "./podState.ts";

const START = Date.parse("2026-01-02T03:00:00Z");

const readyFor = (milliseconds: number): ApiObject =>
  ({
    metadata: { name: "p" },
    status: {
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: new Date(START - milliseconds).toISOString() }],
    },
  }) as unknown as ApiObject;

describe("Time until the next pod becomes available", () => {
  it("is the shortest wait among ready pods that are not yet available", () => {
    const notReady = { metadata: { name: "n" } } as ApiObject;
    const pods = [readyFor(1000), readyFor(7000), readyFor(15_000), notReady];
    expect(untilNextAvailable(pods, 10, START)).toBe(3000);
  });

  it("is undefined when no pod is waiting", () => {
    expect(untilNextAvailable([readyFor(15_000)], 10, START)).toBeUndefined();
    expect(untilNextAvailable([readyFor(0)], 0, START)).toBeUndefined();
    expect(untilNextAvailable([], 10, START)).toBeUndefined();
  });
});
