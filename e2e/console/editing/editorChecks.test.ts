import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const scene = setScene(async ({ create }) => {
  const text = { type: "string" };
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          size: text,
          maybe: { ...text, nullable: true },
          port: { "x-kubernetes-int-or-string": true },
          free: { type: "object", properties: { known: text }, "x-kubernetes-preserve-unknown-fields": true },
          inner: {
            type: "object",
            properties: { spec: { type: "object", properties: { a: text } } },
            "x-kubernetes-embedded-resource": true,
          },
        },
      },
    },
  };
  await create(DEFINITIONS, {
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Gadget", plural: "gadgets" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: checked
  creationTimestamp: null
spec:
  replica: 1
  selector:
    matchLabels: { app: checked }
  strategy:
    rollingUpdate: { maxSurge: 25%, maxUnavailable: 1 }
  template:
    metadata:
      creationTimestamp: null
      labels: { app: checked }
    spec:
      volumes: null
      containers:
        - name: a
          image: a
          resources: {}
          livenessProbe: { httpGet: { port: http } }
status: {}
`;
const MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: checked\ndata:\n  key: value\nspecs: {}\n";
const GADGET = `apiVersion: example.com/v1
kind: Gadget
metadata:
  name: checked
  creationTimestamp: null
spec:
  siz: small
  size: null
  maybe: null
  port: 80
  free: { known: a, other: b }
  inner: { apiVersion: v1, kind: Any, metadata: { name: a }, spec: { b: c } }
`;

/** Opens a text on the page for new objects, and waits for its findings, in text order. */
async function findings(kinds: string, text: string, count: number): Promise<string[]> {
  const { page, byId, go, paste } = scene;
  await go(`${kinds}/new?ns=default`);
  await paste(text);
  const marks = byId("editor").locator(".squiggly-warning, .squiggly-error");
  await page.keyboard.press("ControlOrMeta+Home");
  await expect.poll(() => marks.count(), { message: text }).toBe(count);
  const found: string[] = [];
  for (let i = 0; i < count; i += 1) {
    await page.keyboard.press("Alt+F8");
    const said = page.locator(".marker-widget .message");
    await expect.poll(async () => found.includes((await said.textContent()) ?? "")).toBe(false);
    found.push((await said.textContent()) ?? "");
  }
  return found;
}

describe("The editor marks exactly what the server would reject", () => {
  test("unknown fields of a kind, but not nulls that the server writes itself", async () => {
    const found = await findings("apps/v1/deployments", DEPLOYMENT, 1);
    expect(found).toEqual([expect.stringContaining("Property replica is not allowed")]);
    await inspect(scene.page, "editor-unknown-field");
  });

  test("custom resources, by their schema", async () => {
    const { api, load } = scene;
    await expect.poll(async () => JSON.stringify((await api("GET", "/openapi/v3")).body)).toContain("example.com/v1");
    await load("core/v1/configmaps?ns=default");
    const found = await findings("example.com/v1/gadgets", GADGET, 3);
    expect(found).toEqual([
      expect.stringContaining("Property siz is not allowed"),
      expect.stringMatching(/Incorrect type. Expected "string"/),
      expect.stringContaining("Property b is not allowed"),
    ]);
  });

  test("every document by its own kind, and one without a kind by the page's kind", async () => {
    const deployment = `${DEPLOYMENT.slice(0, DEPLOYMENT.indexOf("  selector"))}  selector: {}\n  template: {}\n`;
    const text = `${MAP}---\n${deployment}---\napiVersion: v1\nkind: Unknown\nanything: goes\n---\napiVersion: v1\ndatas: {}\n`;
    expect(await findings("core/v1/configmaps", text, 3)).toEqual([
      expect.stringContaining("Property specs is not allowed"),
      expect.stringContaining("Property replica is not allowed"),
      expect.stringContaining("Property datas is not allowed"),
    ]);
  });
});

test("a long text is read beside the page: its state follows typing, and it can be saved", async () => {
  const { page, byId, create, load, api } = scene;
  const path = "/api/v1/namespaces/default/configmaps";
  const data = Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`key-${i}`, `value ${i}`]));
  await create(path, { metadata: { name: "wide" }, data });
  await load("core/v1/configmaps/default/wide/yaml");
  await byId("editor").locator(".view-line").first().click();
  await page.keyboard.press("ControlOrMeta+End");
  const state = () => byId("text-state").textContent();
  await page.keyboard.type("  z: @");
  await expect.poll(state).toContain("Not valid YAML");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("last");
  await expect.poll(state).toContain("Changed");
  await byId("apply").click();
  await expect.poll(async () => (await api("GET", `${path}/wide`)).body.data?.["z"]).toBe("last");
  await expect.poll(state).toContain("No changes");
});

test("a worker reads a long text of new objects, which can then be created", async () => {
  const { page, byId, go, api, paste } = scene;
  const maps = "/api/v1/namespaces/default/configmaps";
  const map = (name: string, keys: number) => {
    const data = Array.from({ length: keys }, (_, i) => `  key-${i}: number ${i} of many\n`).join("");
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n${data}`;
  };
  await go("core/v1/configmaps/new?ns=default");
  await byId("create-apply").waitFor();
  await paste(`${map("long-one", 1)}---\n${map("long-two", 3_000)}`);
  await expect
    .poll(() => page.workers().map((worker) => worker.url()))
    .toContainEqual(expect.stringMatching(/verdict\.worker/));
  await page.getByRole("button", { name: "Create 2 objects" }).click();
  await expect.poll(async () => (await api("GET", `${maps}/long-two`)).status).toBe(200);
  expect((await api("GET", `${maps}/long-two`)).body.data?.["key-2999"]).toBe("number 2999 of many");
});
