import { afterEach, expect, it, vi } from "vitest";
import { steadyNow } from "./steadyNow.ts";

afterEach(() => vi.restoreAllMocks());

it("continues when the system's clock is set", () => {
  const before = steadyNow();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  const now = Date.now();
  for (const set of [now - 3600_000, now + 3600_000]) {
    vi.spyOn(Date, "now").mockReturnValue(set);
    expect(steadyNow() - before).toBeGreaterThanOrEqual(0);
    expect(steadyNow() - before).toBeLessThan(60_000);
  }
});
