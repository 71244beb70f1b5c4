import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patching, startWebhookFixture, type WebhookFixture } from "./testing/webhookFixture.ts";

let world: WebhookFixture;
beforeAll(async () => {
  world = await startWebhookFixture();
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: { size: { type: "integer" }, color: { type: "string", default: "red" } },
        },
      },
    },
  };
  const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema });
  const { status, text } = await world.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [version("v1", true), version("v2", false)],
    },
  });
  if (status !== 201) throw new Error(text);
});
afterAll(() => world.stop());

const path = (version: string): string => `/apis/example.com/${version}/namespaces/default/widgets`;
const widget = (version: string, name: string, spec: object): object => ({
  apiVersion: `example.com/${version}`,
  kind: "Widget",
  metadata: { name },
  spec,
});

describe("Webhooks for custom resources", () => {
  it("receive and change objects in the requested version", async () => {
    const rules = [{ operations: ["*"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["widgets"] }];
    await world.register("Mutating", [{ name: "m.example.com", rules: [{ ...rules[0], operations: ["CREATE"] }] }]);
    await world.register("Validating", [{ name: "v.example.com", rules, matchPolicy: "Exact" }]);
    world.answer("m.example.com", () =>
      patching(
        { op: "replace", path: "/spec/size", value: 2 },
        { op: "remove", path: "/spec/color" },
        { op: "add", path: "/spec/unknown", value: 1 },
      ),
    );
    const { status, body } = await world.request("POST", path("v2"), widget("v2", "w", { size: 1 }));
    expect(status).toBe(201);
    expect(body.apiVersion).toBe("example.com/v2");
    expect(body["spec"]).toEqual({ size: 2, color: "red" });
    expect(world.reviews("m.example.com")[0]).toMatchObject({
      kind: { group: "example.com", version: "v1", kind: "Widget" },
      requestKind: { group: "example.com", version: "v2", kind: "Widget" },
      object: { apiVersion: "example.com/v1", spec: { size: 1, color: "red" } },
    });
    expect(world.reviews("v.example.com")).toEqual([]);
    await world.request("DELETE", `${path("v1")}/w`);
    expect(world.reviews("v.example.com")[0]).toMatchObject({ operation: "DELETE", oldObject: { spec: { size: 2 } } });
  });

  it("are rejected by validation if they make an object invalid", async () => {
    world.answer("m.example.com", () => patching({ op: "add", path: "/spec/size", value: "big" }));
    const { status } = await world.request("POST", path("v1"), widget("v1", "x", { size: 1 }));
    expect(status).toBe(422);
  });
});
