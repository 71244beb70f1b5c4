import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { editedPart, patchOf, replaceBody, writeRequest } from "./writeWays.ts";

const live: ApiObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", namespace: "n", uid: "u", resourceVersion: "7", labels: { x: "1" }, managedFields: [{}] },
  spec: { one: 1 },
  status: { phase: "Running" },
};
const mine: ApiObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "n" }, spec: { one: 2 } };
const locator = { group: "", version: "v1", resource: "pods", namespace: "n", name: "a" };

describe("replace", () => {
  it("sends my text with the other fields as last read", async () => {
    expect(replaceBody(mine, live, "")).toEqual({
      ...mine,
      metadata: { name: "a", namespace: "n", uid: "u", resourceVersion: "7" },
      status: { phase: "Running" },
    });
    expect(replaceBody({ ...mine, status: { phase: "Failed" } }, live, "status")).toEqual({
      ...live,
      status: { phase: "Failed" },
    });
    expect(await writeRequest("c", "replace", locator, mine, live)).toMatchObject({ method: "PUT" });
  });
});

describe("patch", () => {
  it("contains only the differences and fails after a concurrent write", async () => {
    expect(await patchOf(mine, live, "")).toEqual([
      { op: "add", path: "/metadata/resourceVersion", value: "7" },
      { op: "remove", path: "/metadata/labels" },
      { op: "replace", path: "/spec/one", value: 2 },
    ]);
    const request = await writeRequest("c", "patch", { ...locator, subresource: "status" }, mine, live, {
      dryRun: true,
    });
    expect(request.path).toMatch(/\/pods\/a\/status\?.*dryRun=All/);
  });
});

it("edits only the status", () => {
  expect(editedPart(live, "status")).toEqual({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", namespace: "n" },
    status: { phase: "Running" },
  });
});
