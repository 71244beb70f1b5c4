import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { annotationsOfNewest, int64, revisionOf, rolloutAnnotations } from "./annotations.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";

const names = rolloutAnnotations(createVocabulary());
const deployment = { metadata: { name: "web", annotations: { cause: "new" } }, spec: {} } as unknown as Deployment;

it("parses signed 64-bit integers", () => {
  expect(["7", "+7", "-7", "", "x", "9223372036854775808"].map(int64)).toEqual([
    7n,
    7n,
    -7n,
    undefined,
    undefined,
    undefined,
  ]);
});

describe("Annotations of the newest replica set", () => {
  it("stay unchanged if its revision is not a number", () => {
    const known = { cause: "old", [names.revision]: "first" };
    expect(annotationsOfNewest(deployment, known, 2n, names)).toEqual(known);
    expect(revisionOf({ metadata: { annotations: known } } as unknown as ReplicaSet, names)).toBe(0n);
  });

  it("record its former revision, even a negative one, in the revision history", () => {
    const known = { [names.revision]: "-1" };
    expect(annotationsOfNewest(deployment, known, 2n, names)).toEqual({
      cause: "new",
      [names.revision]: "2",
      [names.history]: "-1",
    });
  });
});
