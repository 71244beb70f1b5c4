import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { APPLY, DEPLOYMENTS, manifest, savingOf } from "./savingFixture.ts";

const scene = setScene();
const { applied, read, ownedByConsole, saved } = savingOf(scene);

const STATED = "/apis/apps/v1/namespaces/default/daemonsets/stated";

describe("Saving objects of other kinds", () => {
  const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
  const item = (name: string, port: number | string) => ({ name, port });
  const widget = (items: object[]) => ({
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name: "gear", namespace: "default" },
    spec: { items, tags: ["a", "b"], free: { x: 1 } },
  });
  const show = async (): Promise<void> => {
    await scene.go("example.com/v1/widgets/default/gear/yaml");
    await scene.byId("editor").locator(".view-line").first().waitFor();
  };
  const own = { "f:spec": { "f:items": { 'k:{"name":"two"}': { ".": {}, "f:name": {}, "f:port": {} } } } };

  test("lists of custom resources are merged by the keys of their schema", async () => {
    const { byId, api, create, load } = scene;
    const entry = {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, port: { "x-kubernetes-int-or-string": true } },
    };
    const spec = {
      type: "object",
      properties: {
        items: { type: "array", items: entry, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
        tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    };
    const openAPIV3Schema = { type: "object", properties: { spec } };
    await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Widget", plural: "widgets" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    await expect.poll(async () => JSON.stringify((await api("GET", "/openapi/v3")).body)).toContain("example.com/v1");
    await api("PATCH", `${WIDGETS}/gear?fieldManager=kubectl`, widget([item("one", 80), item("two", 81)]), APPLY);
    await load("example.com/v1/widgets?ns=default");
    await show();
    await scene.paste(stringify(widget([item("one", 80), item("two", "web")])));
    await byId("apply").click();
    await byId("choice-mine").check();
    await byId("apply-choices").click();
    await saved("gear");
    expect(await ownedByConsole(`${WIDGETS}/gear`)).toEqual({ Apply: own });
  });

  test("without a server schema, a patch writes exactly the changes", async () => {
    const { page, byId, load } = scene;
    await page.route(/\/openapi\/v3/, (route) => route.fulfill({ status: 404, body: "" }));
    await load("example.com/v1/widgets?ns=default");
    await show();
    await scene.paste(stringify(widget([item("new", 1), item("one", 80), item("two", "web")])));
    await byId("apply").click();
    await saved("gear");
    await page.unroute(/\/openapi\/v3/);
    const added = { 'k:{"name":"new"}': { ".": {}, "f:name": {}, "f:port": {} } };
    expect(await ownedByConsole(`${WIDGETS}/gear`)).toEqual({ Apply: own, Update: { "f:spec": { "f:items": added } } });
  });

  longTest("a scale subresource is saved by a separate apply", async () => {
    const { byId, load, paste } = scene;
    await applied(manifest("scaled"));
    await load("apps/v1/deployments/default/scaled/yaml?part=scale");
    await paste(
      "apiVersion: autoscaling/v1\nkind: Scale\nmetadata:\n  name: scaled\n  namespace: default\nspec:\n  replicas: 4\n",
    );
    await byId("apply").click();
    await byId("choice-mine").check();
    await byId("apply-choices").click();
    await saved("scaled");
    expect(await ownedByConsole(`${DEPLOYMENTS}/scaled`)).toEqual({ Apply: { "f:spec": { "f:replicas": {} } } });
    expect((await read("scaled")).spec["replicas"]).toBe(4);
  });

  longTest("conditions of a status are merged by their type", async () => {
    const { byId, api, load, paste } = scene;
    const conditions = [
      { type: "A", status: "True", lastTransitionTime: null },
      { type: "B", status: "True", lastTransitionTime: null },
    ];
    // This kind has no controller that writes conditions.
    const { metadata, spec } = manifest("stated");
    const { replicas: _, template, ...rest } = spec;
    const nowhere = { ...template, spec: { ...template.spec, nodeSelector: { of: "nobody" } } };
    const daemon = { ...rest, template: nowhere };
    const stated = { apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec: daemon };
    await api("PATCH", `${STATED}?fieldManager=kubectl`, stated, APPLY);
    await api("PATCH", `${STATED}/status?fieldManager=agent`, { ...stated, status: { conditions } }, APPLY);
    const counted = async (): Promise<Record<string, unknown>> =>
      ((await api("GET", STATED)).body as unknown as { status: Record<string, unknown> }).status;
    await expect.poll(counted).toMatchObject({ observedGeneration: 1, conditions });
    await load("apps/v1/daemonsets/default/stated/yaml?part=status");
    const status = { ...(await counted()), conditions: [conditions[0], { ...conditions[1], reason: "Mine" }] };
    await paste(
      stringify({
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "stated", namespace: "default" },
        status,
      }),
    );
    await byId("apply").click();
    await saved("stated");
    const reason = { 'k:{"type":"B"}': { ".": {}, "f:reason": {}, "f:type": {} } };
    expect(await ownedByConsole(STATED)).toEqual({
      Apply: { "f:status": { "f:conditions": reason } },
    });
  });
});
