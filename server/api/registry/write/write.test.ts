import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { failure, openTestServices, type TestServices } from "../../../testing/testServices.ts";
import type { AdmissionPlugin } from "../admission/plugin.ts";
import { deleteObject } from "../deletion/deletion.ts";
import type { Strategy } from "../strategy.ts";
import { createObject } from "./createObject.ts";
import { updateObject } from "./updateObject.ts";
import { readExisting, toStored, type WriteRequest } from "./write.ts";

let services: TestServices;
const steps: string[] = [];
const note =
  (text: string) =>
  (...values: unknown[]): void => {
    steps.push(text);
    void values;
  };

const plugin: AdmissionPlugin = {
  name: "notes",
  handles: () => true,
  admit: note("admit"),
  validate: note("admission validate"),
};

beforeEach(async () => {
  services = await openTestServices({ plugins: [plugin] });
  steps.length = 0;
});
afterEach(() => services.close());

const request = (name: string, strategy: Strategy = {}, dryRun = false): WriteRequest => ({
  resource: services.resource("", "v1", "configmaps"),
  subresource: "",
  context: services.write("a", dryRun),
  name,
  options: {},
  strategy,
});
/** Changes an object while another write of it is under way, without waiting for that write. */
const overtake = (name: string) =>
  update(name, (other) => void Object.assign(other, { data: { other: "1" } }), {}, false, true);
const map = (name: string, data: Record<string, string> = {}): ApiObject => ({
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: { name, namespace: "a" },
  data,
});
const create = (name: string, strategy?: Strategy, dryRun?: boolean) =>
  createObject(services, request(name, strategy, dryRun), map(name));
const update = (
  name: string,
  change: (object: ApiObject) => void,
  strategy?: Strategy,
  dryRun?: boolean,
  versioned = false,
) =>
  updateObject(services, request(name, strategy, dryRun), {
    versioned,
    createIfMissing: false,
    transform: (existing) => {
      const next = structuredClone(existing?.object ?? map(name));
      change(next);
      return next;
    },
  });

/** A strategy whose reservation records what happens to it. */
const reserving: Strategy = {
  reserve: () => {
    steps.push("reserve");
    return { release: note("release") };
  },
};

describe("createObject", () => {
  it("runs its steps in order", async () => {
    await create("x", {
      ...reserving,
      prepareForCreate: note("prepare"),
      authorize: note("authorize"),
      validate: () => {
        steps.push("validate");
        return [];
      },
      warningsOnCreate: () => {
        steps.push("warn");
        return [];
      },
      canonicalize: note("canonicalize"),
    });
    expect(steps).toEqual([
      "admit",
      "authorize",
      "reserve",
      "prepare",
      "validate",
      "warn",
      "canonicalize",
      "admission validate",
      "release",
    ]);
  });

  it("stores without a resourceVersion and returns one", async () => {
    const { object, created } = await create("x");
    expect(created).toBe(true);
    expect(object.metadata.resourceVersion).toBe(String(await services.storage.currentRevision()));
    const stored = await services.storage.get(request("x").resource.key("a", "x"));
    expect(JSON.parse(String(stored?.value))).not.toHaveProperty("metadata.resourceVersion");
    expect(readExisting(request("x").resource, "a", "x")?.object).toEqual(object);
    expect(object.metadata.creationTimestamp).toBe("2026-01-02T03:04:05Z");
  });

  it("releases reservations when the name is taken", async () => {
    await create("x");
    steps.length = 0;
    const error = await failure(() => create("x", reserving));
    expect([error.code, error.message]).toEqual([409, 'configmaps "x" already exists']);
    expect(steps.filter((step) => step.startsWith("re"))).toEqual(["reserve", "release"]);
  });

  it("stores and reserves nothing in a dry run, and detects the same conflict", async () => {
    const before = await services.storage.currentRevision();
    const { object } = await create("x", reserving, true);
    expect(object.metadata.resourceVersion).toBeUndefined();
    expect(steps.filter((step) => step.startsWith("re"))).toEqual(["reserve", "release"]);
    expect(await services.storage.currentRevision()).toBe(before);
    await create("x");
    expect((await failure(() => create("x", {}, true))).code).toBe(409);
  });

  it("drops fields that clients may not set", async () => {
    const body = map("x");
    Object.assign(body.metadata, { uid: "mine", selfLink: "/x" });
    const { object } = await createObject(services, request("x"), body);
    expect(object.metadata.uid).not.toBe("mine");
    expect(object.metadata).not.toHaveProperty("selfLink");
  });
});

describe("updateObject", () => {
  it("stores nothing for a no-op", async () => {
    const { object } = await create("x");
    const revision = await services.storage.currentRevision();
    const result = await update("x", () => undefined);
    expect(result.object).toEqual(object);
    expect(await services.storage.currentRevision()).toBe(revision);
  });

  it("keeps fields that the client omits or may not change", async () => {
    const { object } = await create("x");
    const { object: after } = await update("x", (next) => {
      delete next.metadata.uid;
      next.metadata.creationTimestamp = "1999-01-01T00:00:00Z";
      next["data"] = { a: "1" };
    });
    expect(after.metadata.uid).toBe(object.metadata.uid);
    expect(after.metadata.creationTimestamp).toBe(object.metadata.creationTimestamp);
  });

  it("rejects an outdated or invalid resourceVersion", async () => {
    await create("x");
    const outdated = await failure(() =>
      update("x", (next) => void Object.assign(next.metadata, { resourceVersion: "1" })),
    );
    expect([outdated.code, outdated.reason]).toEqual([409, "Conflict"]);
    const none = await failure(() =>
      update("x", (next) => void Object.assign(next.metadata, { resourceVersion: "abc" })),
    );
    expect(none.code).toBe(500);
    const required = await failure(() =>
      update("x", (next) => void delete next.metadata.resourceVersion, { allowUnconditionalUpdate: false }),
    );
    expect([required.code, required.reason]).toEqual([422, "Invalid"]);
    expect(required.message).toContain("metadata.resourceVersion: Invalid value: 0");
    expect(required.message).toContain("must be specified for an update");
  });

  it("retries after a conflicting write", async () => {
    await create("x");
    let attempts = 0;
    const result = await updateObject(services, request("x", reserving), {
      versioned: false,
      createIfMissing: false,
      transform: async (existing) => {
        const next = structuredClone(existing?.object ?? map("x"));
        next.metadata.resourceVersion = "";
        attempts += 1;
        if (attempts === 1) await overtake("x");
        next["data"] = { ...(next["data"] as object), mine: "1" };
        return next;
      },
    });
    expect(attempts).toBe(2);
    expect(result.object["data"]).toEqual({ other: "1", mine: "1" });
    expect(steps.filter((step) => step.startsWith("re"))).toEqual(["reserve", "release", "reserve", "release"]);
  });

  it("does not retry if the request has a resourceVersion", async () => {
    const { object } = await create("x");
    let attempts = 0;
    const error = await failure(() =>
      updateObject(services, request("x", reserving), {
        versioned: true,
        createIfMissing: false,
        transform: async () => {
          const next = structuredClone(object);
          if (attempts++ === 0) await overtake("x");
          next["data"] = { mine: "1" };
          return next;
        },
      }),
    );
    expect([error.code, error.reason]).toEqual([409, "Conflict"]);
    expect(steps.filter((step) => step.startsWith("re"))).toEqual(["reserve", "release"]);
  });

  it("updates an object that another write created meanwhile", async () => {
    const result = await updateObject(services, request("x"), {
      versioned: false,
      createIfMissing: true,
      transform: async (existing) => {
        if (existing === undefined) await create("x");
        return { ...map("x"), data: { mine: "1" } };
      },
    });
    expect([result.created, result.object["data"]]).toEqual([false, { mine: "1" }]);
  });

  it("ends with a timeout error", async () => {
    await create("x");
    let left = 2;
    const context = { ...services.write("a"), time: { left: () => left, signal: new AbortController().signal } };
    const error = await failure(() =>
      updateObject(
        services,
        { ...request("x"), context },
        {
          versioned: false,
          createIfMissing: false,
          transform: async (existing) => {
            const next = structuredClone(existing?.object ?? map("x"));
            next.metadata.resourceVersion = "";
            left -= 1;
            await update("x", (other) => void Object.assign(other, { data: { left: `${left}` } }), {}, false, true);
            next["data"] = { mine: "1" };
            return next;
          },
        },
      ),
    );
    expect([error.code, error.message, left]).toEqual([
      504,
      "Timeout: request did not complete within requested timeout - context deadline exceeded",
      0,
    ]);
  });

  it("removes an object with its last finalizer", async () => {
    const body = map("x");
    body.metadata.finalizers = ["example.com/a", "example.com/b"];
    await createObject(services, request("x"), body);
    await deleteObject(services, request("x"), { dryRun: false });
    const finalizers = (left: string[]) => (next: ApiObject) => void Object.assign(next.metadata, { finalizers: left });
    await update("x", finalizers(["example.com/b"]));
    expect(readExisting(request("x").resource, "a", "x")).toBeDefined();
    await update("x", finalizers([]), { isHeld: () => true });
    expect(readExisting(request("x").resource, "a", "x")).toBeDefined();
    await update("x", () => undefined, {}, true);
    expect(readExisting(request("x").resource, "a", "x")).toBeDefined();
    await update("x", () => undefined);
    expect(readExisting(request("x").resource, "a", "x")).toBeUndefined();
  });

  it("creates an object only if allowed", async () => {
    expect((await failure(() => update("none", () => undefined))).code).toBe(404);
    const result = await updateObject(services, request("fresh"), {
      versioned: false,
      createIfMissing: true,
      transform: () => map("fresh"),
    });
    expect(result.created).toBe(true);
  });
});

it("toStored sets the storage version and omits the resourceVersion", async () => {
  const autoscalers = services.resource("autoscaling", "v1", "horizontalpodautoscalers");
  const stored = atOnce(
    toStored(autoscalers, {
      kind: "HorizontalPodAutoscaler",
      apiVersion: "autoscaling/v1",
      metadata: { name: "h", resourceVersion: "5" },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "d" }, targetCPUUtilizationPercentage: 50 },
    }),
  );
  expect(stored.apiVersion).toBe("autoscaling/v2");
  expect(stored.metadata).toEqual({ name: "h" });
  const back = autoscalers.fromStorage(stored);
  expect(back).toMatchObject({ apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 50 } });
});

describe("generateName", () => {
  /** A strategy that generates these names, one per attempt. */
  const naming = (names: string[]): Strategy => ({
    prepareForCreate: (_, object) => {
      object.metadata.name = names.shift() ?? "";
    },
  });
  const generated = (strategy: Strategy) => {
    const { name: _, ...metadata } = map("").metadata;
    return createObject(services, request("", strategy), {
      ...map(""),
      metadata: { ...metadata, generateName: "g-" },
    });
  };

  it("generates another name from the original object if the first is taken", async () => {
    await create("g-taken");
    const { object } = await generated(naming(["g-taken", "g-taken", "g-free"]));
    expect(object.metadata.name).toBe("g-free");
  });

  it("gives up after eight attempts with a retryable error", async () => {
    await create("g-taken");
    const names = Array<string>(9).fill("g-taken");
    await expect(generated(naming(names))).rejects.toMatchObject({
      status: {
        code: 409,
        reason: "AlreadyExists",
        message:
          'configmaps "g-taken" already exists, the server was not able to generate a unique name for the object',
        details: { name: "g-taken", kind: "configmaps", retryAfterSeconds: 1 },
      },
    });
    expect(names).toHaveLength(1);
  });

  it("is ignored if a name was sent, whose conflict is reported as retryable", async () => {
    await create("both");
    const both = { ...map("both"), metadata: { ...map("both").metadata, generateName: "g-" } };
    await expect(createObject(services, request("both"), both)).rejects.toMatchObject({
      status: { details: { name: "both", retryAfterSeconds: 1 } },
    });
  });
});
