import { describe, expect, it } from "vitest";
import { diff } from "../../../shared/rbac/diff.ts";
import { policyOf } from "../../../shared/rbac/policy.ts";
import { applyDraft, type RbacState } from "./applyDraft.ts";
import { isSameRef, keepWhatIf, NO_CHANGES, readWhatIf, refText, withDocument } from "./drafts.ts";
import { parseDrafts } from "./parseDrafts.ts";

const GROUP = "rbac.authorization.k8s.io";
const BINDING = `apiVersion: ${GROUP}/v1
kind: RoleBinding
metadata: {name: devs, namespace: dev}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: reader}
subjects:
- {apiGroup: ${GROUP}, kind: Group, name: dev}
`;
const ROLE = `apiVersion: ${GROUP}/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
`;
const now: RbacState = { roles: [], bindings: [] };
const drafts = (text: string) => parseDrafts(text, GROUP).objects;

describe("parseDrafts", () => {
  it("reads documents and lists", () => {
    const list = `kind: List\nitems:\n- ${ROLE.trimEnd().replaceAll("\n", "\n  ")}`;
    const { objects, problems } = parseDrafts(`# first\n---\n${withDocument(BINDING, ROLE)}---\n${list}`, GROUP);
    expect(problems).toEqual([]);
    expect(objects.map(refText)).toEqual(["RoleBinding dev/devs", "ClusterRole reader", "ClusterRole reader"]);
  });

  it.each([
    ["kind: Pod\nmetadata: {name: x}", "kind"],
    ["just words", "kind"],
    ["kind: ClusterRole\napiVersion: v1\nmetadata: {name: x}", "group"],
    [`kind: ClusterRole\napiVersion: ${GROUP}/v1`, "name"],
    [`kind: Role\napiVersion: ${GROUP}/v1\nmetadata: {name: x}`, "namespace"],
    ["kind: [", "syntax"],
  ])("reports what is wrong with %o", (text, kind) => {
    expect(parseDrafts(`${ROLE}---\n${text}`, GROUP)).toMatchObject({
      objects: [{ name: "reader" }],
      problems: [{ kind, line: expect.any(Number) }],
    });
  });
});

describe("applyDraft", () => {
  const gains = (before: RbacState, after: RbacState) =>
    diff(policyOf(before), policyOf(after)).map(({ subject, namespace, gained, lost }) => ({
      who: subject.name,
      namespace,
      gained: gained.length,
      lost: lost.length,
    }));

  it("adds and removes objects", () => {
    const added = applyDraft(now, drafts(withDocument(BINDING, ROLE)), [], true);
    expect(gains(added.before, added.after)).toEqual([{ who: "dev", namespace: "dev", gained: 1, lost: 0 }]);
    const ref = { kind: "RoleBinding", namespace: "dev", name: "devs" } as const;
    const removed = applyDraft(added.after, [], [ref], true);
    expect(gains(removed.before, removed.after)).toEqual([{ who: "dev", namespace: "dev", gained: 0, lost: 1 }]);
  });

  it("keeps fields that a draft does not name, as an apply does", () => {
    const { after } = applyDraft(now, drafts(withDocument(BINDING, ROLE)), [], true);
    const partial = `apiVersion: ${GROUP}/v1\nkind: ClusterRole\nmetadata: {name: reader, labels: {a: b}}\n`;
    const again = applyDraft(after, drafts(partial), [], true);
    expect(again.after.roles).toMatchObject([{ labels: { a: "b" }, rules: [{ resources: ["pods"] }] }]);
  });

  it("reports a role reference that cannot be changed", () => {
    const { after } = applyDraft(now, drafts(BINDING), [], true);
    const other = BINDING.replace("name: reader", "name: admin");
    expect(applyDraft(after, drafts(other), [], true).fixedRoles.map(refText)).toEqual(["RoleBinding dev/devs"]);
    expect(applyDraft(after, drafts(BINDING), [], true).fixedRoles).toEqual([]);
  });

  it("follows aggregation if all roles are known", () => {
    const gathered = { name: "all", namespace: "", rules: [], labels: {}, selectors: [{ matchLabels: { x: "y" } }] };
    const bound = { ...now, roles: [gathered] };
    const labelled = ROLE.replace("{name: reader}", "{name: reader, labels: {x: y}}");
    const rulesOf = (aggregates: boolean) =>
      applyDraft(bound, drafts(labelled), [], aggregates).after.roles.find((role) => role.name === "all")?.rules.length;
    expect([rulesOf(true), rulesOf(false)]).toEqual([1, 0]);
  });
});

describe("stored drafts", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };

  it("are restored per cluster and removed when empty", () => {
    const draft = { text: ROLE, removals: [{ kind: "Role", namespace: "n", name: "x" } as const] };
    keepWhatIf(storage, "a", draft);
    expect(readWhatIf(storage, "a")).toEqual(draft);
    expect(readWhatIf(storage, "b")).toEqual(NO_CHANGES);
    keepWhatIf(storage, "a", NO_CHANGES);
    expect(kept.size).toBe(0);
  });

  it("tolerate unreadable content", () => {
    for (const text of ["{", "null", '{"text":1}'])
      expect(readWhatIf({ getItem: () => text }, "a")).toEqual(NO_CHANGES);
  });

  it("identify references by kind, namespace and name", () => {
    const ref = { kind: "Role", namespace: "n", name: "x" } as const;
    expect([isSameRef(ref, { ...ref }), isSameRef(ref, { ...ref, namespace: "m" })]).toEqual([true, false]);
  });
});
