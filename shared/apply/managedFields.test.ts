import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FieldSet, fieldSetOfNames } from "../fieldset/fieldSet.ts";
import { union } from "../fieldset/immediateAlgebra.ts";
import { equalSets } from "../fieldset/testing/fieldSets.ts";
import type { ManagedFieldsEntry } from "../object.ts";
import { timestamp } from "../time.ts";
import { decodeManagedFields, InvalidManagedFieldsError, type Managers, managerId } from "./managedFields.ts";
import { capUpdateManagers, encodeManagedFields } from "./testing/immediate.ts";

const entry = (manager: string, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  manager,
  operation: "Update",
  apiVersion: "v1",
  time: "2026-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:x": {} } },
  ...more,
});
const roundTrip = (entries: ManagedFieldsEntry[]) => encodeManagedFields(decodeManagedFields(entries));

describe("managedFields", () => {
  it("return the same entries after a round trip", () => {
    const entries = [entry("a", { operation: "Apply" }), entry("b"), entry("b", { subresource: "status" })];
    expect(roundTrip(entries)?.every((e, i) => e === entries[i])).toBe(true);
    expect(encodeManagedFields(new Map())).toBeUndefined();
    expect(decodeManagedFields(undefined).size).toBe(0);
  });

  it("are sorted: appliers first, then by time, name, version and subresource", () => {
    const sorted = [
      entry("z", { operation: "Apply", time: undefined }),
      entry("a", { operation: "Apply" }),
      entry("b", { operation: "Apply", time: "2026-01-01T00:00:01Z" }),
      entry("z", { time: "2025-01-01T00:00:00Z" }),
      entry("a", { apiVersion: "v1" }),
      entry("a", { apiVersion: "v2" }),
      entry("a", { apiVersion: "v2", subresource: "status" }),
      entry("b"),
    ];
    expect(roundTrip([...sorted].reverse())).toEqual(sorted);
  });

  it("have one entry per applier and subresource, and per updater, version and subresource", () => {
    const applier = [entry("a", { operation: "Apply" }), entry("a", { operation: "Apply", apiVersion: "v2" })];
    expect(roundTrip(applier)).toEqual([applier[1]]);
    expect(roundTrip([entry("a"), entry("a", { apiVersion: "v2" })])).toHaveLength(2);
    expect(managerId({ manager: "m", operation: "Update", apiVersion: "v1", subresource: "" })).toBe(
      '{"manager":"m","operation":"Update","apiVersion":"v1"}',
    );
  });

  it("are rejected as a whole if one entry is malformed", () => {
    const bad: [unknown, string][] = [
      [{}, "operation must be `Apply` or `Update`"],
      [entry("a", { apiVersion: "" }), "apiVersion must not be empty"],
      [entry("a", { fieldsType: undefined }), "missing fieldsType in managed fields entry 1"],
      [{ ...entry("a"), fieldsType: "FieldsV2" }, 'invalid fieldsType "FieldsV2" in managed fields entry 1'],
      [{ ...entry("a"), fieldsV1: { nonsense: {} } }, "error decoding set: missing colon: nonsense"],
    ];
    for (const [item, message] of bad) {
      expect(() => decodeManagedFields([entry("ok"), item])).toThrow(new InvalidManagedFieldsError(message));
    }
    expect(() => decodeManagedFields("x")).toThrow(InvalidManagedFieldsError);
  });

  it("may lack fields and time", () => {
    const managers = decodeManagedFields([entry("a", { fieldsV1: undefined, time: undefined })]);
    expect([...managers.values()][0]).toMatchObject({ manager: "a" });
    expect("time" in (encodeManagedFields(managers)?.[0] ?? {})).toBe(false);
  });
});

describe("capUpdateManagers", () => {
  const build = (count: number, version: (i: number) => string): Managers => {
    const managers: Managers = new Map();
    for (let i = 0; i < count; i++) {
      const managed = { manager: `m${String(i).padStart(2, "0")}`, operation: "Update" as const, subresource: "" };
      const full = { ...managed, apiVersion: version(i), time: timestamp(i * 1000), set: fieldSetOfNames([[`f${i}`]]) };
      managers.set(managerId(full), full);
    }
    return managers;
  };
  const everything = (managers: Managers): FieldSet =>
    [...managers.values()].reduce<FieldSet>((all, managed) => union(all, managed.set), new Map());

  it("keeps up to ten updaters and any number of appliers", () => {
    const ten = build(10, () => "v1");
    expect(capUpdateManagers(ten)).toBe(ten);
    const appliers: Managers = new Map(
      [...build(20, () => "v1")].map(([, m]) => [
        managerId({ ...m, operation: "Apply" }),
        { ...m, operation: "Apply" },
      ]),
    );
    expect(capUpdateManagers(appliers)).toBe(appliers);
  });

  it("merges the oldest updaters of a version", () => {
    const capped = capUpdateManagers(build(12, () => "v1"));
    const bucket = [...capped.values()].find((m) => m.manager === "ancient-changes");
    expect(capped.size).toBe(10);
    expect(bucket?.time).toBe("1970-01-01T00:00:02Z");
    expect(bucket?.set).toEqual(fieldSetOfNames([["f0"], ["f1"], ["f2"]]));
  });

  it("loses an earlier merged entry that sorts behind another updater of its version", () => {
    const managers = build(10, () => "v1");
    const of = (manager: string, field: string) => ({
      manager,
      operation: "Update" as const,
      apiVersion: "v1",
      subresource: "",
      time: timestamp(0),
      set: fieldSetOfNames([[field]]),
    });
    for (const managed of [of("ancient-changes", "old"), of("a", "new")]) managers.set(managerId(managed), managed);
    const capped = capUpdateManagers(managers);
    expect(capped.size).toBe(10);
    const bucket = [...capped.values()].find((m) => m.manager === "ancient-changes");
    expect(bucket?.set).toEqual(fieldSetOfNames([["f0"], ["new"]]));
  });

  it("never loses a field or mixes versions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }), (count, versions) => {
        const managers = build(count, (i) => `v${i % versions}`);
        const capped = capUpdateManagers(managers);
        expect(equalSets(everything(capped), everything(managers))).toBe(true);
        expect(capped.size).toBeLessThanOrEqual(Math.max(10, Math.min(count, 2 * versions)));
        for (const [id, managed] of capped) expect(managerId(managed)).toBe(id);
        expect(equalSets(everything(capUpdateManagers(capped)), everything(managers))).toBe(true);
      }),
    );
  });
});
