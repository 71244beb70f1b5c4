import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { StatefulSet } from "./kinds.ts";
import { identityLabels, missingParts } from "./statefulPod.ts";

const labels = identityLabels(createVocabulary());
const set = {
  metadata: { name: "db" },
  spec: { volumeClaimTemplates: [{ metadata: { name: "data" } }] },
} as StatefulSet;
const claimed = { name: "data", persistentVolumeClaim: { claimName: "data-db-1" } };
const token = { name: "token", emptyDir: {} };

const lacking = (own: Record<string, string>, volumes: readonly object[]) =>
  missingParts(set, { metadata: { name: "db-1", labels: own }, spec: { volumes } } as ApiObject, 1, labels);

it("detects missing labels and claims of an adopted pod and keeps its other volumes", () => {
  const named = { [labels.name]: "db-1" };
  expect(lacking(named, [claimed, token])).toBeUndefined();
  expect(lacking(named, [token])).toEqual({ spec: { volumes: [claimed, token] } });
  expect(lacking({}, [claimed])).toEqual({ metadata: { labels: { ...named, [labels.index]: "1" } } });
});
