import { readFileSync } from "node:fs";
import https from "node:https";
import { join } from "node:path";
import autocannon from "autocannon";
import { median } from "./median.mjs";
import { request } from "./server.mjs";

const NAMESPACE = "/api/v1/namespaces/default/configmaps";
const CONNECTIONS = 50;
/** Number of rounds in which URLs are measured alternately. */
const ROUNDS = 3;

/** Requests per second of one URL. */
async function rate(url, headers, seconds, connections = CONNECTIONS) {
  const result = await autocannon({
    url,
    headers,
    duration: seconds,
    connections,
    tlsOptions: { rejectUnauthorized: false },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/**
 * Requests per second of several URLs, measured alternately, so that other load on the machine affects them equally.
 *
 * @param {readonly { url: string, headers: Record<string, string> }[]} targets
 * @returns {Promise<number[]>} the median of each
 */
async function ratesOf(targets, seconds) {
  for (const { url, headers } of targets) await rate(url, headers, 1);
  const rates = targets.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { url, headers }] of targets.entries())
      rates[i].push(await rate(url, headers, seconds / ROUNDS + 0.5));
  }
  return rates.map(median);
}

/** The rate of a URL of the server, and its ratio to that of a bare https server that sends the same bytes. */
async function against(server, path, seconds) {
  const sample = await request(server.url + path, { agent: server.agent, headers: server.headers });
  if (sample.status !== 200) throw new Error(`${path}: ${sample.status}`);
  const pki = join(server.dataDir, "pki");
  const bare = https.createServer(
    { cert: readFileSync(join(pki, "serving.crt")), key: readFileSync(join(pki, "serving.key")) },
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": sample.body.length });
      response.end(sample.body);
    },
  );
  await new Promise((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const bareUrl = `https://127.0.0.1:${bare.address().port}/`;
  try {
    const targets = [
      { url: bareUrl, headers: {} },
      { url: server.url + path, headers: server.headers },
    ];
    const [other, own] = await ratesOf(targets, seconds);
    return { rate: own, ratio: own / other };
  } finally {
    bare.closeAllConnections();
    bare.close();
  }
}

const configMap = (name, size) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, labels: { app: "bench" } },
    data: { text: "x".repeat(size) },
  });

async function create(server, path, body) {
  const answer = await request(server.url + path, {
    agent: server.agent,
    method: "POST",
    headers: server.headers,
    body,
  });
  if (answer.status !== 201) throw new Error(`create: ${answer.status} ${answer.body}`);
}

/** Creates an object of about 2 KiB. @returns its path */
async function objectPath(server) {
  await create(server, NAMESPACE, configMap("get", 1650));
  return `${NAMESPACE}/get`;
}

/** Creates a namespace with `objects` objects. @returns the path of their list */
async function listPath(server, objects) {
  const body = JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "bench-list" } });
  await create(server, "/api/v1/namespaces", body);
  const path = "/api/v1/namespaces/bench-list/configmaps";
  await Promise.all(Array.from({ length: objects }, (_, i) => create(server, path, configMap(`o${i}`, 200))));
  return path;
}

/** GET of one object of about 2 KiB. */
export const measureGet = async (server, seconds) => against(server, await objectPath(server), seconds);

/** LIST of a namespace with `objects` objects. */
export const measureList = async (server, objects, seconds) => ({
  objects,
  ...(await against(server, await listPath(server, objects), seconds)),
});

/**
 * Requests per second of GET and LIST on several servers.
 *
 * @returns {Promise<Record<"get" | "list", number[]>>} in the order of the servers
 */
export async function compareReads(servers, objects, seconds) {
  const rates = async (pathOf) => {
    const targets = [];
    for (const server of servers) targets.push({ url: server.url + (await pathOf(server)), headers: server.headers });
    return ratesOf(targets, seconds);
  };
  return { get: await rates(objectPath), list: await rates((server) => listPath(server, objects)) };
}

/** Durable creates of 1 KiB objects: throughput over many connections, latency over one. */
export async function measureCreate(server, seconds) {
  const end = performance.now() + seconds * 1000;
  let created = 0;
  const worker = async (id) => {
    for (let i = 0; performance.now() < end; i++, created++)
      await create(server, NAMESPACE, configMap(`c${id}-${i}`, 800));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, id) => worker(id)));
  const times = [];
  for (let i = 0; i < 100; i++) {
    const begun = performance.now();
    await create(server, NAMESPACE, configMap(`s${i}`, 800));
    times.push(performance.now() - begun);
  }
  return { rate: created / seconds, medianMs: median(times) };
}
