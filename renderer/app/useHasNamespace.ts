import { useMatch, useParams } from "react-router";

/** Whether the view has its namespaces in its address, as lists, the overview and the map do. */
export function useHasNamespace(): boolean {
  const { resource, name } = useParams();
  const isOverview = useMatch("/c/:cluster") !== null;
  const isMap = useMatch("/c/:cluster/map") !== null;
  return isOverview || isMap || (resource !== undefined && name === undefined);
}
