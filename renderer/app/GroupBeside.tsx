import { groupBeside } from "../api/groupBeside.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "./clusterContext.ts";

/** The API group of a kind, if other groups have a kind with the same name. */
export function GroupBeside({ type }: { type: ResourceType }) {
  const { types } = useClusterScope();
  const group = groupBeside(type, types);
  return group === "" ? null : <span className="faint">{group}</span>;
}
