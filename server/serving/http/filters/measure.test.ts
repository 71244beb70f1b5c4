import { describe, expect, it } from "vitest";
import { notFound } from "../../../../shared/status.ts";
import { createMetrics } from "../../../ground/observability/metrics/metrics.ts";
import { testContext } from "../../../testing/testServices.ts";
import { measure, type TargetOf } from "./measure.ts";

/** A `TargetOf` as if everything was served. */
const all: TargetOf = ({ info: { group, version, resource, subresource } }) => ({
  group,
  version,
  resource,
  subresource,
  component: "apiserver",
});

/** The labels under which one request is counted. */
async function counted(method: string, url: string, headers: Record<string, string> = {}): Promise<object | undefined> {
  const metrics = createMetrics();
  const context = testContext(method, url, { headers });
  await measure(metrics, all)(async () => ({ status: 200, headers: {}, body: "" }))(context);
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
  ])("%s %s counts as %s with scope %j", async (method, url, verb, scope) => {
    expect(await counted(method, url)).toMatchObject({ verb, scope, component: "apiserver", dry_run: "", code: "200" });
  });

  it("distinguishes apply from patch, and dry runs from other requests", async () => {
    const path = "/apis/apps/v1/namespaces/a/deployments/d";
    const apply = { "content-type": "application/apply-patch+yaml" };
    expect(await counted("PATCH", `${path}?dryRun=All`, apply)).toMatchObject({ verb: "APPLY", dry_run: "All" });
    expect(await counted("PATCH", path)).toMatchObject({ verb: "PATCH", group: "apps", resource: "deployments" });
  });

  it("counts failed requests under their response's status code", async () => {
    const metrics = createMetrics();
    const failing = (error: Error) =>
      measure(metrics, all)(() => Promise.reject(error))(testContext("GET", "/api/v1/namespaces/a/pods/p"));
    await expect(failing(notFound({ group: "", resource: "pods" }, "p"))).rejects.toThrow("not found");
    await expect(failing(new Error("bug"))).rejects.toThrow("bug");
    const codes = (await metrics.requests.get()).values.map(({ labels }) => labels.code);
    expect(codes).toEqual(["404", "500"]);
  });

  it("counts nothing under names that are not served", async () => {
    const metrics = createMetrics();
    const through = measure(metrics, () => undefined)(async () => ({ status: 404, headers: {}, body: "" }));
    await through(testContext("GET", "/apis/made.up/v1/things"));
    expect((await metrics.requests.get()).values).toEqual([]);
    expect(metrics.duration.text()).not.toContain("_count");
    expect((await metrics.inFlight.get()).values).toContainEqual({ labels: { request_kind: "readOnly" }, value: 0 });
  });

  it("records the response size of reads, and the duration without waiting time", async () => {
    const metrics = createMetrics();
    const through = measure(
      metrics,
      all,
    )(async (context) => {
      context.waited = 1e6;
      return { status: 200, headers: {}, body: [Buffer.alloc(600), Buffer.alloc(500)] };
    });
    await through(testContext("GET", "/api/v1/pods"));
    await through(testContext("DELETE", "/api/v1/namespaces/a/pods/p"));
    const sizes = metrics.responseSizes
      .text()
      .split("\n")
      .filter((line) => line.includes("_sum") || line.includes("_count"));
    const labels =
      'verb="LIST",group="",version="v1",resource="pods",subresource="",scope="cluster",component="apiserver"';
    expect(sizes).toEqual([
      `apiserver_response_sizes_sum{${labels}} 1100`,
      `apiserver_response_sizes_count{${labels}} 1`,
    ]);
    expect(metrics.ownDuration.text()).toContain(
      `apiserver_request_sli_duration_seconds_sum{${labels},dry_run=""} 0\n`,
    );
  });
});
