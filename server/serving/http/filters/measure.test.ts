import { describe, expect, it } from "vitest";
import { notFound } from "../../../../shared/status.ts";
import { Metrics } from "../../../ground/observability/metrics.ts";
import { testContext } from "../../../testing/testServices.ts";
import { measure } from "./measure.ts";

/** The labels under which one request is counted. */
async function counted(method: string, url: string, headers: Record<string, string> = {}): Promise<object | undefined> {
  const metrics = new Metrics();
  const context = testContext(method, url, { headers });
  await measure(metrics)(async () => ({ status: 200, headers: {}, body: "" }))(context);
  return (await metrics.requests.get()).values[0]?.labels;
}

describe("measure", () => {
  it.each([
    ["GET", "/api/v1/namespaces/a/pods", "LIST", "namespace"],
    ["GET", "/api/v1/pods", "LIST", "cluster"],
    ["GET", "/api/v1/pods?watch=1", "WATCH", "cluster"],
    ["GET", "/api/v1/namespaces/a/pods/p", "GET", "resource"],
    ["POST", "/api/v1/namespaces/a/pods", "POST", "resource"],
    ["PUT", "/api/v1/namespaces/a/pods/p", "PUT", "resource"],
    ["DELETE", "/api/v1/namespaces/a/pods", "DELETE", "namespace"],
    ["PROPFIND", "/api/v1/namespaces/a/pods/p", "other", "resource"],
  ])("%s %s is a %s of scope %j", async (method, url, verb, scope) => {
    expect(await counted(method, url)).toMatchObject({ verb, scope, component: "apiserver", dry_run: "", code: "200" });
  });

  it("tells applying from patching, and dry runs from others", async () => {
    const path = "/apis/apps/v1/namespaces/a/deployments/d";
    const apply = { "content-type": "application/apply-patch+yaml" };
    expect(await counted("PATCH", `${path}?dryRun=All`, apply)).toMatchObject({ verb: "APPLY", dry_run: "All" });
    expect(await counted("PATCH", path)).toMatchObject({ verb: "PATCH", group: "apps", resource: "deployments" });
  });

  it("counts what fails under the status that is answered", async () => {
    const metrics = new Metrics();
    const failing = (error: Error) =>
      measure(metrics)(() => Promise.reject(error))(testContext("GET", "/api/v1/namespaces/a/pods/p"));
    await expect(failing(notFound({ group: "", resource: "pods" }, "p"))).rejects.toThrow("not found");
    await expect(failing(new Error("bug"))).rejects.toThrow("bug");
    const codes = (await metrics.requests.get()).values.map(({ labels }) => labels.code);
    expect(codes).toEqual(["404", "500"]);
  });

  it("names paths beside the API by their first part", async () => {
    const expected = { verb: "GET", subresource: "/healthz", resource: "", scope: "", component: "" };
    expect(await counted("GET", "/healthz/ping")).toMatchObject(expected);
  });
});
