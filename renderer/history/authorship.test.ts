import { expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { lastManager, stateTime } from "./authorship.ts";

it("reads manager and time from the newest entry", () => {
  const object: ApiObject = {
    metadata: {
      creationTimestamp: "2024-01-01T00:00:00Z",
      managedFields: [
        { manager: "old", time: "2024-01-01T00:00:00Z" },
        { manager: "new", subresource: "status", time: "2024-01-02T00:00:00Z" },
      ],
    },
  };
  expect(lastManager(object)).toBe("new/status");
  expect(stateTime(object)).toBe(Date.parse("2024-01-02T00:00:00Z"));
  const [, entry] = object.metadata.managedFields ?? [];
  const before: ApiObject = { metadata: { managedFields: entry === undefined ? [] : [entry] } };
  expect(lastManager(object, before)).toBe("old");
  expect(lastManager({ metadata: {} })).toBe("");
  expect(stateTime({ metadata: {} })).toBe(0);
});
