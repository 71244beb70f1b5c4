import { setTimeout as pause } from "node:timers/promises";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";
import { type ApiPlace, apiPlace } from "./apiPlace.ts";
import { condition } from "./bodies.ts";
import { matches } from "./shape.ts";

/** Milliseconds between two looks at the sandbox's time. */
const LOOK = 250;

/** A whole living cluster that the tests of one file share: all controllers, the scheduler, simulated nodes. */
export interface ClusterUnderTest {
  readonly server: TestServer;
  /** What belongs to no namespace. */
  readonly whole: ApiPlace;
  /** A fresh namespace, whose service account is there. */
  namespace(labels?: Record<string, string>): Promise<ApiPlace>;
  /** The namespace of what belongs to the cluster itself. */
  system(): ApiPlace;
  stop(): Promise<void>;
}

/**
 * Starts a cluster. The caller stops it.
 * @param speed how much faster than the world's its time runs, for tests of what takes long
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

/** Resolves when so many seconds of the sandbox's time have passed. */
export async function sandboxPasses(server: TestServer, seconds: number): Promise<void> {
  const now = async (): Promise<number> =>
    Date.parse(String((await server.request("GET", "/simulation/time")).body["time"]));
  const end = (await now()) + seconds * 1000;
  while ((await now()) < end) await pause(LOOK);
}

/** The nodes of a cluster, once they all are ready. */
export async function readyNodes(whole: ApiPlace): Promise<string[]> {
  const nodes = await whole.become(
    "v1/nodes",
    (items) =>
      items.length > 1 && items.every((node) => matches(node, { status: { conditions: [condition("Ready")] } })),
  );
  return nodes.map(({ metadata }) => metadata.name);
}
