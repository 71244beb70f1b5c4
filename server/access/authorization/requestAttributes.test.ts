import { describe, expect, it } from "vitest";
import { testContext } from "../../testing/testServices.ts";
import { attributesOf } from "./requestAttributes.ts";

describe("attributesOf", () => {
  it("describes a request", () => {
    expect(attributesOf(testContext("GET", "/apis/apps/v1/namespaces/a/deployments/d/scale"))).toEqual({
      resourceRequest: true,
      verb: "get",
      group: "apps",
      version: "v1",
      resource: "deployments",
      subresource: "scale",
      namespace: "a",
      name: "d",
    });
    expect(attributesOf(testContext("GET", "/healthz"))).toEqual({
      resourceRequest: false,
      verb: "get",
      path: "/healthz",
    });
  });

  it("includes selectors if the feature gate is enabled", () => {
    const context = testContext("GET", "/api/v1/pods?fieldSelector=a%3Db&labelSelector=(");
    expect(attributesOf(context)).toMatchObject({ fieldSelector: [{ field: "a", negated: false, value: "b" }] });
    expect(attributesOf(context)).not.toHaveProperty("labelSelector");
    expect(attributesOf(context, false)).not.toHaveProperty("fieldSelector");
  });
});
