import { X509Certificate } from "node:crypto";
import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { certificateRequests, type RequestView, viewRequest } from "./requests.ts";

const HOUR = 3600_000;
/** Milliseconds for which a decided request is kept. */
const KEPT_AFTER_DECISION = HOUR;
/** Milliseconds for which a request waits for a decision. */
const PENDING_TTL = 24 * HOUR;

/**
 * Deletes requests that were decided a while ago, that stayed undecided for too long, or whose certificate has expired.
 */
export function certificateCleaningController(parts: ControllerParts): RunningController {
  const { client } = parts;
  const requests = certificateRequests(parts.vocabulary);
  return startController(parts, {
    sources: [{ ref: requests }],
    async reconcile(key) {
      const ref = { ...requests, name: splitKey(key).name };
      const object = await ignoring(["NotFound"], client.get(ref));
      if (object === undefined) return undefined;
      const left = requestDeadline(object) - parts.now();
      if (left >= 0) return Number.isFinite(left) ? { requeueAfter: left + 1 } : undefined;
      const { uid = "", resourceVersion = "" } = object.metadata;
      // Another client may have decided in the meantime: that event enqueues the request again.
      await ignoring(["NotFound", "Conflict"], client.delete(ref, { uid, resourceVersion }));
      return undefined;
    },
  });
}

/** When a request should be deleted, in milliseconds since the epoch; infinite while that is unknown. */
function requestDeadline(object: ApiObject): number {
  const view = viewRequest(object);
  if (view.conditions.length === 0) return timeOf(object.metadata.creationTimestamp) + PENDING_TTL;
  const issued = view.certificate !== "";
  const deadlines = view.conditions.map(({ type, lastUpdateTime }) => {
    // An approved request waits for its signer without a limit.
    if (type !== "Denied" && type !== "Failed" && !(type === "Approved" && issued)) return Number.POSITIVE_INFINITY;
    const decided = timeOf(lastUpdateTime) + KEPT_AFTER_DECISION;
    return type === "Approved" ? Math.min(decided, certificateEnd(view)) : decided;
  });
  return minOf(deadlines);
}

/** A condition may lack its time; then it has no deadline. */
function timeOf(text: string | null | undefined): number {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

function certificateEnd({ certificate }: RequestView): number {
  try {
    return Date.parse(new X509Certificate(Buffer.from(certificate, "base64")).validTo);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
