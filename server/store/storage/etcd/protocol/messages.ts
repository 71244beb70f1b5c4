/** The part of etcd's v3 API that this server uses: names and numbers are the protocol's. */
import { bool, bytes, int, Message, many, nested, type Read, text, type Written } from "../../grpc/message.ts";

/** `revision` is the store's revision at the time of the answer. */
const header = nested(1, new Message({ revision: int(3) }));

export const keyValueType = new Message({
  key: bytes(1),
  createRevision: int(2),
  modRevision: int(3),
  value: bytes(5),
});

export const rangeRequest = new Message({
  key: bytes(1),
  /** Exclusive; when omitted, only the one key. A single NUL means no upper bound. */
  rangeEnd: bytes(2),
  limit: int(3),
  revision: int(4),
  keysOnly: bool(8),
  countOnly: bool(9),
});
export const rangeResponse = new Message({
  header,
  items: many(nested(2, keyValueType)),
  more: bool(3),
  count: int(4),
});

const putRequest = new Message({ key: bytes(1), value: bytes(2), lease: int(3) });
const deleteRequest = new Message({ key: bytes(1) });

/**
 * `result` 0: equal; `target` 1: the creation revision, 2: the revision of the last change. Both are 0 for a key that
 * does not exist.
 */
const compare = new Message({
  result: int(1),
  target: int(2),
  key: bytes(3),
  createRevision: int(5),
  modRevision: int(6),
});
export const COMPARE = { equal: 0, createRevision: 1, modRevision: 2 } as const;

const operation = new Message({
  range: nested(1, rangeRequest),
  put: nested(2, putRequest),
  delete: nested(3, deleteRequest),
});
export const txnRequest = new Message({
  compare: many(nested(1, compare)),
  success: many(nested(2, operation)),
  failure: many(nested(3, operation)),
});
export const txnResponse = new Message({
  header,
  succeeded: bool(2),
  responses: many(nested(3, new Message({ range: nested(1, rangeResponse) }))),
});

export const compactionRequest = new Message({ revision: int(1) });
export const compactionResponse = new Message({ header });

export const watchRequest = new Message({
  create: nested(1, new Message({ key: bytes(1), rangeEnd: bytes(2), startRevision: int(3), fragment: bool(8) })),
});

/** `type` 0: put, 1: delete. */
const event = new Message({ type: int(1), kv: nested(2, keyValueType) });
export const DELETE_EVENT = 1;

export const watchResponse = new Message({
  header,
  canceled: bool(4),
  /** The oldest readable revision, if the requested one is older. */
  compactRevision: int(5),
  cancelReason: text(6),
  /** Whether the next response continues the same revision. */
  fragment: bool(7),
  events: many(nested(11, event)),
});

export const leaseGrantRequest = new Message({ seconds: int(1), id: int(2) });
export const leaseGrantResponse = new Message({ header, id: int(2), seconds: int(3), error: text(4) });

export const statusRequest = new Message({});
export const statusResponse = new Message({
  header,
  version: text(2),
  sizeInUse: int(9),
  /** Active alarms, for example that the space quota is exhausted. */
  errors: many(text(8)),
});

type Fields<M> = M extends Message<infer F> ? F : never;

export type RangeRequest = Written<Fields<typeof rangeRequest>>;
export type RangeResponse = Read<Fields<typeof rangeResponse>>;
export type TxnRequest = Written<Fields<typeof txnRequest>>;
export type TxnResponse = Read<Fields<typeof txnResponse>>;
export type TxnOperation = Written<Fields<typeof operation>>;
export type TxnCompare = Written<Fields<typeof compare>>;
export type WatchRequest = Written<Fields<typeof watchRequest>>;
export type WatchResponse = Read<Fields<typeof watchResponse>>;
export type WatchedEvent = Read<Fields<typeof event>>;
export type StoredKeyValue = Read<Fields<typeof keyValueType>>;
