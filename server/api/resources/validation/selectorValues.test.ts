import { expect, it } from "vitest";
import { validateLabelSelector } from "../../../ground/formats/names/labels.ts";
import { selectorOptionsFor } from "./selectorValues.ts";

const bad = { matchExpressions: [{ key: "a", operator: "In", values: ["not a value"] }] };
const good = { matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] };

it("tolerate existing invalid values", () => {
  expect(selectorOptionsFor([good, undefined, null])).toEqual({ allowInvalidValues: false });
  expect(selectorOptionsFor([good, bad])).toEqual({ allowInvalidValues: true });
  expect(validateLabelSelector(bad, "s", selectorOptionsFor([bad]))).toEqual([]);
  expect(validateLabelSelector(bad, "s", selectorOptionsFor([]))).toHaveLength(1);
});
