import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { startTestServer, type TestServer, type TestServerOptions, temporaryFolder } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    enableAdmissionPlugins: ["NamespaceAutoProvision", "AlwaysPullImages", "DenyServiceExternalIPs"],
    disableAdmissionPlugins: ["PodSecurity", "ServiceAccount"],
  });
});
afterAll(() => server.stop());

const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i:1", securityContext: { privileged: true } }], ...spec },
});

describe("plugins that are off by default", () => {
  it("NamespaceAutoProvision creates the namespace of a new object", async () => {
    const created = await server.request("POST", "/api/v1/namespaces/fresh/pods", { body: pod("p") });
    expect([created.status, created.body.message]).toEqual([201, undefined]);
    expect(created.body["spec"]).toMatchObject({ containers: [{ imagePullPolicy: "Always" }] });
    expect((await server.request("GET", "/api/v1/namespaces/fresh")).status).toBe(200);
    const dry = await server.request("POST", "/api/v1/namespaces/none/pods?dryRun=All", { body: pod("p") });
    expect([dry.status, dry.body.message]).toEqual([404, 'namespaces "none" not found']);
  });

  it("DenyServiceExternalIPs refuses services with external IPs", async () => {
    const spec = { externalIPs: ["192.0.2.1"], ports: [{ port: 80 }] };
    const refused = await server.request("POST", "/api/v1/namespaces/default/services", {
      body: { metadata: { name: "s" }, spec },
    });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'services "s" is forbidden: Use of external IPs is denied by admission control',
    ]);
  });
});

describe("disabled plugins", () => {
  it("are not applied", async () => {
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "free", labels } } });
    const created = await server.request("POST", "/api/v1/namespaces/free/pods", { body: pod("p") });
    expect([created.status, created.body.message]).toEqual([201, undefined]);
  });
});

describe("--admission-control", () => {
  it("replaces the list of enabled plugins", async () => {
    const older = await startTestServer({ admissionControl: ["AlwaysDeny"] });
    try {
      const refused = await older.request("POST", "/api/v1/namespaces/none/pods", { body: pod("p") });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'pods "p" is forbidden: admission control is denying all modifications',
      ]);
    } finally {
      await older.stop();
    }
  });
});

describe("--admission-control-config-file", () => {
  let folder: string;
  const withFile = async (plugins: object[], options: TestServerOptions = {}): Promise<TestServer> => {
    const file = join(folder, "admission.json");
    const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration" };
    await writeFile(file, JSON.stringify({ ...type, plugins }));
    return startTestServer({ admissionControlConfigFile: file, ...options });
  };
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const type = { apiVersion: "pod-security.admission.config.k8s.io/v1", kind: "PodSecurityConfiguration" };
  it("configures PodSecurity defaults and exemptions", async () => {
    const exemptions = { namespaces: ["free"] };
    const configuration = { ...type, defaults: { enforce: "baseline" }, exemptions };
    const told = await withFile([{ name: "PodSecurity", configuration }]);
    try {
      for (const [name, status] of [
        ["free", 201],
        ["bound", 403],
      ] as const) {
        await told.request("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
        const account = { body: { metadata: { name: "default" } } };
        await told.request("POST", `/api/v1/namespaces/${name}/serviceaccounts`, account);
        expect((await told.request("POST", `/api/v1/namespaces/${name}/pods`, { body: pod("p") })).status).toBe(status);
      }
    } finally {
      await told.stop();
    }
  });

  it("configures ImagePolicyWebhook, and resources that require a quota", async () => {
    const hook = await startHookServer();
    hook.answer(({ body }) => {
      const { containers } = body["spec"] as { containers: { image?: string }[] };
      const allowed = containers.every(({ image }) => image !== "bad:1");
      return { apiVersion: body["apiVersion"], kind: body["kind"], status: { allowed, reason: "it is bad" } };
    });
    const kubeConfigFile = join(folder, "service.json");
    const cluster = { server: hook.url, "certificate-authority-data": Buffer.from(hook.ca).toString("base64") };
    const service = {
      "current-context": "x",
      clusters: [{ name: "x", cluster }],
      contexts: [{ name: "x", context: { cluster: "x" } }],
    };
    await writeFile(kubeConfigFile, JSON.stringify(service));
    const limited = { resource: "configmaps", matchContains: ["configmaps"] };
    const quotas = { apiVersion: "apiserver.config.k8s.io/v1", kind: "ResourceQuotaConfiguration" };
    const told = await withFile(
      [
        { name: "ImagePolicyWebhook", configuration: { imagePolicy: { kubeConfigFile } } },
        { name: "ResourceQuota", configuration: { ...quotas, limitedResources: [limited] } },
      ],
      { enableAdmissionPlugins: ["ImagePolicyWebhook"], disableAdmissionPlugins: ["ServiceAccount"] },
    );
    try {
      const write = async (resource: string, body: object) => {
        const answer = await told.request("POST", `/api/v1/namespaces/default/${resource}`, { body });
        return [answer.status, answer.body.message];
      };
      expect(await write("pods", pod("good"))).toEqual([201, undefined]);
      expect(await write("pods", pod("bad", { containers: [{ name: "c", image: "bad:1" }] }))).toEqual([
        403,
        'pods "bad" is forbidden: image policy webhook backend denied one or more images: it is bad',
      ]);
      expect(await write("configmaps", { metadata: { name: "m" } })).toEqual([
        403,
        'configmaps "m" is forbidden: insufficient quota to consume: configmaps,count/configmaps',
      ]);
    } finally {
      await told.stop();
      await hook.stop();
    }
  });

  it("refuses to start with an invalid configuration", async () => {
    const configuration = { ...type, defaults: { enforce: "x" } };
    await expect(withFile([{ name: "PodSecurity", configuration }])).rejects.toThrow(
      `couldn't init admission plugin "PodSecurity": defaults.enforce: Invalid value: "x": must be one of privileged, baseline, restricted`,
    );
  });
});
