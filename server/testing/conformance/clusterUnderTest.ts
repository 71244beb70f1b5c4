import { setTimeout as pause } from "node:timers/promises";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";
import { type ApiPlace, apiPlace } from "./apiPlace.ts";
import { condition } from "./bodies.ts";
import { matches } from "./shape.ts";

/** Milliseconds between two checks of the sandbox's time. */
const LOOK = 250;

/** A complete running cluster, shared by the tests of one file: all controllers, the scheduler, simulated nodes. */
export interface ClusterUnderTest {
  readonly server: TestServer;
  /** Access to cluster-scoped objects. */
  readonly whole: ApiPlace;
  /** Creates a namespace, and waits for its service account. */
  namespace(labels?: Record<string, string>): Promise<ApiPlace>;
  /** The namespace of the cluster's own objects. */
  system(): ApiPlace;
  stop(): Promise<void>;
}

/**
 * Starts a cluster. The caller must stop it.
 * @param speed factor by which its time runs faster than real time, for tests of slow behaviour
 */
export async function startClusterUnderTest(options: TestServerOptions = {}, speed = 1): Promise<ClusterUnderTest> {
  const server = await startTestServer({ controllers: ["*"], simulatedNodes: 2, scheduler: true, ...options });
  if (speed !== 1) await server.request("PUT", "/simulation/time", { body: { running: true, speed } });
  const whole = apiPlace(server);
  let count = 0;
  return {
    server,
    whole,
    async namespace(labels = {}) {
      count += 1;
      const name = `conformance-${count}`;
      await whole.create("v1/namespaces", { metadata: { name, labels } });
      const place = apiPlace(server, name);
      await place.becomes("v1/serviceaccounts/default", {});
      return place;
    },
    system: () => apiPlace(server, "kube-system"),
    stop: () => server.stop(),
  };
}

/** Resolves when the given number of seconds of sandbox time has passed. */
export async function sandboxPasses(server: TestServer, seconds: number): Promise<void> {
  const now = async (): Promise<number> =>
    Date.parse(String((await server.request("GET", "/simulation/time")).body["time"]));
  const end = (await now()) + seconds * 1000;
  while ((await now()) < end) await pause(LOOK);
}

/** The nodes of a cluster, once all of them are ready. */
export async function readyNodes(whole: ApiPlace): Promise<string[]> {
  const nodes = await whole.become(
    "v1/nodes",
    (items) =>
      items.length > 1 && items.every((node) => matches(node, { status: { conditions: [condition("Ready")] } })),
  );
  return nodes.map(({ metadata }) => metadata.name);
}
