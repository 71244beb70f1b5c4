import type { OutgoingHttpHeaders } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  type Answer,
  type FrameSink,
  type FullAnswer,
  header,
  isRelayed,
  isSocket,
  isStream,
  isTunnel,
  type RelayedAnswer,
  type RequestContext,
} from "../../ground/request/context.ts";
import { warningHeaders } from "../../ground/request/warnings.ts";
import type { WireResponse } from "./wire.ts";

/** Bytes above which answers to reads are compressed if the client supports it: 128 KiB. */
const COMPRESSION_THRESHOLD = 128 * 1024;
/** Speed over size: level 1 is what the reference uses. */
const COMPRESSION_LEVEL = 1;
/** Parts of an answer are joined, or split, to about this many bytes before they are written. */
const WRITE_SIZE = 256 * 1024;
/**
 * Maximum unread bytes of a watcher when an event occurs; beyond that it is disconnected. A single frame may be larger.
 */
const STREAM_BUFFER_LIMIT = 4 * 1024 * 1024;
/** Unread bytes above which a sender that can wait does so. */
const STREAM_BUFFER_MARK = 256 * 1024;
/**
 * Maximum bytes of an answer that are written before the client has taken any of it: most answers are written in one
 * go.
 */
const ANSWER_MARK = 1024 * 1024;

type Headers = Record<string, string | number | string[]>;

/**
 * Sends an answer over HTTP. Resolves when it has been handed to the socket, or, for a stream, when the stream has
 * begun.
 */
export async function respond(
  context: RequestContext,
  response: WireResponse,
  answer: Answer,
  compress: boolean,
): Promise<void> {
  if (response.destroyed) return;
  const headers: Headers = {
    "audit-id": context.id,
    "cache-control": "no-cache, private",
    ...context.answerHeaders,
    ...answer.headers,
  };
  if (context.warnings.length > 0) headers["warning"] = warningHeaders(context.warnings);
  if (isRelayed(answer)) {
    await relay(context, response, answer);
    return;
  }
  if (isTunnel(answer)) {
    answer.tunnel.destroy();
    throw new Error("another protocol was answered to a plain request");
  }
  if (isSocket(answer)) throw new Error("messages were answered to a plain request");
  if (isStream(answer)) {
    response.writeHead(answer.status, headers);
    response.flushHeaders();
    answer.stream(responseSink(context, response));
    return;
  }
  await sendFull(response, answer, headers, {
    withBody: context.method !== "HEAD",
    mayCompress: () => compress && acceptsGzip(context),
  });
}

/**
 * Passes on the answer of another server, as fast as the client reads. If that answer breaks off, this one does as
 * well.
 */
async function relay(context: RequestContext, response: WireResponse, answer: RelayedAnswer): Promise<void> {
  const { "cache-control": caching = "no-cache, private", warning = [], ...others } = answer.headers;
  const warnings = [warning, warningHeaders(context.warnings)].flat();
  response.writeHead(answer.status, {
    "audit-id": context.id,
    "cache-control": caching,
    ...context.answerHeaders,
    ...others,
    ...(warnings.length === 0 ? {} : { warning: warnings }),
  } as OutgoingHttpHeaders);
  if (context.method === "HEAD") {
    answer.relayed.destroy();
    response.end();
    return;
  }
  // Watches begin by sending only the head.
  response.flushHeaders();
  await writeAll(response, answer.relayed as AsyncIterable<Uint8Array>);
}

async function sendFull(
  response: WireResponse,
  { status, body }: FullAnswer,
  headers: Headers,
  { withBody, mayCompress }: { readonly withBody: boolean; readonly mayCompress: () => boolean },
): Promise<void> {
  if (!isChunked(body) && Buffer.byteLength(body) <= COMPRESSION_THRESHOLD) {
    // The case of nearly every answer: head and body are sent in one write.
    headers["content-length"] = Buffer.byteLength(body);
    response.writeHead(status, headers);
    response.end(withBody ? body : undefined);
    return;
  }
  const chunks = isChunked(body) ? body : [body];
  const size = chunks.reduce<number>((total, chunk) => total + Buffer.byteLength(chunk), 0);
  if (size > COMPRESSION_THRESHOLD && mayCompress()) {
    headers["content-encoding"] = "gzip";
    headers["vary"] = headers["vary"] === undefined ? "Accept-Encoding" : `${headers["vary"]}, Accept-Encoding`;
    response.writeHead(status, headers);
    if (!withBody) response.end();
    else {
      const zip = createGzip({ level: COMPRESSION_LEVEL, chunkSize: WRITE_SIZE });
      await pipeline(batches(chunks), zip, (zipped: AsyncIterable<Uint8Array>) =>
        writeAll(response, zipped, STREAM_BUFFER_MARK),
      );
    }
    return;
  }
  headers["content-length"] = size;
  response.writeHead(status, headers);
  if (withBody) await writeAll(response, batches(chunks));
  else response.end();
}

/**
 * Writes a body with back-pressure: a client that reads slowly, or not at all, delays its own answer instead of filling
 * the server's memory.
 */
async function writeAll(
  response: WireResponse,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  mark = ANSWER_MARK,
): Promise<void> {
  for await (const part of parts) {
    response.write(part);
    const wait = drained(response, mark);
    if (wait !== undefined) await wait;
    if (response.destroyed) return;
  }
  response.end();
}

const isChunked = (body: FullAnswer["body"]): body is readonly Uint8Array[] => Array.isArray(body);

/**
 * Joins the many small parts of a list into few writes, and splits long ones. A copy in memory costs far less than a
 * system call and a TLS record for each item, and the completed writes show whether a client reads.
 */
function* batches(chunks: readonly (Uint8Array | string)[]): Generator<Uint8Array> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (size + bytes.length < WRITE_SIZE) {
      batch.push(bytes);
      size += bytes.length;
      continue;
    }
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + WRITE_SIZE - size);
      batch.push(part);
      from += part.length;
      size += part.length;
      if (size < WRITE_SIZE) continue;
      yield batch.length === 1 ? part : Buffer.concat(batch, size);
      batch = [];
      size = 0;
    }
  }
  const [only] = batch;
  if (only !== undefined) yield batch.length === 1 ? only : Buffer.concat(batch, size);
}

/** Whether the client lists gzip, without a weight. The kind of request and the status of the answer do not matter. */
const acceptsGzip = (context: RequestContext): boolean =>
  header(context, "accept-encoding")
    .split(",")
    .some((coding) => coding.trim() === "gzip");

function responseSink(context: RequestContext, response: WireResponse): FrameSink {
  return {
    signal: context.signal,
    write: (frame) => {
      if (response.destroyed || response.writableEnded) return false;
      if (response.writableLength > STREAM_BUFFER_LIMIT) {
        response.destroy();
        return false;
      }
      response.write(frame);
      return true;
    },
    drained: () => drained(response),
    end: () => {
      if (!response.writableEnded) response.end();
    },
  };
}

/** Resolves when the client has read what was sent, or has disconnected; undefined while only little is unread. */
function drained(response: WireResponse, mark = STREAM_BUFFER_MARK): Promise<void> | undefined {
  if (response.writableLength < mark || !response.writableNeedDrain || response.destroyed) return undefined;
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.on("drain", settle);
    response.on("close", settle);
  });
}
