import { describe, expect, it } from "vitest";
import { knownNamespaces, rememberNamespace } from "./topBar/knownNamespaces.ts";
import { groupFromUrl, listUrl, namespaceFromUrl, newUrl, objectUrl } from "./urls.ts";

const pods = { group: "", version: "v1", resource: "pods" };
const roles = { group: "rbac.x", version: "v1", resource: "clusterroles" };

describe("Addresses", () => {
  it("are distinct for every view and use core for the core group", () => {
    expect(listUrl("c1", pods)).toBe("/c/c1/core/v1/pods");
    expect(listUrl("c1", pods, "a b")).toBe("/c/c1/core/v1/pods?ns=a%20b");
    expect(newUrl("c1", pods, "a")).toBe("/c/c1/core/v1/pods/new?ns=a");
    expect(objectUrl("c1", pods, { namespace: "a", name: "b" }, "yaml")).toBe("/c/c1/core/v1/pods/a/b/yaml");
  });

  it("support cluster-scoped objects and names with colons or slashes", () => {
    const url = objectUrl("c1", roles, { namespace: "", name: "system:a/b" });
    expect(url).toBe("/c/c1/rbac.x/v1/clusterroles/_/system%3Aa%2Fb/overview");
    expect(namespaceFromUrl("_")).toBe("");
    expect(groupFromUrl("core")).toBe("");
    expect(groupFromUrl("apps")).toBe("apps");
  });
});

describe("Known namespaces", () => {
  function storage() {
    const map = new Map<string, string>();
    return { getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v) };
  }
  it("are kept per cluster without duplicates, newest first", () => {
    const s = storage();
    for (const name of ["a", "b", "a", ""]) rememberNamespace(s, "c1", name);
    expect(knownNamespaces(s, "c1")).toEqual(["a", "b"]);
    expect(knownNamespaces(s, "c2")).toEqual([]);
  });
});
