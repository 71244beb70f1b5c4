import type { WebSocket } from "ws";
import type { ApiObject } from "../../shared/object.ts";
import { eventQueue } from "../acting/client/eventQueue.ts";
import { type Body, type Connection, collect, credentials, open } from "./httpClient.ts";

export interface StreamOptions {
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sub-protocols of a WebSocket. */
  readonly protocols?: readonly string[];
}

export interface WatchedEvent {
  readonly type: string;
  readonly object: Body;
}

/** A watch in the form in which tests read it. */
export interface EventStream extends AsyncIterable<WatchedEvent> {
  readonly contentType: string;
  /** The next event; undefined at the end of the stream. */
  next(): Promise<WatchedEvent | undefined>;
  /** `TYPE name` of the next `count` events. */
  names(count: number): Promise<string[]>;
  /** Ends the watch from the client's side. */
  close(): void;
}

export interface SocketStream extends EventStream {
  /** The sub-protocol that the server chose; empty for none. */
  readonly protocol: string;
}

/** Opens a watch over chunked HTTP. Rejects with the answer's text when it is not a watch. */
export async function watchEvents(connection: Connection, path: string, options: StreamOptions): Promise<EventStream> {
  const response = await open(connection, "GET", path, options);
  if (response.statusCode !== 200) throw new Error((await collect(response)).toString("utf8"));
  const queue = eventQueue<WatchedEvent>();
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) queue.push(JSON.parse(line) as WatchedEvent);
  });
  response.on("close", () => queue.end());
  response.on("error", () => queue.end());
  return streamOf(queue, response.headers["content-type"] ?? "", () => response.destroy());
}

/** Opens a watch over a WebSocket. Rejects when the protocol switch fails. */
export async function socketEvents(
  connect: (protocols: string[], headers: Record<string, string>) => WebSocket,
  options: StreamOptions,
): Promise<SocketStream> {
  const socket = connect([...(options.protocols ?? [])], {
    ...credentials(options.as ?? "admin"),
    ...options.headers,
  });
  const queue = eventQueue<WatchedEvent>();
  socket.on("message", (data: Buffer) => queue.push(JSON.parse(data.toString("utf8")) as WatchedEvent));
  socket.on("close", () => queue.end());
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => queue.end());
  return { ...streamOf(queue, "", () => socket.terminate()), protocol: socket.protocol };
}

function streamOf(queue: AsyncIterable<WatchedEvent>, contentType: string, close: () => void): EventStream {
  const iterator = queue[Symbol.asyncIterator]();
  const next = async (): Promise<WatchedEvent | undefined> => {
    const result = await iterator.next();
    return result.done === true ? undefined : result.value;
  };
  return {
    contentType,
    next,
    async names(count) {
      const names: string[] = [];
      for (let i = 0; i < count; i++) {
        const event = await next();
        names.push(event === undefined ? "end" : `${event.type} ${nameOf(event.object)}`);
      }
      return names;
    },
    close,
    [Symbol.asyncIterator]: () => iterator,
  };
}

const nameOf = (object: ApiObject): string => object.metadata.name ?? "";
