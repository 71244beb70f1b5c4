import type { OwnerReference } from "../../../../../shared/object.ts";
import type { Body, TestAnswer } from "../../../../testing/httpClient.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../../testing/testServer.ts";
import { until } from "../../../testing/until.ts";

export interface GcServer {
  readonly server: TestServer;
  /** Creates an object in a collection. @throws Error when the server does not */
  make(collection: string, name: string, parts?: MadeParts): Promise<Body>;
  get(path: string): Promise<TestAnswer>;
  remove(path: string, options?: Record<string, unknown>): Promise<TestAnswer>;
  /** Applies a JSON merge patch. @throws Error when the server refuses it */
  patch(path: string, patch: unknown): Promise<Body>;
  /** Resolves when none of these objects exists any more. */
  gone(...paths: string[]): Promise<void>;
  /** Resolves when an object satisfies the predicate. */
  becomes(path: string, holds: (object: Body) => boolean): Promise<Body>;
  /** Resolves when the collector has processed all earlier events: it waits for the collection of a later object. */
  fence(): Promise<void>;
  stop(): Promise<void>;
}

export interface MadeParts {
  readonly owners?: readonly Partial<OwnerReference>[];
  readonly finalizers?: readonly string[];
  readonly [field: string]: unknown;
}

export const configMaps = (namespace = "default"): string => `/api/v1/namespaces/${namespace}/configmaps`;
/** Paths of config maps in the default namespace. */
export const paths = (...names: string[]): string[] => names.map((name) => `${configMaps()}/${name}`);

/** An owner reference to an object in a server's response. */
export const ownedBy = (
  { apiVersion, kind, metadata }: Body,
  parts: Partial<OwnerReference> = {},
): Partial<OwnerReference> => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
  ...parts,
});

/** A server whose only controller is the garbage collector. */
export async function startGcServer(options: TestServerOptions = {}): Promise<GcServer> {
  const server = await startTestServer({ controllers: ["garbage-collector-controller"], ...options });
  const get = (path: string): Promise<TestAnswer> => server.request("GET", path);
  const checked = async (answer: Promise<TestAnswer>): Promise<Body> => {
    const { status, body, text } = await answer;
    if (status >= 300) throw new Error(text);
    return body;
  };
  let fences = 0;
  const world: GcServer = {
    server,
    get,
    make: (collection, name, { owners, finalizers, ...rest } = {}) =>
      checked(
        server.request("POST", collection, {
          body: { metadata: { name, ownerReferences: owners, finalizers }, ...rest },
        }),
      ),
    remove: (path, body) => server.request("DELETE", path, body === undefined ? {} : { body }),
    patch: (path, body) =>
      checked(server.request("PATCH", path, { body, headers: { "content-type": "application/merge-patch+json" } })),
    async gone(...all) {
      for (const path of all) await until(async () => (await get(path)).status === 404);
    },
    async becomes(path, holds) {
      let object: Body | undefined;
      await until(async () => {
        const answer = await get(path);
        object = answer.body;
        return answer.status === 200 && holds(object);
      });
      return object as Body;
    },
    async fence() {
      // Keys that were enqueued before are done, or have started a write that precedes the second one here.
      for (let i = 0; i < 2; i++) {
        const name = `fence-${fences++}`;
        const owner = { apiVersion: "v1", kind: "ConfigMap", name: "never", uid: `never-${name}` };
        await world.make(configMaps(), name, { owners: [owner] });
        await world.gone(`${configMaps()}/${name}`);
      }
    },
    stop: () => server.stop(),
  };
  return world;
}
