import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { resourceType } from "../../testing/resourceTypes.ts";
import { templateFor } from "./template.ts";

const type = resourceType("deployments", "Deployment", { group: "apps", verbs: [] });

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

  it("starts other kinds with the fields their schema requires", () => {
    const fields = { spec: { size: 1 } };
    expect(parse(templateFor({ ...type, kind: "Widget" }, "dev", fields)).spec).toEqual({ size: 1 });
    expect(parse(templateFor(type, "dev", fields)).spec).toHaveProperty("replicas");
  });

  it("uses valid names for a definition, and the server's group for a role", () => {
    const definition = parse(templateFor({ ...type, kind: "CustomResourceDefinition", namespaced: false }, ""));
    const { group, names } = definition.spec;
    expect(definition.metadata.name).toBe(`${names.plural}.${group}`);
    expect(parse(templateFor({ ...type, group: "g", kind: "RoleBinding" }, "dev"))).toMatchObject({
      roleRef: { apiGroup: "g", kind: "Role", name: "example" },
      subjects: [{ apiGroup: "g", kind: "User" }],
    });
  });
});
