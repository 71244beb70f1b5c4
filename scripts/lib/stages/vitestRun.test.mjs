import { expect, test } from "vitest";
import { noteOfRetries, noteOfSkipped } from "./vitestRun.mjs";

const file = (...tests) => ({
  testResults: [
    {
      name: "shared/a.test.ts",
      assertionResults: tests.map(([fullName, status, failureMessages]) => ({ fullName, status, failureMessages })),
    },
  ],
});

test("names tests that passed only after a retry", () => {
  const report = file(
    ["holds", "passed", []],
    ["wavers", "passed", ["expected 1 to be 2"]],
    ["fails", "failed", ["no"]],
  );
  expect(noteOfRetries(report)).toBe("at the second try only: shared/a.test.ts: wavers");
  expect(noteOfRetries(file(["holds", "passed", []]))).toBeUndefined();
});

test("says how many tests were left out", () => {
  expect(noteOfSkipped({ numPendingTests: 46 })).toBe("46 left out");
  expect(noteOfSkipped({ numPendingTests: 0 })).toBeUndefined();
});
