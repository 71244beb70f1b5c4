import { expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { volumeAttributesClassStrategy as strategy } from "./volumeAttributesClassStrategy.ts";

const make = (driverName: string, parameters: object = { a: "b" }): ApiObject => ({
  metadata: { name: "v" },
  driverName,
  parameters,
});
const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map(({ field, message }) => `${field}: ${message}`);

test("VolumeAttributesClass requires a driver name and parameters", () => {
  const check = (object: ApiObject) => texts(strategyErrors(strategy, fakeContext(), object));
  expect(check(make("csi.example.com"))).toEqual([]);
  expect(check(make("", {}))).toEqual([
    "driverName: Required value",
    "parameters: Required value: must contain at least one key/value pair",
  ]);
});

test("VolumeAttributesClass is immutable", () => {
  const check = (object: ApiObject) => texts(strategyErrors(strategy, fakeContext(), object, make("d")));
  expect(check({ ...make("d"), metadata: { name: "v", labels: { x: "y" } } })).toEqual([]);
  expect(check(make("e", { a: "c" }))).toEqual([
    "driverName: Forbidden: updates to driverName are forbidden.",
    "parameters: Forbidden: updates to parameters are forbidden.",
  ]);
  // The reference validates the class as a new object both before and after the change.
  expect(check(make("d", {}))).toEqual([
    "parameters: Required value: must contain at least one key/value pair",
    "parameters: Forbidden: updates to parameters are forbidden.",
    "parameters: Required value: must contain at least one key/value pair",
  ]);
});
