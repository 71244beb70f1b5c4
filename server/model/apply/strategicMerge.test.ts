import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { atOnce, immediately } from "../../../shared/steps.ts";
import { loadSchema } from "../schema/schema.ts";
import { strategicMergeInSteps, undecodablePatch } from "./strategicMerge.ts";

const strategicMergePatch = immediately(strategicMergeInSteps);

const pod = loadSchema().definition("api.core.v1.Pod");
const deployment = loadSchema().definition("api.apps.v1.Deployment");

const patch = (spec: unknown, change: unknown) =>
  strategicMergePatch({ spec }, { spec: change }, pod)["spec"] as Record<string, unknown>;
const named = (...names: string[]) => names.map((name) => ({ name }));
const namesOf = (list: unknown) => (list as { name: string }[]).map((item) => item.name);
const containers = (live: string[], change: unknown[], more: object = {}) =>
  namesOf(patch({ containers: named(...live) }, { containers: change, ...more })["containers"]);

function errorOf(run: () => unknown): { code: number; reason: string; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, reason: error.reason, message: error.message };
    throw error;
  }
  throw new Error("expected an error");
}

describe("Strategic merge of maps", () => {
  it("merges maps, replaces scalars and removes nulls", () => {
    const live = { metadata: { labels: { a: "1", b: "2" } }, spec: { nodeName: "n", hostNetwork: true } };
    const change = {
      metadata: { labels: { b: null, c: "3" } },
      spec: { nodeName: "m", hostNetwork: null, hostPID: null },
    };
    expect(strategicMergePatch(live, change, pod)).toEqual({
      metadata: { labels: { a: "1", c: "3" } },
      spec: { nodeName: "m" },
    });
    expect(live.metadata.labels).toEqual({ a: "1", b: "2" });
  });

  it("applies $patch in a map", () => {
    const live = { metadata: { labels: { a: "1" } } };
    const labels = (value: unknown) =>
      (strategicMergePatch(live, { metadata: { labels: value } }, pod)["metadata"] as { labels: unknown }).labels;
    expect(labels({ $patch: "replace", b: "2" })).toEqual({ b: "2" });
    expect(labels({ $patch: "delete" })).toEqual({});
    expect(errorOf(() => labels({ $patch: "explode" }))).toEqual({
      code: 500,
      reason: "",
      message: "unknown patch type: explode in map: map[$patch:explode]",
    });
  });

  it("adds neither maps with directives nor nulls when there is nothing to merge with", () => {
    const change = { metadata: { labels: { $patch: "explode" }, annotations: { a: null, b: "1" } } };
    expect(strategicMergePatch({ metadata: {} }, change, pod)).toEqual({ metadata: { annotations: { b: "1" } } });
    const absent = { affinity: { $patch: "delete" }, securityContext: { seLinuxOptions: { $patch: "replace" } } };
    expect(patch({}, absent)).toEqual({ securityContext: {} });
    const added = {
      containers: [
        { name: "a", $patch: "delete" },
        { name: "b", env: null },
      ],
    };
    expect(patch({}, added)).toEqual({ containers: named("b") });
  });

  it("adds new list items verbatim", () => {
    const item = { name: "b", $retainKeys: ["name"], env: null, resources: { $patch: "delete" } };
    expect(patch({ containers: named("a") }, { containers: [item] })).toEqual({ containers: [item, ...named("a")] });
  });

  it("keeps only $retainKeys", () => {
    const live = { spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } } };
    const change = (strategy: unknown) => strategicMergePatch(live, { spec: { strategy } }, deployment)["spec"];
    expect(change({ $retainKeys: ["type"], type: "Recreate" })).toEqual({ strategy: { type: "Recreate" } });
    const bad = { code: 400, reason: "BadRequest", message: "invalid patch format of retainKeys" };
    expect(errorOf(() => change({ $retainKeys: ["type"], rollingUpdate: {} }))).toEqual(bad);
    expect(errorOf(() => change({ $retainKeys: "type" }))).toEqual(bad);
  });

  it("accepts objects only", () => {
    expect(errorOf(() => strategicMergePatch({}, [], pod)).code).toBe(400);
    expect(strategicMergePatch({ a: 1 }, null, pod)).toEqual({ a: 1 });
  });
});

describe("Strategic merge of lists", () => {
  it("merges items by key; new items come first, existing ones keep their position", () => {
    expect(containers(["a", "b"], named("c"))).toEqual(["c", "a", "b"]);
    expect(containers(["a", "b"], named("b"))).toEqual(["a", "b"]);
    expect(containers(["a", "b", "c"], named("c", "a"))).toEqual(["b", "c", "a"]);
    const merged = patch(
      { containers: [{ name: "a", image: "x", args: ["1"] }] },
      {
        containers: [{ name: "a", image: "y" }],
      },
    );
    expect(merged).toEqual({ containers: [{ name: "a", image: "y", args: ["1"] }] });
  });

  it("replaces atomic lists", () => {
    expect(patch({ tolerations: [{ key: "a" }] }, { tolerations: [{ key: "b" }] })).toEqual({
      tolerations: [{ key: "b" }],
    });
  });

  it("deletes and replaces items by directive", () => {
    expect(containers(["a", "b"], [{ name: "a", $patch: "delete" }])).toEqual(["b"]);
    expect(containers(["a", "b"], [{ $patch: "replace" }, { name: "c" }])).toEqual(["c"]);
    expect(errorOf(() => containers(["a"], [{ $patch: "delete" }])).message).toBe(
      "map: map[$patch:delete] does not contain declared merge key: name",
    );
    expect(errorOf(() => containers(["a"], [{ $patch: "merge" }])).message).toBe(
      "merging lists cannot yet be specified in the patch",
    );
  });

  it("requires the merge key and equal types", () => {
    expect(errorOf(() => containers(["a"], [{ image: "x" }])).message).toBe(
      "map: map[image:x] does not contain declared merge key: name",
    );
    expect(errorOf(() => containers(["a"], ["text"])).message).toBe(
      "list element types are not identical: [[map[name:a]] [text]]",
    );
    expect(errorOf(() => containers([], [["x"]])).code).toBe(422);
    expect(errorOf(() => containers(["a"], [["x"]])).message).toBe(
      "list element types are not identical: [[map[name:a]] [[x]]]",
    );
  });

  it("merges scalar lists as sets", () => {
    const finalizers = (live: string[], change: object) =>
      (
        strategicMergePatch({ metadata: { finalizers: live } }, { metadata: change }, pod)["metadata"] as {
          finalizers: string[];
        }
      ).finalizers;
    expect(finalizers(["one"], { finalizers: ["two"] })).toEqual(["two", "one"]);
    expect(finalizers(["one", "two"], { finalizers: ["two"] })).toEqual(["one", "two"]);
    expect(finalizers(["one", "two"], { "$deleteFromPrimitiveList/finalizers": ["one"] })).toEqual(["two"]);
    expect(finalizers(["a", "b", "c"], { "$setElementOrder/finalizers": ["c", "a"] })).toEqual(["b", "c", "a"]);
    expect(errorOf(() => finalizers([], { "$deleteFromPrimitiveList/finalizers": "x" }))).toEqual({
      code: 400,
      reason: "BadRequest",
      message: "invalid patch format of primitive list",
    });
  });

  it("applies $setElementOrder", () => {
    const order = (...names: string[]) => ({ "$setElementOrder/containers": named(...names) });
    expect(containers(["a", "b"], named("a"), order("b", "a"))).toEqual(["b", "a"]);
    expect(containers(["a", "b", "x"], [{ name: "c" }], order("c", "b", "a"))).toEqual(["c", "b", "a", "x"]);
    expect(containers(["a", "b"], [{ name: "b", $patch: "delete" }], order("a"))).toEqual(["a"]);
    expect(namesOf(patch({ containers: named("a", "b") }, order("b", "a"))["containers"])).toEqual(["b", "a"]);
    expect(patch({}, { containers: named("a"), ...order("a") })).toEqual({ containers: named("a") });
    expect(errorOf(() => containers(["a"], named("b", "a"), order("a", "b"))).message).toBe(
      "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n",
    );
    const unordered = [{ name: "a" }, { name: "b", $patch: "delete" }];
    expect(errorOf(() => containers(["a"], unordered, order("c"))).message).toBe(
      "The order in patch list:\n[map[name:a] map[$patch:delete name:b]]\n doesn't match $setElementOrder list:\n[map[name:c]]\n",
    );
    expect(errorOf(() => patch({}, { "$setElementOrder/containers": "x" })).message).toBe(
      "expected a []interface {}, but received a string",
    );
    const withOrder = (list: unknown[], change?: unknown) =>
      errorOf(() => {
        const merged = change === undefined ? {} : { containers: change };
        patch({ containers: named("a") }, { "$setElementOrder/containers": list, ...merged });
      }).message;
    expect(withOrder([], null)).toBe("expected a []interface {}, but received a %!s(<nil>)");
    expect(withOrder(["a"])).toBe("value for key 0 is not a map");
    expect(withOrder([{ name: "b" }, 1])).toBe("value for key 1 is not a map");
    expect(withOrder(["a"], named("a"))).toBe("expected a map[string]interface {}, but received a string");
    expect(withOrder([{ x: 1 }], named("a"))).toBe("map: map[x:1] does not contain declared merge key: name");
    expect(errorOf(() => patch({ nope: [] }, { "$setElementOrder/nope": [1] })).message).toBe(
      'unable to find api field in struct PodSpec for the json field "nope"',
    );
  });
});

describe("undecodablePatch", () => {
  it("contains the patch in the reference's format", () => {
    const error = atOnce(undecodablePatch({ spec: { replicas: "two" } }, "unrecognized type: int32"));
    expect(error.message).toBe(
      ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:two]]": unrecognized type: int32',
    );
    expect(error.status.details?.causes).toEqual([
      {
        reason: "FieldValueInvalid",
        message: 'Invalid value: "map[spec:map[replicas:two]]": unrecognized type: int32',
        field: "patch",
      },
    ]);
  });
});

describe("Lists with a merge key", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
  const withImage = (list: readonly string[], image: string) => list.map((name) => ({ name, image }));

  it("contain each item once, the patch's items in patch order, and are idempotent", () => {
    fc.assert(
      fc.property(names, names, (live, changed) => {
        const change = { containers: withImage(changed, "new") };
        const once = patch({ containers: withImage(live, "old") }, change);
        const result = once["containers"] as { name: string; image: string }[];
        expect(namesOf(result).sort()).toEqual([...new Set([...live, ...changed])].sort());
        expect(namesOf(result.filter((item) => item.image === "new"))).toEqual(changed);
        expect(namesOf(result.filter((item) => item.image === "old"))).toEqual(
          live.filter((name) => !changed.includes(name)),
        );
        expect(patch(once, change)).toEqual(once);
      }),
    );
  });

  it("lose only deleted items", () => {
    fc.assert(
      fc.property(names, names, (live, gone) => {
        const change = gone.map((name) => ({ name, $patch: "delete" }));
        const rest = live.filter((name) => !gone.includes(name));
        expect(namesOf(patch({ containers: named(...live) }, { containers: change })["containers"])).toEqual(rest);
      }),
    );
  });
});
