import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { numbered, sendHostile } from "./hostileBody.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const AUTHORIZATION = "/apis/authorization.k8s.io/v1";
/** Number of rules per role: nearly as many as fit into a body. */
const RULES = 30_000;
const ROLES = 12;
/** Number of bindings of bob, most of them to the first role, and of alice. */
const BINDINGS = { bob: 50, alice: 4 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const create = async (path: string, body: string): Promise<void> => {
    expect((await server.request("POST", path, { body })).status).toBe(201);
  };
  for (let n = 0; n < ROLES; n++) {
    const rules = numbered(
      RULES,
      (i) => `{"apiGroups":[""],"resources":["pods"],"verbs":["get"],"resourceNames":["${i}"]}`,
    );
    await create(`${RBAC}/roles`, `{"metadata":{"name":"wide-${n}"},"rules":[${rules}]}`);
  }
  for (const [name, count] of Object.entries(BINDINGS)) {
    for (let n = 0; n < count; n++) {
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: `wide-${n < ROLES ? n : 0}` };
      const binding = { metadata: { name: `${name}-${n}` }, roleRef, subjects: [{ kind: "User", name }] };
      await create(`${RBAC}/rolebindings`, JSON.stringify(binding));
    }
  }
}, 120_000);
afterAll(() => server.stop());

/**
 * Work that yields ends each turn after 10 ms: a low limit detects work that does not, with fewer rules than would be
 * needed to reach the usual limit.
 */
const limits = { stall: 30, heap: 2 ** 31 };
const review = (kind: string, spec: string): string =>
  `{"kind":"${kind}","apiVersion":"authorization.k8s.io/v1","spec":${spec}}`;

describe("a user with very many rules does not delay other users", () => {
  it("with an access review that no rule allows", { timeout: 60_000 }, async () => {
    const attributes = '{"verb":"get","resource":"pods","name":"other","namespace":"default"}';
    const { status, text } = await sendHostile(server, {
      name: "access",
      path: `${AUTHORIZATION}/subjectaccessreviews`,
      body: () => review("SubjectAccessReview", `{"user":"bob","resourceAttributes":${attributes}}`),
      status: 201,
      limits,
    });
    expect([status, text]).toEqual([201, expect.stringContaining('"allowed":false')]);
  });

  it("with a rules review", { timeout: 60_000 }, async () => {
    const { status, text } = await sendHostile(server, {
      name: "rules",
      path: `${AUTHORIZATION}/selfsubjectrulesreviews`,
      as: "alice",
      body: () => review("SelfSubjectRulesReview", '{"namespace":"default"}'),
      status: 201,
      limits,
    });
    expect([status, text]).toEqual([201, expect.stringContaining('"resourceNames":["')]);
  });
});
