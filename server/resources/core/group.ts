import type { ResourceDefinition } from "../definition.ts";
import { bindings } from "./bindings.ts";
import { componentStatuses } from "./componentStatuses.ts";
import { configMaps } from "./configMaps.ts";
import { endpoints } from "./endpoints.ts";
import { events } from "./events.ts";
import { limitRanges } from "./limitRanges.ts";
import { namespaces } from "./namespaces.ts";
import { nodes } from "./nodes.ts";
import { persistentVolumeClaims } from "./persistentVolumeClaims.ts";
import { persistentVolumes } from "./persistentVolumes.ts";
import { pods } from "./pods.ts";
import { podTemplates } from "./podTemplates.ts";
import { replicationControllers } from "./replicationControllers.ts";
import { resourceQuotas } from "./resourceQuotas.ts";
import { secrets } from "./secrets.ts";
import { serviceAccounts } from "./serviceAccounts.ts";
import { services } from "./services.ts";

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
