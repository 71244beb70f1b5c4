import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { shouldRetry } from "./queries.ts";

it("retries only temporary errors", () => {
  for (const code of [0, 429, 500, 503]) expect(shouldRetry(0, new ApiError(code, "", ""))).toBe(true);
  for (const code of [401, 403, 404, 409, 422]) expect(shouldRetry(0, new ApiError(code, "", ""))).toBe(false);
  expect(shouldRetry(2, new ApiError(500, "", ""))).toBe(false);
});
