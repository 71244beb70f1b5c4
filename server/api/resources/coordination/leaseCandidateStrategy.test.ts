import { expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { leaseCandidateStrategy as strategy } from "./leaseCandidateStrategy.ts";

const good = {
  leaseName: "l",
  binaryVersion: "1.32.0",
  emulationVersion: "1.31.0",
  strategy: "OldestEmulationVersion",
};
const candidate = (spec: object = {}): ApiObject => ({ metadata: { name: "c" }, spec: { ...good, ...spec } });
const check = (object: ApiObject) =>
  strategyErrors(strategy, fakeContext(), object).map(({ field, message }) => `${field}: ${message}`);

test.each<[object, string[]]>([
  [{}, []],
  [{ strategy: "example.com/mine", emulationVersion: "" }, []],
  [{ leaseName: "", strategy: "" }, ["spec.leaseName: Required value", "spec.strategy: Required value"]],
  [{ binaryVersion: "" }, ["spec.binaryVersion: Required value"]],
  [
    { binaryVersion: "1.30.0" },
    ['spec.binaryVersion: Invalid value: "1.30.0": must be greater than or equal to `emulationVersion`'],
  ],
  [
    { binaryVersion: "v1" },
    [
      'spec.binaryVersion: Invalid value: "v1": must be a valid semantic version',
      'spec.binaryVersion: Invalid value: "v1": must be greater than or equal to `emulationVersion`',
    ],
  ],
  [
    { emulationVersion: "v1" },
    [
      'spec.emulationVersion: Invalid value: "v1": must be a valid semantic version',
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ],
  ],
  [
    { emulationVersion: "" },
    ["spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
  ],
  [
    { strategy: "Newest" },
    ['spec.strategy.strategy: Unsupported value: "Newest": supported values: "OldestEmulationVersion"'],
  ],
])("%j", (spec, expected) => {
  expect(check(candidate(spec))).toEqual(expected);
});

test("names may be config map keys", () => {
  const ofName = strategy.nameRule?.(candidate());
  expect(ofName?.("Node_A-", false)).toEqual([]);
  expect(ofName?.("a b", false)).toHaveLength(1);
});

test("the lease name of a candidate is immutable", () => {
  const errors = strategyErrors(strategy, fakeContext(), candidate({ leaseName: "m" }), candidate());
  expect(errors).toMatchObject([{ field: "spec.leaseName", type: "FieldValueInvalid" }]);
});
