import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { explainCommand } from "./explain.ts";

const GROUP = "rbac.authorization.k8s.io";
const RBAC = `/apis/${GROUP}/v1`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const space = `${RBAC}/namespaces/default`;
  await server.request("POST", `${space}/roles`, {
    body: {
      metadata: { name: "reader" },
      rules: [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"] }],
    },
  });
  await server.request("POST", `${space}/rolebindings`, {
    body: {
      metadata: { name: "readers" },
      roleRef: { apiGroup: GROUP, kind: "Role", name: "reader" },
      subjects: [{ apiGroup: GROUP, kind: "Group", name: "dev" }],
    },
  });
});
afterAll(() => server.stop());

/** Runs the command; returns exit code, output and errors. */
async function run(...argv: string[]): Promise<[number, string, string]> {
  let [text, errors] = ["", ""];
  const code = await explainCommand(argv, {
    out: (part) => {
      text += part;
    },
    error: (part) => {
      errors += part;
    },
  });
  return [code, text, errors];
}
const atServer = (...argv: string[]) => run("--data-dir", server.dataDir, ...argv);
const asAlice = ["--as", "alice", "--as-group", "dev"];

describe("orrery explain", () => {
  it("prints which binding allows an action", async () => {
    const [code, text] = await atServer(...asAlice, "get", "deploy", "web");
    expect(code).toBe(0);
    expect(text).toBe(
      [
        'alice (dev, system:authenticated) may get deployments.apps "web" in the namespace "default".',
        "",
        "Allowed by",
        '  RoleBinding "readers/default" of Role "reader" to Group "dev"',
        '      {APIGroups:["apps"], Resources:["deployments"], Verbs:["get"]}',
        "",
        "The server says:",
        '  RBAC: allowed by RoleBinding "readers/default" of Role "reader" to Group "dev"',
        "",
      ].join("\n"),
    );
  });

  it("prints the nearest grants when an action is denied", async () => {
    const [code, text] = await atServer(...asAlice, "get", "deploy", "--subresource", "scale");
    expect(code).toBe(1);
    expect(text).toContain('another part of the resource: RoleBinding "readers/default" of Role "reader"');
  });

  it("explains non-resource paths, and the caller's own permissions", async () => {
    const [code, text] = await atServer("--as", "bob", "can", "/healthz", "get");
    expect([code, text.split("\n")[0]]).toEqual([0, "bob (system:authenticated) may get the path /healthz."]);
    expect(text).toContain('ClusterRoleBinding "system:public-info-viewer"');
    expect((await atServer("delete", "nodes"))[0]).toBe(0);
  });

  it("prints JSON", async () => {
    const [code, text] = await atServer(...asAlice, "-o", "json", "delete", "deployments.apps");
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      user: { username: "alice", groups: ["dev", "system:authenticated"] },
      resourceAttributes: { verb: "delete", group: "apps", resource: "deployments", namespace: "default" },
      verdict: { allowed: false },
      agrees: true,
      grants: [],
      nearMisses: [{ lacks: "verb", by: 'RoleBinding "readers/default" of Role "reader" to Group "dev"' }],
      hidden: [],
    });
  });

  it("reports what the caller may not see, and that the caller may not ask about other users", async () => {
    const ca = join(server.dataDir, "explain-ca.crt");
    await writeFile(ca, server.running.admin.ca);
    const alice = ["--server", server.url, "--token", "alice-token", "--certificate-authority", ca];
    const [code, text] = await run(...alice, "get", "deployments");
    expect(code).toBe(0);
    expect(text).toContain("What allows it was not visible to you.");
    expect(text).toContain("Not visible to you:\n  clusterroles (");
    const [refused, nothing, error] = await run(...alice, ...asAlice, "get", "deployments");
    expect([refused, nothing]).toEqual([2, ""]);
    expect(error).toContain('cannot create resource "subjectaccessreviews"');
  });

  it("exits with 2 when no server can be reached, or the question is missing", async () => {
    expect((await atServer("get"))[0]).toBe(2);
    const [code, , error] = await run("--data-dir", join(server.dataDir, "none"), "get", "pods");
    expect([code, error]).toEqual([2, expect.stringContaining("cannot read")]);
    // The discard port: no program listens there.
    const [unreachable, , message] = await run("--server", "http://127.0.0.1:9", "get", "pods");
    expect([unreachable, message]).toEqual([2, expect.stringContaining("cannot reach http://127.0.0.1:9")]);
  });
});
