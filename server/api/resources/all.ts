import type { ResourceDefinition } from "../registry/definition.ts";
import {
  mutatingAdmissionPolicies,
  mutatingAdmissionPolicyBindings,
} from "./admissionregistration/mutatingAdmissionPolicies.ts";
import { mutatingWebhookConfigurations } from "./admissionregistration/mutatingWebhookConfigurations.ts";
import { validatingAdmissionPolicies } from "./admissionregistration/validatingAdmissionPolicies.ts";
import {
  validatingAdmissionPoliciesV1beta1,
  validatingAdmissionPolicyBindingsV1beta1,
} from "./admissionregistration/validatingAdmissionPoliciesV1beta1.ts";
import { validatingAdmissionPolicyBindings } from "./admissionregistration/validatingAdmissionPolicyBindings.ts";
import { validatingWebhookConfigurations } from "./admissionregistration/validatingWebhookConfigurations.ts";
import { customResourceDefinitions } from "./apiextensions/customResourceDefinitions.ts";
import { apiServices } from "./apiregistration/apiServices.ts";
import { storageVersions } from "./apiserverinternal/storageVersions.ts";
import { controllerRevisions } from "./apps/controllerRevisions.ts";
import { daemonSets } from "./apps/daemonSets.ts";
import { deployments } from "./apps/deployments.ts";
import { replicaSets } from "./apps/replicaSets.ts";
import { statefulSets } from "./apps/statefulSets.ts";
import { selfSubjectReviews } from "./authentication/selfSubjectReviews.ts";
import { selfSubjectReviewsV1beta1 } from "./authentication/selfSubjectReviewsV1beta1.ts";
import { tokenReviews } from "./authentication/tokenReviews.ts";
import { localSubjectAccessReviews } from "./authorization/localSubjectAccessReviews.ts";
import { selfSubjectAccessReviews } from "./authorization/selfSubjectAccessReviews.ts";
import { selfSubjectRulesReviews } from "./authorization/selfSubjectRulesReviews.ts";
import { subjectAccessReviews } from "./authorization/subjectAccessReviews.ts";
import { horizontalPodAutoscalers } from "./autoscaling/horizontalPodAutoscalers.ts";
import { horizontalPodAutoscalersV1 } from "./autoscaling/horizontalPodAutoscalersV1.ts";
import { cronJobs } from "./batch/cronJobs.ts";
import { jobs } from "./batch/jobs.ts";
import { certificateSigningRequests } from "./certificates/certificateSigningRequests.ts";
import { clusterTrustBundles } from "./certificates/clusterTrustBundles.ts";
import { leaseCandidates } from "./coordination/leaseCandidates.ts";
import { leases } from "./coordination/leases.ts";
import { coreResources } from "./core/group.ts";
import { endpointSlices } from "./discovery/endpointSlices.ts";
import { events } from "./events/events.ts";
import { flowSchemasV1beta3, priorityLevelConfigurationsV1beta3 } from "./flowcontrol/flowControlV1beta3.ts";
import { flowSchemas } from "./flowcontrol/flowSchemas.ts";
import { priorityLevelConfigurations } from "./flowcontrol/priorityLevelConfigurations.ts";
import { ingressClasses } from "./networking/ingressClasses.ts";
import { ingresses } from "./networking/ingresses.ts";
import { ipAddresses } from "./networking/ipAddresses.ts";
import { networkPolicies } from "./networking/networkPolicies.ts";
import { serviceCIDRs } from "./networking/serviceCIDRs.ts";
import { runtimeClasses } from "./node/runtimeClasses.ts";
import { podDisruptionBudgets } from "./policy/podDisruptionBudgets.ts";
import { clusterRoleBindings } from "./rbac/clusterRoleBindings.ts";
import { clusterRoles } from "./rbac/clusterRoles.ts";
import { roleBindings } from "./rbac/roleBindings.ts";
import { roles } from "./rbac/roles.ts";
import { deviceClasses, resourceClaims, resourceClaimTemplates, resourceSlices } from "./resource/resources.ts";
import { resourcesV1alpha3 } from "./resource/resourcesV1alpha3.ts";
import { priorityClasses } from "./scheduling/priorityClasses.ts";
import { csiDrivers } from "./storage/csiDrivers.ts";
import { csiNodes } from "./storage/csiNodes.ts";
import { csiStorageCapacities } from "./storage/csiStorageCapacities.ts";
import { storageClasses } from "./storage/storageClasses.ts";
import { volumeAttachments } from "./storage/volumeAttachments.ts";
import { volumeAttributesClasses, volumeAttributesClassesV1alpha1 } from "./storage/volumeAttributesClasses.ts";
import { storageVersionMigrations } from "./storagemigration/storageVersionMigrations.ts";

/** Every built-in resource outside the core group, in the order of discovery. */
const namedGroupDefinitions: readonly ResourceDefinition[] = [
  apiServices,
  controllerRevisions,
  daemonSets,
  deployments,
  replicaSets,
  statefulSets,
  events,
  selfSubjectReviews,
  tokenReviews,
  selfSubjectReviewsV1beta1,
  localSubjectAccessReviews,
  selfSubjectAccessReviews,
  selfSubjectRulesReviews,
  subjectAccessReviews,
  horizontalPodAutoscalers,
  horizontalPodAutoscalersV1,
  cronJobs,
  jobs,
  certificateSigningRequests,
  clusterTrustBundles,
  ingressClasses,
  ingresses,
  networkPolicies,
  ipAddresses,
  serviceCIDRs,
  podDisruptionBudgets,
  clusterRoleBindings,
  clusterRoles,
  roleBindings,
  roles,
  csiDrivers,
  csiNodes,
  csiStorageCapacities,
  storageClasses,
  volumeAttachments,
  volumeAttributesClasses,
  volumeAttributesClassesV1alpha1,
  mutatingWebhookConfigurations,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
  validatingWebhookConfigurations,
  validatingAdmissionPoliciesV1beta1,
  validatingAdmissionPolicyBindingsV1beta1,
  mutatingAdmissionPolicies,
  mutatingAdmissionPolicyBindings,
  customResourceDefinitions,
  priorityClasses,
  leases,
  leaseCandidates,
  runtimeClasses,
  endpointSlices,
  deviceClasses,
  resourceClaims,
  resourceClaimTemplates,
  resourceSlices,
  ...resourcesV1alpha3,
  flowSchemas,
  priorityLevelConfigurations,
  flowSchemasV1beta3,
  priorityLevelConfigurationsV1beta3,
  storageVersions,
  storageVersionMigrations,
];

/** Every built-in resource, in the order of discovery; the core group comes first. */
export const allDefinitions: readonly ResourceDefinition[] = [...coreResources, ...namedGroupDefinitions];
