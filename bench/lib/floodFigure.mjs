import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Connection } from "./connection.mjs";
import { median } from "./median.mjs";
import { request, startServer } from "./server.mjs";

const MAPS = "/api/v1/namespaces/default/configmaps";
/** Number of rounds in which a quiet and a flooded server are measured alternately. */
const ROUNDS = 5;
/** Number of objects in the listed namespace. */
const OBJECTS = 100;
/** Number of connections of the flooding user, each sending one request after the other. */
const FLOOD = 100;
/** Two users that belong to no system group: each is a separate flow of the same priority level. */
const USERS = { served: "served-token", flooding: "flooding-token" };
let serial = 0;

const configMap = (name) =>
  JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text: "x".repeat(800) } });

/** The requests of both users, by name. */
const KINDS = {
  GET: () => ["GET", `${MAPS}/o0`],
  [`LIST of ${OBJECTS}`]: () => ["GET", `${MAPS}?labelSelector=${encodeURIComponent("!flood")}`],
  CREATE: () => ["POST", "/api/v1/namespaces/made/configmaps", configMap(`m${process.pid}-${serial++}`)],
};

async function prepare(server) {
  const post = async (path, object) => {
    const body = JSON.stringify(object);
    const answer = await request(server.url + path, { ...server, method: "POST", body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  };
  await post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "bench-users" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" },
    subjects: Object.keys(USERS).map((name) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "User", name })),
  });
  await post("/api/v1/namespaces", { metadata: { name: "made" } });
  for (let i = 0; i < OBJECTS; i++) await post(MAPS, JSON.parse(configMap(`o${i}`)));
}

/** Latencies in milliseconds of one user's requests, sent one after the other on one connection for the given time. */
async function latencies(server, kind, milliseconds) {
  const connection = await Connection.open(as(server, "served"));
  const times = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const begun = performance.now();
    const { status, body } = await connection.send(...KINDS[kind]());
    if (status !== 200 && status !== 201) throw new Error(`${kind}: ${status} ${body}`);
    times.push(performance.now() - begun);
  }
  connection.close();
  return times;
}

const as = ({ url }, user) => ({ url, headers: { authorization: `Bearer ${USERS[user]}` } });

/**
 * Sends requests of a kind over many connections until it is asked how many were answered; a 429 is counted as an
 * answer.
 */
async function flood(url, kind) {
  const server = as({ url }, "flooding");
  const connections = await Promise.all(Array.from({ length: FLOOD }, () => Connection.open(server)));
  let answered = 0;
  process.once("message", () => process.send(answered, () => process.exit()));
  process.send("flooding");
  await Promise.all(
    connections.map(async (connection) => {
      for (; ; answered += 1) await connection.send(...KINDS[kind]());
    }),
  );
}

/**
 * The median latency of one user's requests, alternately on a quiet server and while another user floods it with the
 * same requests from a separate process.
 *
 * @param {number} seconds for each kind of request and each of both states
 * @returns {Promise<Map<string, { quiet: number, flooded: number, rate: number }>>} by kind; medians in milliseconds,
 *   and the number of the flooding user's requests answered per second
 */
export async function measureFlood(seconds) {
  const tokens = Object.entries(USERS).map(([name, token], i) => `${token},${name},u${i}`);
  const server = await startServer({ tokens });
  const figures = new Map();
  try {
    await prepare(server);
    for (const kind of Object.keys(KINDS)) {
      await latencies(server, kind, 500);
      const quiet = [];
      const flooded = [];
      let answered = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        quiet.push(...(await latencies(server, kind, (seconds * 1000) / ROUNDS)));
        const flooder = fork(fileURLToPath(import.meta.url), [server.url, kind]);
        await once(flooder, "message");
        flooded.push(...(await latencies(server, kind, (seconds * 1000) / ROUNDS)));
        const gone = once(flooder, "exit");
        const told = once(flooder, "message");
        flooder.send("end");
        answered += (await told)[0];
        await gone;
      }
      figures.set(kind, { quiet: median(quiet), flooded: median(flooded), rate: answered / seconds });
    }
  } finally {
    await server.stop();
  }
  return figures;
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await flood(...process.argv.slice(2));
}
