import { expect } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { RequestOptions, TestAnswer } from "../httpClient.ts";
import type { TestServer } from "../testServer.ts";
import type { EventStream } from "../watchClient.ts";
import { matches, type Shape } from "./shape.ts";

/** An object as received from the server. */
export type Item = ApiObject & { metadata: { name: string; uid: string; resourceVersion: string } };

export type PatchType = "json" | "merge" | "strategic-merge" | "apply";

/**
 * The API in the form of a client library, for one namespace or for cluster-scoped objects. References are short paths:
 * `apps/v1/deployments`, `v1/pods/web`, `v1/pods/web/status`; a query may follow.
 */
export interface ApiPlace {
  readonly server: TestServer;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  url(reference: string): string;
  /** Sends any request; every answer is returned, errors included. */
  send(method: string, reference: string, options?: RequestOptions): Promise<TestAnswer>;
  /**
   * Creates an object; kind and version are the reference's unless the object has its own.
   * @throws Error when the server refuses
   */
  create(reference: string, object: object): Promise<Item>;
  get(reference: string): Promise<Item>;
  list(reference: string): Promise<Item[]>;
  /** Reads, changes and writes an object; retries after a conflict. */
  update(reference: string, change: (object: Item) => object): Promise<Item>;
  patch(reference: string, patch: unknown, type?: PatchType): Promise<Item>;
  remove(reference: string, options?: object): Promise<void>;
  watch(reference: string): Promise<EventStream>;
  /** Resolves when the object exists and has the shape. @throws Error with the last state seen */
  becomes(reference: string, shape: Shape): Promise<Item>;
  /** Resolves when the condition holds for the objects of a list. */
  become(reference: string, holds: (items: Item[]) => boolean): Promise<Item[]>;
  /** Resolves when the object no longer exists. */
  gone(reference: string): Promise<void>;
}

const PATCH_TYPES: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  "strategic-merge": "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** Milliseconds after which waiting for a condition fails. */
const TIMEOUT = 17_000;

/** The API for a namespace, or for cluster-scoped objects. */
export function apiPlace(server: TestServer, namespace = ""): ApiPlace {
  const url = (reference: string): string => {
    const [first = "", ...rest] = reference.split("/");
    const base = first === "v1" ? ["/api", first] : ["/apis", first, rest.shift() ?? ""];
    return [...base, ...(namespace === "" ? [] : ["namespaces", namespace]), ...rest].join("/");
  };
  const send = (method: string, reference: string, options?: RequestOptions): Promise<TestAnswer> =>
    server.request(method, url(reference), options);
  const checked = async (method: string, reference: string, options?: RequestOptions): Promise<Item> => {
    const { status, body, text } = await send(method, reference, options);
    if (status >= 300) throw new Error(`${method} ${reference}: ${text}`);
    return body as unknown as Item;
  };

  /** Lists, then watches from there, until the condition holds for the objects. */
  async function become(reference: string, holds: (items: Item[]) => boolean): Promise<Item[]> {
    const list = (await checked("GET", reference)) as unknown as {
      items: Item[];
      metadata: { resourceVersion: string };
    };
    const known = new Map(list.items.map((item) => [item.metadata.uid, item]));
    if (holds([...known.values()])) return [...known.values()];
    const more = reference.includes("?") ? "&" : "?";
    const stream = await server.watch(
      `${url(reference)}${more}watch=1&resourceVersion=${list.metadata.resourceVersion}`,
    );
    const timer = setTimeout(() => stream.close(), TIMEOUT);
    try {
      for (;;) {
        const event = await stream.next();
        if (event === undefined)
          throw new Error(`${reference} never became so: ${JSON.stringify([...known.values()])}`);
        const item = event.object as unknown as Item;
        if (event.type === "DELETED") known.delete(item.metadata.uid);
        else known.set(item.metadata.uid, item);
        if (holds([...known.values()])) return [...known.values()];
      }
    } finally {
      clearTimeout(timer);
      stream.close();
    }
  }

  const parts = (reference: string): { collection: string; name: string } => {
    const at = reference.lastIndexOf("/");
    return { collection: reference.slice(0, at), name: reference.slice(at + 1) };
  };
  const onlyOne = (reference: string, holds: (items: Item[]) => boolean): Promise<Item[]> => {
    const { collection, name } = parts(reference);
    return become(`${collection}?fieldSelector=metadata.name%3D${encodeURIComponent(name)}`, holds);
  };

  return {
    server,
    namespace,
    url,
    send,
    become,
    create: (reference, object) => checked("POST", reference, { body: object }),
    get: (reference) => checked("GET", reference),
    list: async (reference) => ((await checked("GET", reference)) as unknown as { items: Item[] }).items,
    async update(reference, change) {
      for (;;) {
        const answer = await send("PUT", reference, { body: change(await checked("GET", reference)) });
        if (answer.status < 300) return answer.body as unknown as Item;
        if (answer.status !== 409) throw new Error(`PUT ${reference}: ${answer.text}`);
      }
    },
    patch: (reference, patch, type = "merge") =>
      checked("PATCH", reference, { body: patch, headers: { "content-type": PATCH_TYPES[type] } }),
    async remove(reference, options) {
      await checked("DELETE", reference, options === undefined ? {} : { body: options });
    },
    watch: (reference) => server.watch(`${url(reference)}${reference.includes("?") ? "&" : "?"}watch=1`),
    async becomes(reference, shape) {
      const [item] = await onlyOne(reference, (items) => items.some((each) => matches(each, shape)));
      return item as Item;
    },
    async gone(reference) {
      await onlyOne(reference, (items) => items.length === 0);
    },
  };
}

/** The next event of a type on a watch; other events are skipped. @throws Error when the stream ends before */
export async function nextEvent(stream: EventStream, type: string, shape: Shape = {}): Promise<Item> {
  const timer = setTimeout(() => stream.close(), TIMEOUT);
  const passed: unknown[] = [];
  try {
    for (;;) {
      const event = await stream.next();
      if (event === undefined) throw new Error(`no ${type} ${JSON.stringify(shape)}, but ${JSON.stringify(passed)}`);
      if (event.type === type && matches(event.object, shape)) return event.object as unknown as Item;
      passed.push(event);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Expects a request to be refused with a status code, and returns the Status. */
export async function refused(answer: Promise<TestAnswer>, code: number): Promise<TestAnswer["body"]> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(code);
  return body;
}
