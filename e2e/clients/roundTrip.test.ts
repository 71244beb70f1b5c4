import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions, Watch } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, root, startServe } from "../product.ts";

/** An object's life cycle, as printed by each client: created, watched, patched, deleted. */
const LIFE = ["ADDED 1", "MODIFIED 2", "DELETED 2"];

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await startServe([]);
  folder = await mkdtemp(join(tmpdir(), "orrery-clients-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  expect(await product?.stop()).toBe(0);
});

const TEMPLATE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
data:
  step: {{ .Values.step | quote }}
`;

/** Which protocol Go's clients are set to use, and how their output shows it. */
const PROTOCOLS = [
  ["HTTP/2", {}, true],
  ["HTTP/1.1", { DISABLE_HTTP2: "true" }, false],
] as const;

describe.each(PROTOCOLS)("over %s", (_protocol, env, isFramed) => {
  const go = (name: "kubectl" | "helm"): Client =>
    createClient(clientProgram(name), { KUBECONFIG: product.kubeconfig, HOME: product.dataDir, ...env });

  test("kubectl", async () => {
    const kubectl = go("kubectl");
    const { stderr } = await kubectl.run(["get", "namespaces"], { env: { GODEBUG: "http2debug=2" } });
    expect(stderr.includes("http2: Framer")).toBe(isFramed);
    const name = `kubectl-${isFramed}`;
    const columns = "custom-columns=TYPE:.type,STEP:.object.data.step";
    const watching = kubectl.follow(
      ["get", "configmaps", "-l", `by=${name}`, "--watch", "--output-watch-events", "-o", columns, "--no-headers"],
      (output) => /DELETED\s+2/.test(output),
    );
    const manifest = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, labels: { by: name } },
      data: { step: "1" },
    };
    // A watch that starts late begins with the current object: the test requires only that it sees the deletion.
    await kubectl.ok(["create", "-f", "-"], { input: JSON.stringify(manifest) });
    await expect.poll(() => kubectl.ok(["get", "configmaps", name, "-o", "jsonpath={.data.step}"])).toBe("1");
    await kubectl.ok(["patch", "configmap", name, "-p", '{"data":{"step":"2"}}']);
    await kubectl.ok(["wait", `configmap/${name}`, "--for=jsonpath={.data.step}=2", "--timeout=20s"]);
    await kubectl.ok(["delete", "configmap", name]);
    expect(await watching.ready).toMatch(/DELETED\s+2\s*$/);
    watching.stop();
  });

  test("helm", async () => {
    const helm = go("helm");
    const kubectl = go("kubectl");
    const release = `round-${isFramed}`;
    const chart = join(folder, `${isFramed}`);
    await mkdir(join(chart, "templates"), { recursive: true });
    await writeFile(join(chart, "Chart.yaml"), "apiVersion: v2\nname: settings\nversion: 0.1.0\n");
    await writeFile(join(chart, "templates/configmap.yaml"), TEMPLATE);
    await helm.ok(["install", release, chart, "--set", "step=1", "--wait"]);
    const step = (): Promise<string> => kubectl.ok(["get", "configmap", release, "-o", "jsonpath={.data.step}"]);
    expect(await step()).toBe("1");
    await helm.ok(["upgrade", release, chart, "--set", "step=2", "--wait"]);
    expect(await step()).toBe("2");
    expect(await helm.ok(["history", release])).toMatch(/superseded[\s\S]*deployed/);
    await helm.ok(["uninstall", release, "--wait"]);
    expect((await kubectl.run(["get", "configmap", release])).code).toBe(1);
  });
});

test("Node client library", async () => {
  const config = new KubeConfig();
  config.loadFromFile(product.kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const labelSelector = "by=node";
  const { metadata } = await core.listNamespacedConfigMap({ namespace: "default", labelSelector });
  const seen: string[] = [];
  const over = new Promise<void>((resolve, reject) => {
    new Watch(config)
      .watch(
        "/api/v1/namespaces/default/configmaps",
        { labelSelector, resourceVersion: metadata?.resourceVersion },
        (type, object: { data: { step: string } }) => {
          seen.push(`${type} ${object.data.step}`);
          if (type === "DELETED") resolve();
        },
        (error) => (error ? reject(error) : resolve()),
      )
      .then((request) => void over.finally(() => request.abort()), reject);
  });
  const body = { metadata: { name: "node", labels: { by: "node" } }, data: { step: "1" } };
  await core.createNamespacedConfigMap({ namespace: "default", body });
  await core.patchNamespacedConfigMap(
    { namespace: "default", name: "node", body: { data: { step: "2" } } },
    setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
  );
  await core.deleteNamespacedConfigMap({ namespace: "default", name: "node" });
  await over;
  expect(seen).toEqual(LIFE);
});

const python = process.env["PYTHON"];

test.skipIf(python === undefined)("Python client library", async () => {
  const { stdout } = await promisify(execFile)(python ?? "", [
    join(root, "e2e/clients/roundTrip.py"),
    product.kubeconfig,
  ]);
  expect(stdout.trim().split("\n")).toEqual(LIFE);
});
