import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindingTable } from "./bindingTable.ts";
import { applyingSubject } from "./subjects.ts";
import { model, user } from "./testing/arbitraries.ts";
import type { BindingShape, Subject } from "./types.ts";

const binding = (name: string, ...subjects: Subject[]): BindingShape => ({
  name,
  namespace: "",
  roleRef: { kind: "ClusterRole", name: "r" },
  subjects,
});
const alice = { username: "alice", groups: ["dev"] };

describe("bindingTable", () => {
  it("returns a binding once even if it matches the user several times", () => {
    const table = bindingTable();
    const one = binding("one", { kind: "User", name: "alice" }, { kind: "Group", name: "dev" });
    table.put(one);
    table.put(binding("two", { kind: "User", name: "bob" }));
    expect([...table.of(alice, "")]).toEqual([one]);
    expect([...table.of(alice, "n")]).toEqual([]);
  });

  it("forgets replaced and removed bindings", () => {
    const table = bindingTable();
    table.put(binding("one", { kind: "User", name: "alice" }));
    table.put(binding("one", { kind: "User", name: "bob" }));
    expect([...table.of(alice, "")]).toEqual([]);
    table.remove("", "none");
    table.remove("", "one");
    expect([...table.namespaces()]).toEqual([]);
    expect([...table.within("")]).toEqual([]);
  });

  it("agrees with a scan of all bindings", () => {
    fc.assert(
      fc.property(model, fc.array(fc.nat(4), { maxLength: 3 }), user, (state, removals, who) => {
        const table = bindingTable();
        for (const item of state.bindings) table.put(item);
        const gone = removals.flatMap((i) => state.bindings[i] ?? []);
        for (const item of gone) table.remove(item.namespace, item.name);
        for (const namespace of ["", "n1", "n2"]) {
          const left = state.bindings.filter((item) => item.namespace === namespace && !gone.includes(item));
          expect([...table.within(namespace)]).toEqual(left);
          const expected = left.filter((item) => applyingSubject(item, who) !== undefined);
          expect(new Set(table.of(who, namespace))).toEqual(new Set(expected));
        }
      }),
    );
  });
});
