import { describe, expect, it } from "vitest";
import { Bindings } from "./bindings.ts";
import {
  BOOL,
  type CelType,
  DYN,
  formatType,
  INT,
  listOf,
  mapOf,
  NULL,
  objectOf,
  optionalOf,
  STRING,
  TIMESTAMP,
} from "./celType.ts";
import { parseSignature } from "./parseSignature.ts";
import { assign, rename, substitute } from "./unify.ts";

const T: CelType = { kind: "parameter", name: "T" };
const fits = (actual: CelType, wanted: CelType): boolean => assign(new Bindings(), actual, wanted) !== undefined;

describe("assign", () => {
  it("requires equal types", () => {
    expect(fits(INT, INT)).toBe(true);
    expect(fits(INT, STRING)).toBe(false);
    expect(fits(listOf(INT), listOf(STRING))).toBe(false);
    expect(fits(mapOf(STRING, INT), mapOf(STRING, INT))).toBe(true);
    expect(fits(objectOf("A", {}), objectOf("B", {}))).toBe(false);
  });

  it("accepts dynamic types, and null for nullable types", () => {
    expect(fits(DYN, INT) && fits(listOf(DYN), listOf(INT)) && fits(INT, DYN)).toBe(true);
    expect(fits(NULL, TIMESTAMP) && fits(NULL, objectOf("A", {})) && !fits(NULL, STRING)).toBe(true);
  });

  it("binds each type parameter once", () => {
    const known = assign(new Bindings(), listOf(INT), listOf(T));
    expect(known && formatType(substitute(known, T))).toBe("int");
    expect(known && assign(known, STRING, T)).toBeUndefined();
    expect(formatType(substitute(new Bindings(), optionalOf(T)))).toBe("optional_type(dyn)");
    expect(fits(listOf(T), T)).toBe(false);
  });

  it("renames type parameters to keep uses of a declaration independent", () => {
    expect(rename(mapOf(T, listOf(T)), "#1")).toEqual(mapOf({ ...T, name: "T#1" }, listOf({ ...T, name: "T#1" })));
  });
});

describe("parseSignature", () => {
  it("parses functions and member functions", () => {
    expect(parseSignature("f(): bool")).toEqual({ name: "f", member: false, args: [], result: BOOL });
    const { name, member, args, result } = parseSignature("map(A, list(B))~g(optional_type(A), net.IP): type(A)");
    expect([name, member, args.map(formatType).join("; "), formatType(result)]).toEqual([
      "g",
      true,
      "map(A, list(B)); optional_type(A); net.IP",
      "type(A)",
    ]);
  });
});
