import { describe, expect, it } from "vitest";
import { policyOf } from "../../../shared/rbac/policy.ts";
import type { AccessModel } from "../../../shared/rbac/types.ts";
import { ME } from "../askedSubject.ts";
import { kindText, MAX_ROWS, type MatrixQuery, matrixOf, matrixWeight, subjectsIn } from "./matrix.ts";

const pods = { group: "", resource: "pods", subresource: "", verbs: ["get", "list"] };
const scale = { group: "apps", resource: "deployments", subresource: "scale", verbs: [] };
const role = (name: string, rules: AccessModel["roles"][0]["rules"], namespace = "") => ({ name, namespace, rules });
const model: AccessModel = {
  roles: [
    role("reader", [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }]),
    role("one", [{ apiGroups: [""], resources: ["pods"], resourceNames: ["a"], verbs: ["get"] }], "n"),
  ],
  bindings: [
    {
      name: "all",
      namespace: "",
      roleRef: { kind: "ClusterRole", name: "reader" },
      subjects: [
        { kind: "Group", name: "dev" },
        { kind: "User", name: "system:serviceaccount:n:builder" },
      ],
    },
    {
      name: "some",
      namespace: "n",
      roleRef: { kind: "Role", name: "one" },
      subjects: [
        { kind: "User", name: "alice" },
        { kind: "ServiceAccount", name: "builder" },
        { kind: "user", name: "nobody" },
      ],
    },
  ],
};
const ask = { by: "subjects", kind: pods, namespace: "n", verbs: ["get", "list", "delete"] } satisfies MatrixQuery;

describe("matrixOf", () => {
  it("shows subjects by verbs", () => {
    const { rows, left } = matrixOf(model, ask);
    expect(rows.map(({ label, cells }) => [label, ...cells])).toEqual([
      ["Group dev", "yes", "yes", "none"],
      ["ServiceAccount n/builder", "yes", "yes", "none"],
      ["User alice", "names", "no", "none"],
    ]);
    expect(left).toBe(0);
  });

  it("shows kinds by verbs", () => {
    const identity = { username: "alice", groups: ["dev"] };
    const { rows } = matrixOf(model, {
      ...ask,
      by: "kinds",
      subject: ME,
      identity,
      kinds: [pods, scale],
      namespace: "",
    });
    expect(rows.map(({ label, cells }) => [label, ...cells])).toEqual([
      ["pods", "yes", "yes", "none"],
      ["deployments.apps/scale", "no", "no", "no"],
    ]);
  });

  it("omits rows beyond the limit and counts them", () => {
    const subjects = Array.from({ length: MAX_ROWS + 3 }, (_, i) => ({ kind: "User", name: `u${i}` }));
    const [binding] = model.bindings;
    if (binding === undefined) throw new Error("no binding");
    const { rows, left } = matrixOf({ ...model, bindings: [{ ...binding, subjects }] }, ask);
    expect([rows.length, left]).toEqual([MAX_ROWS, 3]);
  });
});

it("increases the weight with the number of subjects, kinds and rules", () => {
  expect(matrixWeight(model, ask)).toBe(5 * 3 * 2);
});

it("lists every subject once", () => {
  expect(subjectsIn(policyOf(model), "")).toHaveLength(2);
  expect(subjectsIn(policyOf(model), "n")).toHaveLength(3);
});

it("formats kinds", () => {
  expect([kindText(pods), kindText(scale)]).toEqual(["pods", "deployments.apps/scale"]);
});
