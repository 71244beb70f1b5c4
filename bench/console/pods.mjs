import https from "node:https";
import { request } from "../lib/server.mjs";
import { TOKEN } from "./product.mjs";

const HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const CONNECTIONS = 48;
/** Maximum changes per second of a sandbox that has finished its work: its nodes renew their leases. */
const QUIET = 10;

/** The namespaces of the pods; one more, {@link SMALL}, contains a thousand of them. */
const NAMESPACES = ["team-a", "team-b", "team-c", "team-d", "team-e"];
export const SMALL = "thousand";
const SMALL_COUNT = 1000;

/** A client of the API server under measurement. */
export function openApi(url) {
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: CONNECTIONS });
  const send = async (method, path, body, headers = {}) => {
    const answer = await request(url + path, {
      agent,
      method,
      headers: { ...HEADERS, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.status >= 300 && answer.status !== 409) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.subarray(0, 300)}`);
    }
    return answer;
  };
  return { url, agent, send, close: () => agent.destroy() };
}

const podBody = (name, team) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: { app: name.slice(0, -6), team, tier: "backend", "pod-template-hash": "7c9d8f6b54" } },
  spec: {
    containers: [
      {
        name: "main",
        image: "registry.example/app:1.4.2",
        env: [{ name: "MODE", value: "measured" }],
        resources: { requests: { cpu: "10m", memory: "16Mi" } },
      },
    ],
  },
});

/** Creates the namespaces and, in each, the service account that pods need. */
export async function makeNamespaces(api) {
  for (const name of [...NAMESPACES, SMALL]) {
    await api.send("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
    await api.send("POST", `/api/v1/namespaces/${name}/serviceaccounts`, account);
  }
}

/**
 * Creates the pods numbered `from` (inclusive) to `to` (exclusive), and waits until the scheduler has tried them all; the
 * first thousand go into {@link SMALL}.
 */
export async function fill(api, from, to) {
  let next = from;
  const work = async () => {
    while (next < to) {
      const i = next++;
      const team = i < SMALL_COUNT ? SMALL : NAMESPACES[i % NAMESPACES.length];
      const name = `pod-${(i % 977).toString(36)}-${String(i).padStart(5, "0")}`;
      await api.send("POST", `/api/v1/namespaces/${team}/pods`, podBody(name, team));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await settle(api);
}

/** Waits until hardly anything changes in the store any more. */
async function settle(api) {
  let before = 0;
  let revision = await revisionOf(api);
  while (revision - before > QUIET) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    before = revision;
    revision = await revisionOf(api);
  }
}

/** The store's latest revision. */
async function revisionOf(api) {
  const { body } = await api.send("GET", "/api/v1/namespaces?limit=1");
  return Number(JSON.parse(body.toString()).metadata.resourceVersion);
}

/** Changes `perSecond` labels per second on pods of the small namespace, until the returned function is called. */
export function changeSlowly(api, perSecond) {
  let i = 0;
  const timer = setInterval(() => {
    const n = i++ % SMALL_COUNT;
    const path = `/api/v1/namespaces/${SMALL}/pods/pod-${(n % 977).toString(36)}-${String(n).padStart(5, "0")}`;
    const patch = { metadata: { labels: { turn: String(i) } } };
    api.send("PATCH", path, patch, { "content-type": "application/merge-patch+json" }).catch(() => undefined);
  }, 1000 / perSecond);
  return () => clearInterval(timer);
}
