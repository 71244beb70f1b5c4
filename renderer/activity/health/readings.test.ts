import { describe, expect, it } from "vitest";
import { pointBetween, quantile, readingOf } from "./readings.ts";

const page = (requests: number, failed: number, fast: number, slow: number): string =>
  [
    `apiserver_request_total{verb="GET",code="200"} ${requests}`,
    `apiserver_request_total{verb="GET",code="404"} ${failed}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${fast}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="1"} ${fast + slow}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${fast + slow}`,
    'apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 99',
    'apiserver_current_inflight_requests{request_kind="readOnly"} 2',
    'apiserver_longrunning_requests{verb="WATCH",resource="pods"} 3',
    'apiserver_longrunning_requests{verb="WATCH",resource="nodes"} 4',
    "process_resident_memory_bytes 2097152",
  ].join("\n");

describe("pointBetween", () => {
  it("computes rates between two readings", () => {
    const point = pointBetween(readingOf(page(100, 0, 10, 0), 1000), readingOf(page(120, 10, 20, 10), 3000));
    expect(point).toMatchObject({ at: 3000, rate: 15, clientErrors: 5, serverErrors: 0, readOnly: 2, mutating: 0 });
    expect(point).toMatchObject({ watches: 7, memoryMiB: 2 });
    expect(point?.p50).toBeCloseTo(100);
    expect(point?.p90).toBeCloseTo(820);
  });

  it("is undefined across a server restart and has no latency without requests", () => {
    const [many, few] = [readingOf(page(100, 0, 10, 0), 0), readingOf(page(5, 0, 1, 0), 1000)];
    expect(pointBetween(many, few)).toBeUndefined();
    expect(pointBetween(many, { ...many, at: 1000 })).toMatchObject({ rate: 0, p50: null, p99: null });
  });
});

describe("quantile", () => {
  it("interpolates and is limited to the last finite bound", () => {
    const buckets = [
      [1, 10],
      [2, 20],
      [Number.POSITIVE_INFINITY, 40],
    ] as const;
    expect(quantile(buckets, 0.25)).toBeCloseTo(1);
    expect(quantile(buckets, 0.375)).toBeCloseTo(1.5);
    expect(quantile(buckets, 0.99)).toBe(2);
    expect(quantile([], 0.5)).toBeNull();
  });
});
