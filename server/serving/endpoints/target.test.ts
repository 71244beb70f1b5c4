import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure, openTestServices, type TestServices, testContext } from "../../testing/testServices.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const target = (method: string, path: string) => services.target(testContext(method, path));

describe("resolveTarget", () => {
  it("parses paths of objects, collections and subresources", () => {
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
    ["POST", "/api/v1/bindings"],
    ["DELETE", "/api/v1/namespaces/a/bindings/b"],
    ["POST", "/apis/authorization.k8s.io/v1/localsubjectaccessreviews"],
    ["GET", "/apis/authentication.k8s.io/v1/tokenreviews/x"],
    ["HEAD", "/apis/authentication.k8s.io/v1/tokenreviews/x"],
  ])("responds 404 to %s %s", async (method, path) => {
    expect(await failure(() => target(method, path))).toMatchObject({
      code: 404,
      message: "the server could not find the requested resource",
    });
  });

  it("accepts all methods and subpaths for proxy subresources", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS", "PATCH"]) {
      expect(target(method, "/api/v1/namespaces/a/pods/p/proxy/x/y").subresource?.name).toBe("proxy");
    }
    expect(await failure(() => target("LOCK", "/api/v1/nodes/n/proxy"))).toMatchObject({ code: 405 });
    expect(await failure(() => target("HEAD", "/api/v1/namespaces/a/pods/p/exec"))).toMatchObject({ code: 405 });
    expect(await failure(() => target("GET", "/api/v1/namespaces/a/pods/p/exec/x"))).toMatchObject({ code: 404 });
  });

  it("accepts deprecated watch paths only for watchable resources", async () => {
    for (const path of [
      "componentstatuses",
      "namespaces/a/bindings",
      "namespaces/a/pods/p/log",
      "namespaces/a/status",
    ]) {
      expect(await failure(() => target("GET", `/api/v1/watch/${path}`)), path).toMatchObject({ code: 404 });
    }
    expect(await failure(() => target("GET", "/api/v1/componentstatuses?watch=1"))).toMatchObject({
      code: 405,
      message: 'watch is not supported on resources of kind "componentstatuses"',
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
    ["GET", "/api/v1/namespaces/a/bindings"],
    ["POST", "/api/v1/componentstatuses"],
    ["DELETE", "/api/v1/componentstatuses/c"],
  ])("responds 405 to %s on %s", async (method, path) => {
    expect(await failure(() => target(method, path))).toMatchObject({
      code: 405,
      message: "the server does not allow this method on the requested resource",
    });
  });
});
