import { readFile, stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("health", () => {
  it.each(["/livez", "/readyz", "/healthz"])("%s responds ok to any client", async (path) => {
    const answer = await server.request("GET", path, { as: "nobody" });
    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([
      200,
      "ok",
      "text/plain; charset=utf-8",
    ]);
    const verbose = await server.request("GET", `${path}?verbose`);
    expect(verbose.text).toContain("[+]ping ok\n");
    expect(verbose.text).toContain("[+]etcd ok\n");
    expect(verbose.text.endsWith("healthz check passed\n")).toBe(true);
  });

  it("supports single checks and exclusions", async () => {
    expect((await server.request("GET", "/readyz/ping")).text).toBe("ok");
    expect((await server.request("GET", "/readyz/nothing")).status).toBe(404);
    const without = await server.request("GET", "/livez?verbose&exclude=etcd");
    expect(without.text).toContain("[+]etcd excluded: ok\n");
    const unknown = await server.request("GET", "/livez?verbose&exclude=gremlins");
    expect(unknown.text).toContain('warn: some health checks cannot be excluded: no matches for "gremlins"');
    const several = await server.request("GET", "/livez?verbose&exclude=b&exclude=etcd&exclude=a");
    expect(several.text).toMatch(/^warn: some health checks cannot be excluded: no matches for ("a", "b"|"b", "a")$/m);
    expect(several.text).toContain("[+]etcd excluded: ok\n");
  });
});

describe("metrics", () => {
  it("count requests with the reference's names and labels", async () => {
    await server.request("GET", core("default", "configmaps"));
    const watch = await server.watch(`${core("default", "configmaps")}?watch=true`);
    const { text, headers } = await server.request("GET", "/metrics");
    expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
    expect(text).toMatch(
      /^apiserver_request_total\{verb="LIST",group="",version="v1",resource="configmaps",subresource="",scope="namespace",component="apiserver",dry_run="",code="200"\} \d+$/m,
    );
    for (const name of [
      "apiserver_request_duration_seconds_bucket",
      "apiserver_current_inflight_requests",
      "apiserver_longrunning_requests",
      "authentication_attempts",
      "process_cpu_seconds_total",
    ]) {
      expect(text).toContain(name);
    }
    expect(text).toMatch(/^apiserver_longrunning_requests\{verb="WATCH".*\} 1$/m);
    watch.close();
  });
});

describe("response headers", () => {
  it("include the audit ID, and disable caching", async () => {
    const answer = await server.request("GET", "/api/v1/namespaces", { headers: { "audit-id": "mine-1" } });
    expect(answer.headers["audit-id"]).toBe("mine-1");
    expect(answer.headers["cache-control"]).toBe("no-cache, private");
    expect(answer.headers["x-powered-by"]).toBeUndefined();
    const own = await server.request("GET", "/api/v1/namespaces");
    expect(own.headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("include each warning once", async () => {
    const answer = await server.request("POST", `${core("default", "configmaps")}?dryRun=All`, {
      body: { ...configMap("x"), one: 1, two: { ä: '"' } },
    });
    expect(answer.headers["warning"]).toBe('299 - "unknown field \\"one\\"", 299 - "unknown field \\"two\\""');
  });
});

describe("paths and methods", () => {
  it("lists paths at the root, and responds 404 to others", async () => {
    const root = await server.request("GET", "/");
    expect(root.body).toMatchObject({
      paths: expect.arrayContaining(["/api", "/api/v1", "/apis", "/livez", "/version"]),
    });
    const missing = await server.request("GET", "/nothing/here");
    expect([missing.status, missing.text]).toEqual([404, "404 page not found\n"]);
    const version = await server.request("GET", "/version");
    expect(version.body).toMatchObject({ major: "1", minor: "32", gitVersion: expect.stringMatching(/^v1\.32\./) });
    expect((await server.request("POST", "/version")).status).toBe(405);
  });

  it("refuses an undecodable path, an invalid timeout and unknown methods", async () => {
    expect((await server.request("GET", "/api/v1/%zz")).status).toBe(400);
    const timeout = await server.request("GET", "/api/v1/nodes?timeout=soon");
    expect([timeout.status, timeout.body.message?.startsWith("invalid timeout specified in the request URL")]).toEqual([
      400,
      true,
    ]);
    expect((await server.request("GET", "/api/v1/nodes?timeout=10s")).status).toBe(200);
    expect((await server.request("PUT", "/api/v1/nodes", { body: {} })).status).toBe(405);
    expect((await server.request("GET", "/api/v1//nodes")).status).toBe(404);
  });
});

describe("the data folder", () => {
  it("keeps secrets readable by its owner only", async () => {
    const { kubeconfigPath, kubeconfig } = server.running;
    expect(await readFile(kubeconfigPath, "utf8")).toBe(kubeconfig);
    expect((await stat(kubeconfigPath)).mode & 0o077).toBe(0);
    expect(kubeconfig).toContain(`server: "${server.url}"`);
  });
});
