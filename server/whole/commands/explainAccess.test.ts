import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { explainAccess } from "./explainAccess.ts";
import { explanationText } from "./explanationText.ts";
import { fakeApi } from "./testing/fakeApi.ts";

const ROOT = "/apis/rbac.authorization.test.io/v1";
const binding = (name: string, namespace: string, role: string, subjects: object[]): ApiObject => ({
  metadata: { name, namespace },
  roleRef: { kind: "Role", name: role },
  subjects,
});
const LISTS = {
  clusterroles: [{ metadata: { name: "a" } }, { metadata: { name: "b" } }, { metadata: { name: "c" } }],
  roles: [
    {
      metadata: { name: "reader", namespace: "dev" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
    },
  ],
  rolebindings: [
    binding("x", "dev", "reader", [{ kind: "User", name: "somebody" }]),
    binding("y", "dev", "reader", [{ kind: "User", name: "Carol" }]),
    binding("readers", "dev", "reader", [{ kind: "User", name: "alice" }]),
  ],
};
const alice = { username: "alice", groups: ["qa"] };
const pods = { verb: "get", resource: "po", name: "", subresource: "", namespace: "dev" };

describe("explainAccess", () => {
  it("finds the grant behind the server's verdict, page by page", async () => {
    const api = fakeApi({ lists: LISTS, verdict: { allowed: true, reason: "because" } });
    const finding = await explainAccess(api, { question: pods, as: alice });
    expect(api.reviews).toEqual([
      {
        path: "/apis/authorization.test.io/v1/subjectaccessreviews",
        spec: {
          user: "alice",
          groups: ["qa", "system:authenticated"],
          resourceAttributes: { verb: "get", group: "", resource: "pods", subresource: "", namespace: "dev", name: "" },
        },
      },
    ]);
    expect(finding).toMatchObject({ agrees: true, hidden: [], notes: [] });
    expect(explanationText(finding)).toBe(
      [
        'alice (qa, system:authenticated) may get pods in the namespace "dev".',
        "",
        "Allowed by",
        '  RoleBinding "readers/dev" of Role "reader" to User "alice"',
        '      {APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
        "",
        "The server says:",
        "  because",
        "",
      ].join("\n"),
    );
  });

  it("lists the nearest grants of a denial", async () => {
    const api = fakeApi({ lists: LISTS, verdict: { allowed: false } });
    const text = async (question: typeof pods, username = "alice") =>
      explanationText(await explainAccess(api, { question, as: { username, groups: [] } }));
    expect(await text({ ...pods, verb: "delete" })).toContain('other verbs: RoleBinding "readers/dev"');
    expect(await text({ ...pods, namespace: "qa" })).toContain(
      'only in the namespace "dev": RoleBinding "readers/dev"',
    );
    expect(await text(pods, "carol")).toContain('a subject whose name differs in case: RoleBinding "y/dev"');
    expect(await text({ ...pods, verb: "delete" }, "bob")).toContain("Nothing that was seen comes near");
    expect(await text(pods, "bob")).toContain(
      '\nA binding to one of these would allow it:\n  Role "reader" in the namespace "dev", which also gives ' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}\n',
    );
  });

  it("checks the caller's own access without naming the user", async () => {
    const me = { username: "root", groups: ["system:masters"] };
    const api = fakeApi({ lists: {}, verdict: { allowed: true }, me });
    const finding = await explainAccess(api, { question: { verb: "get", path: "/healthz" }, as: undefined });
    expect(api.reviews).toEqual([
      {
        path: "/apis/authorization.test.io/v1/selfsubjectaccessreviews",
        spec: { nonResourceAttributes: { verb: "get", path: "/healthz" } },
      },
    ]);
    expect(finding.agrees).toBe(false);
    expect(finding.notes).toEqual([
      "Members of system:masters may do everything, before any role or binding is looked at.",
      "No role or binding is needed for it.",
    ]);
  });

  it("reports what it could not see", async () => {
    const forbidden = [`${ROOT}/rolebindings`, `${ROOT}/clusterrolebindings`];
    const api = fakeApi({ lists: LISTS, verdict: { allowed: true }, forbidden });
    const seen = await explainAccess(api, { question: pods, as: alice });
    expect(seen.agrees).toBe(true);
    expect(seen.hidden).toEqual([
      `clusterrolebindings (${ROOT}/clusterrolebindings is forbidden)`,
      'rolebindings outside the namespace "dev"',
    ]);
    const unseen = await explainAccess(api, { question: { ...pods, verb: "delete" }, as: alice });
    expect(unseen.notes).toEqual(["What allows it was not visible to you."]);
  });

  it.each<[{ allowed: boolean; denied?: boolean }, string, string]>([
    [{ allowed: true }, "delete", "No role or binding allows it: it is another authorizer of the server that does."],
    [
      { allowed: false, denied: true },
      "get",
      "Another authorizer of the server denies it before roles and bindings are asked.",
    ],
    [
      { allowed: false },
      "get",
      "Roles and bindings allow it, but the server does not: it may not use them, or they changed this moment.",
    ],
  ])("reports when the verdict %j for %s disagrees with roles and bindings", async (verdict, verb, note) => {
    const api = fakeApi({ lists: LISTS, verdict });
    const finding = await explainAccess(api, { question: { ...pods, verb }, as: alice });
    expect(finding).toMatchObject({ agrees: false, notes: [note] });
  });

  it.each([
    ["po", { group: "", resource: "pods", namespace: "dev" }],
    ["Pod", { group: "", resource: "pods", namespace: "dev" }],
    ["deployments.apps", { group: "apps", resource: "deployments", namespace: "dev" }],
    ["node", { group: "", resource: "nodes", namespace: "" }],
    ["ghosts.x.io", { group: "x.io", resource: "ghosts", namespace: "dev" }],
    ["*", { group: "*", resource: "*", namespace: "dev" }],
  ])("accepts %s", async (resource, expected) => {
    const api = fakeApi({ lists: {}, verdict: { allowed: false } });
    const { request } = await explainAccess(api, { question: { ...pods, resource }, as: alice });
    expect(request).toMatchObject(expected);
  });
});
