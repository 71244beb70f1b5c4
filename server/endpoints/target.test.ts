import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure, openTestServices, type TestServices, testContext } from "../testing/testServices.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const target = (method: string, path: string) => services.target(testContext(method, path));

describe("resolveTarget", () => {
  it("finds objects, collections and sub-resources", () => {
    expect(target("GET", "/api/v1/namespaces/a/pods/p")).toMatchObject({
      namespace: "a",
      name: "p",
      subresource: undefined,
    });
    expect(target("GET", "/api/v1/pods")).toMatchObject({ namespace: "", name: "" });
    expect(target("GET", "/api/v1/nodes/n").resource.kind).toBe("Node");
    expect(target("GET", "/apis/apps/v1/namespaces/a/deployments/d/scale").subresource?.name).toBe("scale");
    expect(target("PUT", "/api/v1/namespaces/a/finalize")).toMatchObject({ namespace: "", name: "a" });
    expect(target("GET", "/api/v1/namespaces/a")).toMatchObject({ namespace: "", name: "a" });
  });

  it.each([
    ["GET", "/api/v1/gadgets"],
    ["GET", "/apis/apps/v2/deployments"],
    ["GET", "/apis/none/v1/things"],
    ["GET", "/api/v1/namespaces/a/nodes"],
    ["GET", "/api/v1/namespaces/a/nodes/n"],
    ["GET", "/api/v1/namespaces/a/pods/p/gadget"],
    ["GET", "/api/v1/namespaces/a/configmaps/c/status"],
    ["GET", "/api/v1/namespaces/a/pods/p/status/deeper"],
  ])("knows nothing at %s %s", async (method, path) => {
    expect(await failure(() => target(method, path))).toMatchObject({
      code: 404,
      message: "the server could not find the requested resource",
    });
  });

  it.each([
    ["POST", "/api/v1/pods"],
    ["POST", "/api/v1/namespaces/a/pods/p"],
    ["PUT", "/api/v1/namespaces/a/pods"],
    ["PATCH", "/api/v1/nodes"],
    ["DELETE", "/api/v1/pods"],
    ["DELETE", "/api/v1/namespaces"],
    ["POST", "/apis/apps/v1/namespaces/a/deployments/d/status"],
    ["GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
    ["DELETE", "/api/v1/namespaces/a/status"],
  ])("does not do %s on %s", async (method, path) => {
    expect(await failure(() => target(method, path))).toMatchObject({
      code: 405,
      message: "the server does not allow this method on the requested resource",
    });
  });
});
