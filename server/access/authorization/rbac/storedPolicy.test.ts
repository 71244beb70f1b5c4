import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindingFromObject } from "../../../../shared/rbac/decode.ts";
import { applyingSubject } from "../../../../shared/rbac/subjects.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { brittle, type MemoryReader, memoryReader } from "../testing/memoryReader.ts";
import { storedPolicy } from "./storedPolicy.ts";

const vocabulary = createVocabulary();
const table = (namespace: string) => ({
  group: vocabulary.rbacGroup,
  resource: namespace === "" ? "clusterrolebindings" : "rolebindings",
});
const put = (reader: MemoryReader, namespace: string, name: string, subjects: unknown): void =>
  reader.put(table(namespace), {
    metadata: namespace === "" ? { name } : { name, namespace },
    roleRef: { apiGroup: vocabulary.rbacGroup, kind: "ClusterRole", name: "r" },
    subjects,
  });
const user = (name: string) => ({ kind: "User", name });
const group = (name: string) => ({ kind: "Group", name });
const account = (name: string, namespace?: string) => ({ kind: "ServiceAccount", name, namespace });

describe("storedPolicy", () => {
  const names = (reader: MemoryReader, username: string, groups: string[], namespace: string): string[] => {
    const index = storedPolicy(reader, vocabulary);
    const found = [...index.bindingsOf({ username, groups }, namespace)].map(({ name }) => name).sort();
    index.close();
    return found;
  };

  it("finds bindings by user, group and service account, which defaults to the binding's namespace", () => {
    const reader = memoryReader();
    put(reader, "n", "by-user", [user("bob")]);
    put(reader, "n", "by-group", [group("dev")]);
    put(reader, "n", "by-account", [account("robot")]);
    put(reader, "n", "foreign", [account("robot", "m")]);
    put(reader, "", "cluster", [group("dev"), user("bob")]);
    expect(names(reader, "bob", ["dev"], "n")).toEqual(["by-group", "by-user"]);
    expect(names(reader, "bob", ["dev"], "")).toEqual(["cluster"]);
    expect(names(reader, "system:serviceaccount:n:robot", [], "n")).toEqual(["by-account"]);
    expect(names(reader, "system:serviceaccount:m:robot", [], "n")).toEqual(["foreign"]);
    expect(names(reader, "dev", ["bob"], "n")).toEqual([]);
  });

  it("is rebuilt from the store when a binding could not be processed", () => {
    const reader = memoryReader();
    const index = storedPolicy(reader, vocabulary);
    const found = (namespace: string): string[] =>
      [...index.bindingsOf({ username: "bob", groups: [] }, namespace)].map(({ name }) => name).sort();
    put(reader, "", "cluster", [user("bob")]);
    put(reader, "n", "kept", [user("bob")]);
    put(reader, "n", "narrowed", [user("bob")]);
    const binding = (name: string) => ({
      metadata: { name, namespace: "n" },
      roleRef: { apiGroup: vocabulary.rbacGroup, kind: "ClusterRole", name: "r" },
    });
    // Updating the index failed, so reloading the list must remove the user.
    reader.put(table("n"), brittle(binding("narrowed"), "subjects", [user("eve")], 1));
    expect(found("n")).toEqual(["kept"]);
    expect(found("")).toEqual(["cluster"]);
    // An object that always fails affects only itself. It also fails the reload, which is retried.
    const never = brittle(binding("a-never"), "subjects", [], Number.POSITIVE_INFINITY);
    expect(() => reader.put(table("n"), never)).toThrow("brittle");
    expect(found("n")).toEqual(["kept"]);
    put(reader, "n", "later", [user("bob")]);
    expect(found("n")).toEqual(["kept", "later"]);
    index.close();
  });

  it("follows changes until closed", () => {
    const reader = memoryReader();
    const index = storedPolicy(reader, vocabulary);
    const count = (): number => [...index.bindingsOf({ username: "bob", groups: [] }, "")].length;
    put(reader, "", "b", [user("bob")]);
    expect(count()).toBe(1);
    put(reader, "", "b", [user("eve")]);
    expect(count()).toBe(0);
    put(reader, "", "b", [user("bob"), user("bob")]);
    expect(count()).toBe(1);
    reader.remove(table(""), "", "b");
    expect(count()).toBe(0);
    index.close();
    put(reader, "", "b", [user("bob")]);
    expect(count()).toBe(0);
  });

  it("finds the current role of a binding in its namespace or the cluster role", () => {
    const reader = memoryReader();
    const kind = (resource: string) => ({ group: vocabulary.rbacGroup, resource });
    const role = (namespace: string, verb: string) => ({
      metadata: namespace === "" ? { name: "r" } : { name: "r", namespace },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: [verb] }],
    });
    reader.put(kind("roles"), role("n", "get"));
    const index = storedPolicy(reader, vocabulary);
    const found = (roleKind: string, namespace: string): readonly string[] | undefined => {
      const roleRef = { apiGroup: vocabulary.rbacGroup, kind: roleKind, name: "r" };
      return index.roleOf({ name: "b", namespace, roleRef, subjects: [] })?.rules[0]?.verbs;
    };
    expect([found("Role", "n"), found("Role", "m"), found("ClusterRole", "n")]).toEqual([
      ["get"],
      undefined,
      undefined,
    ]);
    reader.put(kind("clusterroles"), role("", "list"));
    reader.put(kind("roles"), role("m", "watch"));
    reader.put(kind("roles"), role("n", "delete"));
    expect([found("Role", "n"), found("Role", "m"), found("ClusterRole", "n")]).toEqual([
      ["delete"],
      ["watch"],
      ["list"],
    ]);
    reader.put(kind("roles"), brittle(role("n", ""), "rules", [], 1));
    expect([found("Role", "n"), found("Role", "m"), found("ClusterRole", "n")]).toEqual([
      undefined,
      ["watch"],
      ["list"],
    ]);
    reader.remove(kind("clusterroles"), "", "r");
    reader.remove(kind("roles"), "m", "r");
    expect([found("Role", "m"), found("ClusterRole", "n")]).toEqual([undefined, undefined]);
    index.close();
    reader.put(kind("roles"), role("m", "get"));
    expect(found("Role", "m")).toBeUndefined();
  });

  it("returns the same as a scan of all bindings after any changes", () => {
    const subject = fc.oneof(
      fc.constantFrom("a", "b").map(user),
      fc.constantFrom("a", "b").map(group),
      fc.constantFrom(undefined, "n", "m").map((namespace) => account("a", namespace)),
    );
    const step = fc.record({
      namespace: fc.constantFrom("", "n", "m"),
      name: fc.constantFrom("x", "y"),
      subjects: fc.option(fc.array(subject, { maxLength: 3 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(12), (steps, start) => {
        const reader = memoryReader();
        const play = (part: typeof steps): void => {
          for (const { namespace, name, subjects } of part) {
            if (subjects === null) reader.remove(table(namespace), namespace, name);
            else put(reader, namespace, name, subjects);
          }
        };
        play(steps.slice(0, start));
        const index = storedPolicy(reader, vocabulary);
        play(steps.slice(start));
        for (const username of ["a", "b", "system:serviceaccount:n:a", "system:serviceaccount:m:a"]) {
          for (const groups of [[], ["a"], ["a", "b"]]) {
            for (const namespace of ["", "n", "m"]) {
              const all = [...reader.list(table(namespace), namespace)].map(bindingFromObject);
              const expected = all.filter((binding) => applyingSubject(binding, { username, groups }) !== undefined);
              const found = [...index.bindingsOf({ username, groups }, namespace)];
              expect(found.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
