import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import { type ApiObject, apiVersionOf } from "../../../shared/object.ts";
import type { Status } from "../../../shared/status.ts";
import type {
  ApiClient,
  DeleteOptions,
  ListOptions,
  ListResult,
  ResourceReference,
  ServedResource,
  WatchEvent,
  WriteOptions,
} from "../../api/client/apiClient.ts";
import { type Answer, type FrameSink, type Handler, isRelayed, isStream } from "../../ground/request/context.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { type EventQueue, eventQueue } from "./eventQueue.ts";
import { errorOf, parseAnswer, wholeAnswer } from "./inProcessAnswer.ts";
import { type InProcessCaller, inProcessContext } from "./inProcessContext.ts";
import { relayedLines } from "./relayedLines.ts";

export interface InProcessClientOptions extends InProcessCaller {
  /** The server's handler chain after authentication: authorization, admission and everything else apply. */
  readonly handler: Handler;
  readonly served: () => readonly ServedResource[];
}

/** A client for code in the same process: requests without a socket, each client with its own identity. */
export function inProcessClient(options: InProcessClientOptions): ApiClient {
  const request = async (
    method: string,
    ref: ResourceReference,
    query: Record<string, string | undefined>,
    body?: { readonly type: string; readonly value: unknown },
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const sent = body && { type: body.type, bytes: Buffer.from(await inTurns(stringifyInSteps(body.value))) };
    return options.handler(inProcessContext(options, { method, path: pathOf(ref), query, body: sent, signal }));
  };

  async function call(...parameters: Parameters<typeof request>): Promise<Record<string, unknown>> {
    const answer = await wholeAnswer(await request(...parameters));
    if (answer === undefined) throw new Error("a stream was answered to a plain request");
    return parseAnswer(answer);
  }

  const json = (value: unknown) => ({ type: "application/json", value });
  const writeQuery = (write: WriteOptions = {}) => ({
    fieldManager: write.fieldManager,
    dryRun: write.dryRun === true ? "All" : undefined,
  });

  return {
    get: async (ref) => (await call("GET", ref, {})) as ApiObject,
    async list(ref, list = {}): Promise<ListResult> {
      const value = await call("GET", ref, listQuery(list));
      const metadata = value["metadata"] as { resourceVersion: string; continue?: string };
      return {
        items: value["items"] as ApiObject[],
        resourceVersion: metadata.resourceVersion,
        ...(metadata.continue === undefined ? {} : { continue: metadata.continue }),
      };
    },
    async *watch(ref, list): AsyncIterable<WatchEvent> {
      const query = { ...listQuery(list), watch: "true", allowWatchBookmarks: "true" };
      const queue = eventQueue<Uint8Array>();
      // The caller's signal may outlive this watch, so listeners of the request use a separate signal.
      const end = new AbortController();
      const leave = (): void => {
        queue.end();
        end.abort();
      };
      list.signal.addEventListener("abort", leave, { once: true });
      if (list.signal.aborted) leave();
      try {
        const answer = await request("GET", ref, query, undefined, end.signal);
        for await (const text of await eventTexts(answer, queue, end.signal)) {
          const event = (await inTurns(parseInSteps(text))) as WatchEvent;
          if (event.type === "ERROR") throw errorOf(event.object as unknown as Status);
          yield event;
        }
      } finally {
        list.signal.removeEventListener("abort", leave);
        leave();
      }
    },
    create: async (ref, object, write) => (await call("POST", ref, writeQuery(write), json(object))) as ApiObject,
    update: async (ref, object, write) => (await call("PUT", ref, writeQuery(write), json(object))) as ApiObject,
    patch: async (ref, patch, { type = "merge", ...write } = {}) =>
      (await call("PATCH", ref, writeQuery(write), {
        type: PATCH_TYPES[type],
        value: patch,
      })) as ApiObject,
    apply: async (ref, object, write) =>
      (await call(
        "PATCH",
        ref,
        { ...writeQuery(write), force: "true" },
        { type: "application/apply-patch+yaml", value: object },
      )) as ApiObject,
    async delete(ref, remove): Promise<void> {
      await call("DELETE", ref, {}, json(deleteBody(remove)));
    },
    async deleteCollection(ref, remove): Promise<void> {
      await call("DELETE", ref, listQuery(remove ?? {}), json(deleteBody(remove)));
    },
    resources: options.served,
  };
}

/**
 * The texts of a watch's events, from this server or one behind it; empty when the response is not a watch.
 * @throws ApiError when the response is an error
 */
async function eventTexts(
  answer: Answer,
  queue: EventQueue<Uint8Array>,
  signal: AbortSignal,
): Promise<AsyncIterable<string> | readonly string[]> {
  if (isRelayed(answer) && answer.status < 400) return relayedLines(answer.relayed, signal);
  if (isStream(answer)) {
    answer.stream(sinkOf(queue, signal));
    return textsOf(queue);
  }
  const whole = await wholeAnswer(answer);
  if (whole !== undefined) await parseAnswer(whole);
  return [];
}

async function* textsOf(queue: EventQueue<Uint8Array>): AsyncIterable<string> {
  for await (const frame of queue) yield Buffer.from(frame).toString("utf8");
}

/** Returns a sink for the frames of a watch, each with one event. */
function sinkOf(queue: EventQueue<Uint8Array>, signal: AbortSignal): FrameSink {
  return {
    signal,
    write: (frame) => {
      queue.push(frame);
      return true;
    },
    drained: () => undefined,
    end: () => queue.end(),
  };
}

const PATCH_TYPES = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/** The path of a resource, an object, or a subresource. */
function pathOf(ref: ResourceReference): string {
  const prefix = ref.group === "" ? `/api/${ref.version}` : `/apis/${apiVersionOf(ref)}`;
  const namespace = ref.namespace === undefined || ref.namespace === "" ? "" : `/namespaces/${ref.namespace}`;
  const name = ref.name === undefined ? "" : `/${ref.name}`;
  const subresource = ref.subresource === undefined ? "" : `/${ref.subresource}`;
  return `${prefix}${namespace}/${ref.resource}${name}${subresource}`;
}

function listQuery(list: ListOptions): Record<string, string | undefined> {
  return {
    labelSelector: list.labelSelector,
    fieldSelector: list.fieldSelector,
    limit: list.limit === undefined ? undefined : String(list.limit),
    continue: list.continue,
    resourceVersion: list.resourceVersion,
  };
}

function deleteBody(remove: DeleteOptions = {}): Record<string, unknown> {
  const { uid, resourceVersion, gracePeriodSeconds, propagationPolicy } = remove;
  const preconditions = uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion };
  return { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds, propagationPolicy, preconditions };
}
