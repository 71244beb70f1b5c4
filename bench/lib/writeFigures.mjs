import { Connection } from "./connection.mjs";

const MAPS = "/api/v1/namespaces/default/configmaps";
/** Number of rounds in which the engines are measured alternately. */
const ROUNDS = 3;
let serial = 0;

const configMap = (name, data) =>
  JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { app: "bench" } }, data });

/** Durable creates of 1 KiB objects. */
const creation = () => ["POST", MAPS, configMap(`w${serial++}`, { text: "x".repeat(800) })];

/** Patches of one object, where each client changes a different member. */
const patching = (name) => (client) => [
  "PATCH",
  `${MAPS}/${name}`,
  JSON.stringify({ data: { [`c${client}`]: `${serial++}` } }),
  "application/merge-patch+json",
];

/**
 * Requests per second of all clients together, each sending one after the other.
 *
 * @param request creates a client's next request
 * @returns {Promise<{ rate: number, fairness: number }>} fairness: the lowest number of requests of any client divided
 *   by the highest
 */
async function rateOf(server, clients, milliseconds, request) {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(server)));
  const counts = connections.map(() => 0);
  const begun = performance.now();
  await Promise.all(
    connections.map(async (connection, client) => {
      while (performance.now() - begun < milliseconds) {
        const { status, body } = await connection.send(...request(client));
        if (status !== 200 && status !== 201) throw new Error(`${status}: ${body}`);
        counts[client] += 1;
      }
    }),
  );
  const took = performance.now() - begun;
  for (const connection of connections) connection.close();
  const sum = counts.reduce((all, count) => all + count, 0);
  return { rate: (sum * 1000) / took, fairness: Math.min(...counts) / Math.max(...counts) };
}

/**
 * Measures writes on several servers alternately, so that other load on the machine affects them equally.
 *
 * @param {Record<string, object>} servers by engine
 * @returns {Promise<Map<string, Record<string, { rate: number, fairness: number }>>>} by measurement, then by engine:
 *   the best of three
 */
export async function measureWrites(servers, seconds) {
  const kinds = [1, 16, 64].map((clients) => [
    `CREATE, ${clients} ${clients === 1 ? "client" : "clients"}`,
    clients,
    creation,
  ]);
  const figures = new Map();
  const names = Object.entries(servers);
  for (const [, server] of names) {
    await rateOf(server, 16, 1000, creation);
    const connection = await Connection.open(server);
    await connection.send("POST", MAPS, configMap("contended", { begun: "1" }));
    connection.close();
  }
  for (const [kind, clients, request] of [...kinds, ["PATCH of one object, 16 clients", 16, patching("contended")]]) {
    const best = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [engine, server] of names) {
        const figure = await rateOf(server, clients, (seconds * 1000) / ROUNDS, request);
        if (figure.rate > (best[engine]?.rate ?? 0)) best[engine] = figure;
      }
    }
    figures.set(kind, best);
  }
  return figures;
}
