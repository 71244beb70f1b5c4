import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Answer, type FrameSink, type FullAnswer, header, isStream, type RequestContext } from "./context.ts";
import { warningHeaders } from "./warnings.ts";

const compress = promisify(gzip);

/** Answers to reads above this size are compressed when the client can take it: 128 KiB. */
const COMPRESSION_THRESHOLD = 128 * 1024;
/** Speed over size: level 1 is what the reference uses. */
const COMPRESSION_LEVEL = 1;
/** Parts of an answer are joined up to about this size before they are written. */
const WRITE_SIZE = 256 * 1024;
/** A watcher that lets more than this pile up unread is cut off. */
const STREAM_BUFFER_LIMIT = 4 * 1024 * 1024;

/** Sends an answer over HTTP. Resolves when it is handed to the socket, or, for a stream, when the stream has begun. */
export async function respond(context: RequestContext, response: ServerResponse, answer: Answer): Promise<void> {
  if (response.destroyed) return;
  response.setHeader("audit-id", context.id);
  response.setHeader("cache-control", "no-cache, private");
  const warnings = warningHeaders(context.warnings);
  if (warnings.length > 0) response.setHeader("warning", warnings);
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (isStream(answer)) {
    response.writeHead(answer.status);
    response.flushHeaders();
    answer.stream(responseSink(context, response));
    return;
  }
  await sendFull(context, response, answer);
}

async function sendFull(context: RequestContext, response: ServerResponse, answer: FullAnswer): Promise<void> {
  const chunks: readonly (Uint8Array | string)[] = Array.isArray(answer.body) ? answer.body : [answer.body as string];
  const size = chunks.reduce<number>((total, chunk) => total + Buffer.byteLength(chunk), 0);
  if (size > COMPRESSION_THRESHOLD && compressible(context, answer)) {
    const whole = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as Uint8Array)));
    const body = await compress(whole, { level: COMPRESSION_LEVEL });
    response.setHeader("content-encoding", "gzip");
    response.appendHeader("vary", "Accept-Encoding");
    response.writeHead(answer.status, { "content-length": body.length });
    response.end(context.method === "HEAD" ? undefined : body);
    return;
  }
  response.writeHead(answer.status, { "content-length": size });
  if (context.method !== "HEAD") {
    for (const batch of batches(chunks)) response.write(batch);
  }
  response.end();
}

/**
 * Joins the many small parts of a list into few writes: a copy in memory costs far less than a system call and a TLS record
 * for each item.
 */
function* batches(chunks: readonly (Uint8Array | string)[]): Generator<Uint8Array | string> {
  if (chunks.length <= 1) {
    yield* chunks;
    return;
  }
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    batch.push(bytes);
    size += bytes.length;
    if (size < WRITE_SIZE) continue;
    yield Buffer.concat(batch, size);
    batch = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(batch, size);
}

function compressible(context: RequestContext, answer: FullAnswer): boolean {
  const { verb } = context.info;
  const read = verb === "get" || verb === "list";
  return read && answer.status === 200 && /\bgzip\b/.test(header(context, "accept-encoding"));
}

function responseSink(context: RequestContext, response: ServerResponse): FrameSink {
  return {
    signal: context.signal,
    write: (frame) => {
      if (response.destroyed || response.writableEnded) return false;
      response.write(frame);
      if (response.writableLength <= STREAM_BUFFER_LIMIT) return true;
      response.destroy();
      return false;
    },
    end: () => {
      if (!response.writableEnded) response.end();
    },
  };
}
