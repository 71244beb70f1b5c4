import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { texts } from "../testing/objects.ts";
import { validateFailurePolicy, validateSuccessPolicy } from "./jobPolicies.ts";

const template = { spec: { containers: [{ name: "c" }], restartPolicy: "Never" } };
const failures = (rule: object): string[] =>
  texts(
    immediately(validateFailurePolicy)(
      { template, podFailurePolicy: { rules: [rule] } } as Parameters<typeof validateFailurePolicy>[0],
      "spec.podFailurePolicy",
    ),
  );
const successes = (rule: object): string[] =>
  texts(
    immediately(validateSuccessPolicy)(
      { template, completions: 3, completionMode: "Indexed", successPolicy: { rules: [rule] } } as Parameters<
        typeof validateSuccessPolicy
      >[0],
      "spec",
    ),
  );

describe("Pod failure policy", () => {
  const at = "spec.podFailurePolicy.rules[0]";
  const cases: readonly [rule: object, errors: readonly string[]][] = [
    [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] }, onPodConditions: [] }, []],
    [
      { action: "FailJob", onExitCodes: { operator: "In", values: [0] }, onPodConditions: [] },
      [`${at}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator`],
    ],
    [
      { action: "FailJob", onExitCodes: { operator: "In", values: [2, 1] }, onPodConditions: [] },
      [`${at}.onExitCodes.values: Invalid value: []int32{2, 1}: must be ordered`],
    ],
  ];
  it.each(cases)("%j", (rule, errors) => expect(failures(rule)).toEqual(errors));
});

describe("Success policy", () => {
  it("accepts indexes, a count, or both", () => {
    expect(successes({ succeededIndexes: "0-1", succeededCount: 2 })).toEqual([]);
    expect(successes({})).toHaveLength(1);
    expect(successes({ succeededIndexes: "0-1", succeededCount: 3 })).toHaveLength(1);
    expect(successes({ succeededCount: 4 })).toHaveLength(1);
  });
});
