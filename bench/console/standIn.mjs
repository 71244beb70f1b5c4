import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import https from "node:https";
import { WebSocketServer } from "ws";
import { TOKEN } from "./product.mjs";

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
/** Bytes in the socket's buffer above which no more frames are generated, because the reader lags. */
const BUFFER_LIMIT = 1 << 20;
const TICK_MS = 10;

/** Indices of columns in a pod's row. */
const STATUS = 2;
const RESTARTS = 3;
/** Number of changes of pods per hundred events; the others alternately delete a pod and add a new one. */
const CHANGES_OF_100 = 90;

/**
 * A stand-in cluster that forwards every request to the real server, except watches of pods. Those it answers itself:
 * with changes of the real rows, in the real server's format, faster than any server commits them. To the console it is
 * a remote cluster.
 */
export async function startStandIn(home) {
  let upstream = "";
  let rows = [];
  let watcher;
  const server = createServer((incoming, answer) => forward(upstream, incoming, answer));
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (incoming, socket, head) =>
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      watcher = client;
    }),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  writeFileSync(home.kubeconfig, kubeconfig(url));
  let revision = 0;
  const send = (type, row) => {
    row.object.metadata.resourceVersion = String(++revision);
    const object = { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: {}, columnDefinitions: null, rows: [row] };
    watcher.send(JSON.stringify({ type, object }));
  };
  let turn = 0;
  const change = () => {
    const at = (turn * 7919) % rows.length;
    const row = rows[at];
    const part = turn++ % 100;
    if (part < CHANGES_OF_100) {
      row.cells[STATUS] = part % 2 === 0 ? "Running" : "Pending";
      row.cells[RESTARTS] = String(turn % 50);
      return send("MODIFIED", row);
    }
    send("DELETED", row);
    rows[at] = renamed(row, `${row.cells[0].slice(0, 12)}-${turn}`);
    send("ADDED", rows[at]);
  };
  return {
    url,
    /** Sets the real server and reads its rows. */
    async use(api) {
      upstream = api.url;
      rows = await readRows(api);
      revision = 1e9;
    },
    isWatched: () => watcher?.readyState === 1,
    /**
     * Sends `events` events, `perSecond` per second (Infinity: as fast as the client reads them), then one that adds a
     * pod which sorts first.
     * @returns its name, and the rate achieved in events per second
     */
    async run(events, perSecond) {
      const begun = performance.now();
      let sent = 0;
      while (sent < events) {
        const due = Math.min(events, Math.ceil(((performance.now() - begun) / 1000) * perSecond) || events);
        const first = revision;
        while (sent + revision - first < due && watcher.bufferedAmount < BUFFER_LIMIT) change();
        sent += revision - first;
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      const seconds = (performance.now() - begun) / 1000;
      const last = renamed(rows[0], `0-last-pod-${turn}`);
      last.cells[RESTARTS] = "0";
      Object.assign(last.object.metadata, { namespace: "0", creationTimestamp: new Date().toISOString() });
      send("ADDED", last);
      return { last: last.cells[0], rate: sent / seconds };
    },
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(upstream, incoming, answer) {
  const headers = { ...incoming.headers, host: new URL(upstream).host, authorization: `Bearer ${TOKEN}` };
  const options = { method: incoming.method, headers, rejectUnauthorized: false };
  const outgoing = https.request(upstream + incoming.url, options, (reply) => {
    answer.writeHead(reply.statusCode, reply.headers);
    reply.pipe(answer);
  });
  outgoing.on("error", () => answer.destroy());
  incoming.pipe(outgoing);
}

async function readRows(api) {
  const rows = [];
  let next = "";
  do {
    const path = `/api/v1/pods?limit=2000&includeObject=Metadata&continue=${encodeURIComponent(next)}`;
    const table = JSON.parse((await api.send("GET", path, undefined, { accept: TABLE })).body);
    rows.push(...table.rows);
    next = table.metadata.continue ?? "";
  } while (next !== "");
  return rows;
}

function renamed(row, name) {
  const metadata = { ...row.object.metadata, name, uid: randomUUID() };
  return { cells: [name, ...row.cells.slice(1)], object: { ...row.object, metadata } };
}

const kubeconfig = (server) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "stand-in",
    clusters: [{ name: "stand-in", cluster: { server } }],
    contexts: [{ name: "stand-in", context: { cluster: "stand-in", user: "nobody" } }],
    users: [{ name: "nobody", user: {} }],
  });
