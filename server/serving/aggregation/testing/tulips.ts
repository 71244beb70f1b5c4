import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiObject } from "../../../../shared/object.ts";
import { GROUP, KIND, PLURAL } from "./extensionDocuments.ts";

interface Watcher {
  readonly namespace: string;
  readonly response: ServerResponse;
}

/** An in-memory resource: CRUD in namespaces, lists and watches of one namespace or all. */
export class Tulips {
  readonly #objects = new Map<string, ApiObject>();
  readonly #watchers = new Set<Watcher>();
  #revision = 1;

  /** Number of open watches. */
  get watchers(): number {
    return this.#watchers.size;
  }

  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, , , version = "", ...rest] = url.pathname.split("/");
    const [namespace, name] = rest[0] === "namespaces" ? [rest[1] ?? "", rest[3]] : ["", rest[1]];
    const body = await bodyOf(request);
    const key = `${namespace}/${name}`;
    const known = this.#objects.get(key);
    const { method } = request;
    if (name === undefined && method === "GET" && url.searchParams.get("watch") === "true") {
      this.#watch(response, namespace, Number(url.searchParams.get("resourceVersion") ?? Number.POSITIVE_INFINITY));
    } else if (name === undefined && method === "GET") {
      send(response, 200, {
        kind: `${KIND}List`,
        apiVersion: `${GROUP}/${version}`,
        metadata: { resourceVersion: String(this.#revision) },
        items: [...this.#objects.values()].filter(
          ({ metadata }) => namespace === "" || metadata.namespace === namespace,
        ),
      });
    } else if (name === undefined && method === "POST") {
      const sent = JSON.parse(body) as ApiObject;
      const made = this.#store("ADDED", `${namespace}/${sent.metadata.name}`, {
        ...sent,
        metadata: { ...sent.metadata, namespace },
      });
      send(response, 201, made);
    } else if (known === undefined) {
      const message = `${PLURAL}.${GROUP} "${name}" not found`;
      send(response, 404, {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message,
        reason: "NotFound",
        details: { name, group: GROUP, kind: PLURAL },
        code: 404,
      });
    } else if (method === "DELETE") {
      this.#objects.delete(key);
      this.#tell("DELETED", known);
      send(response, 200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" });
    } else if (method === "PUT" || method === "PATCH") {
      const sent = JSON.parse(body) as ApiObject;
      send(
        response,
        200,
        this.#store("MODIFIED", key, method === "PUT" ? sent : { ...known, ...sent, metadata: known.metadata }),
      );
    } else {
      send(response, 200, known);
    }
  }

  #store(type: string, key: string, object: ApiObject): ApiObject {
    this.#revision += 1;
    const stored = {
      ...object,
      apiVersion: `${GROUP}/v1`,
      kind: KIND,
      metadata: { ...object.metadata, uid: `uid-${key}`, resourceVersion: String(this.#revision) },
    };
    this.#objects.set(key, stored);
    this.#tell(type, stored);
    return stored;
  }

  #tell(type: string, object: ApiObject): void {
    for (const { namespace, response } of this.#watchers) {
      if (namespace === "" || namespace === object.metadata.namespace) {
        response.write(`${JSON.stringify({ type, object })}\n`);
      }
    }
  }

  /**
   * Starts a watch with what was stored after a revision, if one is given. It sends no deletions from before it began.
   */
  #watch(response: ServerResponse, namespace: string, since: number): void {
    const watcher = { namespace, response };
    this.#watchers.add(watcher);
    response.on("close", () => this.#watchers.delete(watcher));
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    for (const object of this.#objects.values()) {
      const isIn = namespace === "" || namespace === object.metadata.namespace;
      if (isIn && Number(object.metadata.resourceVersion) > since) {
        response.write(`${JSON.stringify({ type: "ADDED", object })}\n`);
      }
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json", warning: '299 - "tulips are out of season"' });
  response.end(JSON.stringify(value));
}
