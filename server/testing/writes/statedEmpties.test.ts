import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const template = (labels?: object) => ({
  metadata: labels === undefined ? {} : { labels },
  spec: { containers: [{ name: "c", image: "i" }] },
});

const causes = async (path: string, spec: object): Promise<unknown> => {
  const { status, body } = await server.request("POST", path, { body: { metadata: { name: "a" }, spec } });
  expect(status).toBe(422);
  return body["details"]?.causes?.map(({ message }) => message);
};
const selectorOf = (labels: string, expressions: string) =>
  `Invalid value: v1.LabelSelector{MatchLabels:map[string]string${labels}, MatchExpressions:[]v1.LabelSelectorRequirement${expressions}}`;

describe("explicitly empty values are distinguished from absent ones", () => {
  const daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";

  it("in messages that quote selectors", async () => {
    const refused = "empty selector is invalid for daemonset";
    const spec = { template: template({ a: "b" }) };
    expect(await causes(daemonSets, { ...spec, selector: {} })).toEqual([
      `${selectorOf("(nil)", "(nil)")}: ${refused}`,
    ]);
    expect(await causes(daemonSets, { ...spec, selector: { matchLabels: {} } })).toEqual([
      `${selectorOf("{}", "(nil)")}: ${refused}`,
    ]);
    expect(await causes(daemonSets, { ...spec, selector: { matchLabels: {}, matchExpressions: [] } })).toEqual([
      `${selectorOf("{}", "{}")}: ${refused}`,
    ]);
  });

  it("in defaulting, which sets only absent fields", async () => {
    const autoscalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    const spec = { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "d" } };
    const missing = "Required value: must specify at least one Policy";
    const behavior = { scaleUp: { policies: [] }, scaleDown: { policies: [] } };
    expect(await causes(autoscalers, { ...spec, behavior })).toEqual([missing, missing]);
    expect(await causes(autoscalers, { ...spec, behavior: { scaleDown: { policies: [] } } })).toEqual([missing]);
    const made = await server.request("POST", autoscalers, {
      body: { metadata: { name: "a" }, spec: { ...spec, metrics: [], behavior: { scaleDown: {} } } },
    });
    expect(made.status).toBe(201);
  });

  it("in messages that quote labels and rules", async () => {
    const selector = { matchLabels: { a: "b" } };
    const detail = "`selector` does not match template `labels`";
    expect(await causes(daemonSets, { selector, template: template({}) })).toEqual([
      `Invalid value: map[string]string{}: ${detail}`,
    ]);
    expect(await causes(daemonSets, { selector, template: template() })).toEqual([
      `Invalid value: map[string]string(nil): ${detail}`,
    ]);
    const ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    expect(await causes(ingresses, { rules: [] })).toEqual([
      "Invalid value: []networking.IngressRule{}: either `defaultBackend` or `rules` must be specified",
    ]);
  });

  it("by the generation of a network policy, on every write", async () => {
    const path = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    const write = async (method: "POST" | "PUT", spec: object) => {
      const at = method === "POST" ? path : `${path}/a`;
      const { metadata } = (await server.request(method, at, { body: { metadata: { name: "a" }, spec } })).body;
      return metadata?.generation;
    };
    expect(await write("POST", { podSelector: { matchLabels: {} } })).toBe(1);
    expect(await write("PUT", { podSelector: {} })).toBe(1);
    expect(await write("PUT", { podSelector: { matchLabels: {} } })).toBe(2);
    expect(await write("PUT", { podSelector: {}, ingress: [] })).toBe(3);
    expect(await write("PUT", { podSelector: {} })).toBe(3);
    expect(await write("PUT", { podSelector: {}, policyTypes: [] })).toBe(3);
    const stored = await server.request("GET", `${path}/a`);
    expect(stored.body["spec"]).toEqual({ podSelector: {}, policyTypes: ["Ingress"] });
  });

  it("by the generation of webhook configurations, but not of most kinds", async () => {
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    const hook = (namespaceSelector: object) => ({
      metadata: { name: "a" },
      webhooks: [
        {
          name: "a.example.com",
          clientConfig: { url: "https://127.0.0.1:1/" },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          namespaceSelector,
        },
      ],
    });
    await server.request("POST", path, { body: hook({}) });
    const put = async (body: { metadata: object }) => {
      const { metadata } = (await server.request("GET", `${path}/a`)).body;
      const changed = { ...body, metadata: { ...body.metadata, resourceVersion: metadata?.resourceVersion } };
      return (await server.request("PUT", `${path}/a`, { body: changed })).body.metadata?.generation;
    };
    expect(await put(hook({}))).toBe(1);
    expect(await put(hook({ matchLabels: {} }))).toBe(2);

    const set = (more: object) => ({
      metadata: { name: "a" },
      spec: { selector: { matchLabels: { a: "b" } }, template: template({ a: "b" }), ...more },
    });
    await server.request("POST", daemonSets, { body: set({}) });
    const written = await server.request("PUT", `${daemonSets}/a`, {
      body: set({ selector: { matchLabels: { a: "b" }, matchExpressions: [] } }),
    });
    expect(written.body.metadata?.generation).toBe(1);
  });
});

it("writing an empty list over an absent one changes nothing, at any later time", async () => {
  let now = Date.UTC(2026, 0, 1);
  const later = await startTestServer({ now: () => now });
  const writeTwice = async (path: string, body: object) => {
    const made = (await later.request("POST", path, { body: { ...body, metadata: { name: "a" } } })).body.metadata;
    // A write may include the resourceVersion that it changes, or not.
    for (const metadata of [{ name: "a", resourceVersion: made?.resourceVersion }, { name: "a" }]) {
      now += 5_000;
      expect((await later.request("PUT", `${path}/a`, { body: { ...body, metadata } })).body.metadata).toEqual(made);
    }
  };
  try {
    await writeTwice("/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", { rules: [] });
    const slice = { addressType: "IPv4", endpoints: [], ports: [] };
    await writeTwice("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", slice);
  } finally {
    await later.stop();
  }
});
