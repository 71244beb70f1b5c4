import { describe, expect, it } from "vitest";
import type { ResourceType } from "../api/resourceType.ts";
import { documentsOf } from "../editor/manifests/documents.ts";
import { typeForDocuments } from "./typeForDocuments.ts";

const type = (resource: string, kind: string, group = "", verbs = ["create", "list"]): ResourceType =>
  ({ group, version: "v1", resource, kind, verbs, namespaced: true }) as ResourceType;
const types = [
  type("bindings", "Binding", "", []),
  type("services", "Service"),
  type("configmaps", "ConfigMap"),
  type("deployments", "Deployment", "apps"),
];

const typeFor = (text: string, served: readonly ResourceType[]) => typeForDocuments(documentsOf(text, served), served);

describe("typeForDocuments", () => {
  it.each([
    ["apiVersion: apps/v1\nkind: Deployment", "deployments"],
    ["# nothing\n---\nkind: [\n---\napiVersion: v1\nkind: Service", "services"],
    ["apiVersion: example.com/v1\nkind: Other", "configmaps"],
    ["not: an object", "configmaps"],
    ["", "configmaps"],
  ])("opens %j with the %s", (text, resource) => {
    expect(typeFor(text, types)?.resource).toBe(resource);
  });

  it("falls back to any kind that can be created, and to nothing when there is none", () => {
    expect(typeFor("", types.slice(0, 2))?.resource).toBe("services");
    expect(typeFor("", types.slice(0, 1))).toBeUndefined();
  });
});
