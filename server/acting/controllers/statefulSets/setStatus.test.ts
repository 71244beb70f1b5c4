import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { StatefulSet } from "./kinds.ts";
import { setStatus } from "./setStatus.ts";

const REVISIONS = { current: "db-1", update: "db-2" };

const set = (replicas: number): StatefulSet =>
  ({ metadata: { name: "db" }, spec: { replicas, updateStrategy: { type: "RollingUpdate" } } }) as StatefulSet;

const updated = {
  metadata: { name: "db-0" },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
} as unknown as ApiObject;

const currentRevision = (replicas: number, pods: readonly ApiObject[]) =>
  setStatus(set(replicas), pods, REVISIONS, 0, () => REVISIONS.update, 0).currentRevision;

it("promotes the update revision to current only when all required pods have it", () => {
  expect(currentRevision(2, [updated])).toBe("db-1");
  expect(currentRevision(2, [updated, updated])).toBe("db-2");
  expect(currentRevision(0, [])).toBe("db-2");
});
