import type { Message, Read, Written } from "./message.ts";

/** A unary method: one request, one response. */
export interface Method<Q, A> {
  /** `/<package>.<service>/<method>`. */
  readonly path: string;
  encode(request: Q): Buffer;
  /** @throws Error when the bytes are not a valid message */
  decode(response: Uint8Array): A;
}

/** A method of a service, with the types of its messages. */
export const method = <Q extends object, A extends object>(
  path: string,
  request: Message<Q>,
  response: Message<A>,
): Method<Written<Q>, Read<A>> => ({
  path,
  encode: (value) => request.encode(value),
  decode: (value) => response.decode(value),
});
