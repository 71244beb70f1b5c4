import { setTimeout as pause } from "node:timers/promises";
import type { Event, Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../testing/testServer.ts";

/** A whole server with some controllers, and a node whose pods run when a test says so. */
export interface Cluster {
  readonly server: TestServer;
  /** Creates a namespace with an account for pods, and uses it from now on, so that tests can share a cluster. */
  enterFresh(): Promise<void>;
  /** The URL of a short path. */
  url(path: string): string;
  /**
   * Creates an object in the current namespace, which is initially the default one.
   * @throws Error when the server does not
   */
  make<T extends ApiObject>(object: ApiObject): Promise<T>;
  /** The object at a short path: `apps/v1/deployments/web`. Undefined when it does not exist. */
  get<T extends ApiObject>(path: string): Promise<T | undefined>;
  list<T extends ApiObject>(path: string): Promise<T[]>;
  /** Applies a JSON merge patch. @throws Error when the server refuses it */
  patch(path: string, patch: unknown): Promise<ApiObject>;
  remove(path: string, options?: Record<string, unknown>): Promise<void>;
  /** Resolves when an object satisfies the predicate. */
  becomes<T extends ApiObject>(path: string, holds: (object: T) => boolean): Promise<T>;
  /** Resolves when a list satisfies the predicate. */
  become<T extends ApiObject>(path: string, holds: (objects: T[]) => boolean): Promise<T[]>;
  /** Places every pending pod on the node, runs those that are not ready, and ends those that are being deleted. */
  runPods(ready?: boolean): Promise<void>;
  /** Messages of the Events about an object, by reason. */
  events(name: string): Promise<string[]>;
  /** Makes admission refuse an operation for objects of one name, which the message then mentions. */
  refuse(operation: "CREATE" | "UPDATE" | "DELETE", group: string, resource: string, name: string): Promise<void>;
  /** Resolves when the Events about an object contain all of these texts: Events are written asynchronously. */
  recorded(name: string, ...texts: readonly (string | RegExp)[]): Promise<string[]>;
  stop(): Promise<void>;
}

const NODE = "n1";
/** Milliseconds after which a condition counts as never satisfied. */
const TIMEOUT = 15_000;
/** Milliseconds between two polls: polling without a pause would take CPU time from the server. */
const PAUSE = 10;

/** Polls until a predicate holds. @throws Error when it never does, with the last seen value */
export async function waitFor<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > end) throw new Error(`never: ${JSON.stringify(seen)}`);
    await pause(PAUSE);
  }
}

/** Resources that are cluster-scoped. */
const OF_CLUSTER = new Set([
  "csidrivers",
  "csinodes",
  "nodes",
  "persistentvolumes",
  "storageclasses",
  "volumeattachments",
]);

/** The URL of a short path; for namespaced resources, in the given namespace. */
function urlOf(path: string, namespace: string): string {
  const [first = "", second = "", ...rest] = path.split("/");
  const isCore = first === "v1";
  const [resource = "", ...more] = isCore ? [second, ...rest] : rest;
  const base = isCore ? "/api/v1" : `/apis/${first}/${second}`;
  const place = OF_CLUSTER.has(resource) ? "" : `/namespaces/${namespace}`;
  return [`${base}${place}`, resource, ...more].join("/");
}

/** @param controllers as for `--controllers` */
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
    async refuse(operation, group, resource, name) {
      const apiVersion = "admissionregistration.k8s.io/v1";
      const metadata = { name: `refuse-${name}` };
      const rule = { apiGroups: [group], apiVersions: ["*"], resources: [resource], operations: [operation] };
      const subject = operation === "DELETE" ? "oldObject" : "object";
      const spec = {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: `${subject}.metadata.name != ${JSON.stringify(name)}`, message: `not ${name}` }],
      };
      const policies = `/apis/${apiVersion}/validatingadmissionpolicies`;
      await send("POST", policies, { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec });
      const binding = { policyName: metadata.name, validationActions: ["Deny"] };
      const kind = "ValidatingAdmissionPolicyBinding";
      await send("POST", `/apis/${apiVersion}/validatingadmissionpolicybindings`, {
        apiVersion,
        kind,
        metadata,
        spec: binding,
      });
    },
    recorded: (name, ...texts) =>
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
    // Responses are not checked, because a pod may be deleted in the meantime.
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

  // Pods need an account; the controller that would create it does not run here.
  const makeAccount = () => cluster.make({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } });
  await makeAccount();
  await send("POST", "/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name: NODE } });
  return cluster;
}

const pluralOf = (kind: string): string =>
  kind === "Endpoints" ? "endpoints" : `${kind.toLowerCase()}${/s$/.test(kind) ? "es" : "s"}`;

/** The controllers that pods on simulated nodes always need. */
const BASE = ["root-ca-certificate-publisher-controller", "node-lifecycle-controller"];

/** The same with simulated nodes and a scheduler: pods run on their own, as their annotations say. */
export const startLivingCluster = (controllers: string[], options: TestServerOptions = {}): Promise<Cluster> =>
  startCluster([...BASE, ...controllers], { simulatedNodes: 2, scheduler: true, ...options });

/** Annotations that control a simulated program: `exit-code`, `exit-after`, `ready-after`. */
export const behave = (words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, value]) => [`simulation.orrery/${name}`, value]));
