import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { podSpec } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { deploymentStrategy } from "./deploymentStrategy.ts";
import { validateDeployment, validateDeploymentStatus } from "./deploymentValidation.ts";

const POD = podSpec();

const deployment = (spec: object = {}): ApiObject => ({
  metadata: { name: "bad", generation: 1 },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "bad" } },
    template: { metadata: { labels: { app: "bad" } }, spec: POD },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    ...spec,
  },
});
const texts = (spec?: object) =>
  atOnce(validateDeployment(fakeContext(), deployment(spec))).map((error) => `${error.field}: ${error.message}`);

const MISMATCH = (labels: string) =>
  `spec.template.metadata.labels: Invalid value: ${labels}: \`selector\` does not match template \`labels\``;

describe("validateDeployment", () => {
  test("accepts a valid deployment", () => expect(texts()).toEqual([]));

  test.each<[string, object, string[]]>([
    [
      "rejects negative replicas",
      { replicas: -2 },
      ["spec.replicas: Invalid value: -2: must be greater than or equal to 0"],
    ],
    [
      "rejects a missing selector",
      { selector: undefined },
      ["spec.selector: Required value", MISMATCH('map[string]string{"app":"bad"}')],
    ],
    [
      "rejects an empty selector",
      { selector: {} },
      [
        "spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment",
      ],
    ],
    [
      "rejects a selector that does not match the pod template",
      { selector: { matchLabels: { app: "other" } } },
      [MISMATCH('map[string]string{"app":"bad"}')],
    ],
    [
      "rejects zero for both maxSurge and maxUnavailable",
      { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "0%", maxUnavailable: 0 } } },
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      "rejects rollingUpdate settings of the Recreate strategy",
      { strategy: { type: "Recreate", rollingUpdate: {} } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      "rejects restart policy Never",
      { template: { metadata: { labels: { app: "bad" } }, spec: { ...POD, restartPolicy: "Never" } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      "rejects a progress deadline that does not exceed minReadySeconds",
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
      ["spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds"],
    ],
  ])("%s", (_name, spec, expected) => {
    expect(texts(spec)).toEqual(expected);
  });
});

describe("Deployment lifecycle", () => {
  test("the selector is immutable", () => {
    const next = deployment({
      selector: { matchLabels: { app: "bad", more: "x" } },
      template: { metadata: { labels: { app: "bad", more: "x" } }, spec: POD },
    });
    const errors = strategyErrors(deploymentStrategy, fakeContext(), next, deployment());
    expect(errors.map((error) => `${error.field}: ${error.message}`)).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"bad", "more":"x"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ]);
  });

  test("a removed selector is reported as null", () => {
    const errors = strategyErrors(deploymentStrategy, fakeContext(), deployment({ selector: null }), deployment());
    expect(errors.map((error) => `${error.field}: ${error.message}`)).toContain(
      'spec.selector: Invalid value: "null": field is immutable',
    );
  });

  test("an annotation change increments the generation, a label change does not", () => {
    const annotated = deployment();
    annotated.metadata.annotations = { a: "b" };
    deploymentStrategy.prepareForUpdate?.(fakeContext(), annotated, deployment());
    expect(annotated.metadata.generation).toBe(2);
    const labelled = deployment();
    labelled.metadata.labels = { a: "b" };
    deploymentStrategy.prepareForUpdate?.(fakeContext(), labelled, deployment());
    expect(labelled.metadata.generation).toBe(1);
  });

  test("status counts cannot exceed the replica count", () => {
    const errors = validateDeploymentStatus({ metadata: {}, status: { readyReplicas: 5 } }, { metadata: {} });
    expect(errors).toEqual([
      {
        type: "FieldValueInvalid",
        field: "status.readyReplicas",
        message: "Invalid value: 5: cannot be greater than status.replicas",
      },
    ]);
    const [, ...more] = validateDeploymentStatus({ metadata: {}, status: { replicas: -1 } }, { metadata: {} });
    expect(more.map(({ message }) => message)).toEqual(
      Array.from({ length: 3 }, () => "Invalid value: 0: cannot be greater than status.replicas"),
    );
  });
});

test("unparsable maxSurge and maxUnavailable also count as both zero", () => {
  const told = texts({ strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "x", maxUnavailable: "y" } } });
  const at = "spec.strategy.rollingUpdate";
  expect(told.map((text) => text.replace(/Invalid value: .*?}: /, "").slice(0, 90))).toEqual([
    expect.stringMatching(`^${at}.maxUnavailable: a valid percent string`),
    expect.stringMatching(`^${at}.maxSurge: a valid percent string`),
    `${at}.maxUnavailable: may not be 0 when \`maxSurge\` is 0`,
  ]);
});
