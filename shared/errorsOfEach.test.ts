import { expect, it } from "vitest";
import { errorsOfEach, errorsWithin } from "./errorsOfEach.ts";
import { errorLength, MAX_ERROR_TEXT, required } from "./fieldError.ts";
import { atOnce, each } from "./steps.ts";

it("returns the errors of each item at its path, and none for a missing list", () => {
  const errors = atOnce(
    errorsOfEach(["a", "", ""], "spec.names", (name, path) => (name === "" ? [required(path)] : [])),
  );
  expect(errors.map(({ field }) => field)).toEqual(["spec.names[1]", "spec.names[2]"]);
  expect(atOnce(errorsOfEach(undefined, "x", () => []))).toEqual([]);
  expect(atOnce(errorsOfEach(null, "x", () => []))).toEqual([]);
});

it("supports item validation in steps", () => {
  const errors = atOnce(
    errorsWithin([[1, 2], [3]], "a", (numbers, path) => each(numbers, (n) => required(path, `${n}`))),
  );
  expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
    "a[0] Required value: 1",
    "a[0] Required value: 2",
    "a[1] Required value: 3",
  ]);
});

it.each([
  ["for items validated at once", errorsOfEach(Array(1_000_000).fill(""), "a", (_, path) => [required(path)])],
  [
    "for items validated in steps",
    errorsWithin(Array(1_000_000).fill([""]), "a", (list, path) => each(list, () => required(path))),
  ],
])("stops at the reporting limit, %s", (_name, steps) => {
  const errors = atOnce(steps);
  const length = errors.reduce((sum, error) => sum + errorLength(error), 0);
  expect(length).toBeGreaterThan(MAX_ERROR_TEXT);
  expect(length).toBeLessThan(MAX_ERROR_TEXT + 100);
});
