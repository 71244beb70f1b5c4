import { describe, expect, it } from "vitest";
import { atomicList, builtin, free, int, listBy, mapOf, scalar, setOf, struct, text } from "./testing/nodes.ts";
import { childType, DEDUCED, impliedFields, isDeclared, isDropped, itemElement, shapeOf } from "./typeShape.ts";

describe("shapeOf", () => {
  it.each([
    ["a string", text, "leaf"],
    ["a map", mapOf(text), "fields"],
    ["an atomic map", mapOf(text, "atomic"), "leaf"],
    ["a struct", struct({ a: text }), "fields"],
    ["an atomic struct", struct({ a: text }, { mapType: "atomic" }), "leaf"],
    ["an atomic list", atomicList(text), "leaf"],
    ["a set", setOf(text), "items"],
    ["a list with map keys", listBy(["name"], struct({ name: text })), "items"],
  ] as const)("for %s", (_title, node, kind) => {
    expect(shapeOf(node).kind).toBe(kind);
  });

  it("follows the value where the type is free-form", () => {
    expect(shapeOf(free, [1]).kind).toBe("leaf");
    expect(shapeOf(free, null, { a: 1 }).kind).toBe("fields");
  });
});

describe("childType", () => {
  it("returns the types of declared fields, map values and preserved unknown fields", () => {
    const node = struct({ a: text });
    expect(childType(node, "a")).toBe(text);
    expect(childType(node, "b")).toBeUndefined();
    expect(childType(struct({ a: text }, { preserveUnknown: true }), "b")).toBe(DEDUCED);
    expect(childType(mapOf(int), "b")).toBe(int);
    expect(childType(free, "b")).toBe(DEDUCED);
    expect(isDeclared(node, "a")).toBe(true);
    expect(isDeclared(mapOf(int), "a")).toBe(false);
  });
});

describe("itemElement", () => {
  const keyed = listBy(["port", "protocol"], struct({ port: int, protocol: [text, { default: "TCP" }] }));

  it.each([
    [setOf(text), "x", 'v:"x"'],
    [setOf(int), 7, "v:7"],
    [keyed, { port: 80, protocol: "UDP" }, 'k:{"port":80,"protocol":"UDP"}'],
    [keyed, { port: 80 }, 'k:{"port":80,"protocol":"TCP"}'],
    [listBy(["name"], builtin({ name: [text, { keep: true }] })), {}, 'k:{"name":""}'],
  ])("%# identifies %j by %s", (node, item, element) => {
    expect(itemElement(node, item)).toEqual({ element });
  });

  it.each([
    [setOf(text), { a: 1 }, "associative list without keys has an element that's a map type"],
    [setOf(text), ["a"], "not supported: associative list with lists as elements"],
    [setOf(text), null, "associative list without keys has an element that's an explicit null"],
    [keyed, null, "associative list with keys may not have a null element"],
    [keyed, "x", "associative list with keys may not have non-map elements"],
    [
      keyed,
      { protocol: "TCP" },
      'associative list with keys has an element that omits key field "port" (and doesn\'t have default value)',
    ],
  ])("%# reports why %j has no identity", (node, item, problem) => {
    expect(itemElement(node, item)).toEqual({ problem });
  });
});

describe("Structs of built-in types", () => {
  const node = builtin({
    text,
    kept: [text, { keep: true }],
    pointer: [text, { pointer: true }],
    nested: builtin({ a: text }),
    nestedPointer: [builtin({ a: text }), { pointer: true }],
    time: scalar("time"),
    list: atomicList(text),
  });

  it("have implied fields missing in JSON, and those of custom resources have none", () => {
    expect(impliedFields(node).map(({ name }) => name)).toEqual(["kept", "nested", "time"]);
    expect(impliedFields(struct({ text, nested: struct({ a: text }) }))).toEqual([]);
  });

  it.each([
    ["text", "", true],
    ["text", "x", false],
    ["kept", "", false],
    ["pointer", "", false],
    ["list", [], true],
    ["list", null, true],
    ["list", ["a"], false],
    ["nested", {}, false],
  ])("%s drops the value %j: %s", (name, value, dropped) => {
    const field = node.byName.get(name);
    expect(field && isDropped(field, value)).toBe(dropped);
    const own = struct({ [name]: text }).byName.get(name);
    expect(own && isDropped(own, value)).toBe(false);
  });
});
