import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, namespace, pod } from "../../testing/objects.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { startHookServer } from "../webhook/testing/hookServer.ts";

const POLICY = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: None
  users: [bob]
- level: RequestResponse
  namespaces: [full]
- level: Request
  namespaces: [bodies]
- level: Metadata
`;

let folder: string;
let logPath: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-audit-"));
  const auditPolicyFile = join(folder, "policy.yaml");
  logPath = join(folder, "audit.log");
  await writeFile(auditPolicyFile, POLICY);
  server = await startTestServer({
    auditPolicyFile,
    auditLogPath: logPath,
    anonymousAuth: false,
    emulatedVersion: "1.31",
  });
  for (const name of ["full", "bodies"]) await server.request("POST", "/api/v1/namespaces", { body: namespace(name) });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The audit events of a request, by the id in its response. */
async function eventsOf(answer: { readonly headers: Readonly<Record<string, unknown>> }) {
  const lines = (await readFile(logPath, "utf8")).trimEnd().split("\n");
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into as the JSON they are
  const events: any[] = lines.map((line) => JSON.parse(line));
  return events.filter(({ auditID }) => auditID === answer.headers["audit-id"]);
}

describe("Audit log", () => {
  it("records two events per request with the audit id the client may set", async () => {
    const headers = { "audit-id": "my-own-id", "user-agent": "spec/1" };
    const answer = await server.request("GET", `${core("default", "configmaps")}?limit=1`, { as: "alice", headers });
    expect(answer.status).toBe(403);
    const [received, complete, ...more] = await eventsOf(answer);
    expect(more).toEqual([]);
    expect(received).toMatchObject({ stage: "RequestReceived", auditID: "my-own-id" });
    expect(received).not.toHaveProperty("responseStatus");
    expect(received.stageTimestamp).toBe(received.requestReceivedTimestamp);
    expect(complete).toMatchObject({
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: "Metadata",
      stage: "ResponseComplete",
      requestURI: "/api/v1/namespaces/default/configmaps?limit=1",
      verb: "list",
      user: { username: "alice", uid: "2", groups: ["dev", "qa", "system:authenticated"] },
      sourceIPs: ["127.0.0.1"],
      userAgent: "spec/1",
      objectRef: { resource: "configmaps", namespace: "default", apiVersion: "v1" },
      responseStatus: { metadata: {}, status: "Failure", reason: "Forbidden", code: 403 },
      annotations: { "authorization.k8s.io/decision": "forbid", "authorization.k8s.io/reason": "" },
    });
    expect(complete.responseStatus.message).toBe(answer.body.message);
    expect(complete.stageTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  it("includes no bodies, the request body, or both, as the policy says", async () => {
    const create = async (where: string) =>
      eventsOf(
        await server.request("POST", `${core(where, "secrets")}`, {
          body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "hidden" } },
        }),
      );
    const [, metadata] = await create("default");
    expect(metadata.objectRef).toMatchObject({ resource: "secrets", name: "s" });
    expect(JSON.stringify(metadata)).not.toMatch(/hidden|aGlkZGVu|Object":/);
    const [, request] = await create("bodies");
    expect(request.requestObject).toMatchObject({ kind: "Secret", type: "Opaque", data: { a: "aGlkZGVu" } });
    expect(request).not.toHaveProperty("responseObject");
    const [received, both] = await create("full");
    expect(received).not.toHaveProperty("requestObject");
    expect(both.requestObject.metadata).not.toHaveProperty("uid");
    expect(both.responseObject).toMatchObject({ kind: "Secret", data: { a: "aGlkZGVu" } });
    expect(both.responseStatus).toEqual({ metadata: {}, code: 201 });
  });

  it("records patches, deletions and lists", async () => {
    await server.request("POST", core("full", "configmaps"), { body: configMap("m", { a: "1" }) });
    const path = core("full", "configmaps", "m");
    const type = { "content-type": "application/merge-patch+json" };
    const [, patched] = await eventsOf(
      await server.request("PATCH", path, { body: '{"data":{"a":"2"}}', headers: type }),
    );
    expect(patched.requestObject).toEqual({ data: { a: "2" } });
    expect(patched.responseObject.data).toEqual({ a: "2" });
    const accept = { accept: "application/vnd.kubernetes.protobuf" };
    const [, listed] = await eventsOf(await server.request("GET", core("full", "configmaps"), { headers: accept }));
    expect(listed.responseObject).toMatchObject({ kind: "ConfigMapList", items: [{ metadata: { name: "m" } }] });
    const options = { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 };
    const [, gone] = await eventsOf(await server.request("DELETE", path, { body: options }));
    expect(gone.requestObject).toMatchObject({ kind: "DeleteOptions", gracePeriodSeconds: 0 });
    expect(gone.responseStatus).toMatchObject({ status: "Success", details: { name: "m" }, code: 200 });
    const [, missing] = await eventsOf(await server.request("GET", path));
    expect(missing.responseObject).toMatchObject({ kind: "Status", reason: "NotFound", code: 404 });
  });

  it("records the start and end of a watch", async () => {
    const watch = await server.watch(`${core("full", "configmaps")}?watch=true`);
    const stages = async () => {
      const lines = (await readFile(logPath, "utf8")).trimEnd().split("\n");
      const events = lines.map((line) => JSON.parse(line));
      const mine = events.filter(({ verb, objectRef: of }) => verb === "watch" && of.resource === "configmaps");
      return mine.map(({ stage, responseStatus: of }) => [stage, of?.code]);
    };
    expect(await stages()).toEqual([
      ["RequestReceived", undefined],
      ["ResponseStarted", 200],
    ]);
    watch.close();
    await expect.poll(stages, { timeout: 5000 }).toHaveLength(3);
    expect((await stages())[2]).toEqual(["ResponseComplete", 200]);
  });

  it("records both the user and the impersonated user", async () => {
    const headers = { "impersonate-user": "carol", "impersonate-group": "ops" };
    const [, event] = await eventsOf(await server.request("GET", core("default", "configmaps"), { headers }));
    expect(event.user.username).toBe("admin");
    expect(event.impersonatedUser).toEqual({ username: "carol", groups: ["ops", "system:authenticated"] });
  });

  it("records unauthenticated requests and never their token", async () => {
    const headers = { authorization: "Bearer wrong-token" };
    const answer = await server.request("GET", "/api/v1/pods?access_token=wrong-token", { as: "nobody", headers });
    expect(answer.status).toBe(401);
    const [event, ...more] = await eventsOf(answer);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      stage: "ResponseStarted",
      user: {},
      responseStatus: { status: "Failure", message: "Unauthorized", reason: "Unauthorized", code: 401 },
    });
    const text = await readFile(logPath, "utf8");
    for (const secret of ["wrong-token", "admin-token", "alice-token"]) expect(text).not.toContain(secret);
  });

  it("records nothing for users whom the policy excludes", async () => {
    expect(await eventsOf(await server.request("GET", "/api", { as: "bob" }))).toEqual([]);
  });

  it("contains annotations of admission and deprecation", async () => {
    const restricted = { ...namespace("strict"), metadata: { name: "strict", labels: {} } };
    Object.assign(restricted.metadata.labels, { "pod-security.kubernetes.io/enforce": "baseline" });
    await server.request("POST", "/api/v1/namespaces", { body: restricted });
    await server.request("POST", core("strict", "serviceaccounts"), {
      body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } },
    });
    const [, event] = await eventsOf(await server.request("POST", core("strict", "pods"), { body: pod("p") }));
    expect(event.responseStatus.code).toBe(201);
    expect(event.annotations["pod-security.kubernetes.io/enforce-policy"]).toBe("baseline:latest");
    const [, old] = await eventsOf(await server.request("GET", "/api/v1/componentstatuses"));
    expect(old.annotations).toMatchObject({ "k8s.io/deprecated": "true" });
    expect(old.annotations).not.toHaveProperty(["k8s.io/removed-release"]);
    const [, ends] = await eventsOf(
      await server.request("GET", "/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas/none"),
    );
    expect(ends.annotations).toMatchObject({ "k8s.io/deprecated": "true", "k8s.io/removed-release": "1.32" });
  });

  it("identifies issued tokens by id and never contains them", async () => {
    await server.request("POST", core("default", "serviceaccounts"), {
      body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } },
    });
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
    const answer = await server.request("POST", `${core("default", "serviceaccounts", "robot")}/token`, { body });
    expect(answer.status).toBe(201);
    const [, event] = await eventsOf(answer);
    expect(await readFile(logPath, "utf8")).not.toContain((answer.body["status"] as { token: string }).token);
    expect(event.annotations["authentication.kubernetes.io/issued-credential-id"]).toMatch(/^JTI=[0-9a-f-]{36}$/);
  });

  it("records the server's own requests", async () => {
    const lines = (await readFile(logPath, "utf8")).split("\n");
    const own = lines.find((line) => line.includes('"username":"system:apiserver"')) ?? "null";
    expect(JSON.parse(own)).toMatchObject({ sourceIPs: ["::1"], userAgent: "kube-apiserver" });
  });

  it("has metrics", async () => {
    const { text } = await server.request("GET", "/metrics");
    expect(text).toMatch(/^apiserver_audit_event_total \d+$/m);
    expect(text).toMatch(/^apiserver_audit_level_total\{level="RequestResponse"\} \d+$/m);
    expect(text).toMatch(/^apiserver_audit_requests_rejected_total 0$/m);
    expect(text).toContain("# TYPE apiserver_audit_error_total counter");
  });
});

describe("API server with an audit log", () => {
  const policy = async (text: string): Promise<string> => {
    const path = join(folder, "other.yaml");
    await writeFile(path, text);
    return path;
  };

  it("does not start if the policy file is invalid, and names the file", async () => {
    const auditPolicyFile = await policy(POLICY.replace("Metadata", "Everything"));
    await expect(startTestServer({ auditPolicyFile, auditLogPath: "-" })).rejects.toThrow(
      `Unsupported value: "Everything": supported values: "None", "Metadata", "Request", "RequestResponse": from file ${auditPolicyFile}`,
    );
    await expect(startTestServer({ auditLogPath: "-", auditLogMode: "lazy" })).rejects.toThrow(
      "invalid audit log mode",
    );
  });

  it.skipIf(!existsSync("/dev/full"))("in blocking-strict mode rejects requests it cannot record", async () => {
    const options = { auditLogPath: "/dev/full", auditPolicyFile: await policy(ALICE) };
    const strict = await startTestServer({ ...options, auditLogMode: "blocking-strict" });
    try {
      const refused = await strict.request("GET", "/version?a=b", { as: "alice" });
      expect([refused.status, refused.text]).toEqual([
        500,
        'Internal Server Error: "/version?a=b": failed to store audit event\n',
      ]);
      expect((await strict.request("GET", "/version")).status).toBe(200);
      expect((await strict.request("GET", "/metrics")).text).toContain("apiserver_audit_requests_rejected_total 1");
    } finally {
      await strict.stop();
    }
    const lenient = await startTestServer({
      ...options,
      auditLogMode: "blocking",
      auditPolicyFile: await policy(ALICE),
    });
    try {
      expect((await lenient.request("GET", "/version", { as: "alice" })).status).toBe(200);
      const { text } = await lenient.request("GET", "/metrics");
      expect(text).toContain('apiserver_audit_error_total{plugin="log"} 2');
    } finally {
      await lenient.stop();
    }
  });

  it("sent to a webhook delivers the last events before shutdown", async () => {
    const hook = await startHookServer();
    hook.answer(() => ({ text: "" }));
    const config = join(folder, "hook.yaml");
    await writeFile(
      config,
      JSON.stringify({
        clusters: [
          { name: "c", cluster: { server: `${hook.url}/events`, "certificate-authority-data": btoa(hook.ca) } },
        ],
        contexts: [{ name: "x", context: { cluster: "c", user: "" } }],
        "current-context": "x",
      }),
    );
    try {
      const watched = await startTestServer({ auditWebhookConfigFile: config, auditPolicyFile: await policy(ALICE) });
      await watched.request("GET", "/version", { as: "alice" });
      expect(hook.received).toEqual([]);
      await watched.stop();
      expect(hook.received).toMatchObject([
        { path: "/events", body: { kind: "EventList", items: [{ stage: "RequestReceived" }, { verb: "get" }] } },
      ]);
    } finally {
      await hook.stop();
    }
  });
});

const ALICE = `apiVersion: audit.k8s.io/v1
kind: Policy
rules: [{level: Metadata, users: [alice]}]
`;
