import type { CertificateSigningRequest, CertificateSigningRequestCondition } from "kubernetes-types/certificates/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ResourceReference } from "../../../api/client/apiClient.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";

/** The certificate signing requests, which all certificate controllers follow. */
export const certificateRequests = (vocabulary: Vocabulary): ResourceReference => ({
  group: vocabulary.render("certificates.{domain}"),
  version: "v1",
  resource: "certificatesigningrequests",
});

/** Milliseconds until a failed request is first retried. */
export const FIRST_DELAY = 200;

/** The parts of a request's object that the controllers use. */
export interface RequestView {
  readonly signer: string;
  /** Base64 of a PEM text. */
  readonly request: string;
  readonly usages: readonly string[];
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly expirationSeconds?: number | undefined;
  readonly conditions: readonly CertificateSigningRequestCondition[];
  /** Base64 of a PEM text; empty until one is issued. */
  readonly certificate: string;
}

export function viewRequest(object: ApiObject): RequestView {
  const { spec, status } = narrow<Partial<CertificateSigningRequest>>(object);
  return {
    signer: spec?.signerName ?? "",
    request: spec?.request ?? "",
    usages: spec?.usages ?? [],
    username: spec?.username ?? "",
    uid: spec?.uid ?? "",
    groups: spec?.groups ?? [],
    extra: spec?.extra ?? {},
    expirationSeconds: spec?.expirationSeconds,
    conditions: status?.conditions ?? [],
    certificate: status?.certificate ?? "",
  };
}

/** Whether a condition of a type is true. */
export const hasCondition = ({ conditions }: RequestView, type: "Approved" | "Denied" | "Failed"): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === "True");

/** Adds a condition to the object. */
export function withCondition(
  object: ApiObject,
  condition: Pick<CertificateSigningRequestCondition, "type" | "reason" | "message">,
): ApiObject {
  const conditions = [...viewRequest(object).conditions, { ...condition, status: "True" }];
  return { ...object, status: { ...(object["status"] as object | undefined), conditions } };
}
