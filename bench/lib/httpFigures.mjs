import { readFileSync } from "node:fs";
import https from "node:https";
import { join } from "node:path";
import autocannon from "autocannon";
import { median } from "./median.mjs";
import { request } from "./server.mjs";

const NAMESPACE = "/api/v1/namespaces/default/configmaps";
const CONNECTIONS = 50;

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

/** The rates of a URL of the server and of a bare https server that sends the same bytes, measured alternately. */
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
    await rate(server.url + path, server.headers, 1);
    await rate(bareUrl, {}, 1);
    const own = [];
    const other = [];
    for (let round = 0; round < 3; round++) {
      other.push(await rate(bareUrl, {}, seconds / 3 + 0.5));
      own.push(await rate(server.url + path, server.headers, seconds / 3 + 0.5));
    }
    return { rate: median(own), ratio: median(own) / median(other) };
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

/** GET of one object of about 2 KiB. */
export async function measureGet(server, seconds) {
  await create(server, NAMESPACE, configMap("get", 1650));
  return against(server, `${NAMESPACE}/get`, seconds);
}

/** LIST of a namespace with `objects` objects. */
export async function measureList(server, objects, seconds) {
  const body = JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "bench-list" } });
  await create(server, "/api/v1/namespaces", body);
  const path = "/api/v1/namespaces/bench-list/configmaps";
  await Promise.all(Array.from({ length: objects }, (_, i) => create(server, path, configMap(`o${i}`, 200))));
  return { objects, ...(await against(server, path, seconds)) };
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
