import type { CommitResult, Delete, Guard, KeyValue, Put } from "../storage.ts";
import type { KeyNames } from "./keyNames.ts";
import {
  COMPARE,
  type StoredKeyValue,
  type TxnCompare,
  type TxnOperation,
  type TxnRequest,
  type TxnResponse,
} from "./protocol/messages.ts";
import { keyValue, storedValue } from "./storedValue.ts";

/** A guard in the form that etcd can compare. */
export type EtcdGuard = Exclude<Guard, { readonly writtenAs: object }>;

export type EtcdOperation = WithEtcdGuard<Put> | WithEtcdGuard<Delete>;
type WithEtcdGuard<T> = Omit<T, "guard"> & { readonly guard?: EtcdGuard | undefined };

type Guarded = EtcdOperation & { readonly guard: EtcdGuard };

const isGuarded = (operation: EtcdOperation): operation is Guarded => operation.guard !== undefined;

/** A batch as one transaction: its guards are compared; when one does not hold, all guarded keys are read instead. */
export function transactionOf(
  operations: readonly EtcdOperation[],
  names: KeyNames,
  leases: ReadonlyMap<EtcdOperation, number>,
): TxnRequest {
  const guarded = operations.filter(isGuarded);
  return {
    compare: guarded.map(({ key, guard }) => compareOf(names.stored(key), guard)),
    success: operations.map((operation) => changeOf(operation, names, leases.get(operation))),
    failure: guarded.map(({ key }) => ({ range: { key: names.stored(key) } })),
  };
}

function compareOf(key: Buffer, guard: EtcdGuard): TxnCompare {
  return "absent" in guard
    ? { result: COMPARE.equal, target: COMPARE.createRevision, key, createRevision: 0 }
    : { result: COMPARE.equal, target: COMPARE.modRevision, key, modRevision: guard.modRevision };
}

function changeOf(operation: EtcdOperation, names: KeyNames, lease: number | undefined): TxnOperation {
  const key = names.stored(operation.key);
  if (operation.type === "delete") return { delete: { key } };
  return { put: { key, value: storedValue(operation.value), lease } };
}

/** Interprets a transaction's answer for its batch. @throws Error when the answer does not fit */
export function resultOf(
  operations: readonly EtcdOperation[],
  { succeeded, header, responses }: TxnResponse,
): CommitResult {
  if (succeeded) return { ok: true, revision: header?.revision ?? 0 };
  for (const [index, operation] of operations.filter(isGuarded).entries()) {
    const stored = responses[index]?.range?.items[0];
    if (holds(operation.guard, stored)) continue;
    const current: KeyValue | undefined = stored && keyValue(operation.key, stored);
    return { ok: false, failed: operations.indexOf(operation), current };
  }
  throw new Error("etcd refused a transaction whose guards hold");
}

function holds(guard: EtcdGuard, stored: StoredKeyValue | undefined): boolean {
  return "absent" in guard ? stored === undefined : (stored?.modRevision ?? 0) === guard.modRevision;
}
