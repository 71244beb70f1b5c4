import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdvisor } from "../../../shared/advice/advisor.ts";
import { pluralOf } from "../../../shared/advice/table/versionTable.ts";
import { samples } from "../../../shared/advice/testing/samples.ts";
import type { ClusterUsage } from "../../../shared/advice/usage.ts";
import { atOnce } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { adviseCommand } from "../../whole/commands/advise/advise.ts";
import type { Cluster } from "../../whole/console/cluster.ts";
import { createClusterRegistry } from "../../whole/console/clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "../../whole/console/consoleHost.ts";
import { type ConsoleClient, openConsoleClient } from "../../whole/console/testing/consoleClient.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
});
afterAll(() => server.stop());

/** The collection in which an object is created: reviews and cluster-wide kinds have no namespace. */
async function collectionOf(
  apiVersion: string,
  kind: string,
): Promise<{ readonly path: string; readonly namespaced: boolean }> {
  const plural = pluralOf(kind);
  const { body } = await server.request("GET", `/apis/${apiVersion}`);
  const found = (body["resources"] as { name: string; namespaced: boolean }[]).find(({ name }) => name === plural);
  if (found === undefined) throw new Error(`${apiVersion} has no ${plural}`);
  const { namespaced } = found;
  return { namespaced, path: `/apis/${apiVersion}/${namespaced ? "namespaces/default/" : ""}${plural}` };
}

describe("converted manifests", () => {
  const advisor = createAdvisor(createVocabulary(), "1.32");
  const rows = samples.map((sample) => [`${sample.before["apiVersion"]} ${sample.before["kind"]}`, sample] as const);

  test.each(rows)("of %s pass a dry run", async (_, { before }) => {
    const { document } = atOnce(advisor.advise(before));
    const { apiVersion, kind } = document as { apiVersion: string; kind: string };
    const { path, namespaced } = await collectionOf(apiVersion, kind);
    const body = structuredClone(document) as { metadata?: { namespace?: string } };
    if (namespaced) body.metadata = { ...body.metadata, namespace: "default" };
    const {
      status,
      body: answer,
      headers,
    } = await server.request("POST", `${path}?dryRun=All&fieldValidation=Strict`, { body });
    expect(status, JSON.stringify(answer)).toBe(201);
    if (advisor.verdict(apiVersion, kind) === undefined)
      expect(headers["warning"] ?? "").not.toContain("is deprecated");
  });
});

const old = { apiVersion: "extensions/v1beta1", kind: "Deployment", metadata: { name: "d" }, spec: {} };
const expected = [
  ["helmRelease", "extensions/v1beta1", "default/kept (revision 3)"],
  ["helmRelease", "extensions/v1beta1", "default/web (revision 3)"],
  ["lastApplied", "extensions/v1beta1", undefined],
  ["managedFields", "storage.k8s.io/v1alpha1", "old-tool"],
  ["metric", "storage.k8s.io/v1alpha1", undefined],
  ["reference", "extensions/v1beta1", "spec.scaleTargetRef"],
];
const told = ({ usages }: ClusterUsage): unknown[] =>
  usages.map(({ evidence, apiVersion, by }) => [evidence, apiVersion, by]).sort();

describe("usage of deprecated APIs in a cluster", () => {
  const pack = (release: object, layers: number): string => {
    const once = gzipSync(JSON.stringify(release)).toString("base64");
    return layers === 1 ? once : Buffer.from(once).toString("base64");
  };
  const labels = { owner: "helm", status: "deployed", name: "web", version: "3" };
  const release = { name: "web", namespace: "default", version: 3, manifest: `---\n${JSON.stringify(old)}\n` };

  beforeAll(async () => {
    const create = async (path: string, body: object): Promise<void> => {
      const { status, text } = await server.request("POST", path, { body });
      expect(status, text).toBe(201);
    };
    const spec = {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    };
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(old) };
    await create("/apis/apps/v1/namespaces/default/deployments", { metadata: { name: "d", annotations }, spec });
    await create("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
      metadata: { name: "h" },
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "d" } },
    });
    await create("/apis/storage.k8s.io/v1alpha1/volumeattributesclasses?fieldManager=old-tool", {
      metadata: { name: "v" },
      driverName: "example.com",
      parameters: { a: "b" },
    });
    const secret = (name: string, data: string) => ({
      metadata: { name, labels },
      type: "helm.sh/release.v1",
      data: { release: data },
    });
    const secrets = "/api/v1/namespaces/default/secrets";
    const packed = Buffer.from(pack(release, 1)).toString("base64");
    await create(secrets, secret("sh.helm.release.v1.web.v3", packed));
    await create(secrets, secret("sh.helm.release.v1.broken.v1", "bm8="));
    // Unpacked, it is far longer than any real release.
    const bomb = pack({ manifest: "x".repeat(40 * 1024 * 1024) }, 2);
    await create(secrets, secret("sh.helm.release.v1.bomb.v1", bomb));
    await create("/api/v1/namespaces/default/configmaps", {
      metadata: { name: "web.v3", labels },
      data: { release: pack({ ...release, name: "kept" }, 1) },
    });
  });

  test("is printed by the advise command", async () => {
    let text = "";
    const output = {
      out: (part: string) => {
        text += part;
      },
      error: () => undefined,
    };
    const argv = ["--data-dir", server.dataDir, "--output", "json"];
    // Two releases could not be read.
    expect(await adviseCommand(argv, output, () => Readable.from([]))).toBe(1);
    const { usage } = JSON.parse(text) as { usage: ClusterUsage };
    expect(told(usage)).toEqual(expected);
    expect(usage.hidden).toEqual([
      expect.stringMatching(/^Helm release default\/sh\.helm\.release\.v1\.bomb\.v1: /),
      expect.stringMatching(/^Helm release default\/sh\.helm\.release\.v1\.broken\.v1: /),
    ]);
  });
});

describe("the console host", () => {
  let folder: string;
  let host: ConsoleHost;
  let client: ConsoleClient;
  const cluster = (token: string): Cluster => ({
    id: token,
    name: token,
    kind: "remote",
    vocabulary: "",
    apiServer: server.url,
    kubeconfig: "",
    colour: "#000",
    state: () => "running",
    target: () => ({ url: server.url, ca: server.running.admin.ca, token }),
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "orrery-advice-"));
    const clusters = createClusterRegistry([cluster("admin-token"), cluster("bob-token")]);
    host = await startConsoleHost({ clusters, rendererDir: folder });
    client = await openConsoleClient(host);
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  const post = async (path: string, body: object) => {
    const answer = await client.request("POST", path, body);
    return { status: answer.status, body: JSON.parse(answer.body) };
  };

  test("returns deprecated API usage, and what the user may not see", async () => {
    const all = await post("/host/clusters/admin-token/advise", {});
    expect(all.status).toBe(200);
    expect(told(all.body)).toEqual(expected);
    expect(all.body.changes["extensions/v1beta1 Deployment"]).not.toHaveLength(0);
    const little = await post("/host/clusters/bob-token/advise", { target: "1.32" });
    expect(little.body).toMatchObject({ usages: [], objects: 0 });
    expect(little.body.hidden).toContainEqual(expect.stringContaining("deployments.apps is forbidden"));
  });

  test("examines manifests", async () => {
    const { body } = await post("/host/advise", { text: `${JSON.stringify(old)}\n---\na: [` });
    expect(body).toMatchObject({
      documents: 1,
      findings: [{ line: 1, state: "removed", kind: "Deployment" }],
      notes: [{ failed: true }],
      problems: [{ line: 3 }],
    });
    expect((await post("/host/advise", { text: 3 })).status).toBe(400);
    expect((await post("/host/advise", { text: "", target: "9.9" })).status).toBe(400);
    expect((await post("/host/advise", { text: "", vocabulary: "Ä" })).status).toBe(400);
    expect((await post("/host/clusters/none/advise", {})).status).toBe(404);
  });
});
