import { method } from "../../grpc/method.ts";
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

export const RANGE = method("/etcdserverpb.KV/Range", rangeRequest, rangeResponse);
export const TXN = method("/etcdserverpb.KV/Txn", txnRequest, txnResponse);
export const COMPACT = method("/etcdserverpb.KV/Compact", compactionRequest, compactionResponse);
export const LEASE_GRANT = method("/etcdserverpb.Lease/LeaseGrant", leaseGrantRequest, leaseGrantResponse);
export const STATUS = method("/etcdserverpb.Maintenance/Status", statusRequest, statusResponse);

/** The only stream: requests and responses are independent of each other. */
export const WATCH_PATH = "/etcdserverpb.Watch/Watch";
