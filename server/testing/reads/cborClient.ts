import { encodeCborObject } from "../../model/encoding/cbor/encodeCbor.ts";
import { readBack, readFirst } from "../../model/encoding/cbor/testing/readBack.ts";
import { type Body, collect, open, type RequestOptions, type TestAnswer } from "../httpClient.ts";
import type { TestServer } from "../testServer.ts";
import type { WatchedEvent } from "../watchClient.ts";

export const CBOR = "application/cbor";

export interface CborRequest extends Omit<RequestOptions, "headers"> {
  readonly accept?: string;
  readonly contentType?: string;
}

/** A request whose body and answer are CBOR. Bodies that are already bytes are sent unchanged. */
export async function cborRequest(
  server: TestServer,
  method: string,
  path: string,
  { accept = CBOR, contentType = CBOR, body, ...rest }: CborRequest = {},
): Promise<TestAnswer> {
  const bytes =
    body === undefined || body instanceof Uint8Array ? body : encodeCborObject(body as Record<string, unknown>);
  const headers = { accept, ...(bytes === undefined ? {} : { "content-type": contentType }) };
  const answer = await server.request(method, path, {
    ...rest,
    headers,
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  const isCbor = answer.headers["content-type"] === CBOR;
  return isCbor ? { ...answer, body: readBack(answer.bytes) as Body } : answer;
}

/** A watch in CBOR: its content type, and its events one by one. */
export async function cborWatch(
  server: TestServer,
  path: string,
  accept = CBOR,
): Promise<{ readonly contentType: string; readonly events: AsyncGenerator<WatchedEvent> }> {
  const response = await open(server, "GET", path, { headers: { accept } });
  if (response.statusCode !== 200) throw new Error((await collect(response)).toString("utf8"));
  async function* events(): AsyncGenerator<WatchedEvent> {
    let pending: Uint8Array = new Uint8Array();
    for await (const chunk of response) {
      pending = Buffer.concat([pending, chunk as Buffer]);
      for (let next = complete(pending); next !== undefined; next = complete(pending)) {
        pending = next[1];
        yield next[0] as WatchedEvent;
      }
    }
  }
  return { contentType: response.headers["content-type"] ?? "", events: events() };
}

/** The first item and the remaining bytes; undefined while the item is incomplete. */
function complete(bytes: Uint8Array): [unknown, Uint8Array] | undefined {
  try {
    return readFirst(bytes);
  } catch {
    return undefined;
  }
}
