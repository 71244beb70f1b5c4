import { describe, expect, it } from "vitest";
import { createVocabulary } from "./vocabulary.ts";

describe("Default vocabulary", () => {
  const vocabulary = createVocabulary();

  it("uses the reference's names", () => {
    expect(vocabulary.rbacGroup).toBe("rbac.authorization.k8s.io");
    expect(vocabulary.systemNamespace).toBe("kube-system");
    expect(vocabulary.publicNamespace).toBe("kube-public");
    expect(vocabulary.nodeLeaseNamespace).toBe("kube-node-lease");
    expect(vocabulary.protobufMediaType).toBe("application/vnd.kubernetes.protobuf");
    expect(vocabulary.metaGroup).toBe("meta.k8s.io");
    expect(vocabulary.extensionPrefix).toBe("x-kubernetes-");
  });

  it("renders every placeholder and leaves other braces unchanged", () => {
    expect(vocabulary.render("{domain} {labelDomain} {product} {Product} {prefix} {short} {other} {}")).toBe(
      "k8s.io kubernetes.io kubernetes Kubernetes kube k8s {other} {}",
    );
  });

  it("does not change free text", () => {
    const text = "Kubernetes runs kube-proxy on k8s nodes";
    expect(vocabulary.translate(text)).toBe(text);
  });
});

describe("Another vocabulary", () => {
  const vocabulary = createVocabulary("orch");

  it("replaces the product name everywhere", () => {
    expect(vocabulary.rbacGroup).toBe("rbac.authorization.orch.io");
    expect(vocabulary.systemNamespace).toBe("orch-system");
    expect(vocabulary.protobufMediaType).toBe("application/vnd.orch.protobuf");
    expect(vocabulary.render("{labelDomain}/bootstrapping")).toBe("orch.io/bootstrapping");
    expect(vocabulary.render("system:{prefix}-scheduler")).toBe("system:orch-scheduler");
  });

  it("translates free text without leaving default names", () => {
    const text = "Kubernetes (k8s.io, kubernetes.io) has kube-proxy; KUBERNETES_EXEC_INFO; k8s; Kube-proxy";
    expect(vocabulary.translate(text)).not.toMatch(/kubernetes|k8s|kube-/i);
  });

  it("renders keys and values of nested data without modifying the original", () => {
    const data = { "{domain}/a": ["{prefix}-b", 1, null, { c: "{product}" }] };
    expect(vocabulary.renderValue(data)).toEqual({ "orch.io/a": ["orch-b", 1, null, { c: "orch" }] });
    expect(data).toHaveProperty(["{domain}/a"]);
  });
});

describe("Invalid vocabulary", () => {
  it.each(["", "Orch", "9lives", "two words", "a-b", "x".repeat(21)])("%j is rejected", (word) => {
    expect(() => createVocabulary(word)).toThrow(RangeError);
  });
});
