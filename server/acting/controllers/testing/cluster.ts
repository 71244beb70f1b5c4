import { setTimeout as pause } from "node:timers/promises";
import type { Event, Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../testing/testServer.ts";

/** A whole server with some controllers, and a node that runs pods when a test lets it. */
export interface Cluster {
  readonly server: TestServer;
  /** Makes a namespace with an account for pods, where everything is from now on: so tests can share a cluster. */
  enterFresh(): Promise<void>;
  /** The URL of a short path. */
  url(path: string): string;
  /** Creates an object in the namespace, which is the default one at first. @throws Error when the server does not */
  make<T extends ApiObject>(object: ApiObject): Promise<T>;
  /** The object at a short path: `apps/v1/deployments/web`. Undefined when there is none. */
  get<T extends ApiObject>(path: string): Promise<T | undefined>;
  list<T extends ApiObject>(path: string): Promise<T[]>;
  /** JSON merge patch. @throws Error when the server refuses it */
  patch(path: string, patch: unknown): Promise<ApiObject>;
  remove(path: string, options?: Record<string, unknown>): Promise<void>;
  /** Resolves when an object looks as it should. */
  becomes<T extends ApiObject>(path: string, holds: (object: T) => boolean): Promise<T>;
  /** Resolves when a list looks as it should. */
  become<T extends ApiObject>(path: string, holds: (objects: T[]) => boolean): Promise<T[]>;
  /** Puts every pod that waits on the node, and has all that are not ready run there; ends those being deleted. */
  runPods(ready?: boolean): Promise<void>;
  /** Messages of the Events about an object, by reason. */
  events(name: string): Promise<string[]>;
  /** Resolves when Events about an object tell all of this: Events are written beside the work. */
  told(name: string, ...texts: readonly (string | RegExp)[]): Promise<string[]>;
  stop(): Promise<void>;
}

const NODE = "n1";
/** Milliseconds after which a condition is taken for one that never holds. */
const PATIENCE = 15_000;
/** Milliseconds between two looks: asking without a pause would take the processor from the server that is asked. */
const PAUSE = 10;

/** Looks again until something holds. @throws Error when it never does, with what was seen last */
export async function waitFor<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > end) throw new Error(`never: ${JSON.stringify(seen)}`);
    await pause(PAUSE);
  }
}

/** What is in no namespace. */
const OF_CLUSTER = new Set([
  "csidrivers",
  "csinodes",
  "nodes",
  "persistentvolumes",
  "storageclasses",
  "volumeattachments",
]);

/** The URL of a short path: of what is in a namespace, the one there. */
function urlOf(path: string, namespace: string): string {
  const [first = "", second = "", ...rest] = path.split("/");
  const isCore = first === "v1";
  const [resource = "", ...more] = isCore ? [second, ...rest] : rest;
  const base = isCore ? "/api/v1" : `/apis/${first}/${second}`;
  const place = OF_CLUSTER.has(resource) ? "" : `/namespaces/${namespace}`;
  return [`${base}${place}`, resource, ...more].join("/");
}

/** @param controllers as `--controllers` takes them */
export async function startCluster(controllers: string[], options: TestServerOptions = {}): Promise<Cluster> {
  const server = await startTestServer({ controllers, ...options });
  let namespace = "default";
  let entered = 0;
  const url = (path: string): string => urlOf(path, namespace);
  const checked = async <T>(answer: ReturnType<TestServer["request"]>): Promise<T> => {
    const { status, body, text } = await answer;
    if (status >= 300) throw new Error(text);
    return body as T;
  };
  const send = <T>(method: string, path: string, body: unknown, type = "application/json"): Promise<T> =>
    checked<T>(server.request(method, path, { body, headers: { "content-type": type } }));
  const get = async <T extends ApiObject>(path: string): Promise<T | undefined> => {
    const { status, body } = await server.request("GET", url(path));
    return status === 200 ? (body as unknown as T) : undefined;
  };
  const list = async <T extends ApiObject>(path: string): Promise<T[]> =>
    (await checked<{ items: T[] }>(server.request("GET", url(path)))).items;
  const cluster: Cluster = {
    server,
    url,
    async enterFresh() {
      entered += 1;
      namespace = `test-${entered}`;
      await send("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      await makeAccount();
    },
    get,
    list,
    make: async ({ kind = "", apiVersion = "", ...rest }) =>
      send("POST", url(`${apiVersion}/${pluralOf(kind)}`), { apiVersion, kind, ...rest }),
    patch: (path, patch) => send("PATCH", url(path), patch, "application/merge-patch+json"),
    async remove(path, body) {
      await checked(server.request("DELETE", url(path), body === undefined ? {} : { body }));
    },
    becomes: async <T extends ApiObject>(path: string, holds: (object: T) => boolean): Promise<T> =>
      (await waitFor<T | undefined>(
        () => get<T>(path),
        (object) => object !== undefined && holds(object),
      )) as T,
    become: <T extends ApiObject>(path: string, holds: (objects: T[]) => boolean): Promise<T[]> =>
      waitFor(() => list<T>(path), holds),
    async runPods(ready = true) {
      for (const pod of await list<Pod & ApiObject>("v1/pods")) await run(pod, ready);
    },
    async events(name) {
      const events = await list<Event & ApiObject>("v1/events");
      return events
        .filter(({ involvedObject }) => involvedObject.name === name)
        .map(({ reason, message }) => `${reason}: ${message}`);
    },
    told: (name, ...texts) =>
      waitFor(
        () => cluster.events(name),
        (events) =>
          texts.every((text) => events.some((event) => (typeof text === "string" ? event === text : text.test(event)))),
      ),
    stop: () => server.stop(),
  };

  async function run({ metadata, spec, status }: Pod & ApiObject, ready: boolean): Promise<void> {
    const path = url(`v1/pods/${metadata.name}`);
    if (metadata.deletionTimestamp !== undefined) {
      await server.request("DELETE", path, { body: { gracePeriodSeconds: 0 } });
      return;
    }
    // A pod that is deleted meanwhile is no failure: answers are not checked.
    const target = { apiVersion: "v1", kind: "Node", name: NODE };
    const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: metadata.name }, target };
    if (spec?.nodeName === undefined) await server.request("POST", `${path}/binding`, { body: binding });
    const isReady =
      status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True") ?? false;
    if (status?.phase === "Running" && isReady === ready) return;
    const time = timestamp(Date.now());
    const condition = (type: string) => ({ type, status: ready ? "True" : "False", lastTransitionTime: time });
    const conditions = ["Ready", "ContainersReady"].map(condition);
    await server.request("PATCH", `${path}/status`, {
      body: { status: { phase: "Running", podIP: "10.1.0.1", startTime: time, conditions } },
      headers: { "content-type": "application/strategic-merge-patch+json" },
    });
  }

  // Pods need an account, which a controller that does not run here would make.
  const makeAccount = () => cluster.make({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } });
  await makeAccount();
  await send("POST", "/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name: NODE } });
  return cluster;
}

const pluralOf = (kind: string): string =>
  kind === "Endpoints" ? "endpoints" : `${kind.toLowerCase()}${/s$/.test(kind) ? "es" : "s"}`;

/** What a cluster with simulated nodes needs for its pods to run, whatever else is to act. */
const BASE = ["root-ca-certificate-publisher-controller", "node-lifecycle-controller"];

/** The same with simulated nodes and a scheduler: pods run by themselves, as their annotations say. */
export const startLivingCluster = (controllers: string[], options: TestServerOptions = {}): Promise<Cluster> =>
  startCluster([...BASE, ...controllers], { simulatedNodes: 2, scheduler: true, ...options });

/** Annotations that tell a simulated program how to behave: `exit-code`, `exit-after`, `ready-after`. */
export const behave = (words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, value]) => [`simulation.orrery/${name}`, value]));
