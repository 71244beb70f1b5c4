import { describe, expect, it } from "vitest";
import { pluralKind, typeKey } from "./resourceType.ts";

describe("labels of kinds", () => {
  it("writes the plural after the resource", () => {
    expect(pluralKind("Pod", "pods")).toBe("Pods");
    expect(pluralKind("NetworkPolicy", "networkpolicies")).toBe("NetworkPolicies");
    expect(pluralKind("Ingress", "ingresses")).toBe("Ingresses");
    expect(pluralKind("Endpoints", "endpoints")).toBe("Endpoints");
    expect(pluralKind("Mouse", "mice")).toBe("mice");
    expect(pluralKind("PodMetrics", "pods")).toBe("PodMetrics");
  });

  it("keys the core group by a word", () => {
    expect(typeKey({ group: "", version: "v1", resource: "pods" })).toBe("core/v1/pods");
  });
});
