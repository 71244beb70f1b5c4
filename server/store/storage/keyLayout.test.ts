import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { allDefinitions } from "../../api/resources/all.ts";
import { createKeyLayout, formerKey, formerPrefixOf, KEY_ROOT, objectKey, prefixOfKey } from "./keyLayout.ts";

const layout = createKeyLayout();

describe("key prefixes of resources", () => {
  it.each([
    ["", "pods", "/registry/pods/"],
    ["", "nodes", "/registry/minions/"],
    ["", "services", "/registry/services/specs/"],
    ["", "endpoints", "/registry/services/endpoints/"],
    ["", "replicationcontrollers", "/registry/controllers/"],
    ["networking.k8s.io", "ingresses", "/registry/ingress/"],
    ["networking.k8s.io", "ingressclasses", "/registry/ingressclasses/"],
    ["apps", "deployments", "/registry/deployments/"],
    ["rbac.authorization.k8s.io", "roles", "/registry/roles/"],
    ["storage.k8s.io", "csidrivers", "/registry/csidrivers/"],
    ["apiextensions.k8s.io", "customresourcedefinitions", "/registry/apiextensions.k8s.io/customresourcedefinitions/"],
    ["apiregistration.k8s.io", "apiservices", "/registry/apiregistration.k8s.io/apiservices/"],
    ["example.org", "pods", "/registry/example.org/pods/"],
    ["storage.k8s.io", "widgets", "/registry/storage.k8s.io/widgets/"],
  ])("%s/%s", (group, resource, prefix) => {
    expect(layout.prefixOf({ group, resource })).toBe(prefix);
    expect(layout.resourceAt(prefix)).toEqual({ group, resource });
    expect(prefixOfKey(objectKey(prefix, "ns", "a"))).toBe(prefix);
    expect(prefixOfKey(objectKey(prefix, "", "a.b"))).toBe(prefix);
  });

  it("covers every stored resource in any vocabulary, each with a distinct prefix", () => {
    for (const word of ["kubernetes", "orch"]) {
      const vocabulary = createVocabulary(word);
      const { builtIn, prefixOf, resourceAt } = createKeyLayout(vocabulary.domain);
      expect(new Set(builtIn.map(prefixOf)).size).toBe(builtIn.length);
      for (const { group, plural, storedAs, action, verbs } of allDefinitions) {
        if (action !== undefined || storedAs !== undefined || verbs?.includes("create") === false) continue;
        const resource = { group: vocabulary.render(group), resource: plural };
        expect(builtIn).toContainEqual(resource);
        expect(resourceAt(prefixOf(resource))).toEqual(resource);
        expect(prefixOfKey(`${prefixOf(resource)}x`)).toBe(prefixOf(resource));
      }
    }
  });

  it("recognizes keys that are not objects", () => {
    for (const key of ["ranges/serviceips", "masterleases/192.0.2.2", "health", "example.org/x", "services/x"]) {
      expect(prefixOfKey(KEY_ROOT + key)).toBeUndefined();
    }
    expect(prefixOfKey("compact_rev_key")).toBeUndefined();
  });

  it("returns the key prefixes of the former layout", () => {
    expect(formerPrefixOf({ group: "", resource: "pods" })).toBe("/registry/core/pods/");
    expect(formerPrefixOf({ group: "apps", resource: "deployments" })).toBe("/registry/apps/deployments/");
    expect(formerKey(layout, "/registry/services/specs/a/b")).toBe("/registry/core/services/a/b");
    expect(formerKey(layout, "/registry/example.org/pods/a/b")).toBe("/registry/example.org/pods/a/b");
  });
});
