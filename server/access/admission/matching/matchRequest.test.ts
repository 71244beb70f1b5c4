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

describe("the namespace selector", () => {
  it("selects by the labels of the stored namespace", () => {
    expect(match(inDev, testRequest("pods", labelled({}), { namespace: "dev" }))).toBeDefined();
    const other = { namespaceSelector: parseLabelSelector("!env") };
    expect(match(other, testRequest("pods", labelled({}), { namespace: "dev" }))).toBeUndefined();
  });

  it("selects namespaces by the labels they will have, and by those they have when they go", () => {
    const about = { namespace: "dev", name: "dev" };
    expect(match(inDev, testRequest("namespaces", labelled({ env: "dev" }, "dev"), about))).toBeDefined();
    expect(
      match(inDev, testRequest("namespaces", labelled({}, "dev"), { ...about, operation: "UPDATE" })),
    ).toBeUndefined();
    expect(match(inDev, testRequest("namespaces", undefined, { ...about, operation: "DELETE" }))).toBeDefined();
  });

  it("leaves cluster-scoped objects alone", () => {
    expect(match(inDev, testRequest("nodes", labelled({}), { namespace: "" }))).toBeDefined();
  });

  it("fails for a namespace that does not exist, if the rules cover the request", () => {
    const request = testRequest("pods", labelled({}), { namespace: "gone" });
    expect(() => match(inDev, request)).toThrow('namespaces "gone" not found');
    expect(match({ ...inDev, rules: [] }, request)).toBeUndefined();
    expect(match({}, request)).toBeDefined();
  });
});

describe("the object selector", () => {
  it("selects by the labels before or after", () => {
    const update = (object: ApiObject, oldObject: ApiObject) =>
      match(web, testRequest("pods", object, { operation: "UPDATE", oldObject }));
    expect(update(labelled({ app: "web" }), labelled({}))).toBeDefined();
    expect(update(labelled({}), labelled({ app: "web" }))).toBeDefined();
    expect(update(labelled({}), labelled({}))).toBeUndefined();
  });

  it("never selects what has no metadata", () => {
    const options = { kind: "PodExecOptions" } as unknown as ApiObject;
    const anything = { objectSelector: parseLabelSelector("!app") };
    expect(match(anything, testRequest("pods", undefined, { object: options, operation: "CONNECT" }))).toBeUndefined();
    expect(match(anything, testRequest("pods", labelled({})))).toBeDefined();
  });
});

describe("the match policy", () => {
  const rules = [
    { operations: ["*"], apiGroups: ["b"], apiVersions: ["*"], resources: ["things"] },
    { operations: ["*"], apiGroups: ["a"], apiVersions: ["v2"], resources: ["things"] },
  ];
  const about = { group: "a", kind: { group: "a", version: "v1", kind: "Thing" } };

  it("Exact takes what the rules name", () => {
    expect(match({ matchPolicy: "Exact", rules }, testRequest("things", labelled({}), about))).toBeUndefined();
  });

  it("Equivalent takes other versions and groups, the earliest rule first", () => {
    expect(match({ rules }, testRequest("things", labelled({}), about))).toEqual(shape("b", "v1"));
    expect(match({ rules: rules.slice(1) }, testRequest("things", labelled({}), about))).toEqual(shape("a", "v2"));
    expect(match({ rules }, testRequest("pods", labelled({})))).toBeUndefined();
  });

  it("prefers the request as it came", () => {
    const both = [...rules, { operations: ["*"], apiGroups: ["a"], apiVersions: ["v1"], resources: ["things"] }];
    expect(match({ rules: both }, testRequest("things", labelled({}), about))?.resource.version).toBe("v1");
  });
});

describe("rules", () => {
  const pods = { ...EVERYTHING, resources: ["pods"] };

  it("that are left out cover everything, an empty list nothing", () => {
    expect(match({ rules: "everything" }, testRequest("pods", labelled({})))).toBeDefined();
    expect(match({ rules: [] }, testRequest("pods", labelled({})))).toBeUndefined();
  });

  it("that exclude win over those that include, for equivalent resources as well", () => {
    expect(match({ excluded: [pods] }, testRequest("pods", labelled({})))).toBeUndefined();
    expect(match({ excluded: [pods] }, testRequest("nodes", labelled({})))).toBeDefined();
    const excluded = [{ ...EVERYTHING, apiGroups: ["b"], resources: ["things"] }];
    const request = testRequest("things", labelled({}), { group: "a" });
    expect(match({ excluded }, request)).toBeUndefined();
    expect(match({ excluded, matchPolicy: "Exact" }, request)).toBeDefined();
  });
});
