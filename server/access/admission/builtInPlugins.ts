import type { AdmissionPlugin } from "../../api/registry/admission/plugin.ts";
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from "./builtIn/certificates.ts";
import { defaultIngressClass } from "./builtIn/defaultIngressClass.ts";
import { defaultStorageClass } from "./builtIn/defaultStorageClass.ts";
import { defaultTolerationSeconds } from "./builtIn/defaultTolerationSeconds.ts";
import { limitRanger } from "./builtIn/limitRanger.ts";
import { namespaceLifecycle } from "./builtIn/namespaceLifecycle.ts";
import { ownerReferencesPermissionEnforcement } from "./builtIn/ownerReferencesPermissionEnforcement.ts";
import { persistentVolumeClaimResize } from "./builtIn/persistentVolumeClaimResize.ts";
import { priority } from "./builtIn/priority.ts";
import { runtimeClass } from "./builtIn/runtimeClass.ts";
import { serviceAccount } from "./builtIn/serviceAccount.ts";
import { storageObjectInUseProtection } from "./builtIn/storageObjectInUseProtection.ts";
import { taintNodesByCondition } from "./builtIn/taintNodesByCondition.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { eventRateLimit } from "./eventRateLimit/eventRateLimit.ts";
import { nodeRestriction } from "./nodeRestriction/nodeRestriction.ts";
import { alwaysAdmit } from "./optional/alwaysAdmit.ts";
import { alwaysDeny } from "./optional/alwaysDeny.ts";
import { alwaysPullImages } from "./optional/alwaysPullImages.ts";
import { denyServiceExternalIPs } from "./optional/denyServiceExternalIPs.ts";
import { extendedResourceToleration } from "./optional/extendedResourceToleration.ts";
import { limitPodHardAntiAffinityTopology } from "./optional/limitPodHardAntiAffinityTopology.ts";
import { namespaceAutoProvision } from "./optional/namespaceAutoProvision.ts";
import { namespaceExists } from "./optional/namespaceExists.ts";
import { podNodeSelector } from "./optional/podNodeSelector.ts";
import { podTolerationRestriction } from "./optional/podTolerationRestriction.ts";
import { podSecurity } from "./podSecurity/podSecurity.ts";
import { resourceQuota } from "./quota/resourceQuota.ts";

/** A plugin that flags can name. */
export interface KnownPlugin {
  readonly name: string;
  /** Enabled unless a flag disables it; other plugins only run when a flag enables them. */
  readonly byDefault: boolean;
  /** `elsewhere`: created by other parts of the server (webhooks, policies). */
  readonly make: ((dependencies: AdmissionDependencies) => AdmissionPlugin) | "elsewhere";
}

const on = (name: string, make: KnownPlugin["make"]): KnownPlugin => ({ name, byDefault: true, make });
const off = (name: string, make: KnownPlugin["make"]): KnownPlugin => ({ name, byDefault: false, make });

/** Every plugin of the reference, in the order in which they run. */
export const KNOWN_PLUGINS: readonly KnownPlugin[] = [
  off("AlwaysAdmit", alwaysAdmit),
  off("NamespaceAutoProvision", namespaceAutoProvision),
  on("NamespaceLifecycle", namespaceLifecycle),
  off("NamespaceExists", namespaceExists),
  off("LimitPodHardAntiAffinityTopology", limitPodHardAntiAffinityTopology),
  on("LimitRanger", limitRanger),
  on("ServiceAccount", serviceAccount),
  off("NodeRestriction", nodeRestriction),
  on("TaintNodesByCondition", taintNodesByCondition),
  off("AlwaysPullImages", alwaysPullImages),
  off("ImagePolicyWebhook", "elsewhere"),
  on("PodSecurity", podSecurity),
  off("PodNodeSelector", podNodeSelector),
  on("Priority", priority),
  on("DefaultTolerationSeconds", defaultTolerationSeconds),
  off("PodTolerationRestriction", podTolerationRestriction),
  off("EventRateLimit", eventRateLimit),
  off("ExtendedResourceToleration", extendedResourceToleration),
  on("DefaultStorageClass", defaultStorageClass),
  on("StorageObjectInUseProtection", storageObjectInUseProtection),
  off("OwnerReferencesPermissionEnforcement", ownerReferencesPermissionEnforcement),
  on("PersistentVolumeClaimResize", persistentVolumeClaimResize),
  on("RuntimeClass", runtimeClass),
  on("CertificateApproval", certificateApproval),
  on("CertificateSigning", certificateSigning),
  on("ClusterTrustBundleAttest", clusterTrustBundleAttest),
  on("CertificateSubjectRestriction", certificateSubjectRestriction),
  on("DefaultIngressClass", defaultIngressClass),
  off("DenyServiceExternalIPs", denyServiceExternalIPs),
  on("MutatingAdmissionPolicy", "elsewhere"),
  on("MutatingAdmissionWebhook", "elsewhere"),
  on("ValidatingAdmissionPolicy", "elsewhere"),
  on("ValidatingAdmissionWebhook", "elsewhere"),
  on("ResourceQuota", resourceQuota),
  off("AlwaysDeny", alwaysDeny),
];
