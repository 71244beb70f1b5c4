import { defineResource } from "../../registry/definition.ts";
import { fieldText } from "../core/selectable.ts";
import { certificateSigningRequestColumns } from "./certificateSigningRequestColumns.ts";
import {
  certificateSigningRequestApprovalStrategy,
  certificateSigningRequestStatusStrategy,
  certificateSigningRequestStrategy,
} from "./certificateSigningRequestStrategy.ts";

/** `certificates.{domain}/v1` certificatesigningrequests. */
export const certificateSigningRequests = defineResource({
  group: "certificates.{domain}",
  version: "v1",
  kind: "CertificateSigningRequest",
  plural: "certificatesigningrequests",
  singular: "certificatesigningrequest",
  scope: "Cluster",
  definition: "api.certificates.v1.CertificateSigningRequest",
  shortNames: ["csr"],
  strategy: certificateSigningRequestStrategy,
  columns: certificateSigningRequestColumns,
  selectableFields: { "spec.signerName": fieldText("spec", "signerName") },
  subresources: [
    { name: "approval", verbs: ["get", "patch", "update"], strategy: certificateSigningRequestApprovalStrategy },
    { name: "status", verbs: ["get", "patch", "update"], strategy: certificateSigningRequestStatusStrategy },
  ],
});
