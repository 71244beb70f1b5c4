import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { groupPart, groupVersionPart, rootPath, tagOf } from "./operationNames.ts";

const vocabulary = createVocabulary();

describe("operation names", () => {
  it("omit the product's domain, and join the remaining parts", () => {
    expect(groupPart("", vocabulary)).toBe("Core");
    expect(groupPart("apps", vocabulary)).toBe("Apps");
    expect(groupPart("rbac.authorization.k8s.io", vocabulary)).toBe("RbacAuthorization");
    expect(groupPart("stable.example.com", vocabulary)).toBe("StableExampleCom");
    expect(groupPart("my-group.example.com", vocabulary)).toBe("MyGroupExampleCom");
    expect(groupVersionPart("internal.apiserver.k8s.io", "v1alpha1", vocabulary)).toBe("InternalApiserverV1alpha1");
  });

  it("work in any vocabulary", () => {
    const other = createVocabulary("orch");
    expect(groupPart("rbac.authorization.orch.io", other)).toBe("RbacAuthorization");
    expect(groupPart("rbac.authorization.k8s.io", other)).toBe("RbacAuthorizationK8sIo");
  });

  it("build tags from group and version", () => {
    expect(tagOf("", "v1", vocabulary)).toBe("core_v1");
    expect(tagOf("flowcontrol.apiserver.k8s.io", "v1", vocabulary)).toBe("flowcontrolApiserver_v1");
    expect(tagOf("apps", "", vocabulary)).toBe("apps");
  });

  it("return the root path of a group version", () => {
    expect(rootPath("", "v1")).toBe("/api/v1");
    expect(rootPath("apps", "v1")).toBe("/apis/apps/v1");
  });
});
