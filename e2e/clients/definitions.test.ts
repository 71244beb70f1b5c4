import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { text } from "node:stream/consumers";
import { ApiextensionsV1Api, KubeConfig, type V1CustomResourceDefinition } from "@kubernetes/client-node";
import { afterAll, expect, test } from "vitest";
import { serveFile } from "./served.ts";

const COUNT = 500;
/** Number of concurrent requests for definitions: as many as a client sends that installs operators. */
const AT_ONCE = 8;
/**
 * Maximum seconds of processor time until all are served. On an otherwise idle machine it takes 20; half is added,
 * because processors that share their caches with other tests need more for the same work.
 */
const ESTABLISHED_WITHIN = 30;
/** Maximum milliseconds of a discovery request afterwards. */
const DISCOVERED_WITHIN = 50;

const served = serveFile();
const { kubectl } = served;

/** Seconds of processor time that the server has used, excluding other processes. */
async function processorSeconds(): Promise<number> {
  const metrics = await kubectl.ok(["get", "--raw", "/metrics"]);
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Requests all groups in one document, as clients do. */
async function discover(config: KubeConfig): Promise<string> {
  const options: RequestOptions = {
    headers: { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" },
  };
  await config.applyToHTTPSOptions(options);
  const sent = request(`${served.product.url}/apis`, { ...options, agent });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return text(answer);
}

/**
 * A definition of the size that operators have: 80 structures under spec and status, each with a few fields and rules.
 */
function definition(i: number): V1CustomResourceDefinition {
  const group = `area${i % 50}.example.com`;
  const field = {
    type: "object",
    properties: {
      name: { type: "string", maxLength: 63, pattern: "^[a-z]+$" },
      count: { type: "integer", minimum: 0, default: 1 },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const part = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`field${k}`, field])),
  };
  const openAPIV3Schema = { type: "object", properties: { spec: part, status: part } };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: { openAPIV3Schema },
  };
  return {
    metadata: { name: `things${i}.${group}` },
    spec: { group, scope: "Namespaced", names: { plural: `things${i}`, kind: `Thing${i}` }, versions: [version] },
  };
}

test(`${COUNT} definitions are established soon, and discovery stays fast`, { timeout: 180_000 }, async () => {
  const config = new KubeConfig();
  config.loadFromFile(served.product.kubeconfig);
  const api = config.makeApiClient(ApiextensionsV1Api);
  const before = await processorSeconds();
  let next = 0;
  const createSome = async (): Promise<void> => {
    while (next < COUNT) await api.createCustomResourceDefinition({ body: definition(next++) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, createSome));
  const established = async (): Promise<number> => {
    const { items } = await api.listCustomResourceDefinition();
    return items.filter(({ status }) =>
      status?.conditions?.some(({ type, status: state }) => type === "Established" && state === "True"),
    ).length;
  };
  await expect.poll(established, { timeout: 60_000 }).toBe(COUNT);
  expect((await processorSeconds()) - before).toBeLessThan(ESTABLISHED_WITHIN);

  const times: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    const start = performance.now();
    const { items } = JSON.parse(await discover(config)) as { items: unknown[] };
    times.push(performance.now() - start);
    expect(items.length).toBeGreaterThan(50);
  }
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(DISCOVERED_WITHIN);
});
