import { describe, expect, it } from "vitest";
import { groupVersionPath, resourcePath, withQuery } from "./resourcePath.ts";

describe("resourcePath", () => {
  it("puts the core group under /api and the others under /apis", () => {
    expect(groupVersionPath("", "v1")).toBe("/api/v1");
    expect(groupVersionPath("apps", "v1")).toBe("/apis/apps/v1");
  });

  it("builds paths of collections, objects and subresources", () => {
    expect(resourcePath({ group: "", version: "v1", resource: "nodes" })).toBe("/api/v1/nodes");
    expect(resourcePath({ group: "", version: "v1", resource: "pods", namespace: "a" })).toBe(
      "/api/v1/namespaces/a/pods",
    );
    expect(
      resourcePath({
        group: "apps",
        version: "v1",
        resource: "deployments",
        namespace: "a",
        name: "b",
        subresource: "scale",
      }),
    ).toBe("/apis/apps/v1/namespaces/a/deployments/b/scale");
  });

  it("escapes names with colons or slashes", () => {
    expect(resourcePath({ group: "rbac.x", version: "v1", resource: "clusterroles", name: "system:a/b" })).toBe(
      "/apis/rbac.x/v1/clusterroles/system%3Aa%2Fb",
    );
  });

  it("treats an empty namespace as absent", () => {
    expect(resourcePath({ group: "", version: "v1", resource: "pods", namespace: "" })).toBe("/api/v1/pods");
  });
});

describe("withQuery", () => {
  it("omits absent parameters and escapes the others", () => {
    expect(withQuery("/x", {})).toBe("/x");
    expect(withQuery("/x", { a: undefined, b: "", c: "k=v,w", d: 5, e: true })).toBe("/x?c=k%3Dv%2Cw&d=5&e=true");
  });
});
