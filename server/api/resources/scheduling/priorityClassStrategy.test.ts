import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { priorityClassStrategy } from "./priorityClassStrategy.ts";

const context = testContext();
const priority = (name: string, more: object): ApiObject => ({ metadata: { name }, ...more });
const created = (name: string, more: object): string[] =>
  texts(strategyErrors(priorityClassStrategy, context, priority(name, more)));
const RESERVED = "priority class names with 'system-' prefix are reserved for system use only. error:";

it.each<[string, object, string[]]>([
  ["mine", { value: 1_000_000_000 }, []],
  ["mine", { value: -5, preemptionPolicy: "Never" }, []],
  ["system-node-critical", { value: 2_000_001_000 }, []],
  [
    "system-mine",
    { value: 1 },
    [`metadata.name: Forbidden: ${RESERVED} system-mine is not a known system priority class`],
  ],
  [
    "system-node-critical",
    { value: 1 },
    [`metadata.name: Forbidden: ${RESERVED} value of system-node-critical PriorityClass must be 2000001000`],
  ],
  [
    "system-node-critical",
    { value: 2_000_001_000, globalDefault: true },
    [`metadata.name: Forbidden: ${RESERVED} globalDefault of system-node-critical PriorityClass must be false`],
  ],
  [
    "mine",
    { value: 1, preemptionPolicy: "Always" },
    ['preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
  ],
  ["mine", { value: 1, preemptionPolicy: "" }, ["preemptionPolicy: Required value"]],
])("%s %j", (name, more, expected) => {
  expect(created(name, more)).toEqual(expected);
});

it("has an immutable value and preemption policy", () => {
  const now = priority("mine", { value: 2, preemptionPolicy: "Never" });
  const old = priority("mine", { value: 1, preemptionPolicy: "PreemptLowerPriority" });
  expect(texts(strategyErrors(priorityClassStrategy, context, now, old))).toEqual([
    "value: Forbidden: may not be changed in an update.",
    'preemptionPolicy: Invalid value: "Never": field is immutable',
  ]);
});

it("keeps its generation on changes", () => {
  expect(priorityClassStrategy.tracksGeneration).toBe(true);
  const now = { metadata: { name: "mine", generation: 1 }, value: 1, description: "other" };
  priorityClassStrategy.prepareForUpdate?.(context, now, priority("mine", { value: 1 }));
  expect(now.metadata.generation).toBe(1);
});
