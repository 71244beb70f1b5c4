import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { texts } from "../testing/objects.ts";
import { type ConditionShape, conditionErrors } from "./conditions.ts";

const condition = (more: ConditionShape = {}): ConditionShape => ({
  type: "Ready",
  status: "True",
  reason: "AllGood",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  ...more,
});
const errors = (...list: ConditionShape[]): string[] => texts(atOnce(conditionErrors(list, "status.conditions")));

describe("Conditions", () => {
  it("are valid when complete", () => {
    expect(errors(condition(), condition({ type: "example.com/Synced", status: "Unknown" }))).toEqual([]);
    expect(atOnce(conditionErrors(undefined, "x"))).toEqual([]);
  });

  it.each<[ConditionShape, string[]]>([
    [{ status: "Maybe" }, ['status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"']],
    [{ observedGeneration: -1 }, ["observedGeneration: Invalid value: -1: must be greater than or equal to zero"]],
    [{ lastTransitionTime: null }, ["lastTransitionTime: Required value: must be set"]],
    [{ reason: "" }, ["reason: Required value: must be set"]],
    [{ message: "m".repeat(32 * 1024 + 1) }, ["message: Too long: may not be more than 32768 bytes"]],
    [{ reason: "r".repeat(1025) }, ["reason: Too long: may not be more than 1024 bytes"]],
  ])("%j", (more, expected) => {
    expect(errors(condition(more))).toEqual(expected.map((text) => `status.conditions[0].${text}`));
  });

  it("report an invalid reason with the format and examples", () => {
    expect(errors(condition({ reason: "9x" }))).toEqual([
      "status.conditions[0].reason: Invalid value: \"9x\": a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')",
    ]);
  });

  it("have unique types", () => {
    expect(errors(condition(), condition())).toEqual(['status.conditions[1].type: Duplicate value: "Ready"']);
  });
});
