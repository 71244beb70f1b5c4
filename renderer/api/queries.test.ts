import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { discoveryInterval, retryDelay, shouldRetry } from "./queries.ts";

it("retries only temporary errors", () => {
  for (const code of [0, 429, 500, 503]) expect(shouldRetry(0, new ApiError(code, "", ""))).toBe(true);
  for (const code of [401, 403, 404, 409, 422]) expect(shouldRetry(0, new ApiError(code, "", ""))).toBe(false);
  expect(shouldRetry(2, new ApiError(500, "", ""))).toBe(false);
});

const busy = (retryAfterSeconds: number) => new ApiError(429, "", "", { retryAfterSeconds });

it("retries no sooner than the server asks, and fails at once if that takes long", () => {
  expect(retryDelay(0, new ApiError(500, "", ""))).toBe(1000);
  expect(retryDelay(1, new ApiError(500, "", ""))).toBe(2000);
  expect(retryDelay(0, busy(7))).toBe(7000);
  expect(shouldRetry(0, busy(10))).toBe(true);
  expect(shouldRetry(0, busy(11))).toBe(false);
});

it("reads the served resources again soon while none are known, but no sooner than the server asks", () => {
  expect(discoveryInterval(true, null)).toBe(60_000);
  expect(discoveryInterval(false, new ApiError(503, "", ""))).toBe(5_000);
  expect(discoveryInterval(false, busy(20))).toBe(20_000);
});
