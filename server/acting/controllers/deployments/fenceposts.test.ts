import { describe, expect, it } from "vitest";
import { fenceposts } from "./fenceposts.ts";
import type { Deployment } from "./kinds.ts";

const of = (replicas: number, maxSurge: number | string, maxUnavailable: number | string, type = "RollingUpdate") =>
  fenceposts({
    metadata: {},
    spec: { replicas, strategy: { type, rollingUpdate: { maxSurge, maxUnavailable } } },
  } as unknown as Deployment);

describe("Resolving maxSurge and maxUnavailable", () => {
  it.each([
    [10, "25%", "25%", 3, 2],
    [1, "25%", "25%", 1, 0],
    [3, 0, "10%", 0, 1],
    [2, 1, 5, 1, 2],
    [0, "25%", "25%", 0, 0],
  ])("for %d pods, %s and %s, allows %d extra and %d unavailable pods", (replicas, surge, unavailable, more, fewer) => {
    expect(of(replicas, surge, unavailable)).toEqual({ maxSurge: more, maxUnavailable: fewer });
  });
  it("allows no extra or unavailable pods with strategy Recreate", () => {
    expect(of(4, 1, 1, "Recreate")).toEqual({ maxSurge: 0, maxUnavailable: 0 });
  });
});
