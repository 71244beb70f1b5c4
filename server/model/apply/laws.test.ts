import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractItems } from "../../../shared/apply/extractItems.ts";
import { decodeManagedFields, type Managers, managerId } from "../../../shared/apply/managedFields.ts";
import { compareObjects, mergeValues, removeItems, toFieldSet } from "../../../shared/apply/testing/immediate.ts";
import { WIDGET_VERSION, widget } from "../../../shared/apply/testing/nodes.ts";
import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import { isEmptySet } from "../../../shared/fieldset/fieldSet.ts";
import { difference, intersection, union } from "../../../shared/fieldset/immediateAlgebra.ts";
import { equalSets } from "../../../shared/fieldset/testing/fieldSets.ts";
import { isApiError } from "../../../shared/status.ts";
import { openSession, type Session } from "./testing/session.ts";

const word = fc.constantFrom("a", "b", "c", "d");
const number = fc.integer({ min: 0, max: 3 });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const clean = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));

const item = fc.record({
  name: word,
  v: some(number),
  w: some(number),
  nested: some(fc.record({ a: some(word), b: some(word) })),
});
// Lists with merge keys are never empty here: as in the reference, an empty one has no owner, so it does not persist.
const spec = fc
  .record({
    replicas: some(number),
    name: some(word),
    byName: some(fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: (i) => i.name })),
    set: some(fc.uniqueArray(word, { minLength: 1, maxLength: 4 })),
    atom: some(fc.array(word, { maxLength: 3 })),
    gran: some(fc.dictionary(word, word, { maxKeys: 4 })),
    atomMap: some(fc.record({ a: some(word), b: some(word) })),
    free: some(fc.dictionary(word, fc.oneof(word, fc.dictionary(word, word)))),
  })
  .map((value) => ({ spec: clean(value) }));
const manager = fc.constantFrom("m1", "m2", "m3");
const write = fc.record({ manager, body: spec, how: fc.constantFrom("apply", "force", "update") });
const history = fc.array(write, { maxLength: 6 });

/** Performs the writes; applies with conflicts change nothing. */
function play(writes: readonly { manager: string; body: Record<string, unknown>; how: string }[]): Session {
  const session = openSession();
  for (const { manager, body, how } of writes) {
    try {
      if (how === "update") session.update(`u-${manager}`, body);
      else session.apply(manager, body, { force: how === "force" });
    } catch (error) {
      if (!isApiError(error, "Conflict")) throw error;
    }
  }
  return session;
}

const managersOf = (session: Session): Managers => decodeManagedFields(session.object?.metadata.managedFields);
const applierId = (manager: string) =>
  managerId({ manager, operation: "Apply", apiVersion: WIDGET_VERSION, subresource: "" });
const stated = (body: Record<string, unknown>) => toFieldSet(body, widget);

describe("Invariants of apply", () => {
  it("reapplying changes nothing", () => {
    fc.assert(
      fc.property(history, manager, spec, (writes, name, body) => {
        const session = play(writes);
        session.apply(name, body, { force: true });
        const once = session.object;
        session.apply(name, body);
        expect(session.object).toEqual(once);
        expect(session.object?.metadata.managedFields).toBe(once?.metadata.managedFields);
      }),
    );
  });

  it("applied values are in the object and owned", () => {
    fc.assert(
      fc.property(history, manager, spec, (writes, name, body) => {
        const session = play(writes);
        session.apply(name, body, { force: true });
        const set = stated(body);
        const merged = mergeValues(widget, session.object, body);
        expect(deepEqual(merged, session.object)).toBe(true);
        const own = managersOf(session).get(applierId(name));
        expect(equalSets(own?.set ?? new Map(), set)).toBe(true);
      }),
    );
  });

  it("managers of different fields never conflict", () => {
    fc.assert(
      fc.property(spec, spec, (one, two) => {
        const left = stated(one);
        const right = stated(two);
        const session = openSession();
        session.apply("m1", one);
        // Remove from the second body what the first one sets; sharing list keys is not a conflict.
        const rest = removeItems(widget, two, intersection(left, right)) as Record<string, unknown>;
        if (!isEmptySet(intersection(stated(rest), left))) return;
        expect(() => session.apply("m2", rest)).not.toThrow();
      }),
    );
  });

  it("equal values are shared", () => {
    fc.assert(
      fc.property(spec, (body) => {
        const session = openSession();
        session.apply("m1", body);
        session.apply("m2", body);
        const managers = managersOf(session);
        const first = managers.get(applierId("m1"))?.set ?? new Map();
        expect(equalSets(first, managers.get(applierId("m2"))?.set ?? new Map())).toBe(true);
      }),
    );
  });

  it("force takes exactly the fields that would conflict", () => {
    fc.assert(
      fc.property(history, spec, (writes, body) => {
        const session = play(writes);
        const live = session.object;
        const before = managersOf(session);
        let conflicts = new Set<string>();
        try {
          openSession(live).apply("new", body);
        } catch (error) {
          if (!isApiError(error, "Conflict")) throw error;
          conflicts = new Set((error.status.details?.causes ?? []).map((cause) => cause.message ?? ""));
        }
        session.apply("new", body, { force: true });
        const change = compareObjects(live ?? {}, session.object, widget);
        const changed = union(change.modified, change.added);
        const after = managersOf(session);
        // An untracked object becomes owned by `before-first-apply` on the way.
        for (const [id, managed] of before) {
          const lost = difference(managed.set, after.get(id)?.set ?? new Map());
          expect(
            equalSets(lost, union(intersection(managed.set, changed), intersection(managed.set, change.removed))),
          ).toBe(true);
          const named = [...conflicts].some((text) => text.startsWith(`conflict with "${managed.manager}"`));
          expect(named).toBe(!isEmptySet(intersection(managed.set, changed)));
        }
      }),
    );
  });

  it("applying nothing removes everything that no other manager owns", () => {
    fc.assert(
      fc.property(spec, (body) => {
        const session = openSession();
        session.apply("m1", body);
        session.apply("m1", {});
        expect(isEmptySet(stated({ spec: session.object?.["spec"] }).get("f:spec")?.children ?? new Map())).toBe(true);
        expect(managersOf(session).size).toBe(0);
      }),
    );
  });
});

describe("Invariants of updates", () => {
  it("every changed field is owned by the updating manager, and removed fields have no owner", () => {
    fc.assert(
      fc.property(history, spec, (writes, body) => {
        const session = play([{ manager: "m1", body: { spec: { replicas: 7 } }, how: "update" }, ...writes]);
        const live = session.object;
        session.update("new", body);
        const change = compareObjects(live, session.object, widget);
        const managers = managersOf(session);
        if (decodeManagedFields(live?.metadata.managedFields).size === 0) return;
        const own = [...managers.values()].find((m) => m.manager === "new")?.set ?? new Map();
        const visible = new Map([...union(change.added, change.modified)].filter(([name]) => name === "f:spec"));
        expect(equalSets(own, visible)).toBe(true);
        for (const managed of managers.values()) {
          expect(isEmptySet(intersection(managed.set, change.removed))).toBe(true);
        }
      }),
    );
  });
});

describe("Invariants of helpers", () => {
  it("an object equals itself, and comparisons in both directions mirror each other", () => {
    fc.assert(
      fc.property(spec, spec, (a, b) => {
        const same = compareObjects(a, clean(a), widget);
        expect([same.added, same.modified, same.removed].every(isEmptySet)).toBe(true);
        const there = compareObjects(a, b, widget);
        const back = compareObjects(b, a, widget);
        expect(equalSets(there.added, back.removed)).toBe(true);
        expect(equalSets(there.modified, back.modified)).toBe(true);
      }),
    );
  });

  it("extracting a value's own field set returns the value; removing it leaves nothing of it", () => {
    fc.assert(
      fc.property(spec, (body) => {
        const set = stated(body);
        const extracted = extractItems(widget, body, set) ?? {};
        expect(equalSets(toFieldSet(extracted, widget), set)).toBe(true);
        const left = removeItems(widget, body, set);
        expect(isEmptySet(intersection(toFieldSet(left, widget), set))).toBe(true);
      }),
    );
  });

  it("merging is idempotent and does not modify its operands", () => {
    fc.assert(
      fc.property(spec, spec, (live, applied) => {
        const texts = JSON.stringify([live, applied]);
        const once = mergeValues(widget, live, applied);
        expect(mergeValues(widget, once, applied)).toEqual(once);
        expect(JSON.stringify([live, applied])).toBe(texts);
      }),
    );
  });
});
