import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentKey, schemaOfKind } from "./kindSchema.ts";
import { templateFor } from "./template.ts";

const type = {
  group: "apps",
  version: "v1",
  resource: "deployments",
  kind: "Deployment",
  singular: "",
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
};

describe("templateFor", () => {
  it("names version, kind and namespace", () => {
    expect(parse(templateFor(type, ""))).toMatchObject({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { namespace: "default" },
      spec: { selector: { matchLabels: { app: "example" } }, template: { metadata: { labels: { app: "example" } } } },
    });
    expect(parse(templateFor(type, "dev")).metadata.namespace).toBe("dev");
  });

  it("writes no aliases and no namespace for cluster-scoped kinds", () => {
    const text = templateFor({ ...type, group: "", kind: "Namespace", namespaced: false }, "dev");
    expect(text).not.toMatch(/[&*]/);
    expect(parse(text)).toEqual({ apiVersion: "v1", kind: "Namespace", metadata: { name: "example" } });
  });
});

describe("schemaOfKind", () => {
  const schema = { "x-orch-group-version-kind": [{ group: "apps", version: "v1", kind: "Deployment" }] };
  it("finds a kind by the vocabulary's extension and keeps what it refers to", () => {
    const document = { components: { schemas: { "io.D": schema, Other: {} } } };
    expect(schemaOfKind(document, type, "x-orch-group-version-kind")).toEqual({
      $ref: "#/components/schemas/io.D",
      components: document.components,
    });
    expect(schemaOfKind(document, { ...type, kind: "Other" }, "x-orch-group-version-kind")).toBeUndefined();
    expect(schemaOfKind({}, type, "x")).toBeUndefined();
  });

  it("knows where the index has a group version", () => {
    expect(documentKey({ group: "", version: "v1" })).toBe("api/v1");
    expect(documentKey(type)).toBe("apis/apps/v1");
  });
});
