import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onAwake, wake } from "./onAwake.ts";

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

it("fires when the browser is online or visible again or the cluster is back, until stopped", () => {
  const [near, far] = [vi.fn(), vi.fn()];
  const endNear = onAwake("near", near);
  const endFar = onAwake("far", far);
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect([near.mock.calls.length, far.mock.calls.length]).toEqual([2, 2]);
  wake("far");
  wake("unknown");
  expect([near.mock.calls.length, far.mock.calls.length]).toEqual([2, 3]);
  endNear();
  endFar();
  window.dispatchEvent(new Event("online"));
  wake("far");
  expect([near.mock.calls.length, far.mock.calls.length]).toEqual([2, 3]);
});
