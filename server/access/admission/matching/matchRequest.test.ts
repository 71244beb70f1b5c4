import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { parseLabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { memoryReader } from "../../authorization/testing/memoryReader.ts";
import { testRequest } from "../testing/request.ts";
import type { Equivalents, Shape } from "./equivalents.ts";
import { type MatchCriteria, matchRequest } from "./matchRequest.ts";

const shape = (group: string, version: string): Shape => ({
  resource: { group, version, resource: "things" },
  subresource: "",
  kind: { group, version, kind: "Thing" },
});

const equivalents: Equivalents = {
  shapesOf: ({ resource }) => (resource === "things" ? [shape("a", "v1"), shape("a", "v2"), shape("b", "v1")] : []),
  convert: (object) => Promise.resolve(object),
};

const reader = memoryReader();
reader.put({ group: "", resource: "namespaces" }, { metadata: { name: "dev", labels: { env: "dev" } } });

const EVERYTHING = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };

const match = (parts: Partial<MatchCriteria>, request: AdmissionRequest): Shape | undefined =>
  matchRequest(
    { rules: [EVERYTHING], matchPolicy: "Equivalent", namespaceSelector: [], objectSelector: [], ...parts },
    request,
    { reader, equivalents },
  );

const labelled = (labels: Record<string, string>, name = "x"): ApiObject => ({ metadata: { name, labels } });
const inDev = { namespaceSelector: parseLabelSelector("env=dev") };
const web = { objectSelector: parseLabelSelector("app=web") };

describe("Namespace selector", () => {
  it("matches the labels of the stored namespace", () => {
    expect(match(inDev, testRequest("pods", labelled({}), { namespace: "dev" }))).toBeDefined();
    const other = { namespaceSelector: parseLabelSelector("!env") };
    expect(match(other, testRequest("pods", labelled({}), { namespace: "dev" }))).toBeUndefined();
  });

  it("matches a written namespace by its new labels and a deleted one by its old labels", () => {
    const about = { namespace: "dev", name: "dev" };
    expect(match(inDev, testRequest("namespaces", labelled({ env: "dev" }, "dev"), about))).toBeDefined();
    expect(
      match(inDev, testRequest("namespaces", labelled({}, "dev"), { ...about, operation: "UPDATE" })),
    ).toBeUndefined();
    expect(match(inDev, testRequest("namespaces", undefined, { ...about, operation: "DELETE" }))).toBeDefined();
  });

  it("does not apply to cluster-scoped objects", () => {
    expect(match(inDev, testRequest("nodes", labelled({}), { namespace: "" }))).toBeDefined();
  });

  it("fails for a missing namespace if the rules match the request", () => {
    const request = testRequest("pods", labelled({}), { namespace: "gone" });
    expect(() => match(inDev, request)).toThrow('namespaces "gone" not found');
    expect(match({ ...inDev, rules: [] }, request)).toBeUndefined();
    expect(match({}, request)).toBeDefined();
  });
});

describe("Object selector", () => {
  it("matches the labels of the new or old object", () => {
    const update = (object: ApiObject, oldObject: ApiObject) =>
      match(web, testRequest("pods", object, { operation: "UPDATE", oldObject }));
    expect(update(labelled({ app: "web" }), labelled({}))).toBeDefined();
    expect(update(labelled({}), labelled({ app: "web" }))).toBeDefined();
    expect(update(labelled({}), labelled({}))).toBeUndefined();
  });

  it("never matches objects without metadata", () => {
    const options = { kind: "PodExecOptions" } as unknown as ApiObject;
    const anything = { objectSelector: parseLabelSelector("!app") };
    expect(match(anything, testRequest("pods", undefined, { object: options, operation: "CONNECT" }))).toBeUndefined();
    expect(match(anything, testRequest("pods", labelled({})))).toBeDefined();
  });
});

describe("Match policy", () => {
  const rules = [
    { operations: ["*"], apiGroups: ["b"], apiVersions: ["*"], resources: ["things"] },
    { operations: ["*"], apiGroups: ["a"], apiVersions: ["v2"], resources: ["things"] },
  ];
  const about = { group: "a", kind: { group: "a", version: "v1", kind: "Thing" } };

  it("Exact matches only resources named by the rules", () => {
    expect(match({ matchPolicy: "Exact", rules }, testRequest("things", labelled({}), about))).toBeUndefined();
  });

  it("Equivalent matches other versions and groups, by the earliest rule", () => {
    expect(match({ rules }, testRequest("things", labelled({}), about))).toEqual(shape("b", "v1"));
    expect(match({ rules: rules.slice(1) }, testRequest("things", labelled({}), about))).toEqual(shape("a", "v2"));
    expect(match({ rules }, testRequest("pods", labelled({})))).toBeUndefined();
  });

  it("prefers the requested version", () => {
    const both = [...rules, { operations: ["*"], apiGroups: ["a"], apiVersions: ["v1"], resources: ["things"] }];
    expect(match({ rules: both }, testRequest("things", labelled({}), about))?.resource.version).toBe("v1");
  });
});

describe("Rules", () => {
  const pods = { ...EVERYTHING, resources: ["pods"] };

  it("match everything if omitted and nothing if empty", () => {
    expect(match({ rules: "everything" }, testRequest("pods", labelled({})))).toBeDefined();
    expect(match({ rules: [] }, testRequest("pods", labelled({})))).toBeUndefined();
  });

  it("that exclude take precedence over including rules, also for equivalent resources", () => {
    expect(match({ excluded: [pods] }, testRequest("pods", labelled({})))).toBeUndefined();
    expect(match({ excluded: [pods] }, testRequest("nodes", labelled({})))).toBeDefined();
    const excluded = [{ ...EVERYTHING, apiGroups: ["b"], resources: ["things"] }];
    const request = testRequest("things", labelled({}), { group: "a" });
    expect(match({ excluded }, request)).toBeUndefined();
    expect(match({ excluded, matchPolicy: "Exact" }, request)).toBeDefined();
  });
});
