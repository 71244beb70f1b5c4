import { describe, expect, it } from "vitest";
import type { ResourceType } from "../api/resourceType.ts";
import { typeForText } from "./typeForText.ts";

const type = (resource: string, kind: string, group = "", verbs = ["create", "list"]): ResourceType =>
  ({ group, version: "v1", resource, kind, verbs, namespaced: true }) as ResourceType;
const types = [
  type("bindings", "Binding", "", []),
  type("services", "Service"),
  type("configmaps", "ConfigMap"),
  type("deployments", "Deployment", "apps"),
];

describe("typeForText", () => {
  it.each([
    ["apiVersion: apps/v1\nkind: Deployment", "deployments"],
    ["# nothing\n---\nkind: [\n---\napiVersion: v1\nkind: Service", "services"],
    ["apiVersion: example.com/v1\nkind: Other", "configmaps"],
    ["not: an object", "configmaps"],
    ["", "configmaps"],
  ])("opens %j with the %s", (text, resource) => {
    expect(typeForText(text, types)?.resource).toBe(resource);
  });

  it("falls back to any kind that can be created, and to nothing when there is none", () => {
    expect(typeForText("", types.slice(0, 2))?.resource).toBe("services");
    expect(typeForText("", types.slice(0, 1))).toBeUndefined();
  });
});
