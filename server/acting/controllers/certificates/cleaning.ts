import { X509Certificate } from "node:crypto";
import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { certificateRequests, type RequestView, viewRequest } from "./requests.ts";

const HOUR = 3600_000;
/** How long a decided request stays visible, in milliseconds. */
const KEPT_AFTER_DECISION = HOUR;
/** How long a request waits for a decision, in milliseconds. */
const KEPT_PENDING = 24 * HOUR;

/** Deletes requests that were decided or that stayed undecided too long, and those whose certificate has expired. */
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
      if (left >= 0) return Number.isFinite(left) ? { again: left + 1 } : undefined;
      const { uid = "", resourceVersion = "" } = object.metadata;
      // Another client may have decided meanwhile: that event enqueues the request again.
      await ignoring(["NotFound", "Conflict"], client.delete(ref, { uid, resourceVersion }));
      return undefined;
    },
  });
}

/** When a request has outlived its use, in milliseconds since the epoch; infinite while that is not known. */
function requestDeadline(object: ApiObject): number {
  const view = viewRequest(object);
  if (view.conditions.length === 0) return timeOf(object.metadata.creationTimestamp) + KEPT_PENDING;
  const issued = view.certificate !== "";
  const deadlines = view.conditions.map(({ type, lastUpdateTime }) => {
    // A request that is approved waits for its signer as long as it takes.
    if (type !== "Denied" && type !== "Failed" && !(type === "Approved" && issued)) return Number.POSITIVE_INFINITY;
    const decided = timeOf(lastUpdateTime) + KEPT_AFTER_DECISION;
    return type === "Approved" ? Math.min(decided, certificateEnd(view)) : decided;
  });
  return minOf(deadlines);
}

/** A condition may lack a time: then no deadline follows from it. */
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
