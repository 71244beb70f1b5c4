import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { certificateRequestInSteps } from "../../../../shared/x509/certificateRequest.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { nodeNameOf } from "../../authorization/node/nodeIdentity.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { refusal } from "../requests.ts";
import { restrictClaims } from "./restrictClaims.ts";
import type { Restriction } from "./restriction.ts";
import { restrictNodes } from "./restrictNodes.ts";
import { restrictPods } from "./restrictPods.ts";
import { restrictTokens } from "./restrictTokens.ts";

/**
 * Limits nodes to writing their own objects: their own Node without the labels, taints and owners that steer workloads;
 * pods that are bound to them; tokens for those; their own lease, CSINode and device slices; requests for certificates
 * of their own name. The Node authorizer leaves these checks to admission, which knows the objects.
 */
export function nodeRestriction({
  reader,
  vocabulary,
  features,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "features">): AdmissionPlugin {
  const { domain } = vocabulary;
  const restrictions: ReadonlyMap<string, Restriction> = new Map([
    ["pods.", restrictPods(reader, vocabulary, features.enabled("DynamicResourceAllocation"))],
    ["nodes.", restrictNodes(vocabulary)],
    ["persistentvolumeclaims.", restrictClaims(features.enabled("RecoverVolumeExpansionFailure"))],
    ["serviceaccounts.", restrictTokens(reader, vocabulary, features.enabled("ServiceAccountNodeAudienceRestriction"))],
    [`leases.coordination.${domain}`, restrictLeases(vocabulary.nodeLeaseNamespace)],
    [`csinodes.storage.${domain}`, restrictCsiNodes],
    [`resourceslices.resource.${domain}`, restrictSlices],
    ...(features.enabled("AllowInsecureKubeletCertificateSigningRequests")
      ? []
      : [
          [
            `certificatesigningrequests.certificates.${domain}`,
            restrictCertificateRequests([
              vocabulary.render("{labelDomain}/kubelet-serving"),
              vocabulary.render("{labelDomain}/{prefix}-apiserver-client-kubelet"),
            ]),
          ] as const,
        ]),
  ]);
  return {
    name: "NodeRestriction",
    handles: ({ operation, user }) => operation !== "CONNECT" && nodeNameOf(user) !== undefined,
    admit(request) {
      const node = nodeNameOf(request.user);
      if (node === undefined) return;
      if (node === "") throw refusal(request, `could not determine node from user ${quoted(request.user.username)}`);
      return restrictions.get(`${request.resource.resource}.${request.resource.group}`)?.(node, request);
    },
  };
}

/** The name of the written object; a new object has it in its metadata. */
const written = ({ operation, object, name }: AdmissionRequest): string =>
  operation === "CREATE" ? (object?.metadata.name ?? "") : name;

const restrictLeases =
  (namespace: string): Restriction =>
  (node, request) => {
    if (request.namespace !== namespace) {
      throw refusal(request, `can only access leases in the ${quoted(namespace)} system namespace`);
    }
    if (written(request) === node) return;
    throw refusal(request, "can only access node lease with the same name as the requesting node");
  };

const restrictCsiNodes: Restriction = (node, request) => {
  if (written(request) === node) return;
  throw refusal(request, "can only access CSINode with the same name as the requesting node");
};

/** The Node authorizer only permits updates of the node's own slices. */
const restrictSlices: Restriction = (node, request) => {
  const { operation, object, oldObject } = request;
  if (operation === "UPDATE") return;
  const slice = operation === "CREATE" ? object : oldObject;
  const { nodeName } = (slice?.["spec"] ?? {}) as { nodeName?: string };
  if (nodeName === node) return;
  const verb = operation === "CREATE" ? "create" : "delete";
  throw refusal(request, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`);
};

const restrictCertificateRequests =
  (signers: readonly string[]): Restriction =>
  async (node, request) => {
    const { signerName = "", request: encoded = "" } = (request.object?.["spec"] ?? {}) as {
      signerName?: string;
      request?: string;
    };
    if (request.operation !== "CREATE" || request.subresource !== "" || !signers.includes(signerName)) return;
    if ((await commonName(request, encoded)) === `system:node:${node}`) return;
    throw refusal(request, `can only create a node CSR with CN=system:node:${node}`);
  };

async function commonName(request: AdmissionRequest, encoded: string): Promise<string> {
  try {
    return (await inTurns(certificateRequestInSteps(encoded))).commonName;
  } catch (error) {
    throw refusal(request, `unable to parse csr: ${messageOf(error)}`);
  }
}
