import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import type { RemoteSpec } from "../../aggregation/remoteSpec.ts";
import type { DocumentParts } from "./documentFormat.ts";
import { Leaf } from "./documentPart.ts";
import { mergeSpecs } from "./mergeSpecs.ts";

const KINDS = "x-kubernetes-group-version-kind";
type Members = Record<string, JsonObject>;

const leaves = (type: string, members: Members): Leaf[] =>
  Object.entries(members).map(([name, value]) => new Leaf(GNOSTIC_V2, type, name, value));
const parts = (paths: Members, definitions: Members, parameters: Members = {}): DocumentParts => ({
  paths: leaves("Paths", paths),
  definitions: leaves("Definitions", definitions),
  parameters,
});
const spec = (paths: Members, definitions: Members, parameters: Members = {}): RemoteSpec => ({
  paths: new Map(Object.entries(paths)),
  definitions: new Map(Object.entries(definitions)),
  parameters: new Map(Object.entries(parameters)),
});
const merge = (local: DocumentParts, ...specs: RemoteSpec[]) => {
  const merged = atOnce(mergeSpecs(local, specs, KINDS));
  const values = (all: readonly Leaf[]): Members =>
    Object.fromEntries(all.map((leaf) => [leaf.name, leaf.value() as JsonObject]));
  return { paths: values(merged.paths), definitions: values(merged.definitions), parameters: merged.parameters };
};
const ref = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
const text = { type: "string" };
const number = { type: "number" };

describe("mergeSpecs", () => {
  it("returns a document unchanged when there are no others", () => {
    const local = parts({}, { A: text });
    expect(atOnce(mergeSpecs(local, [], KINDS))).toBe(local);
  });

  it("shares equal definitions, and renames differing ones with all references to them", () => {
    const local = parts({}, { A: text, B: text });
    const other = spec(
      { "/p": { get: ref("C") } },
      { C: { properties: { a: ref("A"), b: ref("B") } }, A: number, B: text },
    );
    expect(merge(local, other)).toMatchObject({
      paths: { "/p": { get: ref("C") } },
      definitions: { A: text, B: text, A_v2: number, C: { properties: { a: ref("A_v2"), b: ref("B") } } },
    });
  });

  it("reuses the new name of an equal definition from an earlier document", () => {
    const local = parts({}, { A: text });
    const one = spec({ "/1": ref("A") }, { A: number });
    const two = spec({ "/2": ref("A") }, { A: number });
    const three = spec({ "/3": ref("A") }, { A: { type: "boolean" } });
    const { paths, definitions } = merge(local, one, two, three);
    expect(Object.keys(definitions)).toEqual(["A", "A_v2", "A_v3"]);
    expect(paths).toEqual({ "/1": ref("A_v2"), "/2": ref("A_v2"), "/3": ref("A_v3") });
  });

  it("avoids names that the other document uses for other definitions", () => {
    const local = parts({}, { A: text });
    const other = spec({ "/p": ref("A"), "/q": ref("A_v2") }, { A: number, A_v2: { type: "boolean" } });
    const { paths, definitions } = merge(local, other);
    expect(definitions).toEqual({ A: text, A_v2: { type: "boolean" }, A_v3: number });
    expect(paths).toEqual({ "/p": ref("A_v3"), "/q": ref("A_v2") });
  });

  it("merges the kinds of definitions that differ in nothing else", () => {
    const kind = (group: string) => ({ group, kind: "K", version: "v1" });
    const local = parts({}, { A: { ...text, [KINDS]: [kind("a")] } });
    const other = spec({ "/p": ref("A") }, { A: { ...text, [KINDS]: [kind("b"), kind("a")] } });
    expect(merge(local, other).definitions).toEqual({ A: { ...text, [KINDS]: [kind("a"), kind("b")] } });
  });

  it("keeps existing paths, and omits definitions that only the dropped paths use", () => {
    const local = parts({ "/p": { get: ref("A") } }, { A: text });
    const other = spec({ "/p": { get: ref("B") }, "/q": {} }, { B: number });
    const merged = merge(local, other);
    expect(merged.paths).toEqual({ "/p": { get: ref("A") }, "/q": {} });
    expect(merged.definitions).toEqual({ A: text });
  });

  it("also renames conflicting parameters", () => {
    const local = parts({}, {}, { limit: { name: "limit" } });
    const at = (name: string) => ({ parameters: [{ $ref: `#/parameters/${name}` }] });
    const other = spec({ "/p": at("limit") }, {}, { limit: { name: "max" } });
    const merged = merge(local, other);
    expect(merged.parameters).toEqual({ limit: { name: "limit" }, limit_v2: { name: "max" } });
    expect(merged.paths["/p"]).toEqual(at("limit_v2"));
  });
});
