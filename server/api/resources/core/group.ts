import type { ResourceDefinition } from "../../registry/definition.ts";
import { componentStatuses } from "./componentStatuses.ts";
import { configMaps } from "./configMaps/configMaps.ts";
import { events } from "./events/events.ts";
import { limitRanges } from "./limits/limitRanges.ts";
import { resourceQuotas } from "./limits/resourceQuotas.ts";
import { namespaces } from "./namespaces.ts";
import { nodes } from "./nodes/nodes.ts";
import { bindings } from "./pods/bindings.ts";
import { pods } from "./pods/pods.ts";
import { podTemplates } from "./pods/podTemplates.ts";
import { replicationControllers } from "./replicationControllers/replicationControllers.ts";
import { secrets } from "./secrets/secrets.ts";
import { serviceAccounts } from "./serviceAccounts.ts";
import { endpoints } from "./services/endpoints.ts";
import { services } from "./services/services.ts";
import { persistentVolumeClaims } from "./volumes/persistentVolumeClaims.ts";
import { persistentVolumes } from "./volumes/persistentVolumes.ts";

/** Resources of the core group, in the order of discovery. */
export const coreResources: readonly ResourceDefinition[] = [
  bindings,
  componentStatuses,
  configMaps,
  endpoints,
  events,
  limitRanges,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  podTemplates,
  replicationControllers,
  resourceQuotas,
  secrets,
  serviceAccounts,
  services,
];
