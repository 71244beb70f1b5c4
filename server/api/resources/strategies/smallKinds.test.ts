import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { webhookConfigurationStrategy } from "../admissionregistration/webhookConfigurationStrategy.ts";
import { customResourceDefinitionStrategy } from "../apiextensions/customResourceDefinitionStrategy.ts";
import { apiServiceStrategy } from "../apiregistration/apiServiceStrategy.ts";
import { leaseStrategy } from "../coordination/leaseStrategy.ts";
import { priorityClassStrategy } from "../scheduling/priorityClassStrategy.ts";
import { storageClassStrategy } from "../storage/storageClassStrategy.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";

const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map((error) => `${error.field}: ${error.message}`);
const context = fakeContext();

const found = (strategy: Strategy, object: ApiObject): string[] => {
  const steps = strategy.validating?.(context, object);
  return texts(steps === undefined ? undefined : atOnce(steps));
};

test("a lease duration must be positive", () => {
  const lease: ApiObject = { metadata: { name: "l" }, spec: { leaseDurationSeconds: 0 } };
  expect(texts(strategyErrors(leaseStrategy, context, lease))).toEqual([
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
  ]);
});

test("user-defined priorities are limited to a billion and immutable", () => {
  const priority = (name: string, value: number): ApiObject => ({ metadata: { name }, value });
  expect(texts(strategyErrors(priorityClassStrategy, context, priority("mine", 1_000_000_001)))).toEqual([
    "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
  ]);
  expect(texts(strategyErrors(priorityClassStrategy, context, priority("mine", 2), priority("mine", 1)))).toEqual([
    "value: Forbidden: may not be changed in an update.",
  ]);
  expect(strategyErrors(priorityClassStrategy, context, priority("system-mine", 1))).toHaveLength(1);
});

test("storage class parameters are immutable", () => {
  const storageClass = (parameters: object): ApiObject => ({
    metadata: { name: "s" },
    provisioner: "example.com/p",
    reclaimPolicy: "Delete",
    volumeBindingMode: "Immediate",
    parameters,
  });
  const errors = strategyErrors(storageClassStrategy, context, storageClass({ a: "1" }), storageClass({ a: "2" }));
  expect(texts(errors)).toEqual(["parameters: Forbidden: updates to parameters are forbidden."]);
});

test("a local API service is available immediately", () => {
  const service: ApiObject = {
    metadata: { name: "v1.apps" },
    spec: { group: "apps", version: "v1", groupPriorityMinimum: 100, versionPriority: 15 },
  };
  apiServiceStrategy.prepareForCreate?.(context, service);
  expect(strategyErrors(apiServiceStrategy, context, service)).toEqual([]);
  expect(service["status"]).toMatchObject({ conditions: [{ type: "Available", status: "True", reason: "Local" }] });
});

test("a webhook requires sideEffects and known admissionReviewVersions", () => {
  const configuration: ApiObject = {
    metadata: { name: "w" },
    webhooks: [{ name: "a.example.com", clientConfig: { url: "https://h" }, admissionReviewVersions: ["v9"] }],
  };
  expect(found(webhookConfigurationStrategy, configuration)).toEqual([
    "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun",
    'webhooks[0].admissionReviewVersions: Invalid value: []string{"v9"}: must include at least one of v1, v1beta1',
  ]);
});

describe("CustomResourceDefinition", () => {
  const KEEPS_ALL =
    "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  const definition = (spec: object = {}): ApiObject => ({
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      ...spec,
    },
  });
  const errors = (spec?: object) => {
    const object = definition(spec);
    customResourceDefinitionStrategy.prepareForCreate?.(context, object);
    return found(customResourceDefinitionStrategy, object);
  };

  test("records its storage version", () => {
    const object = definition();
    customResourceDefinitionStrategy.prepareForCreate?.(context, object);
    expect(object["status"]).toEqual({
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
  });

  test.each<[object, string[]]>([
    [{}, []],
    [{ scope: "Galaxy" }, ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"']],
    [
      { versions: [{ name: "v1", served: true, storage: true }] },
      ["spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required"],
    ],
    [
      { versions: [] },
      [
        "spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion{}: must have exactly one version marked as storage version",
        "status.storedVersions: Invalid value: []string(nil): must have at least one stored version",
      ],
    ],
    [{ preserveUnknownFields: true }, [KEEPS_ALL]],
    [
      {
        preserveUnknownFields: true,
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: { spec: { type: "object", properties: { size: { type: "integer", default: 1 } } } },
              },
            },
          },
        ],
      },
      [
        "spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema",
        KEEPS_ALL,
      ],
    ],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected);
  });
});
