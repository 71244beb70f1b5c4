import type { Readable } from "node:stream";
import { type Handler, isFull, isRelayed, isTunnel } from "../../ground/request/context.ts";
import { parseAnswer } from "./inProcessAnswer.ts";
import { type InProcessCaller, inProcessContext } from "./inProcessContext.ts";

/**
 * Reads a path of the API, whichever server serves it.
 * @param query members that are undefined are left out
 * @throws ApiError without a reason where the answer is not a Status
 */
export type PathReader = (
  path: string,
  query?: Readonly<Record<string, string | undefined>>,
) => Promise<Record<string, unknown>>;

/** Answers of other servers above this are refused, in bytes. */
const LARGEST = 32 * 1024 * 1024;

/** Reads under an identity. @param handler also passes requests on to the servers behind this one */
export const pathReader =
  (handler: Handler, caller: InProcessCaller): PathReader =>
  async (path, query = {}) => {
    const answer = await handler(inProcessContext(caller, { method: "GET", path, query }));
    if (isFull(answer)) return parseAnswer(answer);
    if (isRelayed(answer)) return parseAnswer({ status: answer.status, body: await whole(answer.relayed) });
    if (isTunnel(answer)) answer.tunnel.destroy();
    throw new Error(`no document is answered at ${path}`);
  };

async function whole(body: Readable): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop destroys the stream.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST) throw new Error(`an answer is larger than ${LARGEST} bytes`);
    chunks.push(chunk);
  }
  return chunks;
}
