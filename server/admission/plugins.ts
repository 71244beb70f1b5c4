import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./certificates.ts";
import { defaultIngressClass } from "./defaultIngressClass.ts";
import { defaultStorageClass } from "./defaultStorageClass.ts";
import { defaultTolerationSeconds } from "./defaultTolerationSeconds.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { limitRanger } from "./limitRanger.ts";
import { namespaceLifecycle } from "./namespaceLifecycle.ts";
import { ownerReferencesPermissionEnforcement } from "./ownerReferencesPermissionEnforcement.ts";
import type { AdmissionPlugin } from "./plugin.ts";
import { priority } from "./priority.ts";
import { resourceQuota } from "./resourceQuota.ts";
import { runtimeClass } from "./runtimeClass.ts";
import { serviceAccount } from "./serviceAccount.ts";
import { storageObjectInUseProtection } from "./storageObjectInUseProtection.ts";
import { taintNodesByCondition } from "./taintNodesByCondition.ts";

type Maker = (dependencies: AdmissionDependencies) => AdmissionPlugin;

/** The built-in plugins in the order of the reference. They are on by default, except for those marked `off`. */
const BUILT_IN: readonly (readonly [name: string, make: Maker, standing?: "off"])[] = [
  ["NamespaceLifecycle", namespaceLifecycle],
  ["LimitRanger", limitRanger],
  ["ServiceAccount", serviceAccount],
  ["TaintNodesByCondition", taintNodesByCondition],
  ["Priority", priority],
  ["DefaultTolerationSeconds", defaultTolerationSeconds],
  ["DefaultStorageClass", defaultStorageClass],
  ["StorageObjectInUseProtection", storageObjectInUseProtection],
  ["OwnerReferencesPermissionEnforcement", ownerReferencesPermissionEnforcement, "off"],
  ["RuntimeClass", runtimeClass],
  ["CertificateApproval", certificateApproval],
  ["CertificateSigning", certificateSigning],
  ["CertificateSubjectRestriction", certificateSubjectRestriction],
  ["DefaultIngressClass", defaultIngressClass],
  ["ResourceQuota", resourceQuota],
];

/** Plugins of the reference that this server knows by name only: naming them in a flag is no mistake. */
const KNOWN_ONLY: readonly string[] = [
  "AlwaysAdmit",
  "AlwaysPullImages",
  "ClusterTrustBundleAttest",
  "DenyServiceExternalIPs",
  "EventRateLimit",
  "ExtendedResourceToleration",
  "ImagePolicyWebhook",
  "LimitPodHardAntiAffinityTopology",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "NamespaceAutoProvision",
  "NamespaceExists",
  "NodeRestriction",
  "PersistentVolumeClaimResize",
  "PodNodeSelector",
  "PodSecurity",
  "PodTolerationRestriction",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
];

export interface PluginChoice {
  /** Names given to `--disable-admission-plugins`. */
  readonly disabled?: readonly string[];
  /** Names given to `--enable-admission-plugins`. */
  readonly enabled?: readonly string[];
  /** Plugins that are made elsewhere (webhooks, policies): they run after the built-in ones and before ResourceQuota. */
  readonly late?: readonly AdmissionPlugin[];
}

/**
 * The plugins of a server, in the order in which they run.
 * @throws RangeError for a name that no plugin has, or that is both enabled and disabled
 */
export function admissionPlugins(dependencies: AdmissionDependencies, choice: PluginChoice = {}): AdmissionPlugin[] {
  const known = new Set([...BUILT_IN.map(([name]) => name), ...KNOWN_ONLY]);
  const disabled = new Set(choice.disabled);
  for (const name of [...disabled, ...(choice.enabled ?? [])]) {
    if (!known.has(name)) throw new RangeError(`admission plugin ${JSON.stringify(name)} is unknown`);
  }
  const both = (choice.enabled ?? []).find((name) => disabled.has(name));
  if (both !== undefined) throw new RangeError(`admission plugin ${JSON.stringify(both)} is both enabled and disabled`);
  const enabled = new Set(choice.enabled);
  const plugins = BUILT_IN.filter(
    ([name, , standing]) => !disabled.has(name) && (standing !== "off" || enabled.has(name)),
  ).map(([, make]) => make(dependencies));
  const late = (choice.late ?? []).filter(({ name }) => !disabled.has(name));
  const last = plugins.filter(({ name }) => name === "ResourceQuota");
  return [...plugins.filter(({ name }) => name !== "ResourceQuota"), ...late, ...last];
}
