import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemTimers } from "./timers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("timers support delays beyond the platform's maximum", () => {
  const called = vi.fn();
  const month = 31 * 24 * 3600_000;
  systemTimers.after(month, called);
  vi.advanceTimersByTime(month - 1);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("timers can be cancelled at any time", () => {
  const called = vi.fn();
  const month = 31 * 24 * 3600_000;
  const cancel = systemTimers.after(month, called);
  vi.advanceTimersByTime(month - 1);
  cancel();
  vi.advanceTimersByTime(10);
  expect([called.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
});
