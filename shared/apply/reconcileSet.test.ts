import { describe, expect, it } from "vitest";
import { parseFieldsV1, toFieldsV1 } from "../fieldset/fieldsV1.ts";
import { reconcileSet } from "./testing/immediate.ts";
import { atomicList, free, listBy, mapOf, struct, text } from "./testing/nodes.ts";

const node = struct({
  granular: mapOf(text),
  atomic: mapOf(text, "atomic"),
  free,
  list: listBy(["name"], struct({ name: text, labels: mapOf(text, "atomic") })),
  atomicList: atomicList(struct({ a: text })),
});
const item = 'k:{"name":"x"}';
const reconcile = (fields: Record<string, unknown>) => toFieldsV1(reconcileSet(parseFieldsV1(fields), node));

describe("reconcileSet", () => {
  it.each<[Record<string, unknown>]>([
    [{}],
    [{ "f:granular": { "f:a": {}, "f:b": {} } }],
    [{ "f:atomic": {} }],
    [{ "f:free": { "f:a": { "f:b": {} } } }],
    [{ "f:list": { [item]: { ".": {}, "f:name": {}, "f:labels": {} } } }],
    [{ "f:gone": { "f:a": {} } }],
    [{ "f:granular": { "f:a": { "f:b": {} } } }],
  ])("returns a matching set %j itself", (fields) => {
    const set = parseFieldsV1(fields);
    expect(reconcileSet(set, node)).toBe(set);
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ "f:atomic": { "f:a": {}, "f:b": {} } }, { "f:atomic": {} }],
    [{ "f:atomicList": { 'k:{"a":"1"}': { "f:a": {} } } }, { "f:atomicList": {} }],
    [
      { "f:granular": { "f:a": {} }, "f:list": { [item]: { ".": {}, "f:labels": { "f:a": {} } } } },
      { "f:granular": { "f:a": {} }, "f:list": { [item]: { ".": {}, "f:labels": {} } } },
    ],
  ])("assigns a whole atomic value to an owner of one of its parts: %j", (fields, expected) => {
    expect(reconcile(fields)).toEqual(expected);
    expect(reconcile(expected)).toEqual(expected);
  });

  it("does not modify its argument", () => {
    const fields = { "f:atomic": { "f:a": {} } };
    const set = parseFieldsV1(fields);
    reconcileSet(set, node);
    expect(toFieldsV1(set)).toEqual(fields);
  });
});
