import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { runtimeClassStrategy } from "./runtimeClassStrategy.ts";

const context = testContext();
const object = (content: object): ApiObject => ({ metadata: { name: "r" }, ...content });
const created = (content: object): string[] =>
  texts(strategyErrors(runtimeClassStrategy, context, object({ handler: "h", ...content })));
const toleration = { key: "a", operator: "Exists", effect: "NoSchedule" };

it.each<[object, string[]]>([
  [{ overhead: { podFixed: { cpu: "100m", memory: "10Mi" } } }, []],
  [{ scheduling: { nodeSelector: { a: "b" }, tolerations: [toleration] } }, []],
  [
    { overhead: { podFixed: { cpu: "-1" } } },
    ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  ],
  [
    { scheduling: { tolerations: [toleration, toleration] } },
    [
      'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"a", Operator:"Exists", Value:"", Effect:"NoSchedule", TolerationSeconds:(*int64)(nil)}',
    ],
  ],
  [
    { scheduling: { tolerations: [{ key: "a", operator: "Near" }] } },
    ['scheduling.tolerations[0].operator: Unsupported value: "Near": supported values: "Equal", "Exists"'],
  ],
])("%j", (content, expected) => {
  expect(created(content)).toEqual(expected);
});

it("warns about deprecated labels", () => {
  const nodeSelector = { "beta.kubernetes.io/os": "linux", "kubernetes.io/arch": "arm64" };
  expect(
    atOnce(finished(runtimeClassStrategy.warningsOnCreate?.(context, object({ scheduling: { nodeSelector } })))),
  ).toEqual(['scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead']);
});

it("has an immutable handler", () => {
  expect(created({ handler: "" })[0]).toMatch(/^handler: Invalid value: "": a lowercase RFC 1123 label/);
  const errors = strategyErrors(runtimeClassStrategy, context, object({ handler: "b" }), object({ handler: "a" }));
  expect(texts(errors ?? [])).toEqual(['handler: Invalid value: "b": field is immutable']);
});

it("is fully validated on update and may be created by an update", () => {
  const changed = object({ handler: "h", overhead: { podFixed: { cpu: "-1" } } });
  expect(texts(strategyErrors(runtimeClassStrategy, context, changed, object({ handler: "h" })))).toEqual([
    'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ]);
  expect(runtimeClassStrategy.allowCreateOnUpdate).toBe(true);
});
