import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestServices, type TestServices, testContext } from "../../testing/testServices.ts";
import type { RemoteApi } from "../aggregation/remoteApi.ts";
import type { TargetOf } from "../http/filters/measure.ts";
import { measuredTargets } from "./measuredTarget.ts";

let services: TestServices;
let targetOf: TargetOf;
const target = (method: string, url: string) => targetOf(testContext(method, url));

beforeAll(async () => {
  services = await openTestServices();
  const remote = { group: "flowers.example.com", version: "v1" } as RemoteApi;
  const remoteAt = (path: string) => (path.startsWith("/apis/flowers.example.com/v1/") ? remote : undefined);
  targetOf = measuredTargets({
    catalog: services.catalog,
    apiServices: { remoteAt },
    paths: ["/healthz", "/healthz/ping"],
  });
});
afterAll(() => services.close());

describe("the metric labels of a request", () => {
  it("are its resource and subresource", () => {
    expect(target("GET", "/api/v1/namespaces/a/pods/p/status")).toEqual({
      group: "",
      version: "v1",
      resource: "pods",
      subresource: "status",
      component: "apiserver",
    });
    expect(target("PROPFIND", "/apis/apps/v1/deployments")).toMatchObject({ group: "apps", resource: "deployments" });
  });

  it("are only group and version for aggregated resources", () => {
    const remote = { group: "flowers.example.com", version: "v1", resource: "", subresource: "" };
    expect(target("GET", "/apis/flowers.example.com/v1/tulips")).toMatchObject(remote);
    expect(target("GET", "/apis/flowers.example.com/v1/made-up/x/y")).toMatchObject(remote);
  });

  it("are the first path segment for non-resource paths", () => {
    const health = { group: "", version: "", resource: "", subresource: "/healthz", component: "" };
    expect(target("GET", "/healthz")).toEqual(health);
    expect(target("GET", "/healthz/made-up")).toEqual(health);
    expect(target("GET", "/apis")).toMatchObject({ subresource: "/apis" });
  });

  it.each([
    "/api/v1/made-up",
    "/api/v2/pods",
    "/apis/made.up/v1/things",
    "/api/v1/namespaces/a/pods/p/made-up",
    "/made-up",
  ])("are absent for %s", (url) => {
    expect(target("GET", url)).toBeUndefined();
  });
});
