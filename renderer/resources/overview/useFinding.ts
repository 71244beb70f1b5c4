import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { KIND_TYPES } from "../../overview/kindTypes.ts";
import type { Finding } from "../../overview/model/finding.ts";
import { KINDS, objectFinding } from "../../overview/model/objectFinding.ts";
import { useClusterNow } from "../../sandbox/useSimulation.ts";

/** Milliseconds between two evaluations of states that depend on time. */
const REFRESH_INTERVAL = 5_000;

export interface FindingNow {
  readonly finding: Finding;
  /** Milliseconds since the epoch, by the clock of the cluster. */
  readonly now: number;
}

/** The finding about an object, evaluated again as time passes; undefined for kinds that have no state. */
export function useFinding(object: ApiObject, type: ResourceType): FindingNow | undefined {
  const now = useClusterNow(REFRESH_INTERVAL);
  const kind = KINDS.find((each) => {
    const { group, resource } = KIND_TYPES[each];
    return group === type.group && resource === type.resource;
  });
  return kind === undefined ? undefined : { finding: objectFinding(kind, object, now), now };
}
