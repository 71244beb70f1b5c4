import { describe, expect, it } from "vitest";
import type { Field, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { nullifyEmpties } from "./nullifyEmpties.ts";
import { loadSchema } from "./schema.ts";

const schema = loadSchema();

function settled(definition: string, value: unknown): unknown {
  nullifyEmpties(schema.definition(definition), value);
  return value;
}

describe("nullifyEmpties", () => {
  it("changes empty lists to null for fields that are always written, at any depth", () => {
    expect(settled("api.rbac.v1.Role", { rules: [] })).toEqual({ rules: null });
    expect(settled("api.rbac.v1.Role", { rules: [{ verbs: [] }, { verbs: ["get"] }] })).toEqual({
      rules: [{ verbs: null }, { verbs: ["get"] }],
    });
    const affinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } };
    expect(settled("api.core.v1.Pod", { spec: { containers: [], affinity: { nodeAffinity: affinity } } })).toEqual({
      spec: {
        containers: null,
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: null } },
        },
      },
    });
  });

  it("leaves everything else and absent fields unchanged", () => {
    expect(settled("api.rbac.v1.Role", { metadata: { labels: {} }, rules: null })).toEqual({
      metadata: { labels: {} },
      rules: null,
    });
    expect(settled("api.rbac.v1.Role", {})).toEqual({});
    expect(settled("api.core.v1.ConfigMap", { data: {} })).toEqual({ data: {} });
  });

  it("handles recursive types", () => {
    const field = (name: string, type: TypeNode, keep: boolean): Field => ({
      name,
      type,
      pointer: false,
      keep,
      required: false,
    });
    const fields: Field[] = [];
    const byName = new Map<string, Field>();
    const node: StructNode = { kind: "struct", fields, byName, gvks: [] };
    const text: TypeNode = { kind: "list", items: { kind: "scalar", scalar: "string" } };
    fields.push(field("children", { kind: "map", values: node }, false), field("names", text, true));
    for (const each of fields) byName.set(each.name, each);
    const value = { children: { a: { children: { b: { names: [] } }, names: ["x"] } }, names: [] };
    nullifyEmpties(node, value);
    expect(value).toEqual({ children: { a: { children: { b: { names: null } }, names: ["x"] } }, names: null });
  });
});
