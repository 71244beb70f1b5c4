import { expect, test } from "vitest";
import { isCodeError, watchCodeErrors } from "./codeErrors.ts";

test("knows the errors that the loader has reported", () => {
  const target = new EventTarget();
  watchCodeErrors(target);
  const [unloaded, other] = [new Error("Failed to fetch"), new Error("Failed to fetch")];
  target.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: unloaded }));
  target.dispatchEvent(new Event("vite:preloadError"));
  expect(isCodeError(unloaded)).toBe(true);
  expect(isCodeError(other)).toBe(false);
  expect(isCodeError(undefined)).toBe(false);
});
