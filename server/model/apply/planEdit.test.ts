import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractItems } from "../../../shared/apply/extractItems.ts";
import { decodeManagedFields } from "../../../shared/apply/managedFields.ts";
import { type EditPlan, type ObjectEdit, ownedBy, planEdit } from "../../../shared/apply/planEdit.ts";
import { toFieldSet } from "../../../shared/apply/testing/immediate.ts";
import { WIDGET_VERSION, widget } from "../../../shared/apply/testing/nodes.ts";
import { pathsOf, pathText } from "../../../shared/fieldset/fieldPath.ts";
import { EMPTY_FIELD_SET, type FieldSet, fieldSetOf } from "../../../shared/fieldset/fieldSet.ts";
import { toFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import {
  difference,
  leaves,
  recursiveDifference,
  recursiveIntersection,
  union,
} from "../../../shared/fieldset/immediateAlgebra.ts";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { openSession, type Session } from "./testing/session.ts";

const CONSOLE = "console";
const texts = (set: FieldSet): string[] => pathsOf(set).map(pathText);

const edit = (live: ApiObject, spec: unknown, more: Partial<ObjectEdit> = {}): ObjectEdit => {
  const { managedFields: _, ...metadata } = live.metadata;
  const before: ApiObject = { ...live, metadata };
  const mine: ApiObject = { ...before, spec };
  if (spec === undefined) delete mine["spec"];
  return { live, before, mine, type: widget, manager: CONSOLE, subresource: "", claim: "changed", ...more };
};

/** Saves an edit as the console does: by an apply that may take over fields, or else by one patch of everything. */
function save(session: Session, wanted: ObjectEdit): EditPlan {
  const plan = planEdit(wanted);
  if (plan.complete) session.apply(CONSOLE, plan.configuration, { force: true });
  else
    session.update(CONSOLE, {
      ...wanted.mine,
      metadata: { name: "w", managedFields: wanted.live.metadata.managedFields },
    });
  return plan;
}

const owned = (session: Session, manager: string): FieldSet =>
  session.object === undefined ? EMPTY_FIELD_SET : ownedBy(session.object, manager, "");

describe("planEdit", () => {
  const created = () => {
    const session = openSession();
    session.apply("creator", {
      spec: {
        replicas: 1,
        name: "a",
        gran: { a: "1", b: "2" },
        atom: ["x"],
        set: ["p", "q"],
        byName: [
          { name: "one", v: 1, nested: { a: "1" } },
          { name: "two", v: 2 },
        ],
      },
    });
    return session;
  };
  const spec = (session: Session): Record<string, unknown> =>
    structuredClone(session.object?.["spec"]) as Record<string, unknown>;
  const live = (session: Session): ApiObject => session.object as ApiObject;

  it("applies only the changed field and leaves the others to their owners", () => {
    const session = created();
    const plan = save(session, edit(live(session), { ...spec(session), replicas: 2 }));
    expect(plan.configuration).toEqual({
      apiVersion: WIDGET_VERSION,
      kind: "Widget",
      metadata: { name: "w" },
      spec: { replicas: 2 },
    });
    expect(texts(owned(session, CONSOLE))).toEqual([".spec.replicas"]);
    expect(() => session.apply("creator", { spec: { name: "b", gran: { a: "1", b: "3" } } })).not.toThrow();
  });

  it("identifies a list item by its keys and keeps applying fields owned before", () => {
    const session = created();
    save(session, edit(live(session), { ...spec(session), replicas: 2 }));
    const next = spec(session);
    (next["byName"] as Record<string, unknown>[])[1] = { name: "two", v: 3 };
    const plan = save(session, edit(live(session), next));
    expect(plan.configuration["spec"]).toEqual({ replicas: 2, byName: [{ name: "two", v: 3 }] });
    expect(texts(owned(session, CONSOLE))).toEqual([
      ".spec.replicas",
      '.spec.byName[name="two"]',
      '.spec.byName[name="two"].name',
      '.spec.byName[name="two"].v',
    ]);
  });

  it("removes fields owned only by this manager by no longer applying them", () => {
    const session = created();
    save(session, edit(live(session), { ...spec(session), gran: { a: "1", b: "2", c: "3" } }));
    const plan = save(session, edit(live(session), { ...spec(session), gran: { a: "1", b: "2" } }));
    expect(plan).toMatchObject({ complete: true, contested: [] });
    expect(spec(session)["gran"]).toEqual({ a: "1", b: "2" });
    expect(texts(owned(session, CONSOLE))).toEqual([]);
  });

  it("applies null and empty objects as they are, and omits a reverted value", () => {
    const session = created();
    const odd = planEdit(edit(live(session), { ...spec(session), name: null, atomMap: {}, atom: [] }));
    expect(odd.configuration["spec"]).toEqual({ name: null, atomMap: {}, atom: [] });
    expect(odd.complete).toBe(true);
    const none = planEdit(edit(live(session), spec(session)));
    expect(none).toMatchObject({ complete: true, claims: new Map() });
    expect(none.configuration).not.toHaveProperty("spec");
  });

  it("reports other owners of removed fields, topmost first", () => {
    const session = created();
    const { gran: _gran, ...rest } = spec(session);
    const plan = planEdit(edit(live(session), { ...rest, byName: [{ name: "two", v: 2 }] }));
    expect(plan.complete).toBe(false);
    expect(plan.contested.map(({ path, owners }) => [pathText(path), owners.map((owner) => owner.manager)])).toEqual([
      [".spec.gran", ["creator"]],
      ['.spec.byName[name="one"]', ["creator"]],
    ]);
  });

  it("detects changes that apply cannot express: list order and unowned fields", () => {
    const session = created();
    const turned = edit(live(session), { ...spec(session), set: ["q", "p"] });
    expect(planEdit(turned)).toMatchObject({ complete: false, contested: [] });
    const between = edit(live(session), {
      ...spec(session),
      byName: [{ name: "one", v: 1, nested: { a: "1" } }, { name: "new" }, { name: "two", v: 2 }],
    });
    expect(planEdit(between)).toMatchObject({ complete: false, contested: [] });
    const unowned = openSession({ ...live(session), spec: { ...spec(session), free: { x: 1 } } });
    expect(planEdit(edit(live(unowned), spec(session)))).toMatchObject({ complete: false, contested: [] });
  });

  it("takes ownership of every field in the text on request", () => {
    const session = created();
    const wanted = edit(live(session), { ...spec(session), replicas: 2 }, { claim: "all" });
    save(session, wanted);
    expect(toFieldsV1(owned(session, CONSOLE))).toEqual(toFieldsV1(toFieldSet({ spec: wanted.mine["spec"] }, widget)));
  });

  it("takes and releases ownership of single fields without changing their values", () => {
    const session = created();
    const path = ["f:spec", "f:gran", "f:a"];
    const changed = { ...spec(session), replicas: 2 };
    save(session, edit(live(session), changed, { shared: [path] }));
    expect(texts(owned(session, CONSOLE))).toEqual([".spec.replicas", ".spec.gran.a"]);
    expect(texts(owned(session, "creator"))).toContain(".spec.gran.a");
    const plan = save(session, edit(live(session), { ...changed, name: "b" }, { released: [path] }));
    expect(texts(plan.released)).toEqual([".spec.gran.a"]);
    expect(texts(owned(session, CONSOLE))).toEqual([".spec.name", ".spec.replicas"]);
    expect(spec(session)["gran"]).toEqual({ a: "1", b: "2" });
  });

  it("keeps ownership of parts the editor does not show", () => {
    const session = openSession();
    session.apply(CONSOLE, { spec: { replicas: 1 }, status: { phase: "x" } });
    const { status: _, ...shown } = live(session);
    for (const claim of ["changed", "all"] as const) {
      const mine = { ...shown, spec: { replicas: 2 } };
      const plan = planEdit({ ...edit(live(session), {}), before: shown, mine, claim });
      expect(plan.configuration["status"]).toEqual({ phase: "x" });
      expect(plan.complete).toBe(true);
    }
  });

  it("leaves edits without a schema to a patch and identifies list items by managed fields", () => {
    const session = created();
    const next = spec(session);
    (next["byName"] as Record<string, unknown>[])[1] = { name: "two", v: 3 };
    const plan = planEdit(edit(live(session), next, { type: undefined }));
    expect(plan.configuration["spec"]).toEqual({ byName: [{ name: "two", v: 3 }] });
    expect(plan).toMatchObject({ complete: false, claims: new Map(), contested: [] });
    const shorter = planEdit(edit(live(session), { ...next, byName: [] }, { type: undefined }));
    expect(shorter.contested.map(({ path }) => pathText(path))).toEqual([
      '.spec.byName[name="one"]',
      '.spec.byName[name="two"]',
    ]);
  });

  it("applies everything if its fields were recorded in a version with other fields", () => {
    const session = created();
    session.apply(CONSOLE, { spec: { replicas: 1 } });
    const entries = live(session).metadata.managedFields?.map((entry) =>
      entry.manager === CONSOLE
        ? { ...entry, apiVersion: "example.com/v0", fieldsV1: { "f:spec": { "f:count": {} } } }
        : entry,
    );
    const other = { ...live(session), metadata: { ...live(session).metadata, managedFields: entries ?? [] } };
    expect(planEdit(edit(other, { ...spec(session), replicas: 3 }))).toMatchObject({
      claim: "all",
      configuration: { spec: { replicas: 3, name: "a" } },
    });
  });

  it("works without readable managed fields and leaves type errors to the server", () => {
    const session = created();
    const broken = { ...live(session), metadata: { name: "w", managedFields: [{ manager: "x" }] } };
    expect(planEdit(edit(broken, { ...spec(session), replicas: 2 })).configuration["spec"]).toEqual({ replicas: 2 });
    const odd = planEdit(edit(live(session), { ...spec(session), gran: "text", byName: [{ v: 1 }] }));
    expect(odd.complete).toBe(false);
  });
});

const word = fc.constantFrom("a", "b", "c");
const number = fc.integer({ min: 0, max: 2 });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const clean = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const item = fc.record({ name: word, v: some(number), nested: some(fc.record({ a: some(word), b: some(word) })) });
// Lists with merge keys are never empty here: as in the reference, an empty one has no owner.
const spec = fc
  .record({
    replicas: some(number),
    name: some(word),
    byName: some(fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: (i) => i.name })),
    set: some(fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
    atom: some(fc.array(word, { maxLength: 2 })),
    gran: some(fc.dictionary(word, word, { maxKeys: 3 })),
    atomMap: some(fc.record({ a: some(word), b: some(word) })),
    free: some(fc.dictionary(word, fc.oneof(word, fc.array(word), fc.dictionary(word, word)))),
  })
  .map(clean);
const write = fc.record({
  manager: fc.constantFrom("m1", "m2", CONSOLE),
  spec,
  how: fc.constantFrom("apply", "force", "update"),
});

function play(writes: readonly { manager: string; spec: object; how: string }[]): Session {
  const session = openSession();
  session.apply("creator", {});
  for (const { manager, spec: body, how } of writes) {
    try {
      if (how === "update") session.update(manager, { spec: body });
      else session.apply(manager, { spec: body }, { force: how === "force" });
    } catch (error) {
      if (!isApiError(error, "Conflict")) throw error;
    }
  }
  return session;
}

describe("Invariants of edits", () => {
  it("saving yields the edited object and transfers ownership of changed fields only", () => {
    let complete = 0;
    fc.assert(
      fc.property(fc.array(write, { maxLength: 5 }), spec, fc.boolean(), (writes, body, isSmall) => {
        const session = play(writes);
        const live = session.object as ApiObject;
        // Most edits are small: one field from another state.
        const [name, value] = Object.entries(body)[0] ?? ["name", "c"];
        const wanted = edit(live, isSmall ? { ...(live["spec"] as object), [name]: value } : body);
        const owners = decodeManagedFields(live.metadata.managedFields);
        const before = owned(session, CONSOLE);
        const plan = save(session, wanted);
        complete += Number(plan.complete);
        expect(session.object?.["spec"]).toEqual(wanted.mine["spec"]);

        // A patch of an object without managedFields keeps it so.
        if (!plan.complete && owners.size === 0) return;

        const changed = union(plan.change.added, plan.change.modified);
        const identity = toFieldSet(extractItems(widget, wanted.mine, union(before, changed)) ?? {}, widget);
        const gained = difference(owned(session, CONSOLE), before);
        expect(texts(difference(difference(gained, changed), identity))).toEqual([]);
        // A struct is not owned itself when fields inside it are.
        expect(texts(difference(leaves(changed), owned(session, CONSOLE)))).toEqual([]);
        const lost = recursiveDifference(difference(before, owned(session, CONSOLE)), plan.change.removed);
        // A value that was owned as an empty one is no longer owned itself once it has content.
        const still = (path: FieldPath) => recursiveIntersection(owned(session, CONSOLE), fieldSetOf([path])).size > 0;
        expect(pathsOf(lost).filter((path) => !still(path))).toEqual([]);
        for (const { manager, set } of owners.values()) {
          if (manager === CONSOLE) continue;
          const taken = recursiveDifference(difference(set, owned(session, manager)), plan.change.removed);
          expect(texts(difference(taken, changed))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
    expect(complete).toBeGreaterThan(50);
    expect(complete).toBeLessThan(300);
  });
});
