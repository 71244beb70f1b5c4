import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { kubeconfigText } from "../../access/authentication/kubeconfig.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { DEFAULT_OPTIONS } from "../options/options.ts";
import { type SandboxConsole, startSandboxConsole } from "./sandboxConsole.ts";
import { type ConnectProxy, startConnectProxy } from "./testing/connectProxy.ts";
import { type ConsoleClient, openConsoleClient } from "./testing/consoleClient.ts";

let folder = "";
let remote: TestServer;
let proxy: ConnectProxy;
let running: SandboxConsole;
let client: ConsoleClient;
const count = (): number => Number(readFileSync(join(folder, "runs"), "utf8").length);

/** One kubeconfig with a context for every kind of login, and some contexts that do not work. */
function kubeconfig(): string {
  const { ca, cert, key } = remote.running.admin;
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const good = { server: remote.url, "certificate-authority-data": encode(ca) };
  const clusters: Record<string, object> = {
    good,
    proxied: { ...good, "proxy-url": proxy.url.replace("//", "//me:proxy-password@") },
    named: { ...good, "tls-server-name": "wrong.example" },
    insecure: { server: remote.url, "insecure-skip-tls-verify": true },
    untrusted: { server: remote.url },
    away: { server: "https://127.0.0.1:1", "certificate-authority-data": encode(ca) },
    socks: { ...good, "proxy-url": "socks5://127.0.0.1:1" },
  };
  const exec = (args: string[], more: object = {}) => ({
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "./plugin",
      args,
      interactiveMode: "Never",
      provideClusterInfo: true,
      env: [{ name: "MARK", value: "set" }],
      ...more,
    },
  });
  const users: Record<string, object> = {
    admin: { "client-certificate-data": encode(cert), "client-key-data": encode(key) },
    alice: { token: "alice-token" },
    file: { tokenFile: "token-file" },
    nobody: { token: "wrong-token" },
    imitating: { token: "admin-token", as: "imitated", "as-groups": ["one", "two"] },
    plugin: exec(["alice-token"]),
    failing: exec(["fail"]),
    missing: exec([], { command: "orrery-no-such-plugin", installHint: "Install it from the shop." }),
    stale: exec(["stale"]),
    useless: exec(["wrong-token"]),
    basic: { username: "me", password: "basic-password" },
    legacy: { "auth-provider": { name: "oidc", config: { "refresh-token": "legacy-secret" } } },
  };
  const contexts = [
    ...Object.keys(users).map((name) => [name, "good", name]),
    ...Object.keys(clusters).map((name) => [`to-${name}`, name, "alice"]),
  ];
  return JSON.stringify({
    clusters: Object.entries(clusters).map(([name, cluster]) => ({ name, cluster })),
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    contexts: contexts.map(([name, cluster, user]) => ({ name, context: { cluster, user } })),
    "current-context": "admin",
  });
}

/** Counts its runs; `stale` returns a refused token at first and a good one after that. */
const PLUGIN = `#!/bin/sh
printf x >> "${"$"}{0%/*}/runs"
test "$MARK" = set || exit 9
echo "$KUBERNETES_EXEC_INFO" > "${"$"}{0%/*}/info"
token="$1"
case "$1" in
  fail) echo "not signed in" >&2; exit 3 ;;
  stale) token=wrong-token; test -f "${"$"}{0%/*}/signed-in" && token=alice-token; touch "${"$"}{0%/*}/signed-in" ;;
esac
printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"%s"}}' "$token"
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-remote-"));
  [remote, proxy] = await Promise.all([startTestServer(), startConnectProxy("me:proxy-password")]);
  writeFileSync(join(folder, "plugin"), PLUGIN);
  chmodSync(join(folder, "plugin"), 0o755);
  writeFileSync(join(folder, "token-file"), "alice-token\n");
  writeFileSync(join(folder, "runs"), "");
  writeFileSync(join(folder, "config"), kubeconfig());
  mkdirSync(join(folder, "page"));
  running = await startSandboxConsole(
    { ...DEFAULT_OPTIONS, controllers: [], securePort: 0, dataDir: join(folder, "sandbox") },
    {
      rendererDir: join(folder, "page"),
      environment: { PATH: process.env.PATH, KUBECONFIG: join(folder, "config") },
      exportFolder: join(folder, "exports"),
    },
  );
  client = await openConsoleClient(running.host);
}, 60_000);

afterAll(async () => {
  await running?.close();
  await proxy?.close();
  await remote?.stop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  for (const secret of ["PRIVATE KEY", "admin-token", "alice-token", "-password", "legacy-secret", "LS0tLS1CRUdJTi"]) {
    expect(client.received()).not.toContain(secret);
  }
});

/** The user as whom the remote server identifies a context. */
async function whoami(context: string): Promise<{ status: number; name: string | undefined; message: string }> {
  const path = `/clusters/ctx-${context}/apis/authentication.k8s.io/v1/selfsubjectreviews`;
  const answer = await client.request("POST", path, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
  });
  const body = JSON.parse(answer.body);
  return { status: answer.status, name: body.status?.userInfo?.username, message: body.message ?? "" };
}

test("listing contexts neither runs nor contacts anything", async () => {
  const found = await client.cluster("ctx-plugin");
  expect(found).toMatchObject({ name: "plugin", kind: "remote", state: "unopened", login: "exec", removable: false });
  expect(count()).toBe(0);
  expect(proxy.tunnels).toEqual([]);
});

describe("authentication methods", () => {
  test.each([
    ["admin", "kubernetes-admin"],
    ["alice", "alice"],
    ["file", "alice"],
    ["plugin", "alice"],
    ["imitating", "imitated"],
    ["to-insecure", "alice"],
  ])("context %s authenticates as %s", async (context, name) => {
    const found = await whoami(context);
    if (context === "admin") expect(found.status).toBe(201);
    else expect(found).toMatchObject({ status: 201, name });
    expect((await client.cluster(`ctx-${context}`)).state).toBe("connected");
  });

  test("requests and watches work through a proxy with a password", async () => {
    expect(await whoami("to-proxied")).toMatchObject({ status: 201, name: "alice" });
    const authority = new URL(remote.url).host;
    expect(proxy.tunnels).toEqual([authority]);
    const socket = client.socket("/clusters/ctx-to-proxied/api/v1/namespaces?watch=1");
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, answer) => resolve(answer.statusCode));
      socket.on("error", () => {});
    });
    expect(status).toBe(403);
    expect(proxy.tunnels).toEqual([authority, authority]);
  });

  test("a token file is read again for every request", async () => {
    writeFileSync(join(folder, "token-file"), "bob-token");
    expect(await whoami("file")).toMatchObject({ name: "bob" });
  });

  test("a watch over WebSocket uses the plugin's token", async () => {
    const socket = client.socket("/clusters/ctx-admin/api/v1/namespaces?watch=1");
    const message = await new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));
    expect(JSON.parse(message)).toMatchObject({ type: "ADDED", object: { kind: "Namespace" } });
    socket.close();
  });

  test("the plugin receives the cluster info, runs once, and again when its token is refused", async () => {
    writeFileSync(join(folder, "runs"), "");
    const info = JSON.parse(readFileSync(join(folder, "info"), "utf8"));
    expect(info).toMatchObject({
      kind: "ExecCredential",
      spec: { interactive: false, cluster: { server: remote.url } },
    });
    await Promise.all([whoami("plugin"), whoami("plugin")]);
    expect(count()).toBe(0);
    expect(await whoami("stale")).toMatchObject({ status: 201, name: "alice" });
    expect(count()).toBe(2);
  });

  test("a plugin that never returns a valid token runs twice, and again only on user request", async () => {
    writeFileSync(join(folder, "runs"), "");
    for (let i = 0; i < 3; i++) expect((await whoami("useless")).status).toBe(401);
    expect(count()).toBe(2);
    expect(await client.cluster("ctx-useless")).toMatchObject({ state: "unauthorized" });
    await client.call("POST", "/host/clusters/ctx-useless/retry");
    expect(count()).toBe(3);
  });
});

describe("failing connections report why", () => {
  test.each([
    ["failing", 401, /code 3.*not signed in/],
    ["missing", 401, /orrery-no-such-plugin.*not found.*PATH.*Install it from the shop/],
    ["basic", 401, /name and password/],
    ["legacy", 401, /auth-provider "oidc"/],
    ["to-untrusted", 502, /authority/],
    ["to-named", 502, /another name/],
    ["to-away", 502, /nothing listens/],
    ["to-socks", 503, /SOCKS/],
  ])("%s: %i %s", async (context, status, message) => {
    const answer = await whoami(context);
    expect(answer.status).toBe(status);
    expect(answer.message.replace(/\n/g, " ")).toMatch(message);
    expect(await client.cluster(`ctx-${context}`)).toMatchObject({
      state: status === 401 ? "unauthorized" : "unreachable",
      reason: expect.stringMatching(message),
    });
  });

  test("reports a token that the server refuses", async () => {
    expect((await whoami("nobody")).status).toBe(401);
    expect(await client.cluster("ctx-nobody")).toMatchObject({
      state: "unauthorized",
      reason: expect.stringContaining("new one"),
    });
    await client.call("POST", "/host/clusters/ctx-nobody/retry");
    expect((await client.cluster("ctx-nobody")).state).toBe("unauthorized");
  });
});

describe("opening, changing and adding clusters", () => {
  test("opening requests the server version", async () => {
    await client.call("POST", "/host/clusters/ctx-alice/open");
    expect(await client.cluster("ctx-alice")).toMatchObject({ state: "connected", version: "v1.32.3" });
  });

  test("a read-only cluster refuses writes, with a Status that says how to allow them", async () => {
    await client.call("PATCH", "/host/clusters/ctx-admin", { readOnly: true, colour: "#aa0000", name: "Production" });
    expect(await client.cluster("ctx-admin")).toMatchObject({ readOnly: true, colour: "#aa0000", name: "Production" });
    const refused = await client.request("DELETE", "/clusters/ctx-admin/api/v1/namespaces/default");
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ kind: "Status", reason: "Forbidden" });
    expect((await client.request("GET", "/clusters/ctx-admin/api/v1/namespaces")).status).toBe(200);
    expect((await whoami("admin")).status).toBe(201);
  });

  test("a change of the kubeconfig is detected, and sent to the page", async () => {
    const events = client.socket("/host/events");
    await new Promise((resolve) => events.once("message", resolve));
    const told = new Promise<void>((resolve) => {
      events.on("message", (data) => {
        if (String(data).includes('"ctx-fresh"')) resolve();
      });
    });
    writeFileSync(
      join(folder, "config"),
      kubeconfig().replace('"contexts":[', '"contexts":[{"name":"fresh","context":{"cluster":"good","user":"alice"}},'),
    );
    await told;
    events.close();
    expect((await client.cluster("ctx-alice")).state).toBe("connected");
  });

  test("a pasted kubeconfig, a manually entered server and a file are stored encrypted, and can be removed", async () => {
    const { ca } = remote.running.admin;
    const text = kubeconfigText({ server: remote.url, authority: ca, name: "pasted", token: "alice-token" });
    const pasted = await client.call<{ ids: string[] }>("POST", "/host/contexts", { kubeconfig: text });
    const server = { name: "by hand", server: remote.url, ca, token: "alice-token" };
    const typed = await client.call<{ ids: string[] }>("POST", "/host/contexts", { server });
    writeFileSync(join(folder, "other"), text);
    await client.call("POST", "/host/contexts", { path: join(folder, "other") });
    for (const [id = ""] of [pasted.ids, typed.ids]) expect(await whoami(id.slice(4))).toMatchObject({ name: "alice" });
    const kept = join(folder, "sandbox/console/contexts");
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(readFileSync(kept, "utf8")).toContain("pasted");
    for (const id of [...pasted.ids, ...typed.ids]) await client.call("DELETE", `/host/clusters/${id}`);
    expect(readFileSync(kept, "utf8")).not.toContain("alice-token");
    expect((await client.request("DELETE", "/host/clusters/ctx-alice")).status).toBe(400);
  });

  test("an invalid kubeconfig is refused without quoting it", async () => {
    for (const body of [
      { kubeconfig: "token: [alice-token" },
      { kubeconfig: "clusters: []" },
      { path: "relative" },
      { path: "/nowhere/config" },
      { server: { name: "x", server: "ftp://x" } },
      { server: { name: "x", server: "https://x", cert: "PEM" } },
    ]) {
      const answer = await client.request("POST", "/host/contexts", body);
      expect([answer.status, JSON.parse(answer.body).reason]).toEqual([400, "BadRequest"]);
    }
    await vi.waitFor(async () => expect((await client.request("GET", "/host/overview")).status).toBe(200));
  });
});
