import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { patching, startWebhookFixture, type WebhookFixture } from "./testing/webhookFixture.ts";

let world: WebhookFixture;
beforeAll(async () => {
  world = await startWebhookFixture();
});
afterEach(() => world.reset());
afterAll(() => world.stop());

const MAPS = "/api/v1/namespaces/default/configmaps";
const map = (name: string, data: Record<string, string> = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});
const add = (key: string, value: string): object => patching({ op: "add", path: `/data/${key}`, value });
const dataOf = (object: ApiObject | null): unknown => object?.["data"];

describe("Mutating webhook", () => {
  it("changes created objects, which later webhooks see", async () => {
    await world.register("Mutating", [{ name: "b.example.com" }], "z-later");
    await world.register("Mutating", [{ name: "a1.example.com" }, { name: "a2.example.com" }], "a-earlier");
    for (const name of ["a1", "a2", "b"]) world.answer(`${name}.example.com`, () => add(name, "x"));
    const { status, body } = await world.request("POST", MAPS, map("m1", { own: "1" }));
    expect(status).toBe(201);
    expect(body["data"]).toEqual({ own: "1", a1: "x", a2: "x", b: "x" });
    expect(dataOf(world.reviews("a1.example.com")[0]?.object ?? null)).toEqual({ own: "1" });
    expect(dataOf(world.reviews("b.example.com")[0]?.object ?? null)).toEqual({ own: "1", a1: "x", a2: "x" });
  });

  it("receives all details of an update, and its fields belong to no manager", async () => {
    await world.request("POST", MAPS, map("m2", { own: "1" }));
    await world.register("Mutating", [{ name: "u.example.com" }]);
    world.answer("u.example.com", () => add("hook", "x"));
    const headers = { "content-type": "application/apply-patch+yaml" };
    const { status, body } = await world.request(
      "PATCH",
      `${MAPS}/m2?fieldManager=me&force=true`,
      map("m2", { own: "2" }),
      headers,
    );
    expect(status).toBe(200);
    expect(body["data"]).toEqual({ own: "2", hook: "x" });
    expect(JSON.stringify(body.metadata.managedFields)).not.toContain("f:hook");
    expect(world.reviews("u.example.com")[0]).toMatchObject({
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      name: "m2",
      namespace: "default",
      operation: "UPDATE",
      userInfo: { username: "admin", uid: "1" },
      object: { data: { own: "2" } },
      oldObject: { data: { own: "1" } },
      dryRun: false,
      options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
    });
  });

  it("receives an apply that creates an object as CREATE", async () => {
    await world.register("Mutating", [{ name: "c.example.com" }]);
    world.answer("c.example.com", () => add("hook", "x"));
    const headers = { "content-type": "application/apply-patch+yaml" };
    const { body } = await world.request("PATCH", `${MAPS}/m3?fieldManager=me`, map("m3", { own: "1" }), headers);
    expect(body["data"]).toEqual({ own: "1", hook: "x" });
    expect(world.reviews("c.example.com")[0]).toMatchObject({
      operation: "CREATE",
      oldObject: null,
      options: { kind: "CreateOptions", fieldManager: "me" },
    });
  });

  it("runs after defaulting, and its result is decoded and defaulted again", async () => {
    const rules = [{ operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }];
    await world.register("Mutating", [{ name: "d.example.com", rules }]);
    world.answer("d.example.com", () =>
      patching(
        { op: "add", path: "/spec/template/spec/containers/-", value: { name: "side", image: "side:1" } },
        { op: "add", path: "/spec/unknown", value: 1 },
      ),
    );
    const labels = { app: "d" };
    const { status, body } = await world.request("POST", "/apis/apps/v1/namespaces/default/deployments", {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "main", image: "main:1" }] } },
      },
    });
    expect(status).toBe(201);
    const spec = body["spec"] as { unknown?: number; template: { spec: { containers: object[] } } };
    expect(spec.template.spec.containers[1]).toMatchObject({ name: "side", imagePullPolicy: "IfNotPresent" });
    expect(spec.unknown).toBeUndefined();
    expect(world.reviews("d.example.com")[0]?.object).toMatchObject({ spec: { replicas: 1 } });
  });

  it("cannot corrupt managedFields, which are restored with a warning", async () => {
    await world.register("Mutating", [{ name: "m.example.com" }]);
    world.answer("m.example.com", () =>
      patching({ op: "replace", path: "/metadata/managedFields/0/fieldsType", value: "Other" }),
    );
    const { body, headers } = await world.request("POST", MAPS, map("m4", { own: "1" }));
    expect(body.metadata.managedFields?.[0]?.fieldsType).toBe("FieldsV1");
    expect(headers["warning"]).toContain(".metadata.managedFields was in an invalid state after admission");
  });

  it("fails the request if its patch does not apply or there is no object to patch", async () => {
    await world.register("Mutating", [{ name: "f.example.com", failurePolicy: "Ignore" }]);
    world.answer("f.example.com", ({ operation }) =>
      operation === "DELETE" ? add("x", "1") : patching({ op: "remove", path: "/data/none" }),
    );
    const created = await world.request("POST", MAPS, map("m5"));
    expect(created.status).toBe(500);
    expect(created.body.message).toContain("Internal error occurred: remove operation does not apply");
    const removed = await world.request("DELETE", `${MAPS}/m3`);
    expect(removed.status).toBe(500);
    expect(removed.body.message).toBe(
      'Internal error occurred: admission webhook "f.example.com" attempted to modify the object, which is not supported for this operation',
    );
  });
});

describe("Failing mutating webhook", () => {
  it("is ignored or fails the request, as its failure policy says", async () => {
    await world.register("Mutating", [
      { name: "down.example.com", failurePolicy: "Ignore" },
      { name: "up.example.com" },
    ]);
    world.answer("down.example.com", () => ({ status: 503, text: "" }));
    world.answer("up.example.com", () => add("up", "x"));
    const { body } = await world.request("POST", `${MAPS}?dryRun=All`, map("f1", { own: "1" }));
    expect(body["data"]).toEqual({ own: "1", up: "x" });
    world.answer("up.example.com", () => ({ allowed: true, patchType: "Strategic", patch: "W3t9XQ==" }));
    const failed = await world.request("POST", MAPS, map("f1", { own: "1" }));
    expect([failed.status, failed.body.message]).toEqual([
      500,
      'Internal error occurred: failed calling webhook "up.example.com": unsupported patch type "Strategic"',
    ]);
  });

  it("rejects the request before later webhooks are called", async () => {
    await world.register("Mutating", [{ name: "no.example.com", failurePolicy: "Ignore" }, { name: "up.example.com" }]);
    world.answer("no.example.com", () => ({ allowed: false }));
    const { status } = await world.request("POST", MAPS, map("f2"));
    expect(status).toBe(400);
    expect(world.reviews("up.example.com")).toEqual([]);
  });
});

describe("Webhook reinvocation", () => {
  it("calls a webhook with reinvocationPolicy IfNeeded again after later changes", async () => {
    await world.register("Mutating", [
      { name: "again.example.com", reinvocationPolicy: "IfNeeded" },
      { name: "once.example.com" },
    ]);
    world.answer("once.example.com", () => add("once", "x"));
    world.answer("again.example.com", ({ object }) =>
      (dataOf(object) as Record<string, string>)["once"] === undefined ? true : add("again", "x"),
    );
    const { body } = await world.request("POST", MAPS, map("r1", { own: "1" }));
    expect(body["data"]).toEqual({ own: "1", once: "x", again: "x" });
    expect(world.reviews("again.example.com")).toHaveLength(2);
    expect(world.reviews("once.example.com")).toHaveLength(1);
  });

  it("also evaluates the conditions of webhooks that are not called again", async () => {
    await world.register("Mutating", [
      { name: "again.example.com", reinvocationPolicy: "IfNeeded" },
      { name: "once.example.com", matchConditions: [{ name: "c", expression: "object.data.own == '1'" }] },
      { name: "taking.example.com" },
    ]);
    world.answer("again.example.com", () => true);
    world.answer("once.example.com", () => true);
    world.answer("taking.example.com", () => patching({ op: "remove", path: "/data" }));
    const { status, body } = await world.request("POST", MAPS, map("r3", { own: "1" }));
    expect(status).toBe(403);
    expect(body["message"]).toContain("no such key: data");
    expect(world.reviews("once.example.com")).toHaveLength(1);
  });

  it("does not happen without changes or for the webhook's own changes", async () => {
    await world.register("Mutating", [
      { name: "own.example.com", reinvocationPolicy: "IfNeeded" },
      { name: "idle.example.com", reinvocationPolicy: "IfNeeded" },
    ]);
    world.answer("own.example.com", () => add("own", "x"));
    await world.request("POST", MAPS, map("r2", { a: "1" }));
    expect(world.reviews("own.example.com")).toHaveLength(1);
    expect(world.reviews("idle.example.com")).toHaveLength(1);
  });
});

describe("Webhooks for subresources", () => {
  it("receive a Scale object and may change it", async () => {
    const rules = [
      { operations: ["UPDATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments/scale"] },
    ];
    await world.register("Mutating", [{ name: "s.example.com", rules }]);
    world.answer("s.example.com", () => patching({ op: "replace", path: "/spec/replicas", value: 4 }));
    const { status, body } = await world.request(
      "PATCH",
      "/apis/apps/v1/namespaces/default/deployments/d/scale",
      { spec: { replicas: 3 } },
      { "content-type": "application/merge-patch+json" },
    );
    expect(status).toBe(200);
    expect(body["spec"]).toEqual({ replicas: 4 });
    expect(world.reviews("s.example.com")[0]).toMatchObject({
      kind: { group: "autoscaling", version: "v1", kind: "Scale" },
      resource: { group: "apps", version: "v1", resource: "deployments" },
      subResource: "scale",
      object: { kind: "Scale", spec: { replicas: 3 } },
      oldObject: { kind: "Scale", spec: { replicas: 1 } },
    });
  });

  it("are called for token requests", async () => {
    const rules = [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["serviceaccounts/token"] }];
    await world.register("Mutating", [{ name: "t.example.com", rules }]);
    world.answer("t.example.com", () => ({
      allowed: false,
      status: { message: "no tokens", code: 403, reason: "Forbidden" },
    }));
    await world.request("POST", "/api/v1/namespaces/default/serviceaccounts", {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "robot" },
    });
    const { status, body } = await world.request("POST", "/api/v1/namespaces/default/serviceaccounts/robot/token", {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: {},
    });
    expect([status, body.reason, body.message]).toEqual([
      403,
      "Forbidden",
      'admission webhook "t.example.com" denied the request: no tokens',
    ]);
    expect(world.reviews("t.example.com")[0]).toMatchObject({
      kind: { kind: "TokenRequest" },
      name: "robot",
      operation: "CREATE",
      subResource: "token",
    });
  });
});
