import type { StorageClass } from "kubernetes-types/storage/v1";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Claim } from "../../volumes/kinds.ts";
import { inTreeName, successorOf } from "../../volumes/migratedPlugins.ts";
import { classOf } from "../../volumes/storageClass.ts";
import type { BindingParts } from "./parts.ts";

/** Plugins that the controller manager still has; it provisions volumes with none of them. */
export const HOST_PATH = "host-path";
export const NOT_PROVISIONABLE: ReadonlySet<string> = new Set(["csi", "local-volume", "nfs"]);

/**
 * Marks a claim for the external provisioner of its class, and writes an Event that the claim waits for it.
 * @param storageClass undefined when no class of the claim's name exists
 * @throws ApiError
 */
export async function askProvisioner(
  parts: BindingParts,
  claim: Claim,
  storageClass: StorageClass | undefined,
): Promise<void> {
  const { annotations, recorder, vocabulary } = parts;
  const fail = (message: string): void => recorder.record(claim, "Warning", "ProvisioningFailed", message);
  if (storageClass === undefined) {
    const kind = vocabulary.render("storageclass.storage.{domain}");
    return fail(`${kind} ${quoted(classOf(claim, annotations))} not found`);
  }
  const { provisioner: named } = storageClass;
  const own = inTreeName(named, vocabulary);
  if (own === HOST_PATH) return fail(hostPathFailure(await marked(parts, claim, named), storageClass));
  const provisioner = own === undefined ? named : successorOf(named, vocabulary);
  if (provisioner === undefined) {
    const isKnown = NOT_PROVISIONABLE.has(own ?? "");
    return fail(isKnown ? "no provisionable volume plugin matched" : `no volume plugin matched name: ${named}`);
  }
  recorder.record(
    await marked(parts, claim, provisioner),
    "Normal",
    "ExternalProvisioning",
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system ` +
      "administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
  );
}

/** The claim with the annotations that name its provisioner. @throws ApiError */
async function marked({ annotations, writes }: BindingParts, claim: Claim, provisioner: string): Promise<Claim> {
  const { metadata } = claim;
  if (metadata.annotations?.[annotations.provisioner] === provisioner) return claim;
  const marks = { [annotations.betaProvisioner]: provisioner, [annotations.provisioner]: provisioner };
  return writes.updateClaim({
    ...claim,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...marks } },
  });
}

/** Why no volume is made of a host's directory: only clusters for tests allow it. */
function hostPathFailure({ spec }: Claim, { metadata, provisioner, mountOptions = [] }: StorageClass): string {
  if (spec?.dataSource) {
    return `plugin ${quoted(provisioner)} is not a CSI plugin. Only CSI plugin can provision a claim with a datasource`;
  }
  if (mountOptions.length > 0) {
    const given = `StorageClass ${quoted(metadata?.name ?? "")} has mount options [${mountOptions.join(" ")}]`;
    return `Mount options are not supported by the provisioner but ${given}`;
  }
  return `Failed to create provisioner: provisioning in volume plugin ${quoted(provisioner)} is disabled`;
}
