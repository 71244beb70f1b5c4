import type { ApiObject } from "../../../../shared/object.ts";
import type { KindFacts } from "./kindFacts.ts";
import {
  apiServiceFacts,
  endpointSliceFacts,
  endpointsFacts,
  ingressClassFacts,
  ingressFacts,
  networkPolicyFacts,
  webhookFacts,
} from "./networkFacts.ts";
import {
  certificateRequestFacts,
  componentStatusFacts,
  controllerRevisionFacts,
  flowSchemaFacts,
  leaseFacts,
  namespaceFacts,
  priorityLevelFacts,
  runtimeClassFacts,
  serviceAccountFacts,
} from "./otherFacts.ts";
import {
  admissionPolicyFacts,
  autoscalerFacts,
  budgetFacts,
  limitRangeFacts,
  policyBindingFacts,
  priorityClassFacts,
  quotaFacts,
} from "./policyFacts.ts";
import type { Say } from "./say.ts";
import {
  attributesClassFacts,
  claimFacts,
  csiDriverFacts,
  csiNodeFacts,
  storageCapacityFacts,
  storageClassFacts,
  volumeAttachmentFacts,
  volumeFacts,
} from "./storageFacts.ts";
import {
  cronJobFacts,
  daemonSetFacts,
  deploymentFacts,
  jobFacts,
  replicaSetFacts,
  statefulSetFacts,
} from "./workloadKindFacts.ts";

/**
 * Reads the facts of an object.
 *
 * @param now the cluster's time in milliseconds since the epoch
 * @param say the words of its values; English by default
 */
type ReadFacts = (object: ApiObject, now: number, say?: Say) => KindFacts;

/** Keyed by the first label of the group and the resource, like panels. */
const FACTS: Readonly<Record<string, ReadFacts>> = {
  "/componentstatuses": componentStatusFacts,
  "/endpoints": endpointsFacts,
  "/namespaces": namespaceFacts,
  "/persistentvolumeclaims": claimFacts,
  "/persistentvolumes": volumeFacts,
  "/resourcequotas": quotaFacts,
  "/limitranges": limitRangeFacts,
  "/serviceaccounts": serviceAccountFacts,
  "admissionregistration/mutatingadmissionpolicies": admissionPolicyFacts,
  "admissionregistration/mutatingadmissionpolicybindings": policyBindingFacts("mutatingadmissionpolicies"),
  "admissionregistration/mutatingwebhookconfigurations": webhookFacts,
  "admissionregistration/validatingadmissionpolicies": admissionPolicyFacts,
  "admissionregistration/validatingadmissionpolicybindings": policyBindingFacts("validatingadmissionpolicies"),
  "admissionregistration/validatingwebhookconfigurations": webhookFacts,
  "apiregistration/apiservices": apiServiceFacts,
  "apps/controllerrevisions": controllerRevisionFacts,
  "apps/daemonsets": daemonSetFacts,
  "apps/deployments": deploymentFacts,
  "apps/replicasets": replicaSetFacts,
  "apps/statefulsets": statefulSetFacts,
  "autoscaling/horizontalpodautoscalers": autoscalerFacts,
  "batch/cronjobs": cronJobFacts,
  "batch/jobs": jobFacts,
  "certificates/certificatesigningrequests": certificateRequestFacts,
  "coordination/leases": leaseFacts,
  "discovery/endpointslices": endpointSliceFacts,
  "flowcontrol/flowschemas": flowSchemaFacts,
  "flowcontrol/prioritylevelconfigurations": priorityLevelFacts,
  "networking/ingresses": ingressFacts,
  "networking/ingressclasses": ingressClassFacts,
  "networking/networkpolicies": networkPolicyFacts,
  "node/runtimeclasses": runtimeClassFacts,
  "policy/poddisruptionbudgets": budgetFacts,
  "scheduling/priorityclasses": priorityClassFacts,
  "storage/csidrivers": csiDriverFacts,
  "storage/csinodes": csiNodeFacts,
  "storage/csistoragecapacities": storageCapacityFacts,
  "storage/storageclasses": storageClassFacts,
  "storage/volumeattributesclasses": attributesClassFacts,
  "storage/volumeattachments": volumeAttachmentFacts,
};

/** The facts of a kind; undefined for kinds without defined facts. */
export const factsFor = (key: string): ReadFacts | undefined => FACTS[key];

export const KINDS_WITH_FACTS: readonly string[] = Object.keys(FACTS);
