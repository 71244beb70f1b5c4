import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { BootstrapObject } from "../../api/resources/bootstrap/bootstrapObjects.ts";
import { DISK_ACCOUNT, DRIVER, PROVISIONER } from "./diskNames.ts";

const READ = ["get", "list", "watch"];
const ROLE = "simulated-disks";

/**
 * The objects that are installed with simulated disks, as with any driver: permissions, the driver's description, and
 * the default storage class.
 */
export function diskObjects(vocabulary: Vocabulary): readonly BootstrapObject[] {
  const storage = "storage.{domain}";
  const rbac = "rbac.authorization.{domain}";
  const rule = (apiGroup: string, resources: string[], ...verbs: string[]) => ({
    apiGroups: [apiGroup],
    resources,
    verbs,
  });
  const objects: Record<string, ApiObject> = {
    clusterroles: {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRole",
      metadata: { name: ROLE },
      rules: [
        rule("", ["persistentvolumes"], ...READ, "create", "delete", "update"),
        rule("", ["persistentvolumeclaims"], ...READ, "update"),
        rule("", ["persistentvolumeclaims/status"], "update"),
        rule("", ["nodes"], ...READ),
        rule("", ["events"], "create", "patch"),
        rule(storage, ["storageclasses"], ...READ),
        rule(storage, ["volumeattachments"], ...READ, "update"),
        rule(storage, ["volumeattachments/status"], "update"),
      ],
    },
    clusterrolebindings: {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: ROLE },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: ROLE },
      subjects: [{ kind: "ServiceAccount", name: DISK_ACCOUNT, namespace: "{prefix}-system" }],
    },
    csidrivers: {
      apiVersion: `${storage}/v1`,
      kind: "CSIDriver",
      metadata: { name: DRIVER },
      spec: { attachRequired: true, podInfoOnMount: false, volumeLifecycleModes: ["Persistent"] },
    },
    storageclasses: {
      apiVersion: `${storage}/v1`,
      kind: "StorageClass",
      metadata: { name: "standard", annotations: { "storageclass.{labelDomain}/is-default-class": "true" } },
      provisioner: PROVISIONER,
      reclaimPolicy: "Delete",
      volumeBindingMode: "Immediate",
      allowVolumeExpansion: true,
    },
  };
  return Object.entries(objects).map(([resource, object]) => ({ resource, object: vocabulary.renderValue(object) }));
}
