import type { StorageClass } from "kubernetes-types/storage/v1";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Claim } from "../../volumes/kinds.ts";
import { classOf } from "../../volumes/storageClass.ts";
import type { BindingParts } from "./parts.ts";

/** External drivers that replace provisioners that used to be part of the controller manager. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ["aws-ebs", "ebs.csi.aws.com"],
  ["azure-disk", "disk.csi.azure.com"],
  ["azure-file", "file.csi.azure.com"],
  ["cinder", "cinder.csi.openstack.org"],
  ["gce-pd", "pd.csi.storage.gke.io"],
  ["portworx-volume", "pxd.portworx.com"],
  ["vsphere-volume", "csi.vsphere.vmware.com"],
]);

/**
 * Marks a claim for the external provisioner of its class, and writes an Event that the claim waits for it.
 * @param storageClass undefined when no class of the claim's name exists
 * @throws ApiError
 */
export async function askProvisioner(
  { annotations, recorder, vocabulary, writes }: BindingParts,
  claim: Claim,
  storageClass: StorageClass | undefined,
): Promise<void> {
  const fail = (message: string): void => recorder.record(claim, "Warning", "ProvisioningFailed", message);
  if (storageClass === undefined) {
    const kind = vocabulary.render("storageclass.storage.{domain}");
    return fail(`${kind} ${quoted(classOf(claim, annotations))} not found`);
  }
  const { provisioner: named } = storageClass;
  const own = vocabulary.render("{labelDomain}/");
  const provisioner = named.startsWith(own) ? SUCCESSORS.get(named.slice(own.length)) : named;
  if (provisioner === undefined) return fail(`no volume plugin matched name: ${named}`);
  let marked = claim;
  if (claim.metadata.annotations?.[annotations.provisioner] !== provisioner) {
    const marks = { [annotations.betaProvisioner]: provisioner, [annotations.provisioner]: provisioner };
    const { metadata } = claim;
    marked = await writes.updateClaim({
      ...claim,
      metadata: { ...metadata, annotations: { ...metadata.annotations, ...marks } },
    });
  }
  recorder.record(
    marked,
    "Normal",
    "ExternalProvisioning",
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system ` +
      "administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
  );
}
