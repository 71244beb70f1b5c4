import { expect, it } from "vitest";
import type { Verdict } from "../../../shared/advice/verdict.ts";
import { byVersion } from "./byVersion.ts";

const verdict = (apiVersion: string, kind: string, removed?: string): Verdict => ({
  state: "deprecated",
  apiVersion,
  kind,
  deprecated: "1.8",
  ...(removed === undefined ? {} : { removed }),
});

it("groups uses by version and kind, earliest removal first", () => {
  const budget = verdict("policy/v1beta1", "PodDisruptionBudget", "1.25");
  const deployment = verdict("extensions/v1beta1", "Deployment", "1.16");
  const lasting = verdict("v1", "ComponentStatus");
  const groups = byVersion([lasting, budget, deployment, { ...budget }]);
  expect(groups.map(({ key, uses }) => [key, uses.length])).toEqual([
    ["extensions/v1beta1 Deployment", 1],
    ["policy/v1beta1 PodDisruptionBudget", 2],
    ["v1 ComponentStatus", 1],
  ]);
});

it("orders versions of the same removal by name, and releases as numbers", () => {
  const groups = byVersion([verdict("b/v1", "X", "1.16"), verdict("a/v1", "X", "1.16"), verdict("c/v1", "X", "1.9")]);
  expect(groups.map(({ key }) => key)).toEqual(["c/v1 X", "a/v1 X", "b/v1 X"]);
});
