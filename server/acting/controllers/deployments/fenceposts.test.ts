import { describe, expect, it } from "vitest";
import { fenceposts } from "./fenceposts.ts";
import type { Deployment } from "./kinds.ts";

const of = (replicas: number, maxSurge: number | string, maxUnavailable: number | string, type = "RollingUpdate") =>
  fenceposts({
    metadata: {},
    spec: { replicas, strategy: { type, rollingUpdate: { maxSurge, maxUnavailable } } },
  } as unknown as Deployment);

describe("fenceposts", () => {
  it.each([
    [10, "25%", "25%", 3, 2],
    [1, "25%", "25%", 1, 0],
    [3, 0, "10%", 0, 1],
    [2, 1, 5, 1, 2],
    [0, "25%", "25%", 0, 0],
  ])("of %d pods with %s and %s lets %d more and %d fewer be", (replicas, surge, unavailable, more, fewer) => {
    expect(of(replicas, surge, unavailable)).toEqual({ maxSurge: more, maxUnavailable: fewer });
  });
  it("lets nothing but what is wanted be when pods are recreated", () => {
    expect(of(4, 1, 1, "Recreate")).toEqual({ maxSurge: 0, maxUnavailable: 0 });
  });
});
