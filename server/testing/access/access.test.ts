import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const maps = core("default", "configmaps");

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const whoAmI = async (headers: Record<string, string | string[]>, as = "admin"): Promise<unknown> => {
  const answer = await server.request("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    as,
    headers,
    body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  });
  return answer.status === 201
    ? (answer.body["status"] as { userInfo: unknown }).userInfo
    : [answer.status, answer.body.message ?? answer.text];
};
const refusal = (answer: TestAnswer): unknown[] => [answer.status, answer.body.reason, answer.body.message];

describe("caller identity", () => {
  it("is the token's user", async () => {
    expect(await whoAmI({})).toEqual({
      username: "admin",
      uid: "1",
      groups: ["system:masters", "system:authenticated"],
    });
    expect(await whoAmI({}, "alice")).toMatchObject({
      username: "alice",
      groups: ["dev", "qa", "system:authenticated"],
    });
    expect(await whoAmI({}, "bob")).toMatchObject({ username: "bob", groups: ["system:authenticated"] });
  });

  it("is anonymous without credentials, and refused with wrong ones", async () => {
    expect(refusal(await server.request("GET", maps, { as: "nobody" }))).toEqual([
      403,
      "Forbidden",
      'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ]);
    const wrong = await server.request("GET", maps, { as: "nobody", headers: { authorization: "Bearer wrong" } });
    expect(refusal(wrong)).toEqual([401, "Unauthorized", "Unauthorized"]);
  });

  it("is the client certificate's subject", async () => {
    const { users } = parse(server.running.kubeconfig) as {
      users: { user: Record<"client-certificate-data" | "client-key-data", string> }[];
    };
    const user = users[0]?.user;
    const decoded = (text = ""): string => Buffer.from(text, "base64").toString();
    const answer = await server.request("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
      body: {},
      certificate: {
        ca: server.running.admin.ca,
        cert: decoded(user?.["client-certificate-data"]),
        key: decoded(user?.["client-key-data"]),
      },
    });
    expect(answer.status).toBe(201);
    const { userInfo } = answer.body["status"] as { userInfo: { groups: string[] } };
    expect(userInfo.groups).toEqual(["system:masters", "system:authenticated"]);
  });

  it("is a service account for a token that the server issued", async () => {
    await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "robot" } } });
    const made = await server.request("POST", core("default", "serviceaccounts", "robot/token"), {
      body: { spec: { expirationSeconds: 600 } },
    });
    expect(made.status).toBe(201);
    const { token } = made.body["status"] as { token: string };
    const review = await whoAmI({ authorization: `Bearer ${token}` }, "nobody");
    expect(review).toMatchObject({
      username: "system:serviceaccount:default:robot",
      groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
    });
    await server.request("DELETE", core("default", "serviceaccounts", "robot"));
    expect(await whoAmI({ authorization: `Bearer ${token}` }, "nobody")).toEqual([401, "Unauthorized"]);
  });
});

describe("impersonation", () => {
  it("sets user, groups, extra and uid", async () => {
    const seen = await whoAmI({
      "impersonate-user": "carol",
      "impersonate-group": ["one", "two"],
      "impersonate-uid": "u-1",
      "impersonate-extra-scopes": ["a", "b"],
      "impersonate-extra-acme.com%2Fproject": "x",
    });
    expect(seen).toEqual({
      username: "carol",
      uid: "u-1",
      groups: ["one", "two", "system:authenticated"],
      extra: { "acme.com/project": ["x"], scopes: ["a", "b"] },
    });
  });

  it("derives the groups of service accounts", async () => {
    expect(await whoAmI({ "impersonate-user": "system:serviceaccount:ns:sa" })).toMatchObject({
      groups: ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"],
    });
  });

  it("requires permission, and a user name", async () => {
    const denied = await server.request("GET", maps, { as: "bob", headers: { "impersonate-user": "carol" } });
    expect(refusal(denied)).toEqual([
      403,
      "Forbidden",
      'users "carol" is forbidden: User "bob" cannot impersonate resource "users" in API group "" at the cluster scope',
    ]);
    const headless = await server.request("GET", maps, { headers: { "impersonate-group": "one" } });
    expect(headless.status).toBe(500);
    expect(headless.text).toContain("without impersonating a user");
  });
});

describe("RBAC", () => {
  it.each([
    [
      "GET",
      maps,
      'configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      "GET",
      `${maps}/x`,
      'configmaps "x" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      "GET",
      "/api/v1/nodes",
      'nodes is forbidden: User "alice" cannot list resource "nodes" in API group "" at the cluster scope',
    ],
    [
      "DELETE",
      "/apis/apps/v1/namespaces/x/deployments",
      'deployments.apps is forbidden: User "alice" cannot deletecollection resource "deployments" in API group "apps" in the namespace "x"',
    ],
    [
      "GET",
      "/apis/apps/v1/namespaces/x/deployments/d/scale",
      'deployments.apps "d" is forbidden: User "alice" cannot get resource "deployments/scale" in API group "apps" in the namespace "x"',
    ],
    ["GET", "/metrics", 'forbidden: User "alice" cannot get path "/metrics"'],
  ])("describes the missing permission: %s %s", async (method, path, message) => {
    expect(refusal(await server.request(method, path, { as: "alice" }))).toEqual([403, "Forbidden", message]);
  });

  it("applies a role binding to the next request, and stops applying it after its deletion", async () => {
    const role = {
      metadata: { name: "reader" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }],
    };
    await server.request("POST", `${RBAC}/namespaces/default/roles`, { body: role });
    const bound = await server.request("POST", `${RBAC}/namespaces/default/rolebindings`, {
      body: {
        metadata: { name: "readers" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "dev" }],
      },
    });
    expect(bound.status).toBe(201);
    expect((await server.request("GET", maps, { as: "alice" })).status).toBe(200);
    expect((await server.request("GET", maps, { as: "bob" })).status).toBe(403);
    expect((await server.request("GET", "/api/v1/configmaps", { as: "alice" })).status).toBe(403);
    expect((await server.request("POST", maps, { as: "alice", body: configMap("x") })).status).toBe(403);
    await server.request("DELETE", `${RBAC}/namespaces/default/rolebindings/readers`);
    expect((await server.request("GET", maps, { as: "alice" })).status).toBe(403);
  });

  it("prevents users from granting permissions they do not hold", async () => {
    const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
    await server.request("POST", `${RBAC}/clusterroles`, {
      body: {
        metadata: { name: "role-writer" },
        rules: [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], verbs: ["create"] }],
      },
    });
    await server.request("POST", `${RBAC}/clusterrolebindings`, {
      body: {
        metadata: { name: "bob-writes-roles" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "role-writer" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "bob" }],
      },
    });
    const refused = await server.request("POST", `${RBAC}/clusterroles`, {
      as: "bob",
      body: { metadata: { name: "mine" }, rules: [everything] },
    });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("attempting to grant RBAC permissions not currently held");
    const small = await server.request("POST", `${RBAC}/clusterroles`, {
      as: "bob",
      body: {
        metadata: { name: "mine" },
        rules: [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], verbs: ["create"] }],
      },
    });
    expect(small.status).toBe(201);
  });

  it("answers access reviews about the caller's own permissions", async () => {
    const ask = async (as: string, resourceAttributes: object): Promise<unknown> => {
      const answer = await server.request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        as,
        body: { spec: { resourceAttributes } },
      });
      return (answer.body["status"] as { allowed?: boolean }).allowed ?? false;
    };
    const list = { verb: "list", resource: "secrets", namespace: "default" };
    expect(await ask("admin", list)).toBe(true);
    expect(await ask("bob", list)).toBe(false);
  });
});
