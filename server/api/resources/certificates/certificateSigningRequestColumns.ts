import type { CertificateSigningRequest } from "kubernetes-types/certificates/v1";
import { humanDuration } from "../../registry/columns/age.ts";
import { NONE } from "../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

const SIGNER =
  "Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be " +
  'defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "{labelDomain}/{prefix}-apiserver-client-kubelet".\n' +
  ' 2. If it\'s a kubelet serving certificate, it is assigned\n    "{labelDomain}/kubelet-serving".\n' +
  ' 3. Otherwise, it is assigned "{labelDomain}/legacy-unknown".\n' +
  "Distribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.";

const DURATION =
  "expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a " +
  "certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter " +
  "fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the " +
  "well-known {Product} signers will honor this field as long as the requested duration is not greater than the maximum " +
  "duration they will honor per the --cluster-signing-duration CLI flag to the {Product} controller manager.\n\n" +
  "Certificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such " +
  "as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested " +
  "duration\n  3. Signer whose configured minimum is longer than the requested duration\n\n" +
  "The minimum valid value for expirationSeconds is 600, i.e. 10 minutes.";

function condition(request: CertificateSigningRequest): string {
  const has = (type: string) => request.status?.conditions?.some((c) => c.type === type) ?? false;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  const issued = (request.status?.certificate ?? "") === "" ? "" : ",Issued";
  return `${decision}${has("Failed") ? ",Failed" : ""}${issued}`;
}

/** Columns of certificate signing requests. */
export const certificateSigningRequestColumns = [
  nameColumn,
  ageColumn,
  textColumn("SignerName", SIGNER, (o) => {
    const signer = narrow<CertificateSigningRequest>(o).spec.signerName;
    return signer === "" ? NONE : signer;
  }),
  textColumn(
    "Requestor",
    "Base64-encoded PKCS#10 CSR data",
    (o) => narrow<CertificateSigningRequest>(o).spec.username ?? "",
  ),
  textColumn("RequestedDuration", DURATION, (o) => {
    const seconds = narrow<CertificateSigningRequest>(o).spec.expirationSeconds;
    return seconds === undefined ? NONE : humanDuration(seconds * 1000);
  }),
  textColumn("Condition", "Conditions applied to the request, such as approval or denial.", (o) =>
    condition(narrow<CertificateSigningRequest>(o)),
  ),
];
