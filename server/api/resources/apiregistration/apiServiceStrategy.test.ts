import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { apiServiceStatusStrategy, apiServiceStrategy } from "./apiServiceStrategy.ts";

const context = testContext();
const service = (spec: object, name = "v1.example.com"): ApiObject => ({
  metadata: { name },
  spec: { group: "example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 10, ...spec },
});
const created = (spec: object, name?: string): string[] =>
  texts(strategyErrors(apiServiceStrategy, context, service(spec, name)));
const remote = { service: { namespace: "n", name: "s", port: 443 } };

describe("APIService", () => {
  it("is named after its group version", () => {
    const check = apiServiceStrategy.nameRule?.(service({}));
    expect(check?.("v1.example.com", false)).toEqual([]);
    expect(check?.("other", false)).toEqual(['must be `spec.version+"."+spec.group`: "v1.example.com"']);
    expect(check?.("a/b", false)).toEqual(["may not contain '/'"]);
  });

  it.each<[object, string | undefined, string[]]>([
    [{}, undefined, []],
    [remote, undefined, []],
    [{ group: "" }, "v1.", []],
    [
      { group: "", version: "v2" },
      "v2.",
      ["spec.group: Required value: only v1 may have an empty group and it better be legacy kube"],
    ],
    [
      { groupPriorityMinimum: 20001, versionPriority: 0 },
      undefined,
      [
        "spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000",
        "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
      ],
    ],
    [
      { caBundle: "YWJj", insecureSkipTLSVerify: true },
      undefined,
      [
        'spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
        "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify",
      ],
    ],
    [
      { service: { port: 0 } },
      undefined,
      [
        "spec.service.namespace: Required value",
        "spec.service.name: Required value",
        "spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
      ],
    ],
    [
      { ...remote, caBundle: "YWJj", insecureSkipTLSVerify: true },
      undefined,
      ["spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present"],
    ],
  ])("%j named %s", (spec, name, expected) => {
    expect(created(spec, name)).toEqual(expected);
  });

  it("has conditions with status True, False or Unknown", () => {
    const status = { conditions: [{ type: "Available", status: "Maybe" }] };
    const errors = strategyErrors(apiServiceStatusStrategy, context, { ...service({}), status }, service({}));
    expect(texts(errors ?? [])).toEqual([
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ]);
  });
});
