import { expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { defineResource } from "../../registry/definition.ts";
import { otherVersion } from "./otherVersion.ts";

const stored = defineResource({
  group: "g.{domain}",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  scope: "Cluster",
  definition: "api.g.v1.Thing",
  strategy: {},
  columns: [],
});
const object: ApiObject = { metadata: { name: "x" } };

test("another version shares the storage of the first", () => {
  const other = otherVersion(stored, { version: "v1beta1", definition: "api.g.v1beta1.Thing" });
  expect(other).toMatchObject({ ...stored, version: "v1beta1", definition: "api.g.v1beta1.Thing" });
  expect(other.storedAs).toMatchObject({ group: "g.{domain}", version: "v1", resource: "things" });
  expect(other.storedAs?.toStorage(object)).toEqual(object);
  expect(other.storedAs?.fromStorage(object)).toEqual(object);
});

test("another version may have its own conversion", () => {
  const conversion = {
    toStorage: (o: ApiObject) => ({ ...o, size: 1 }),
    fromStorage: (o: ApiObject) => ({ ...o, replicas: 1 }),
  };
  const other = otherVersion(stored, { version: "v2", definition: "d", conversion });
  expect(other.storedAs?.toStorage(object)).toHaveProperty("size");
  expect(other.storedAs?.fromStorage(object)).toHaveProperty("replicas");
});
