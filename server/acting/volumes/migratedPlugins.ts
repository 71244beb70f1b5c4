import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Volume } from "./kinds.ts";

/** A volume plugin that used to be part of the controller manager, and its external successor. */
export interface MigratedPlugin {
  /** The name without the domain. */
  readonly plugin: string;
  readonly driver: string;
  readonly source: keyof PersistentVolumeSpec;
}

const MIGRATED: readonly MigratedPlugin[] = [
  { plugin: "aws-ebs", driver: "ebs.csi.aws.com", source: "awsElasticBlockStore" },
  { plugin: "azure-disk", driver: "disk.csi.azure.com", source: "azureDisk" },
  { plugin: "azure-file", driver: "file.csi.azure.com", source: "azureFile" },
  { plugin: "cinder", driver: "cinder.csi.openstack.org", source: "cinder" },
  { plugin: "gce-pd", driver: "pd.csi.storage.gke.io", source: "gcePersistentDisk" },
  { plugin: "portworx-volume", driver: "pxd.portworx.com", source: "portworxVolume" },
  { plugin: "vsphere-volume", driver: "csi.vsphere.vmware.com", source: "vsphereVolume" },
];
const byName = new Map(MIGRATED.map((each) => [each.plugin, each]));

/** The name of a plugin within the controller manager; undefined for the name of an external provisioner. */
export function inTreeName(provisioner: string, vocabulary: Vocabulary): string | undefined {
  const own = vocabulary.render("{labelDomain}/");
  return provisioner.startsWith(own) ? provisioner.slice(own.length) : undefined;
}

/** The external driver that does the work of a provisioner; undefined when the provisioner does it itself. */
export const successorOf = (provisioner: string, vocabulary: Vocabulary): string | undefined =>
  byName.get(inTreeName(provisioner, vocabulary) ?? "")?.driver;

/** The migrated plugin of a volume's source, if it has one. */
export const migratedPluginOf = ({ spec }: Volume): MigratedPlugin | undefined =>
  MIGRATED.find(({ source }) => spec?.[source] !== undefined && spec[source] !== null);
