import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { authorsOf } from "./author.ts";

it("returns the latest owner of a field other than helm", () => {
  const entry = (manager: string, time: string, fields: object) => ({
    manager,
    time,
    operation: "Update" as const,
    fieldsV1: { "f:spec": fields } as never,
  });
  const object: ApiObject = {
    metadata: {
      managedFields: [
        entry("helm", "2026-01-03T00:00:00Z", { "f:replicas": {}, "f:paused": {} }),
        entry("old", "2026-01-01T00:00:00Z", { "f:replicas": {} }),
        entry("kubectl-edit", "2026-01-02T00:00:00Z", { "f:replicas": {} }),
      ],
    },
    spec: { replicas: 3, paused: true },
  };
  const authorOf = authorsOf(object);
  expect(authorOf(["spec", "replicas"])).toEqual({ manager: "kubectl-edit", time: Date.parse("2026-01-02") });
  expect(authorOf(["spec", "paused"])).toBeUndefined();
  expect(authorOf(["spec", "none"])).toBeUndefined();
});
