import { describe, expect, it } from "vitest";
import { widget } from "../../../shared/apply/testing/nodes.ts";
import type { ApiObject, JsonObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import type { PatchOperation } from "../jsonPatch.ts";
import { addAnswers, type Choices, NO_ANSWERS } from "./answers.ts";
import { ContestedError, type Save, type SaveSteps, saveEdit } from "./saveEdit.ts";

const entry = (manager: string, operation: "Apply" | "Update", spec: JsonObject) => ({
  manager,
  operation,
  apiVersion: "example.com/v1",
  fieldsType: "FieldsV1" as const,
  fieldsV1: { "f:spec": spec },
});
const live: ApiObject = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: {
    name: "w",
    resourceVersion: "7",
    managedFields: [entry("you", "Apply", { "f:replicas": {}, "f:gran": { "f:a": {} } })],
  },
  spec: { replicas: 1, gran: { a: "1" }, set: ["a", "b"] },
};
const partOf = ({ apiVersion, kind, spec }: ApiObject) =>
  ({ apiVersion, kind, metadata: { name: "w" }, spec }) as ApiObject;
const before = partOf(live);
const causes = (...managers: string[]) =>
  managers.map((manager) => ({
    reason: "FieldManagerConflict",
    field: ".spec.replicas",
    message: `conflict with "${manager}"`,
  }));
const conflict = (...managers: string[]) => new ApiError(409, "Conflict", "fields", { causes: causes(...managers) });

interface Sent {
  apply?: ApiObject;
  patch?: readonly PatchOperation[];
  force?: boolean;
  dryRun?: boolean;
}

/** A server that returns the test's responses, and records the requests. */
function server(answers: ((sent: Sent) => ApiObject | Error)[]) {
  const sent: Sent[] = [];
  const answer = async (request: Sent) => {
    const result = answers[sent.length]?.(request) ?? live;
    sent.push(request);
    if (result instanceof Error) throw result;
    return { body: result, warnings: [] };
  };
  const steps: SaveSteps = {
    apply: (apply, options) => answer({ apply, ...options }),
    patch: (patch, options) => answer({ patch, ...options }),
  };
  return { sent, steps };
}

const save = (spec: JsonObject, more: Partial<Save> = {}): Save => ({
  edit: { live, before, mine: { ...before, spec }, type: widget, manager: "me", subresource: "", claim: "changed" },
  answers: NO_ANSWERS,
  dryRun: false,
  partOf,
  ...more,
});
const spec = live["spec"] as JsonObject;

/** The contested fields that a save reports. */
async function contested(promise: Promise<unknown>): Promise<ContestedError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ContestedError)) throw error;
  return error;
}
const decided = ({ conflicts }: ContestedError, choices: Choices) => addAnswers(NO_ANSWERS, conflicts, choices);

describe("Edit that apply can express", () => {
  it("sends one apply of the changes with the original resource version", async () => {
    const { sent, steps } = server([]);
    await saveEdit(save({ ...spec, name: "n" }), steps);
    expect(sent).toEqual([
      { apply: { ...before, metadata: { name: "w", resourceVersion: "7" }, spec: { name: "n" } }, dryRun: false },
    ]);
  });

  it("asks about fields of other owners and forces only accepted conflicts", async () => {
    const wanted = save({ ...spec, replicas: 2 });
    const error = await contested(saveEdit(wanted, server([() => conflict("you")]).steps));
    expect(error.conflicts).toMatchObject([{ field: ".spec.replicas", theirs: 1, mine: 2 }]);
    const answers = decided(error, { ".spec.replicas": "mine" });
    const { sent, steps } = server([() => conflict("you")]);
    await saveEdit({ ...wanted, answers }, steps);
    expect(sent.map(({ force }) => force)).toEqual([undefined, true]);
    // Meanwhile another manager also owns the field; the user has not decided about that one.
    const other = server([() => conflict("you", "him")]);
    await contested(saveEdit({ ...wanted, answers }, other.steps));
    expect(other.sent).toHaveLength(1);
  });

  it("treats fields that the same manager wrote without apply as its own", async () => {
    const { sent, steps } = server([() => conflict("me")]);
    await saveEdit(save({ ...spec, replicas: 2 }), steps);
    expect(sent.map(({ force }) => force)).toEqual([undefined, true]);
  });

  it("reports the future owners in a dry run", async () => {
    const managedFields = [
      entry("you", "Apply", { "f:gran": { "f:a": {} } }),
      entry("me", "Apply", { "f:replicas": {} }),
    ];
    const after = { ...live, metadata: { ...live.metadata, managedFields } };
    const { sent, steps } = server([() => after]);
    const { ownership } = await saveEdit(save({ ...spec, replicas: 2 }, { dryRun: true }), steps);
    expect(sent).toMatchObject([{ dryRun: true }]);
    expect(ownership).toEqual({
      gained: [".spec.replicas"],
      lost: [],
      taken: [{ manager: "you", fields: [".spec.replicas"] }],
    });
  });
});

describe("Edit that apply cannot express", () => {
  it("tries an apply, then sends one patch, both with the original resource version", async () => {
    const managedFields = [...(live.metadata.managedFields ?? []), entry("me", "Update", { "f:name": {} })];
    const stored = { ...live, metadata: { ...live.metadata, managedFields } };
    const { sent, steps } = server([() => live, () => stored]);
    const saved = await saveEdit(save({ ...spec, set: ["b", "a"], name: "n" }), steps);
    expect(sent).toMatchObject([
      { apply: { metadata: { resourceVersion: "7" } }, dryRun: true },
      { patch: [{ op: "add", path: "/metadata/resourceVersion", value: "7" }, {}, {}, {}], dryRun: false },
    ]);
    expect(saved.body).toBe(stored);
    expect(saved.ownership.gained).toEqual([".spec.name"]);
  });

  it("asks before taking fields from others", async () => {
    const wanted = save({ replicas: 2, set: ["a", "b"] });
    const there = server([() => conflict("you")]);
    const error = await contested(saveEdit(wanted, there.steps));
    expect(error.conflicts.map(({ field }) => field)).toEqual([".spec.replicas", ".spec.gran"]);
    expect(there.sent).toMatchObject([{ dryRun: true }]);
    const answers = decided(error, { ".spec.replicas": "mine", ".spec.gran": "mine" });
    const { sent, steps } = server([() => conflict("you")]);
    await saveEdit({ ...wanted, answers }, steps);
    expect(sent.filter(({ dryRun }) => dryRun !== true)[0]).toHaveProperty("patch");
  });

  it("ignores an invalid trial apply but not a changed object or an unreachable server", async () => {
    const turned = save({ ...spec, set: ["b", "a"] });
    const half = server([() => new ApiError(422, "Invalid", "half")]);
    await saveEdit(turned, half.steps);
    expect(half.sent[1]).toHaveProperty("patch");
    for (const error of [new ApiError(409, "Conflict", "modified"), new ApiError(503, "ServiceUnavailable", "away")]) {
      const { sent, steps } = server([() => error]);
      await expect(saveEdit(turned, steps)).rejects.toBe(error);
      expect(sent).toHaveLength(1);
    }
  });

  it("claims shared fields in a second step whose failure does not undo the first", async () => {
    const shared = [["f:spec", "f:gran", "f:a"]];
    const turned = save({ ...spec, set: ["b", "a"] }, { answers: { ...NO_ANSWERS, shared } });
    const stored = {
      ...live,
      metadata: { ...live.metadata, resourceVersion: "8" },
      spec: { ...spec, set: ["b", "a"] },
    };
    const { sent, steps } = server([() => live, () => stored, () => stored]);
    expect(await saveEdit(turned, steps)).not.toHaveProperty("unclaimed");
    expect(sent[2]).toEqual({
      apply: { ...before, metadata: { name: "w", resourceVersion: "8" }, spec: { gran: { a: "1" } } },
    });
    const failing = server([() => live, () => stored, () => new ApiError(503, "ServiceUnavailable", "away")]);
    expect(await saveEdit(turned, failing.steps)).toMatchObject({ body: stored, unclaimed: { message: "away" } });
  });
});

it("plans the edit of a large object in slices, between which the page works", async () => {
  const fields = Array.from({ length: 20_000 }, (_, i) => `key-${i}`);
  const gran = Object.fromEntries(fields.map((field) => [field, "value"]));
  const owned = { "f:gran": Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) };
  const large: ApiObject = {
    ...live,
    metadata: { ...live.metadata, managedFields: [entry("you", "Apply", owned)] },
    spec: { ...spec, gran },
  };
  const edit = { ...save({ ...spec, gran: { ...gran, new: "value" } }).edit, live: large, before: partOf(large) };
  let turns = 0;
  let isSent = false;
  const others = (): void => {
    turns++;
    if (!isSent) setImmediate(others);
  };
  setImmediate(others);
  const { sent, steps } = server([
    () => {
      isSent = true;
      return large;
    },
  ]);
  await saveEdit(save({ ...spec, gran }, { edit }), steps);
  expect(sent).toHaveLength(1);
  expect(turns).toBeGreaterThan(1);
});
