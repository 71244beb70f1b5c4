import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { immediately } from "../../../shared/steps.ts";
import { pruneInSteps } from "./prune.ts";
import { loadSchema } from "./schema.ts";

const prune = immediately(pruneInSteps);

const text: TypeNode = { kind: "scalar", scalar: "string" };
const field = (name: string, type: TypeNode): Field => ({ name, type, pointer: true, keep: false, required: false });

function struct(fields: Record<string, TypeNode>, more: Partial<StructNode> = {}): StructNode {
  const list = Object.entries(fields).map(([name, type]) => field(name, type));
  return { kind: "struct", fields: list, byName: new Map(list.map((f) => [f.name, f])), gvks: [], ...more };
}

describe("prune", () => {
  const inner = struct({ a: text });
  const node = struct({
    inner,
    list: { kind: "list", items: inner },
    map: { kind: "map", values: inner },
    open: struct({ known: inner }, { preserveUnknown: true }),
    any: { kind: "any", form: "any" },
    tmpl: struct({ spec: inner }, { embeddedResource: true }),
  });

  it("drops and reports unknown fields at any depth", () => {
    const { value, unknown } = prune(node, {
      zero: 1,
      inner: { a: "1", b: 2 },
      list: [{ a: "1" }, { c: 1 }],
      map: { k: { d: 1, a: "x" } },
    });
    expect(value).toEqual({ inner: { a: "1" }, list: [{ a: "1" }, {}], map: { k: { a: "x" } } });
    expect(unknown).toEqual([
      'unknown field "inner.b"',
      'unknown field "list[1].c"',
      'unknown field "map.k.d"',
      'unknown field "zero"',
    ]);
  });

  it("keeps unknown fields where preserved, and prunes below known ones", () => {
    expect(prune(node, { open: { x: { y: 1 }, known: { a: "1", z: 1 } }, any: { p: [1] } })).toEqual({
      value: { open: { x: { y: 1 }, known: { a: "1" } }, any: { p: [1] } },
      unknown: ['unknown field "open.known.z"'],
    });
  });

  it("keeps unknown fields of items if their list preserves them", () => {
    const items = struct({ known: inner });
    const lists = struct({ open: { kind: "list", items: { kind: "list", items }, preserveUnknown: true } });
    expect(prune(lists, { open: [[{ x: 1, known: { a: "1", z: 1 } }]] })).toEqual({
      value: { open: [[{ x: 1, known: { a: "1" } }]] },
      unknown: ['unknown field "open[0][0].known.z"'],
    });
  });

  it("prunes the metadata of embedded resources by its type", () => {
    const objectMeta = loadSchema().definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
    const value = { tmpl: { apiVersion: "v1", kind: "Pod", metadata: { name: "a", bogus: 1 }, spec: {}, status: {} } };
    expect(prune(node, value, { objectMeta })).toEqual({
      value: { tmpl: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} } },
      unknown: ['unknown field "tmpl.status"', 'unknown field "tmpl.metadata.bogus"'],
    });
    expect(prune(node, value).unknown).toEqual(['unknown field "tmpl.status"']);
  });

  it("empties objects that a schema allows but does not describe", () => {
    const loose = struct({ map: { kind: "map", values: { kind: "any", form: "any", undescribed: true } } });
    expect(prune(loose, { map: { a: 1, b: { c: 1 }, d: [{ e: 1 }, "x"] } })).toEqual({
      value: { map: { a: 1, b: {}, d: [{}, "x"] } },
      unknown: ['unknown field "map.b.c"', 'unknown field "map.d[0].e"'],
    });
  });

  it("leaves values of the wrong type to validation", () => {
    expect(prune(node, { inner: "x", list: {}, map: [1] }).value).toEqual({ inner: "x", list: {}, map: [1] });
  });

  it("is idempotent and does not modify its argument", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("inner", "list", "map", "open", "x"), fc.jsonValue()), (value) => {
        const before = JSON.stringify(value);
        const once = prune(node, value);
        expect(JSON.stringify(value)).toBe(before);
        expect(prune(node, once.value)).toEqual({ value: once.value, unknown: [] });
      }),
    );
  });
});
