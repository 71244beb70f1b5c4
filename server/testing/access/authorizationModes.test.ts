import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeHookConfig } from "../../access/authorization/testing/webhookConfig.ts";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

let folder = "";
let hook: HookServer;
let server: TestServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
  hook = await startHookServer();
});
afterEach(async () => {
  hook.answer(() => ({}));
  hook.received.length = 0;
  await server?.stop();
  server = undefined;
});
afterAll(async () => {
  await hook.stop();
  await rm(folder, { recursive: true });
});

async function start(options: TestServerOptions): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}
const PODS = "/api/v1/namespaces/default/pods";
const REVIEWS = "/apis/authorization.k8s.io/v1";
const FORBIDDEN =
  'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace "default"';
const reviewOf = async (running: TestServer, as: string, resourceAttributes: object) => {
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
  return (await running.request("POST", `${REVIEWS}/selfsubjectaccessreviews`, { as, body })).body["status"];
};
const rulesOf = async (running: TestServer, as: string) => {
  const spec = { namespace: "default" };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec };
  return (await running.request("POST", `${REVIEWS}/selfsubjectrulesreviews`, { as, body })).body["status"];
};
const LIST = { verb: "list", resource: "pods", namespace: "default" };

describe("authorization modes", () => {
  it("AlwaysAllow", async () => {
    const running = await start({ authorizationMode: ["AlwaysAllow"] });
    expect((await running.request("GET", PODS, { as: "bob" })).status).toBe(200);
    expect(await rulesOf(running, "bob")).toMatchObject({ resourceRules: [{ verbs: ["*"] }], incomplete: false });
  });

  it("AlwaysDeny exempts system:masters", async () => {
    const running = await start({ authorizationMode: ["AlwaysDeny"] });
    expect((await running.request("GET", PODS)).status).toBe(200);
    const refused = await running.request("GET", PODS, { as: "alice" });
    expect(refused.body).toMatchObject({ code: 403, message: `${FORBIDDEN}: Everything is forbidden.` });
  });

  it("ABAC is evaluated before RBAC", async () => {
    const policies = join(folder, "policies.jsonl");
    const kind = { apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy" };
    const lines = [
      { ...kind, spec: { group: "dev", namespace: "default", resource: "pods", readonly: true } },
      { ...kind, spec: { user: "*", nonResourcePath: "*" } },
      { ...kind, spec: { group: "dev", namespace: "*", apiGroup: "*", resource: "*", readonly: false } },
    ];
    await writeFile(
      policies,
      lines
        .slice(0, 2)
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
    const running = await start({ authorizationMode: ["ABAC", "RBAC"], authorizationPolicyFile: policies });
    expect((await running.request("GET", PODS, { as: "alice" })).status).toBe(200);
    const writing = await running.request("DELETE", `${PODS}/x`, { as: "alice" });
    expect(writing.body.message).toContain('in the namespace "default": No policy matched.');
    expect((await running.request("GET", PODS, { as: "bob" })).status).toBe(403);
    expect((await running.request("GET", "/metrics", { as: "bob" })).status).toBe(200);
    const body = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview" };
    const asked = { ...body, spec: { user: "x", groups: ["dev"], resourceAttributes: LIST } };
    expect((await running.request("POST", `${REVIEWS}/subjectaccessreviews`, { body: asked })).body["status"]).toEqual({
      allowed: true,
    });
    const text = (await running.request("GET", "/metrics")).text;
    expect(text).toMatch(/apiserver_authorization_decisions_total\{type="ABAC",name="abac",decision="allowed"\} \d/);
  });

  it("refuses to start with broken policies", async () => {
    const policies = join(folder, "broken.jsonl");
    await writeFile(policies, "# fine\n{]");
    await expect(startTestServer({ authorizationMode: ["ABAC"], authorizationPolicyFile: policies })).rejects.toThrow(
      `error reading policy file ${policies}, line 2: {]: couldn't get version/kind`,
    );
  });
});

describe("mode Webhook", () => {
  const withHook = async (options: TestServerOptions = {}): Promise<TestServer> =>
    start({
      authorizationMode: ["RBAC", "Webhook"],
      authorizationWebhookConfigFile: await writeHookConfig(join(folder, "hook.yaml"), hook, "/authorize"),
      ...options,
    });
  const aboutPods = () => hook.received.filter(({ body }) => JSON.stringify(body).includes('"pods"'));

  it("sends a SubjectAccessReview, and caches the response", async () => {
    hook.answer(({ body }) => ({
      apiVersion: body["apiVersion"],
      kind: body["kind"],
      status: { allowed: true, reason: "the hook says so" },
    }));
    const running = await withHook();
    const listing = () =>
      running.request("GET", `${PODS}?labelSelector=app%3Dweb&fieldSelector=spec.nodeName%3Dn1`, { as: "alice" });
    expect((await listing()).status).toBe(200);
    expect((await listing()).status).toBe(200);
    expect(aboutPods()).toHaveLength(1);
    const [question] = aboutPods();
    expect(question).toMatchObject({
      path: "/authorize?timeout=30s",
      headers: { authorization: "Bearer server-token" },
    });
    expect(question?.body).toEqual({
      apiVersion: "authorization.k8s.io/v1beta1",
      kind: "SubjectAccessReview",
      metadata: { creationTimestamp: null },
      spec: {
        resourceAttributes: {
          namespace: "default",
          verb: "list",
          version: "v1",
          resource: "pods",
          fieldSelector: { requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] },
          labelSelector: { requirements: [{ key: "app", operator: "In", values: ["web"] }] },
        },
        user: "alice",
        group: ["dev", "qa", "system:authenticated"],
        uid: "2",
      },
      status: { allowed: false },
    });
    expect(await reviewOf(running, "alice", LIST)).toEqual({ allowed: true, reason: "the hook says so" });
    expect(await rulesOf(running, "alice")).toMatchObject({
      incomplete: true,
      evaluationError: "webhook authorizer does not support user rule resolution",
    });
    const text = (await running.request("GET", "/metrics")).text;
    expect(text).toContain('apiserver_authorization_webhook_evaluations_total{name="default",result="success"}');
  });

  it("omits selectors when their gate is off, and supports the v1 review", async () => {
    hook.answer(() => ({ status: { denied: true, reason: "never" } }));
    const running = await withHook({
      authorizationWebhookVersion: "v1",
      featureGates: { AuthorizeWithSelectors: "false", AuthorizeNodeWithSelectors: "false" },
    });
    const refused = await running.request("GET", `${PODS}?labelSelector=app%3Dweb`, { as: "alice" });
    expect(refused.body).toMatchObject({ code: 403, message: `${FORBIDDEN}: never` });
    expect(aboutPods()[0]?.body).toMatchObject({
      apiVersion: "authorization.k8s.io/v1",
      spec: { groups: ["dev", "qa", "system:authenticated"] },
    });
    expect(JSON.stringify(aboutPods()[0]?.body)).not.toContain("labelSelector");
  });

  it("denies requests when the webhook fails; with reference quirks it asks the next authorizer", async () => {
    hook.answer(() => ({ status: 403, type: "text/plain", text: "out of order" }));
    const hookFirst: TestServerOptions = { authorizationMode: ["Webhook", "RBAC"] };
    const review = (asked: TestServer) =>
      asked.request("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", { as: "alice", body: {} });
    const strict = await withHook(hookFirst);
    expect([(await review(strict)).status, (await strict.request("GET", PODS)).status]).toEqual([500, 200]);
    await strict.stop();
    const lenient = await withHook({ ...hookFirst, referenceQuirks: true });
    expect((await review(lenient)).status).toBe(201);
    await lenient.stop();
    const running = await withHook();
    const failed = await running.request("GET", `${PODS}?limit=1`, { as: "alice" });
    expect([failed.status, failed.text]).toEqual([
      500,
      'Internal Server Error: "/api/v1/namespaces/default/pods?limit=1": out of order\n',
    ]);
    expect((await running.request("GET", PODS)).status).toBe(200);
    expect(await reviewOf(running, "alice", LIST)).toEqual({
      allowed: false,
      denied: true,
      evaluationError: "out of order",
    });
  });

  it("stops waiting when the client disconnects", async () => {
    const stopped = new Promise<void>((resolve) => {
      hook.answer(() => {
        resolve();
        return "hang";
      });
    });
    const running = await withHook();
    const leaving = new AbortController();
    const asking = fetchAborted(running, leaving.signal);
    await stopped;
    leaving.abort();
    await asking;
    const canceled = 'apiserver_authorization_webhook_evaluations_total{name="default",result="canceled"} 1';
    await expect.poll(async () => (await running.request("GET", "/metrics")).text).toContain(canceled);
  });
});

/** A request by alice that is aborted by the signal. */
async function fetchAborted(running: TestServer, signal: AbortSignal): Promise<void> {
  const { request } = await import("node:https");
  const headers = { authorization: "Bearer alice-token" };
  await new Promise<void>((resolve) => {
    const asking = request(running.url + PODS, { agent: running.agent, headers, signal });
    asking.on("error", () => resolve());
    asking.end();
  });
}

describe("--authorization-config", () => {
  const written = async (file: string, authorizers: object[]): Promise<string> => {
    const kind = { kind: "AuthorizationConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
    await writeFile(file, JSON.stringify({ ...kind, authorizers }));
    return file;
  };
  const webhook = (name: string, kubeConfigFile: string, parts: object = {}) => ({
    type: "Webhook",
    name,
    webhook: {
      timeout: "3s",
      subjectAccessReviewVersion: "v1",
      matchConditionSubjectAccessReviewVersion: "v1",
      failurePolicy: "Deny",
      connectionInfo: { type: "KubeConfigFile", kubeConfigFile },
      ...parts,
    },
  });
  const RBAC = { type: "RBAC", name: "rbac" };

  it("is reloaded: valid changes are applied, invalid ones are not", async () => {
    const kubeconfig = await writeHookConfig(join(folder, "hook.yaml"), hook);
    const onlyAlice = { matchConditions: [{ expression: "request.user == 'alice'" }] };
    const file = await written(join(folder, "config.yaml"), [RBAC]);
    hook.answer(() => ({ status: { allowed: true } }));
    const running = await start({ authorizationConfig: file });
    const listing = async (as: string) => (await running.request("GET", PODS, { as })).status;
    const reloads = async (status: string): Promise<number> => {
      const { text } = await running.request("GET", "/metrics");
      const line = new RegExp(
        `authorization_config_controller_automatic_reloads_total\\{status="${status}".*\\} (\\d+)`,
      );
      return Number(line.exec(text)?.[1] ?? 0);
    };
    expect(await listing("alice")).toBe(403);

    await written(file, [RBAC, webhook("hook.example", kubeconfig, onlyAlice)]);
    await expect.poll(() => listing("alice")).toBe(200);
    expect(await listing("bob")).toBe(403);
    expect(hook.received.map(({ body }) => (body["spec"] as { user?: string }).user)).toEqual(["alice"]);
    expect(await reloads("success")).toBe(1);

    await written(file, [webhook("hook.example", kubeconfig)]);
    await expect.poll(() => reloads("failure")).toBeGreaterThan(0);
    expect(await listing("alice")).toBe(200);
    expect(await listing("bob")).toBe(403);

    await written(file, [RBAC, { type: "AlwaysAllow", name: "alwaysallow" }]);
    await expect.poll(() => listing("bob")).toBe(200);
    expect(await reloads("success")).toBe(2);
    const { text } = await running.request("GET", "/metrics");
    expect(text).toContain('decisions_total{type="Webhook",name="hook.example",decision="allowed"}');
    expect(text).toContain('match_condition_exclusions_total{type="Webhook",name="hook.example"}');
    expect(text).toMatch(/automatic_reload_last_timestamp_seconds\{status="success",apiserver_id_hash="sha256:/);
  });

  it("denies requests when an authorization webhook with failure policy Deny is unavailable", async () => {
    const kubeconfig = await writeHookConfig(join(folder, "gone.yaml"), { url: "https://127.0.0.1:1", ca: hook.ca });
    const authorizers = [webhook("gone", kubeconfig), { type: "AlwaysAllow", name: "alwaysallow" }];
    const running = await start({ authorizationConfig: await written(join(folder, "deny.yaml"), authorizers) });
    const failed = await running.request("GET", PODS, { as: "alice" });
    expect(failed.status).toBe(500);
    expect(failed.text).toContain("connect: connection refused");
    expect(await reviewOf(running, "admin", LIST)).toEqual({ allowed: true });
  });

  it("applies the configured webhook timeout", async () => {
    hook.answer(() => "hang");
    const kubeconfig = await writeHookConfig(join(folder, "hook.yaml"), hook);
    const authorizers = [webhook("slow", kubeconfig, { timeout: "50ms", failurePolicy: "NoOpinion" }), RBAC];
    const running = await start({ authorizationConfig: await written(join(folder, "slow.yaml"), authorizers) });
    expect((await running.request("GET", "/version", { as: "alice" })).status).toBe(200);
    const failed = await running.request("GET", PODS, { as: "alice" });
    expect(failed.status).toBe(500);
    expect(failed.text).toContain("context deadline exceeded");
    expect((await running.request("GET", "/metrics")).text).toContain(
      'apiserver_authorization_webhook_evaluations_fail_open_total{name="slow",result="timeout"} 2',
    );
  });

  it("refuses to start with an invalid file", async () => {
    const file = await written(join(folder, "broken.yaml"), [webhook("hook", "/not/there")]);
    await expect(startTestServer({ authorizationConfig: file })).rejects.toThrow(
      "authorizers[0].connectionInfo.kubeConfigFile",
    );
  });
});
