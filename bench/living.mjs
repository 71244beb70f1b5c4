// Measures how fast controllers, scheduler and nodes of the built server act: `node bench/living.mjs [nodes] [pods]`.
// Prints the times of the start, of three pods and of all pods of one deployment, resident memory, and the share of a
// core that the idle server uses.
import { readFileSync } from "node:fs";
import { request, startServer } from "./lib/server.mjs";

const [nodes = 100, pods = 1000] = process.argv.slice(2, 4).map(Number);
const IDLE_SECONDS = 20;
/** Clock ticks per second, the unit of processor time in Linux's `/proc`. */
const TICKS = 100;

const server = await startServer({ flags: [`--simulated-nodes=${nodes}`] });
const call = async (method, path, body) => {
  const { agent, headers } = server;
  const answer = await request(server.url + path, {
    method,
    agent,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
  return JSON.parse(answer.body.toString());
};
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(2);
const megabytes = () => Math.round(server.residentBytes() / 2 ** 20);

async function until(look) {
  while (!(await look())) await pause(50);
}

async function deploy(name, replicas) {
  const begun = performance.now();
  const spent = processorTime();
  const labels = { app: name };
  await call("POST", "/apis/apps/v1/namespaces/default/deployments", {
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "registry.k8s.io/pause:3.10" }] } },
    },
  });
  const path = `/apis/apps/v1/namespaces/default/deployments/${name}`;
  await until(async () => (await call("GET", path)).status?.availableReplicas === replicas);
  return `${seconds(begun)} s, of which the server worked ${(processorTime() - spent).toFixed(2)} s`;
}

/** Seconds of processor time that the server has used so far, in all its threads. */
function processorTime() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Share of one core that the server uses while no client sends requests. */
async function idle() {
  const before = processorTime();
  await pause(IDLE_SECONDS * 1000);
  return `${(((processorTime() - before) / IDLE_SECONDS) * 100).toFixed(2)} % of a core`;
}

try {
  const begun = performance.now();
  await until(async () => {
    const { items } = await call("GET", "/api/v1/nodes");
    const isReady = ({ status }) =>
      status.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True");
    return items.length === nodes && items.every(isReady);
  });
  console.log(
    `${nodes} nodes ready ${seconds(begun)} s after the server (which took ${(server.startMs / 1000).toFixed(2)} s)`,
  );
  await until(async () => (await call("GET", "/api/v1/namespaces/default/serviceaccounts")).items.length > 0);
  console.log(`3 pods available after ${await deploy("small", 3)}`);
  await pause(2000);
  console.log(`idle: ${await idle()}, ${megabytes()} MB resident`);
  console.log(`${pods} pods available after ${await deploy("large", pods)}, ${megabytes()} MB resident`);
  await pause(2000);
  console.log(`idle with them: ${await idle()}, ${megabytes()} MB resident`);
} finally {
  await server.stop();
}
