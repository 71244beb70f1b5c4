import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnerReference } from "../../../../shared/object.ts";
import { alternative, partition } from "./absence.ts";
import { absentOwners } from "./absentOwners.ts";
import { type Coordinates, coordinatesOf, type Node, sameCoordinates } from "./node.ts";
import { at, refTo } from "./testing/nodes.ts";

const dependent = (name: string, owners: OwnerReference[], namespace = "n"): Node => ({
  coordinates: at(name, { namespace }),
  owners,
  dependents: undefined,
  observed: true,
  deleting: false,
  deletingDependents: false,
  orphaning: false,
});
const names = (nodes: readonly Node[]): string[] => nodes.map(({ coordinates }) => coordinates.name);

describe("partition", () => {
  it("finds the dependents that reference an owner by coordinates from a namespace where it is visible", () => {
    const all = [
      dependent("good", [refTo("other"), refTo("o")]),
      dependent("far", [refTo("o")], "m"),
      dependent("odd", [refTo("o", { apiVersion: "v2" })]),
      dependent("both", [refTo("o"), refTo("o", { kind: "Secret" })]),
    ];
    const { matching, others } = partition(all, at("o"));
    expect([names(matching), names(others)]).toEqual([
      ["good", "both"],
      ["far", "odd", "both"],
    ]);
    expect(names(partition(all, at("o", { namespace: "" })).matching)).toEqual(["good", "far", "both"]);
  });
});

describe("alternative", () => {
  it("is undefined when all dependents agree", () => {
    expect(alternative([dependent("a", [refTo("o"), refTo("p")])], at("o"))).toBeUndefined();
    expect(alternative([dependent("a", [refTo("o")], "m")], at("o", { namespace: "" }))).toBeUndefined();
  });

  it("cycles through all coordinates that dependents reference", () => {
    const reference = fc.record({
      kind: fc.constantFrom("A", "B"),
      apiVersion: fc.constantFrom("v1", "v2"),
      name: fc.constantFrom("x", "y"),
    });
    const naming = fc.record({ reference, namespace: fc.constantFrom("m", "n") });
    fc.assert(
      fc.property(fc.array(naming, { minLength: 1, maxLength: 8 }), (namings) => {
        const all = namings.map((each, i) => dependent(`d${i}`, [refTo("o", each.reference)], each.namespace));
        const places: Coordinates[] = [];
        for (const { owners, coordinates } of all) {
          for (const owner of owners) {
            const place = coordinatesOf(owner, coordinates.namespace);
            if (!places.some((known) => sameCoordinates(known, place))) places.push(place);
          }
        }
        const [first] = places as [Coordinates];
        const seen: Coordinates[] = [];
        let place: Coordinates | undefined = first;
        for (let i = 0; i < places.length && place !== undefined; i++) {
          seen.push(place);
          place = alternative(all, place);
        }
        expect(seen).toHaveLength(places.length);
        for (const each of places) expect(seen.some((other) => sameCoordinates(each, other))).toBe(true);
        expect(place).toEqual(places.length === 1 ? undefined : first);
      }),
    );
  });
});

describe("absentOwners", () => {
  it("caches the most recently used coordinates", () => {
    const absent = absentOwners(2);
    absent.add(at("a"));
    absent.add(at("b"));
    expect([absent.has(at("a")), absent.has(at("a", { namespace: "" })), absent.has(at("a", { uid: "u" }))]).toEqual([
      true,
      false,
      false,
    ]);
    absent.add(at("c"));
    expect([absent.has(at("a")), absent.has(at("b")), absent.has(at("c"))]).toEqual([true, false, true]);
  });
});
