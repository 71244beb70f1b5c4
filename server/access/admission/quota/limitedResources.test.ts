import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { readLimitedResources } from "./limitedResources.ts";
import { resourceQuota } from "./resourceQuota.ts";

const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "ResourceQuotaConfiguration" };
const QUOTAS = { group: "", resource: "resourcequotas" };
const gold = { scopeName: "PriorityClass", operator: "In", values: ["gold", "silver"] };

let dependencies: ReturnType<typeof testDependencies>;
beforeEach(() => {
  dependencies = testDependencies({
    client: () => ({
      create: () => Promise.reject(new Error("unexpected")),
      async update(_ref, object) {
        dependencies.reader.put(QUOTAS, object);
        return object;
      },
    }),
  });
});

/** A server that limits these resources. */
function limiting(...limitedResources: object[]) {
  const configurations = new Map([["ResourceQuota", { ...type, limitedResources }]]);
  const plugin = resourceQuota({ ...dependencies, configurations });
  return (resource: string, object: ApiObject, parts = {}) => run(plugin, testRequest(resource, object, parts));
}

const quota = (name: string, hard: Record<string, string>, spec: object = {}): void =>
  dependencies.reader.put(QUOTAS, {
    metadata: { name, namespace: "n" },
    spec: { hard, ...spec },
    status: { hard, used: Object.fromEntries(Object.keys(hard).map((each) => [each, "0"])) },
  });
const pod = (priorityClassName?: string): ApiObject => ({
  metadata: { name: "p", namespace: "n" },
  spec: {
    containers: [{ name: "c", resources: { requests: { cpu: "1" } } }],
    ...(priorityClassName === undefined ? {} : { priorityClassName }),
  },
});
const claim = (storageClassName: string, storage = "1Gi"): ApiObject => ({
  metadata: { name: "c", namespace: "n" },
  spec: { storageClassName, resources: { requests: { storage } } },
});
const message = async (what: () => Promise<unknown>): Promise<unknown> => {
  const { code, message } = await failure(what);
  return [code, message];
};

describe("Limited resource", () => {
  const storage = {
    resource: "persistentvolumeclaims",
    matchContains: [".storageclass.storage.k8s.io/requests.storage"],
  };

  it("requires a quota that covers it", async () => {
    const write = limiting(storage);
    const detail = "insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage";
    const refused = [403, `persistentvolumeclaims "c" is forbidden: ${detail}`];
    expect(await message(() => write("persistentvolumeclaims", claim("gold")))).toEqual(refused);
    await write("persistentvolumeclaims", claim(""));
    await write("pods", pod());
    quota("other", { "requests.storage": "5Gi" });
    expect(await message(() => write("persistentvolumeclaims", claim("gold")))).toEqual(refused);
    quota("gold", { "gold.storageclass.storage.k8s.io/requests.storage": "5Gi" });
    await write("persistentvolumeclaims", claim("gold"));
    const [, text] = (await message(() => write("persistentvolumeclaims", claim("gold", "9Gi")))) as [number, string];
    expect(text).toContain("exceeded quota: ");
  });

  it("requires no quota if a write does not increase usage", async () => {
    const write = limiting(storage);
    const update = (before: ApiObject) => ({ operation: "UPDATE", oldObject: before });
    await write("persistentvolumeclaims", claim("gold"), update(claim("gold")));
    await failure(() => write("persistentvolumeclaims", claim("gold", "2Gi"), update(claim("gold"))));
  });

  it("is reported with others in sorted order", async () => {
    const write = limiting({ resource: "pods", matchContains: ["cpu", "pods"] });
    expect(await message(() => write("pods", pod()))).toEqual([
      403,
      'pods "p" is forbidden: insufficient quota to consume: count/pods,cpu,pods,requests.cpu',
    ]);
  });
});

describe("Limited scope", () => {
  it("requires a quota with that scope", async () => {
    const write = limiting({ resource: "pods", matchScopes: [gold] });
    await write("pods", pod());
    await write("pods", pod("bronze"));
    const refused = [500, "insufficient quota to match these scopes: [{PriorityClass In [gold silver]}]"];
    expect(await message(() => write("pods", pod("gold")))).toEqual(refused);
    quota("all", { pods: "5" });
    expect(await message(() => write("pods", pod("gold")))).toEqual(refused);
    quota("gold", { pods: "5" }, { scopeSelector: { matchExpressions: [{ ...gold, values: ["gold"] }] } });
    await write("pods", pod("gold"));
    expect(await message(() => write("pods", pod("silver")))).toEqual(refused);
  });
});

describe("readLimitedResources", () => {
  const read = (value: object) => readLimitedResources({ ...type, ...value }, createVocabulary());

  it("reads all formats, and returns none without configuration", () => {
    const limitedResources = [{ apiGroup: "g", resource: "r", matchContains: ["x"], matchScopes: [gold], more: 1 }];
    const limited = [{ group: "g", resource: "r", matchContains: ["x"], matchScopes: [gold] }];
    expect(read({ limitedResources })).toEqual(limited);
    const apiVersion = "resourcequota.admission.k8s.io/v1beta1";
    expect(read({ apiVersion, kind: "Configuration", limitedResources })).toEqual(limited);
    expect(read({ limitedResources: null })).toEqual([]);
    expect(readLimitedResources(undefined, createVocabulary())).toEqual([]);
  });

  it.each<[object, string]>([
    [{ kind: "Other" }, 'no kind "Other" is registered for version "apiserver.config.k8s.io/v1"'],
    [{ limitedResources: [{ resource: 1 }] }, "limitedResources[0].resource: must be a string"],
    [
      { limitedResources: [{}, { resource: "x" }, {}] },
      "[limitedResources[0].resource: Required value, limitedResources[2].resource: Required value]",
    ],
  ])("rejects %j", (value, detail) => {
    expect(() => read(value)).toThrow(new Error(detail));
  });
});
