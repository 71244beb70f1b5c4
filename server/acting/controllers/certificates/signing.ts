import type { ApiObject } from "../../../../shared/object.ts";
import { certificateRequestInSteps } from "../../../../shared/x509/certificateRequest.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { KeyedCertificate } from "../../../ground/x509/certificates.ts";
import { signRequest } from "../../../ground/x509/signRequest.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { certificateRequests, FIRST_DELAY, hasCondition, viewRequest, withCondition } from "./requests.ts";
import { clusterSigners } from "./signers.ts";

/** What certificates are signed with. */
export interface ClusterSigning {
  /** The authority and its key, which never leaves the process. */
  readonly authority: KeyedCertificate;
  /** Maximum lifetime of a certificate, in milliseconds; also the lifetime when a request does not specify one. */
  readonly duration: number;
}

/** Minimum lifetime of a certificate in milliseconds, whatever was requested. */
const SHORTEST = 10 * 60_000;

/**
 * Issues certificates for approved requests to the cluster's own signers. A request that violates its signer's rules is
 * marked as failed.
 */
export function certificateSigningController(parts: ControllerParts, signing: ClusterSigning): RunningController {
  const { client, vocabulary, now } = parts;
  const requests = certificateRequests(vocabulary);
  const signers = clusterSigners(vocabulary);

  /** The object after the signer's decision. */
  const settle = async (object: ApiObject): Promise<ApiObject | undefined> => {
    const view = viewRequest(object);
    const rule = signers.get(view.signer);
    const isOpen = view.certificate === "" && !hasCondition(view, "Failed") && !hasCondition(view, "Denied");
    if (rule === undefined || !isOpen || !hasCondition(view, "Approved")) return undefined;
    const request = await inTurns(certificateRequestInSteps(view.request));
    const wrong = rule(request, view.usages);
    if (wrong !== undefined) {
      return withCondition(object, { type: "Failed", reason: "SignerValidationFailure", message: wrong });
    }
    const lifetime = lifetimeOf(view.expirationSeconds, signing.duration);
    const certificate = await signRequest(signing.authority, request, { usages: view.usages, lifetime, now: now() });
    const status = { ...(object["status"] as object), certificate: Buffer.from(certificate).toString("base64") };
    return { ...object, status };
  };

  return startController(parts, {
    firstDelay: FIRST_DELAY,
    sources: [{ ref: requests }],
    async reconcile(key) {
      const ref = { ...requests, name: splitKey(key).name };
      const object = await ignoring(["NotFound"], client.get(ref));
      const settled = object === undefined ? undefined : await settle(object);
      if (settled === undefined) return undefined;
      // Another client has changed the request: that event enqueues it again.
      await ignoring(["NotFound", "Conflict"], client.update({ ...ref, subresource: "status" }, settled));
      return undefined;
    },
  });
}

function lifetimeOf(seconds: number | undefined, longest: number): number {
  if (seconds === undefined || seconds * 1000 > longest) return longest;
  return Math.max(seconds * 1000, SHORTEST);
}
