import { type CertificateRequest, certificateRequestInSteps } from "../../../../shared/x509/certificateRequest.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import {
  certificateRequests,
  FIRST_DELAY,
  hasCondition,
  type RequestView,
  viewRequest,
  withCondition,
} from "./requests.ts";
import { checkNodeClient, nodeClientSigner } from "./signers.ts";

/** A kind of request that is approved automatically when its requester has a permission. */
interface Recognized {
  /** The subresource that the requester must be allowed to create. */
  readonly subresource: string;
  readonly message: string;
  applies(view: RequestView, request: CertificateRequest): boolean;
}

const RECOGNIZED: readonly Recognized[] = [
  {
    subresource: "selfnodeclient",
    message: "Auto approving self kubelet client certificate after SubjectAccessReview.",
    applies: (view, request) => view.username === request.commonName,
  },
  {
    subresource: "nodeclient",
    message: "Auto approving kubelet client certificate after SubjectAccessReview.",
    applies: () => true,
  },
];

/** Milliseconds between two permission checks. Permissions may be granted later, and there is no event for that. */
const RETRY_DELAY = 10_000;

/**
 * Approves requests for client certificates of nodes, when their requesters may have them: nodes that renew their own
 * certificate, and users that may add nodes to the cluster.
 */
export function certificateApprovingController(parts: ControllerParts): RunningController {
  const { client, vocabulary } = parts;
  const requests = certificateRequests(vocabulary);
  const reviewGroup = vocabulary.render("authorization.{domain}");
  const signer = nodeClientSigner(vocabulary);

  const isAllowed = async (view: RequestView, subresource: string): Promise<boolean> => {
    const { username: user, uid, groups, extra } = view;
    const { group, resource } = requests;
    const resourceAttributes = { group, resource, subresource, verb: "create", version: "*" };
    const review = await client.create(
      { group: reviewGroup, version: "v1", resource: "subjectaccessreviews" },
      {
        apiVersion: `${reviewGroup}/v1`,
        kind: "SubjectAccessReview",
        metadata: {},
        spec: { user, uid, groups: [...groups], extra, resourceAttributes },
      },
    );
    return (review["status"] as { allowed?: boolean } | undefined)?.allowed === true;
  };

  return startController(parts, {
    firstDelay: FIRST_DELAY,
    sources: [{ ref: requests, options: { fieldSelector: `spec.signerName=${signer}` } }],
    async reconcile(key) {
      const ref = { ...requests, name: splitKey(key).name };
      const object = await ignoring(["NotFound"], client.get(ref));
      if (object === undefined) return undefined;
      const view = viewRequest(object);
      const isDecided = view.certificate !== "" || hasCondition(view, "Approved") || hasCondition(view, "Denied");
      if (isDecided || view.signer !== signer) return undefined;
      const request = await inTurns(certificateRequestInSteps(view.request));
      if (checkNodeClient(request, view.usages) !== undefined) return undefined;
      for (const { subresource, message, applies } of RECOGNIZED) {
        if (!applies(view, request) || !(await isAllowed(view, subresource))) continue;
        const approved = withCondition(object, { type: "Approved", reason: "AutoApproved", message });
        await ignoring(["NotFound", "Conflict"], client.update({ ...ref, subresource: "approval" }, approved));
        return undefined;
      }
      return { requeueAfter: RETRY_DELAY };
    },
  });
}
