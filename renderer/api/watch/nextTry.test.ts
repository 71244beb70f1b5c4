import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { backoffDelay } from "../clock.ts";
import { afterListError, afterWatch } from "./nextTry.ts";
import type { WatchEnd } from "./watchAttempt.ts";

const expired = new ApiError(410, "Expired", "too old resource version");
const unavailable = new ApiError(503, "ServiceUnavailable", "not now");
const unreachable = new ApiError(502, "BadGateway", "far cannot be reached");
const busy = new ApiError(429, "TooManyRequests", "later", { retryAfterSeconds: 20 });
const forbidden = new ApiError(403, "Forbidden", "pods is forbidden");

const fresh = () => ({ attempts: 0, refusals: 0 });
const cut: WatchEnd = { opened: true, hasReceived: true, wasHealthy: false };
const refused: WatchEnd = { opened: false, hasReceived: true, wasHealthy: false };
const full: WatchEnd = { opened: true, hasReceived: true, wasHealthy: true };

describe("afterListError", () => {
  it("waits longer after each failure", () => {
    const counts = fresh();
    for (let attempt = 1; attempt < 12; attempt += 1) {
      expect(afterListError(counts, unavailable, 0.5)).toEqual({ action: "list", delay: backoffDelay(attempt, 0.5) });
    }
  });

  it("never waits less than Retry-After", () => {
    expect(afterListError(fresh(), busy, 0).delay).toBe(20_000);
    const long = { attempts: 11, refusals: 0 };
    expect(afterListError(long, busy, 0.999).delay).toBe(backoffDelay(12, 0.999));
  });

  it("lists again immediately only after the first expired token", () => {
    const counts = fresh();
    expect(afterListError(counts, expired, 0).delay).toBe(0);
    expect(afterListError(counts, expired, 0).delay).toBe(backoffDelay(2, 0));
  });

  it("keeps contacting an unreachable server every few seconds", () => {
    const counts = fresh();
    const delays = Array.from({ length: 20 }, () => afterListError(counts, unreachable, 0.999).delay);
    expect(delays.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((attempt) => backoffDelay(attempt, 0.999)));
    expect(Math.max(...delays)).toBeLessThanOrEqual(8_000);
  });

  it("retries a denied list rarely from the beginning", () => {
    expect(afterListError(fresh(), forbidden, 0).delay).toBeGreaterThan(10_000);
  });
});

describe("afterWatch", () => {
  it("continues immediately after a long watch regardless of earlier failures", () => {
    const counts = { attempts: 9, refusals: 0 };
    expect(afterWatch(counts, full, 0)).toEqual({ action: "watch", delay: 0 });
    expect(counts.attempts).toBe(0);
  });

  it("waits longer after each short watch", () => {
    const counts = fresh();
    expect([1, 2, 3].map(() => afterWatch(counts, cut, 0))).toEqual(
      [1, 2, 3].map((attempt) => ({ action: "watch", delay: backoffDelay(attempt, 0) })),
    );
  });

  it("lists after every second rejected watch", () => {
    const counts = fresh();
    expect([1, 2, 3, 4].map(() => afterWatch(counts, refused, 0).action)).toEqual(["watch", "list", "watch", "list"]);
  });

  it("lists after an error: immediately if the version has expired, otherwise after a delay", () => {
    expect(afterWatch(fresh(), { ...cut, error: expired }, 0)).toEqual({ action: "list", delay: 0 });
    expect(afterWatch(fresh(), { ...cut, error: busy }, 0)).toEqual({ action: "list", delay: 20_000 });
    expect(afterWatch({ attempts: 9, refusals: 0 }, { ...full, error: expired }, 0).delay).toBe(0);
  });
});
