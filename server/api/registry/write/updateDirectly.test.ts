import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { failure, openTestServices, type TestServices } from "../../../testing/testServices.ts";
import { createObject } from "./createObject.ts";
import { updateDirectly } from "./updateDirectly.ts";

let services: TestServices;
beforeEach(async () => {
  services = await openTestServices();
  const resource = services.resource("", "v1", "configmaps");
  const write = { resource, subresource: "", context: services.write("a"), name: "x", options: {}, strategy: {} };
  await createObject(services, write, { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "x", namespace: "a" } });
});
afterEach(() => services.close());

const change = (run: (object: ApiObject) => ApiObject, at: { name?: string; dryRun?: boolean } = {}) =>
  updateDirectly(
    services,
    { resource: services.resource("", "v1", "configmaps"), namespace: "a", name: "x", dryRun: false, ...at },
    run,
  );

describe("updateDirectly", () => {
  it("stores the changed object with a new resource version", async () => {
    const object = await change((old) => ({ ...old, data: { a: "1" } }));
    expect(object).toMatchObject({
      data: { a: "1" },
      metadata: { resourceVersion: String(await services.storage.currentRevision()) },
    });
  });

  it("stores nothing in a dry run", async () => {
    const revision = await services.storage.currentRevision();
    expect(await change((old) => ({ ...old, data: { a: "1" } }), { dryRun: true })).toMatchObject({ data: { a: "1" } });
    expect(await services.storage.currentRevision()).toBe(revision);
  });

  it("loses no concurrent change", async () => {
    const add = (key: string) => change((old) => ({ ...old, data: { ...(old["data"] as object), [key]: "1" } }));
    await Promise.all(["a", "b", "c", "d"].map(add));
    expect(await change((old) => old)).toMatchObject({ data: { a: "1", b: "1", c: "1", d: "1" } });
  });

  it("rethrows errors of the change and reports a missing object", async () => {
    await expect(
      change(() => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect((await failure(() => change((old) => old, { name: "none" }))).code).toBe(404);
  });
});
