import { describe, expect, it } from "vitest";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { createSchema, loadSchema } from "./schema.ts";

const schema = loadSchema();
const orch = loadSchema(createVocabulary("orch"));

describe("loadSchema", () => {
  it("caches one schema per vocabulary with shared nodes", () => {
    expect(loadSchema()).toBe(schema);
    expect(orch).not.toBe(schema);
    expect(schema.definition("api.core.v1.Pod")).toBe(schema.forKind("", "v1", "Pod"));
    const pod = schema.definition("api.core.v1.Pod");
    expect(pod.byName.get("spec")?.type).toBe(schema.definition("api.core.v1.PodSpec"));
  });

  it("throws for unknown names", () => {
    expect(() => schema.definition("api.core.v1.Nope")).toThrow('no definition "api.core.v1.Nope"');
    expect(schema.has("api.core.v1.Nope")).toBe(false);
    expect(schema.forKind("", "v1", "Nope")).toBeUndefined();
    expect(schema.forKind("apps", "v1beta1", "Deployment")).toBeUndefined();
  });

  it("lists sorted names in the vocabulary", () => {
    const names = schema.names();
    expect([...names].sort()).toEqual(names);
    expect(names).toContain("kube-aggregator.pkg.apis.apiregistration.v1.APIService");
    expect(orch.names()).toContain("orch-aggregator.pkg.apis.apiregistration.v1.APIService");
    expect(orch.has("{prefix}-aggregator.pkg.apis.apiregistration.v1.APIService")).toBe(true);
  });

  it("renders groups and field names", () => {
    expect(orch.forKind("rbac.authorization.orch.io", "v1", "Role")?.gvks).toEqual([
      ["rbac.authorization.orch.io", "v1", "Role"],
    ]);
    expect(orch.forKind("rbac.authorization.k8s.io", "v1", "Role")).toBeUndefined();
    const props = orch.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    expect(props.byName.has("x-orch-list-type")).toBe(true);
    expect(props.byName.has("$ref")).toBe(true);
  });

  it("finds the options types that belong to every group", () => {
    const node = schema.forKind("apps", "v1", "DeleteOptions");
    expect(node?.name).toBe("apimachinery.pkg.apis.meta.v1.DeleteOptions");
    expect(node?.gvks).toHaveLength(61);
  });

  it("publishes the form of non-object types", () => {
    expect(schema.published("apimachinery.pkg.apis.meta.v1.Time")).toEqual({
      json: "Time",
      openapi: { format: "date-time", type: "string" },
    });
    expect(schema.published("api.core.v1.Pod")).toBeUndefined();
  });
});

describe("Nodes", () => {
  const field = (definition: string, name: string): unknown => schema.definition(definition).byName.get(name)?.type;

  it("contain list, map and enum attributes", () => {
    expect(field("api.core.v1.PodSpec", "containers")).toMatchObject({
      kind: "list",
      listType: "map",
      mapKeys: ["name"],
    });
    expect(field("api.core.v1.PodSpec", "nodeSelector")).toMatchObject({ kind: "map", mapType: "atomic" });
    expect(field("api.core.v1.PersistentVolumeSpec", "claimRef")).toMatchObject({
      kind: "struct",
      mapType: "granular",
    });
    expect(schema.definition("api.core.v1.ObjectReference").mapType).toBe("atomic");
    expect(field("api.core.v1.PersistentVolumeClaimSpec", "accessModes")).toMatchObject({
      items: { kind: "scalar", enum: ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"] },
    });
    expect(schema.definition("api.core.v1.PodSpec").byName.get("volumes")).toMatchObject({
      patchStrategy: "merge,retainKeys",
      patchMergeKey: "name",
    });
    expect(schema.definition("api.core.v1.SeccompProfile").unions).toEqual([
      { discriminator: "type", fields: { localhostProfile: "LocalhostProfile" } },
    ]);
  });

  it("separate binary-only fields from JSON fields", () => {
    const volume = schema.definition("api.core.v1.Volume");
    expect(volume.fields.find((f) => f.name === "volumeSource")).toMatchObject({ protoOnly: true, tag: 2 });
    expect(volume.byName.has("volumeSource")).toBe(false);
    expect(volume.byName.get("secret")).toMatchObject({ via: "volumeSource", pointer: true });
  });

  it("name list wrappers and the definitions of scalars", () => {
    expect(field("apimachinery.pkg.apis.meta.v1.APIResource", "verbs")).toMatchObject({
      kind: "list",
      wrapper: "apimachinery.pkg.apis.meta.v1.Verbs",
    });
    expect(field("api.authorization.v1.SubjectAccessReviewSpec", "extra")).toMatchObject({
      kind: "map",
      values: { kind: "list", wrapper: "api.authorization.v1.ExtraValue" },
    });
    expect(field("apimachinery.pkg.apis.meta.v1.ObjectMeta", "creationTimestamp")).toMatchObject({
      scalar: "time",
      definition: "apimachinery.pkg.apis.meta.v1.Time",
    });
  });

  it("can all be created completely", () => {
    const seen = new Set<StructNode>();
    for (const name of schema.names()) {
      const node = schema.definition(name);
      seen.add(node);
      for (const f of node.fields) expect(f.type, `${name}.${f.name}`).toBeDefined();
    }
    expect(seen.size).toBe(schema.names().length);
  });
});

describe("createSchema", () => {
  it("reports a missing declaration when it is accessed", () => {
    const source = {
      packages: { "a.v1": "a.v1" },
      groupVersions: [],
      definitions: { "a.v1.A": { fields: [{ name: "b", type: "a.v1.B" }] } },
    };
    const node = createSchema(source, createVocabulary()).definition("a.v1.A");
    expect(() => node.fields[0]?.type).toThrow('no declaration "a.v1.B"');
  });
});
