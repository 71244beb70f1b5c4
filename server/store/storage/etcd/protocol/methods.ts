import type { Message, Read, Written } from "./message.ts";
import {
  compactionRequest,
  compactionResponse,
  leaseGrantRequest,
  leaseGrantResponse,
  rangeRequest,
  rangeResponse,
  statusRequest,
  statusResponse,
  txnRequest,
  txnResponse,
} from "./messages.ts";

/** A question with one answer. */
export interface Method<Q, A> {
  readonly path: string;
  encode(request: Q): Buffer;
  decode(response: Uint8Array): A;
}

const method = <Q extends object, A extends object>(
  path: string,
  request: Message<Q>,
  response: Message<A>,
): Method<Written<Q>, Read<A>> => ({
  path,
  encode: (value) => request.encode(value),
  decode: (value) => response.decode(value),
});

export const RANGE = method("/etcdserverpb.KV/Range", rangeRequest, rangeResponse);
export const TXN = method("/etcdserverpb.KV/Txn", txnRequest, txnResponse);
export const COMPACT = method("/etcdserverpb.KV/Compact", compactionRequest, compactionResponse);
export const LEASE_GRANT = method("/etcdserverpb.Lease/LeaseGrant", leaseGrantRequest, leaseGrantResponse);
export const STATUS = method("/etcdserverpb.Maintenance/Status", statusRequest, statusResponse);

/** The one stream: questions and answers come and go independently. */
export const WATCH_PATH = "/etcdserverpb.Watch/Watch";
