import { isDeepStrictEqual } from "node:util";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { GROUP_MASTERS, type Identity } from "../../../ground/rights/identity.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { certificateRequestOrganizations } from "./certificateRequest.ts";

type Parts = Pick<AdmissionDependencies, "authorizer" | "vocabulary">;

const RESOURCE = "certificatesigningrequests";
const groupOf = ({ vocabulary }: Pick<Parts, "vocabulary">): string => vocabulary.render("certificates.{domain}");
const signerOf = (object: ApiObject | undefined): string =>
  ((object?.["spec"] ?? {}) as { signerName?: string }).signerName ?? "";

/** Whether the user has a permission on one signer, or on all signers of its domain (`domain/*`). */
async function mayUseSigner(
  authorizer: Authorizer,
  user: Identity,
  verb: "approve" | "sign" | "attest",
  group: string,
  signer: string,
): Promise<boolean> {
  const domain = signer.slice(0, Math.max(0, signer.indexOf("/")));
  for (const name of [signer, `${domain}/*`]) {
    const verdict = await authorizer.authorize(user, {
      resourceRequest: true,
      verb,
      group,
      version: "*",
      resource: "signers",
      subresource: "",
      namespace: "",
      name,
    });
    if (verdict.decision === "allow") return true;
  }
  return false;
}

/** A user who approves or denies a request needs the verb `approve` on its signer. */
export function certificateApproval(parts: Parts): AdmissionPlugin {
  const group = groupOf(parts);
  return {
    name: "CertificateApproval",
    handles: (request) => request.operation === "UPDATE" && isAbout(request, RESOURCE, group, "approval"),
    async validate(request) {
      const signer = signerOf(request.oldObject ?? request.object);
      if (await mayUseSigner(parts.authorizer, request.user, "approve", group, signer)) return;
      throw refusal(request, `user not permitted to approve requests with signerName ${quoted(signer)}`);
    },
  };
}

/** A user who issues a certificate, or writes conditions, needs the verb `sign` on the request's signer. */
export function certificateSigning(parts: Parts): AdmissionPlugin {
  const group = groupOf(parts);
  const outcome = (object: ApiObject | undefined): unknown => {
    const status = (object?.["status"] ?? {}) as { certificate?: string; conditions?: readonly unknown[] };
    return [status.certificate ?? "", status.conditions ?? []];
  };
  return {
    name: "CertificateSigning",
    handles: (request) => request.operation === "UPDATE" && isAbout(request, RESOURCE, group, "status"),
    async validate(request) {
      if (isDeepStrictEqual(outcome(request.object), outcome(request.oldObject))) return;
      const signer = signerOf(request.oldObject ?? request.object);
      if (await mayUseSigner(parts.authorizer, request.user, "sign", group, signer)) return;
      throw refusal(request, `user not permitted to sign requests with signerName ${quoted(signer)}`);
    },
  };
}

/** A certificate for clients of the API may not contain the masters group, because it could never be revoked. */
export function certificateSubjectRestriction(parts: Pick<Parts, "vocabulary">): AdmissionPlugin {
  const group = groupOf(parts);
  const clientSigner = parts.vocabulary.render("{labelDomain}/{prefix}-apiserver-client");
  return {
    name: "CertificateSubjectRestriction",
    handles: (request) => request.operation === "CREATE" && isAbout(request, RESOURCE, group),
    async validate(request) {
      if (signerOf(request.object) !== clientSigner) return;
      const spec = (request.object?.["spec"] ?? {}) as { request?: string };
      const organizations = await certificateRequestOrganizations(spec.request ?? "");
      if (organizations.includes(GROUP_MASTERS)) {
        throw refusal(request, `use of ${clientSigner} signer with ${GROUP_MASTERS} group is not allowed`);
      }
    },
  };
}

/**
 * A user who writes a signer's trust bundle needs the verb `attest` on that signer. Bundles without a signer need no
 * permission.
 */
export function clusterTrustBundleAttest(parts: Parts): AdmissionPlugin {
  const group = groupOf(parts);
  return {
    name: "ClusterTrustBundleAttest",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") &&
      isAbout(request, "clustertrustbundles", group),
    async validate(request) {
      const signer = signerOf(request.object);
      if (signer === "" || onlyLifeChanged(request.object, request.oldObject)) return;
      if (await mayUseSigner(parts.authorizer, request.user, "attest", group, signer)) return;
      throw refusal(request, `user not permitted to attest for signerName ${quoted(signer)}`);
    },
  };
}

/** Whether only owners and finalizers changed, which affect an object's lifetime but not its content. */
function onlyLifeChanged(object: ApiObject | undefined, before: ApiObject | undefined): boolean {
  if (object === undefined || before === undefined) return false;
  const lasting = ({ metadata, ...rest }: ApiObject): unknown => {
    const { ownerReferences: _o, finalizers: _f, managedFields: _m, resourceVersion: _v, ...others } = metadata;
    return { ...rest, metadata: others };
  };
  return isDeepStrictEqual(lasting(object), lasting(before));
}
