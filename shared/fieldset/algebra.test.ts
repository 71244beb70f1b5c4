import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leaves } from "./algebra.ts";
import { pathsOf } from "./fieldPath.ts";
import { EMPTY_FIELD_SET, type FieldSet, fieldSetOf, fieldSetOfNames, hasPath, isEmptySet } from "./fieldSet.ts";
import {
  difference,
  intersection,
  recursiveDifference,
  recursiveIntersection,
  union,
  unionOf,
} from "./immediateAlgebra.ts";
import type { FieldPath } from "./pathElement.ts";
import { countPaths, equalSets } from "./testing/fieldSets.ts";

const elements = ["f:a", "f:b", "f:c", 'k:{"name":"x"}', 'k:{"name":"y"}', 'v:"z"', "i:0"];
const path = fc.array(fc.constantFrom(...elements), { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });
const sets = paths.map(fieldSetOf);
const key = (p: FieldPath) => p.join("/");
const keys = (set: FieldSet) => new Set(pathsOf(set).map(key));
const startsWith = (p: FieldPath, prefix: FieldPath) => prefix.every((element, i) => p[i] === element);

/** Compares an operation with the same operation on plain sets of paths. */
const model = (a: FieldSet, keep: (p: FieldPath) => boolean) => new Set(pathsOf(a).filter(keep).map(key));

describe("Field set algebra", () => {
  it("contains exactly the paths it was created from", () => {
    fc.assert(
      fc.property(paths, path, (list, other) => {
        const set = fieldSetOf(list);
        expect(keys(set)).toEqual(new Set(list.map(key)));
        expect(countPaths(set)).toBe(new Set(list.map(key)).size);
        expect(hasPath(set, other)).toBe(list.some((p) => key(p) === key(other)));
      }),
    );
  });

  it("agrees with plain sets of paths", () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect(keys(union(a, b))).toEqual(new Set([...keys(a), ...keys(b)]));
        expect(keys(intersection(a, b))).toEqual(model(a, (p) => hasPath(b, p)));
        expect(keys(difference(a, b))).toEqual(model(a, (p) => !hasPath(b, p)));
        const below = (p: FieldPath) => pathsOf(b).some((prefix) => startsWith(p, prefix));
        expect(keys(recursiveDifference(a, b))).toEqual(model(a, (p) => !below(p)));
        expect(keys(recursiveIntersection(a, b))).toEqual(model(a, below));
        const isLeaf = (p: FieldPath) => !pathsOf(a).some((q) => q.length > p.length && startsWith(q, p));
        expect(keys(leaves(a))).toEqual(model(a, isLeaf));
      }),
    );
  });

  it("obeys the laws of set algebra", () => {
    fc.assert(
      fc.property(sets, sets, sets, (a, b, c) => {
        expect(equalSets(union(a, b), union(b, a))).toBe(true);
        expect(equalSets(intersection(a, b), intersection(b, a))).toBe(true);
        expect(equalSets(union(a, union(b, c)), union(union(a, b), c))).toBe(true);
        expect(equalSets(unionOf([a, b, c]), union(union(a, b), c))).toBe(true);
        expect(equalSets(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)))).toBe(true);
        expect(equalSets(union(difference(a, b), intersection(a, b)), a)).toBe(true);
        expect(isEmptySet(intersection(difference(a, b), b))).toBe(true);
        expect(isEmptySet(difference(a, a))).toBe(true);
        expect(equalSets(union(a, a), a)).toBe(true);
      }),
    );
  });

  it("never leaves empty branches and never modifies its operands", () => {
    const healthy = (set: FieldSet): boolean =>
      [...set.values()].every(
        (node) =>
          (node.member || node.children !== undefined) &&
          (node.children === undefined || (node.children.size > 0 && healthy(node.children))),
      );
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const before = [keys(a), keys(b)];
        for (const operation of [union, intersection, difference, recursiveDifference, recursiveIntersection]) {
          expect(healthy(operation(a, b))).toBe(true);
        }
        expect([keys(a), keys(b)]).toEqual(before);
      }),
    );
  });

  it("returns its operand if nothing changes", () => {
    const a = fieldSetOfNames([["spec", "replicas"], ["status"]]);
    expect(union(a, fieldSetOfNames([["spec", "replicas"]]))).toBe(a);
    expect(difference(a, fieldSetOfNames([["spec", "other"]]))).toBe(a);
    expect(recursiveDifference(a, EMPTY_FIELD_SET)).toBe(a);
    expect(intersection(a, a)).toBe(a);
  });

  it("distinguishes a path from its descendants", () => {
    const a = fieldSetOfNames([["data"], ["data", "x"]]);
    expect(keys(difference(a, fieldSetOfNames([["data"]])))).toEqual(new Set(["f:data/f:x"]));
    expect(isEmptySet(recursiveDifference(a, fieldSetOfNames([["data"]])))).toBe(true);
  });
});
