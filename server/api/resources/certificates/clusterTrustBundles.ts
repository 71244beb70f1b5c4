import { NONE } from "../../registry/columns/cells.ts";
import { nameColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { fieldText } from "../core/selectable.ts";
import { clusterTrustBundleStrategy } from "./clusterTrustBundleStrategy.ts";

const signerName = fieldText("spec", "signerName");

/** `certificates.{domain}/v1alpha1` clustertrustbundles. */
export const clusterTrustBundles = defineResource({
  group: "certificates.{domain}",
  version: "v1alpha1",
  kind: "ClusterTrustBundle",
  plural: "clustertrustbundles",
  singular: "clustertrustbundle",
  scope: "Cluster",
  definition: "api.certificates.v1alpha1.ClusterTrustBundle",
  gate: "ClusterTrustBundle",
  strategy: clusterTrustBundleStrategy,
  columns: [
    nameColumn,
    textColumn("SignerName", "Signer whose certificates the bundle verifies", (object) => {
      const signer = signerName(object);
      return signer === "" ? NONE : signer;
    }),
  ],
  selectableFields: { "spec.signerName": signerName },
});
