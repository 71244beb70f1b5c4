// Measures how fast the built server's scheduler assigns pods to nodes: `node bench/scheduler.mjs [nodes] [pods]
// [plain|spread|apart|full]`. Prints pods per minute, milliseconds per pod, and the longest latency of another client's
// small requests meanwhile.
import { once } from "node:events";
import https from "node:https";
import { Worker } from "node:worker_threads";
import { startBuiltServer } from "../scripts/lib/programs/served.mjs";

const [nodes = 1000, pods = 10_000] = process.argv.slice(2, 4).map(Number);
const kind = process.argv[4] ?? "plain";
const agent = new https.Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
const headers = { authorization: "Bearer admin-token" };
const flags = ["--token-auth-file={dataDir}/tokens.csv", "--bind-address=127.0.0.1", "--controllers="];
const files = { "tokens.csv": 'admin-token,admin,1,"system:masters"\n' };
const start = (scheduler, dataDir) =>
  startBuiltServer({
    flags: [...flags, `--scheduler=${scheduler}`, "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition"],
    files,
    dataDir,
  });

function send(server, method, path, value, type = "application/json") {
  const body = value === undefined ? undefined : JSON.stringify(value);
  return new Promise((resolve, reject) => {
    const request = https.request(
      new URL(path, server.url),
      { method, agent, headers: { ...headers, ...(body === undefined ? {} : { "content-type": type }) } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          if (response.statusCode < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${text.slice(0, 300)}`));
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Calls `work` for every number below `count`, 16 at a time. */
async function forEach(count, work) {
  let next = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

const labels = (i) => ({
  "kubernetes.io/hostname": `n${i}`,
  "topology.kubernetes.io/zone": `z${i % 3}`,
});
/** None of these pods fits any node: the figure is how fast the scheduler determines this for all of them. */
const cpu = kind === "full" ? "64" : "100m";
const rules = {
  full: {},
  plain: {},
  spread: {
    topologySpreadConstraints: [
      {
        maxSkew: 5,
        topologyKey: "topology.kubernetes.io/zone",
        whenUnsatisfiable: "DoNotSchedule",
        labelSelector: { matchLabels: { app: "a" } },
      },
    ],
  },
  apart: {
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 10,
            podAffinityTerm: {
              topologyKey: "kubernetes.io/hostname",
              labelSelector: { matchLabels: { app: "a" } },
            },
          },
        ],
      },
    },
  },
};

async function addNode(server, i) {
  const metadata = { name: `n${i}`, labels: labels(i) };
  await send(server, "POST", "/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata });
  const allocatable = { cpu: "16", memory: "64Gi", pods: "110" };
  const status = { capacity: allocatable, allocatable };
  await send(server, "PATCH", `/api/v1/nodes/n${i}/status`, { status }, "application/merge-patch+json");
}

const addPod = (server, i) =>
  send(server, "POST", "/api/v1/namespaces/default/pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${i}`, labels: { app: "a" } },
    spec: {
      containers: [{ name: "c", image: "app:1", resources: { requests: { cpu, memory: "128Mi" } } }],
      ...rules[kind],
    },
  });

/** Sends small requests in a loop, and records the longest latency. */
const PROBE = `
  const https = require("node:https");
  const { parentPort, workerData } = require("node:worker_threads");
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  let longest = 0;
  parentPort.on("message", (what) => {
    if (what === "begin") longest = 0;
    else parentPort.postMessage(longest);
  });
  const ask = () => new Promise((resolve) => {
    const options = { agent, headers: { authorization: "Bearer admin-token" } };
    https.get(workerData + "/readyz", options, (r) => { r.resume(); r.on("end", resolve); }).on("error", resolve);
  });
  (async () => {
    await ask();
    for (;;) {
      const began = performance.now();
      await ask();
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();`;

const first = await start(false);
await forEach(nodes, (i) => addNode(first, i));
await forEach(pods, (i) => addPod(first, i));
await first.stop();

const began = performance.now();
const server = await start(true, first.dataDir);
const probe = new Worker(PROBE, { eval: true, workerData: server.url });
const unplaced = "/api/v1/namespaces/default/pods?limit=1&fieldSelector=spec.nodeName%3D";
const isDone = async () => {
  if (kind !== "full") return (await send(server, "GET", unplaced)).items.length === 0;
  const { items } = await send(server, "GET", "/api/v1/namespaces/default/pods");
  return items.every(({ status }) => (status.conditions ?? []).length > 0);
};
// Another benchmark measures the start.
await new Promise((resolve) => setTimeout(resolve, 1500));
probe.postMessage("begin");
while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 100));
const took = performance.now() - began;
const answer = once(probe, "message");
probe.postMessage("tell");
const [longest] = await answer;
await probe.terminate();
await server.discard();
const perMinute = Math.round((pods / took) * 60_000);
console.log(`${kind}: ${nodes} nodes, ${pods} pods: ${perMinute} pods a minute, ${(took / pods).toFixed(2)} ms a pod`);
console.log(`longest wait of a small request: ${Math.round(longest)} ms`);
agent.destroy();
process.exit(0);
